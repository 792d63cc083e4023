import { DEFAULTS } from '../config/defaults.ts';
import { byCodePoint } from '../math/order.ts';
import { stem, termsOf } from '../math/terms.ts';
import type { Chunk, Facts } from '../model/document.ts';
import type { StateFile } from '../model/state.ts';
import type { StateView } from '../ports/store.ts';
import { type Chain, framesOf } from '../retrieve/chains.ts';
import { frameHits, PathLookup } from '../retrieve/mentions.ts';
import { titleQuery } from '../retrieve/query.ts';
import type { Ranking, UnderstoodRequest } from './gathering.ts';
import { daysNamed, daysOf, isOnDay, namesDays } from './named.ts';
import { isAsked } from './rank.ts';
import { ASKS_FOR_MEASURES } from './recorded.ts';
import { stems, titleWords } from './title-words.ts';
import { SHORTEST_NAME, tellingIn } from './topic.ts';

/** The best files say which module a task is on. */
const FILES = 3;
/** Of those, the ones that are so likely beside the best. */
const BESIDE_BEST = 0.25;
const MOST = { record: 3, event: 2 } as const;
const SCORE = 0.5;

/**
 * Decisions and findings about the module that a task is on, and what went wrong in it where logs are asked for: they name the module, not the
 * words of the task.
 */
export function moduleChains(
  view: StateView,
  { task, files }: Pick<Ranking, 'task' | 'files'>,
  request: UnderstoodRequest,
): Chain[] {
  const { supporting_threshold: least } = (request.config ?? DEFAULTS).relevance.thresholds;
  const code = files.filter(({ source, relevance }) => source === 'code' && relevance >= least);
  const modules = code
    .filter(({ relevance }) => relevance >= BESIDE_BEST * (code[0]?.relevance ?? 0))
    .slice(0, FILES);
  const called = modules.map(({ path }) => baseOf(path));
  const names = modules.map(({ file, path }) => namesOf(view, file, path));
  const isTelling = tellingIn(view, names, called, isOwnName);
  const isCalled = tellingIn(view, [], called, isOwnName);
  const isMeasured = ASKS_FOR_MEASURES.test(task.title);
  const isCalledShort = tellingIn(view, [], isMeasured ? called : [], isOwnName, SHORTEST_NAME);
  const said = new Set(titleWords(view, task).map(({ term }) => term));
  const hasSaid = (text: string): boolean => termsOf(text).some((term) => said.has(term));
  const isTold = tellingIn(view, [task.sections.title], [], (term) => said.has(term));
  const title = new Set(titleQuery(task.sections).map(({ term }) => term));
  /** A measurement is about what it is called by. */
  const measured = ({ name }: Chunk): string | null =>
    termsOf(name)
      .find((term) => title.has(term))
      ?.slice(2) ?? null;
  const lookup = new PathLookup(modules.map(({ path }) => path));
  const passedBy = (chunk: Chunk): string | null =>
    frameHits(framesOf(chunk), lookup).map(({ file }) => called[file] ?? null)[0] ?? null;
  const days = daysNamed(task);
  /** On a day that the task names a warning tells as much as a fault does on others. */
  const isThen = (path: string, chunk: Chunk, text: string): boolean => {
    if (!namesDays(days)) return chunk.kind === 'event';
    const own = daysOf(text.slice(chunk.start, chunk.end));
    return isOnDay(own.length > 0 ? own : daysOf(path), days);
  };
  const records = { record: [] as Found[], event: [] as Found[] };
  /** Faults in the logs of the modules' own services, for where nothing names them. */
  const nearby: Found[] = [];
  view.state.files.forEach((entry, file) => {
    const kind = kindOf(entry);
    if (kind === null || !isAsked(entry, task, request)) return;
    const facts = view.facts(entry.content);
    const { chunks, text } = facts;
    const heading = titleOf(facts);
    const ownLog = kind === 'event' && task.ask !== 'question' ? logOf(entry.path, modules) : null;
    chunks.forEach((chunk, sequence) => {
      if (kind === 'event' && !isFinding(chunk)) return;
      // A record is about what its title says; what it decides comes with it. A fault or a warning is about what its first line names.
      const named = kind === 'event' ? firstLineOf(chunk, text) : heading;
      const passed = kind === 'event' ? passedBy(chunk) : null;
      const isShort = kind === 'record' && text.length <= SHORT_RECORD;
      const word =
        passed ??
        isTelling(named) ??
        (chunk.kind === 'metric'
          ? (measured(chunk) ?? isTold(named) ?? isCalledShort(named))
          : null) ??
        (chunk.kind === 'event' ? isTold(named) : null) ??
        (isShort ? isCalled(text) : null);
      // A question is answered by what has its words; what else is known of the module is not asked for.
      const isBeside = kind === 'record' && task.ask === 'question' && !hasSaid(text);
      if (word !== null && !isBeside) records[kind].push({ entry, file, chunk, sequence, word });
      else if (ownLog !== null && isThen(entry.path, chunk, text)) {
        nearby.push({ entry, file, chunk, sequence, word: ownLog });
      }
    });
  });
  const hasFault = records.event.some(({ chunk }) => chunk.kind === 'event');
  const places = new Map(files.map(({ path }, place) => [path, place]));
  return [
    ...chainsOf(records.record, MOST.record, places),
    ...chainsOf(hasFault ? records.event : [...records.event, ...nearby], MOST.event, places),
    ...(task.ask === 'question' ? [] : subjectsOf(view, task, files, request)),
  ];
}

/** The part of the program whose log it is: `logs/autosave.log` and `logs/autosave/2026-05-06.log` are those of `services/autosave/…`. */
function logOf(path: string, modules: readonly { readonly path: string }[]): string | null {
  const parts = path.toLowerCase().split(/[^a-z0-9]+/);
  const folders = modules.flatMap((module) => module.path.toLowerCase().split('/').slice(0, -1));
  const own = parts.filter((part) => part.length > 2 && isOwnName(`p:${stem(part)}`));
  return own.find((part) => folders.includes(part)) ?? null;
}

/** Faults, warnings and measurements. */
const isFinding = ({ kind, name }: Chunk): boolean =>
  kind === 'event' || kind === 'metric' || (kind === 'events' && name !== '');

const SUBJECTS = 2;
const SUBJECT_PIECES = 4;

/** The code that a record is about which answers the task best: files that are called by a word of its title. */
function subjectsOf(
  view: StateView,
  task: Ranking['task'],
  ranked: Ranking['files'],
  { config = DEFAULTS }: UnderstoodRequest,
): Chain[] {
  const [best] = ranked;
  const entry = view.state.files[best?.file ?? -1];
  if (best === undefined || entry === undefined || kindOf(entry) !== 'record') return [];
  if (best.relevance < config.relevance.thresholds.primary_threshold) return [];
  const title = titleOf(view.facts(entry.content));
  const said = titleWords(view, task).map(({ term }) => term.slice(2));
  const called = [
    ...calledBy(view, title, `which ${entry.path} is about`),
    ...calledBy(view, said.join(' '), 'as the task says'),
  ];
  const isFirst = ({ path }: Called, at: number): boolean =>
    called.findIndex((other) => other.path === path) === at;
  return called
    .filter(isFirst)
    .slice(0, SUBJECTS)
    .map(({ chain }) => chain);
}

interface Called {
  readonly path: string;
  readonly chain: Chain;
}

/** The code whose files are called by a word of a text. */
const calledBy = (view: StateView, said: string, why: string): Called[] =>
  view.state.files.flatMap(({ path, shape, content }, file): Called[] => {
    if (shape.source !== 'code' || shape.kind !== 'source' || content === 0) return [];
    const word = tellingIn(view, [], [baseOf(path)])(said);
    if (word === null) return [];
    const reason = `${path} is called by ${word}, ${why}.`;
    const pieces = view.facts(content).chunks.slice(0, SUBJECT_PIECES);
    const links = pieces.map(({ firstLine, lastLine }, sequence) => ({
      ...{ file, path, sequence, firstLine, lastLine, reason },
      kind: 'symbol' as const,
    }));
    return [{ path, chain: { score: SCORE, links } }];
  });

/** What programs of any kind call their parts. */
const PARTS = stems(
  'service app application lib core main index model view controller handler helper util component module package internal common shared base client server api route test spec config type class impl domain data store manager provider',
);
const isOwnName = (term: string): boolean => !PARTS.has(term);

const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** So short a record has no sections, and says in each sentence what it is about. */
const SHORT_RECORD = 400;

const titleOf = ({ meta, chunks: [first] }: Facts): string =>
  [meta['title'] ?? '', first?.name ?? '', ...(first?.names ?? [])].join(' ');

const LONGEST_LINE = 300;
const firstLineOf = ({ start, end }: Chunk, text: string): string =>
  text.slice(start, Math.min(end, start + LONGEST_LINE)).split('\n', 1)[0] ?? '';

interface Found {
  readonly entry: StateFile;
  readonly file: number;
  readonly chunk: Chunk;
  readonly sequence: number;
  readonly word: string;
}

function kindOf({ content, shape }: StateFile): 'record' | 'event' | null {
  if (content === 0) return null;
  if (shape.source === 'logs') return 'event';
  return shape.kind === 'decision' || shape.source === 'research' ? 'record' : null;
}

/** What a file is called and what it defines. */
function namesOf(view: StateView, file: number, path: string): string {
  const { definitions } = view.facts(view.state.files[file]?.content ?? 0);
  const names = definitions.flatMap(({ name, within }) => [name, ...within]);
  return [path, ...new Set(names)].join(' ');
}

/** The best of those that words of the task speak for come first. */
function chainsOf(
  found: readonly Found[],
  most: number,
  places: ReadonlyMap<string, number>,
): Chain[] {
  const placeOf = (path: string): number => places.get(path) ?? places.size;
  const paths = [...new Set(found.map(({ entry }) => entry.path))]
    .sort((a, b) => placeOf(a) - placeOf(b) || byCodePoint(a, b))
    .slice(0, most);
  return paths.map((path): Chain => {
    const own = found.filter(({ entry }) => entry.path === path).slice(0, most);
    return {
      score: SCORE,
      links: own.map(({ file, chunk: { firstLine, lastLine, kind }, sequence, word }) => ({
        ...{ file, path, sequence, firstLine, lastLine },
        kind: kind === 'event' ? 'event' : 'decision',
        reason: `${path} speaks of ${word}, which the task's module is called or defines.`,
      })),
    };
  });
}
