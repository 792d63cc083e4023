import type { EngineOptions } from '../engine.ts';
import { type GatherRequest, gather, rank } from '../gather.ts';
import type { Fresh } from '../math/memo.ts';
import { RERANKER } from '../model/relevance.ts';
import type { SearchHit, SearchRequest, TaskRequest } from '../model/results.ts';
import type { StateView } from '../ports/store.ts';
import { byPriority } from '../retrieve/chunks.ts';
import { isProse } from '../retrieve/files.ts';
import { findFunctions } from '../retrieve/functions.ts';
import type { Marks } from '../retrieve/marks.ts';
import { readTask } from '../task/read-task.ts';

const taskOf = (
  { config }: EngineOptions,
  { text, type, without }: TaskRequest,
): GatherRequest => ({
  text,
  type: type === 'auto' ? undefined : type,
  sources: [],
  without,
  config,
});

/** What a running process keeps of what others say to a task (IF-4): asking a model takes time and may cost money. */
export interface GatherOptions extends EngineOptions {
  readonly said?: Fresh<GatherRequest>;
}

/** A task as a user names it, with what meaning and a language model say to it. */
export async function gatherRequest(
  options: GatherOptions,
  view: StateView,
  { text, type, without }: TaskRequest,
): Promise<GatherRequest> {
  const make = async (): Promise<{ value: GatherRequest; keeps: boolean }> => {
    let keeps = true;
    const warn = (sentence: string): void => {
      // What went wrong may go well the next time.
      keeps = false;
      options.warn(sentence);
    };
    const asked = taskOf(options, { text, type, without });
    const meant = { ...asked, semantic: await meaningFor({ ...options, warn }, view, asked) };
    const marks = await marksFor({ ...options, warn }, view, meant);
    return { value: { ...meant, marks }, keeps };
  };
  const { root, commit } = view.state;
  const key = JSON.stringify([root, commit, text, type, without]);
  return options.said === undefined ? (await make()).value : options.said.get(key, make);
}

/** A language model is asked only where one is switched on, and loaded only then. */
async function marksFor(
  { config, warn, signal }: EngineOptions,
  view: StateView,
  asked: GatherRequest,
): Promise<Marks | null> {
  const { reranker } = config.relevance;
  if (!reranker.enabled || asked.without?.includes(RERANKER) === true) return null;
  const { marksOf } = await import('../gather/rerank.ts');
  return marksOf(view, asked, { config: reranker, env: process.env, warn, signal });
}

/** Half of the files or more: the project is a collection of texts. */
const MOSTLY_PROSE = 0.5;

/** Meaning is learnt from the project's own prose, which takes seconds: only where prose is what is looked for. */
async function meaningFor(
  { config, warn, signal }: EngineOptions,
  view: StateView,
  { text, type }: GatherRequest,
): Promise<Float64Array | null> {
  const { scoring_method: method, semantic } = config.relevance;
  if (method === 'keyword') return null;
  const task = readTask(text, type);
  const prose = view.state.files.filter(isProse).length;
  const isWanted =
    method === 'semantic' ||
    task.asksForDocs ||
    task.type === 'research' ||
    prose > MOSTLY_PROSE * view.state.files.length;
  if (prose === 0 || !isWanted) {
    if (method === 'semantic') warn('There is no prose to compare meanings with; words are used.');
    return null;
  }
  const { semanticScores } = await import('../gather/meaning.ts');
  return semanticScores(view, text, {
    config: semantic,
    scope: 'prose',
    env: process.env,
    warn,
    signal,
  });
}

/** Pieces, files or functions for a query, best first. */
export async function search(
  options: GatherOptions,
  view: StateView,
  request: SearchRequest,
): Promise<SearchHit[]> {
  if (request.functions === true) return searchFunctions(options, view, request);
  const asked = await gatherRequest(options, view, request);
  if (request.files) {
    return rank(view, asked)
      .files.filter((file) => file.score > 0)
      .slice(0, request.limit)
      .map(({ path, score, relevance, tier }) => ({ path, score, relevance, tier }));
  }
  const gathering = gather(view, asked);
  const scored = new Map(gathering.files.map((file) => [file.path, file]));
  const facts = new Map(gathering.chunks.map((entry) => [entry.ranked.path, entry.facts]));
  return gathering.chunks
    .flatMap((entry) => entry.chunks)
    .sort(byPriority)
    .slice(0, request.limit)
    .map((chunk) => {
      const file = scored.get(chunk.path);
      const name = facts.get(chunk.path)?.chunks[chunk.sequence]?.name ?? '';
      return {
        path: chunk.path,
        score: chunk.priority,
        relevance: file?.relevance ?? 0,
        tier: file?.tier ?? 'reference',
        span: [chunk.firstLine, chunk.lastLine] as const,
        ...(name === '' ? {} : { name }),
      };
    });
}

/** Functions that fit a description; relevance and tier are those of their files. */
async function searchFunctions(
  options: EngineOptions,
  view: StateView,
  { limit, ...request }: SearchRequest,
): Promise<SearchHit[]> {
  const { config, warn, signal } = options;
  const isMeant =
    config.relevance.scoring_method !== 'keyword' && !request.without.includes('semantic');
  const asked = taskOf(options, request);
  const ranking = rank(view, asked);
  const files = new Map(ranking.files.map((entry) => [entry.file, entry]));
  const semantic = isMeant
    ? await (await import('../gather/meaning.ts')).semanticScores(view, request.text, {
        config: config.relevance.semantic,
        scope: 'functions',
        env: process.env,
        warn,
        signal,
      })
    : null;
  return findFunctions(view, ranking.task, { limit, semantic }).map(
    ({ file, path, chunk, score }) => ({
      path,
      score,
      relevance: files.get(file)?.relevance ?? 0,
      tier: files.get(file)?.tier ?? 'reference',
      span: [chunk.firstLine, chunk.lastLine] as const,
      ...(chunk.name === '' ? {} : { name: chunk.name }),
    }),
  );
}
