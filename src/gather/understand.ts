import { type Config, DEFAULTS } from '../config/defaults.ts';
import { RERANKER } from '../model/relevance.ts';
import type { Ports } from '../ports/ports.ts';
import type { StateView } from '../ports/store.ts';
import { isProse, normalise } from '../retrieve/files.ts';
import type { Marks } from '../retrieve/marks.ts';
import { readTask } from '../task/read-task.ts';
import { choose } from './choose.ts';
import type { GatherRequest, UnderstoodRequest } from './gathering.ts';
import { isMeaningOfUse, rank } from './rank.ts';

/** A request with what meaning and a language model say to it, kept for a while: asking a model takes time and may cost money. */
export async function understand(
  ports: Ports,
  view: StateView,
  request: GatherRequest,
): Promise<UnderstoodRequest> {
  const { text, type, without, config = DEFAULTS } = request;
  const { root, commit } = view.state;
  const { scoring_method, semantic, reranker } = config.relevance;
  const key = JSON.stringify([
    'understood',
    root,
    commit,
    view.identity?.(),
    text,
    type,
    without,
    [scoring_method, semantic, reranker],
  ]);
  const said = await ports.memory.get(key, () => trying(ports, (own) => ask(own, view, request)));
  return { ...request, ...said };
}

/** What went wrong this time may go well the next: then nothing is kept. */
export async function trying<V>(
  ports: Ports,
  work: (ports: Ports) => Promise<V>,
): Promise<{ readonly value: V; readonly keeps: boolean }> {
  let keeps = true;
  const warn = (sentence: string): void => {
    keeps = false;
    ports.warn(sentence);
  };
  const value = await work({ ...ports, warn });
  return { value, keeps };
}

type Said = Pick<UnderstoodRequest, 'semantic' | 'marks'>;

async function ask(ports: Ports, view: StateView, request: GatherRequest): Promise<Said> {
  // The files a model marks are the best of all sources, whatever part of them is asked for.
  const { text, type, without, config } = request;
  const asked: GatherRequest = { text, type, sources: [] };
  const whole = {
    ...asked,
    ...(without === undefined ? {} : { without }),
    ...(config === undefined ? {} : { config }),
  };
  const semantic = await meaningFor(ports, view, whole);
  return { semantic, marks: await marksFor(ports, view, { ...whole, semantic }) };
}

/** A language model is asked only where one is switched on, and loaded only then. */
async function marksFor(
  ports: Ports,
  view: StateView,
  request: UnderstoodRequest,
): Promise<Marks | null> {
  const { config = DEFAULTS, without = [] } = request;
  const { reranker } = config.relevance;
  if (!reranker.enabled || without.includes(RERANKER)) return null;
  const { marksOf } = await import('./rerank.ts');
  return marksOf(ports, view, choose(view, rank(view, request), request), reranker);
}

/** Half of the files or more: the project is a collection of texts. */
const MOSTLY_PROSE = 0.5;

/** Meaning is learnt from the project's own prose, which takes seconds: only where prose is what is looked for. */
async function meaningFor(
  ports: Ports,
  view: StateView,
  { text, type, config = DEFAULTS }: GatherRequest,
): Promise<Float64Array | null> {
  const { scoring_method: method, semantic } = config.relevance;
  if (method === 'keyword') return null;
  const task = readTask(text, type);
  if (!isMeaningOfUse(task.ask, config)) return null;
  if (method === 'semantic') return wholeMeaning(ports, view, text, config);
  const prose = view.state.files.filter(isProse).length;
  const isWanted =
    task.asksForDocs || task.type === 'research' || prose > MOSTLY_PROSE * view.state.files.length;
  if (prose === 0 || !isWanted) return null;
  const { semanticScores } = await import('./meaning.ts');
  return semanticScores(ports, view, text, { config: semantic, scope: 'prose' });
}

/** Where only meaning counts, everything that has one is compared: pages, and the functions of code, the closest of each alike. */
async function wholeMeaning(
  ports: Ports,
  view: StateView,
  text: string,
  { relevance: { semantic: config } }: Pick<Config, 'relevance'>,
): Promise<Float64Array | null> {
  const { semanticScores } = await import('./meaning.ts');
  const prose = await semanticScores(ports, view, text, { config, scope: 'prose' });
  const functions = await semanticScores(ports, view, text, { config, scope: 'functions' });
  const found = [prose, functions].filter((scores) => scores !== null).map(normalise);
  const [first, second] = found;
  if (first === undefined) {
    ports.warn('There is nothing to compare by meaning, so the search goes by words.');
    return null;
  }
  const covered = [
    ...(prose === null ? [] : ['documentation and research']),
    ...(functions === null ? [] : ['the functions of code']),
  ];
  ports.warn(`Meaning is compared in ${covered.join(' and ')}; other sources are left out.`);
  return second === undefined ? first : first.map((value, i) => Math.max(value, second[i] ?? 0));
}
