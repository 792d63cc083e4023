import { type Config, DEFAULTS } from './config/defaults.ts';
import { isKindIncluded } from './gather/kinds.ts';
import { surroundingsOf } from './gather/surroundings.ts';
import {
  type RankedChunk,
  type RankedFile,
  SIGNALS,
  type Signal,
  type Signals,
} from './model/candidate.ts';
import type { Facts } from './model/document.ts';
import {
  RERANKER,
  type ScoredFile,
  SIGNAL_GROUPS,
  type SourceThresholds,
} from './model/relevance.ts';
import { SOURCES, type SourceName } from './model/shape.ts';
import type { StateFile } from './model/state.ts';
import type { Ask, Task, TaskType } from './model/task.ts';
import type { StateView } from './ports/store.ts';
import { type Chain, chains } from './retrieve/chains.ts';
import { byPriority, type FileChunks, rankChunks } from './retrieve/chunks.ts';
import { dedupe } from './retrieve/dedupe.ts';
import { rankFiles, SIGNAL_WEIGHTS } from './retrieve/files.ts';
import { type Marks, withMarks } from './retrieve/marks.ts';
import type { FrameHit } from './retrieve/mentions.ts';
import {
  type ChunkPlace,
  recentTurns,
  type StandingRemark,
  standingRemarks,
} from './retrieve/sources.ts';
import { wantsLogs } from './score/priorities.ts';
import { type ScoreRules, type Surroundings, score } from './score/score.ts';
import { readTask } from './task/read-task.ts';

export interface GatherRequest {
  readonly text: string;
  readonly type?: TaskType | undefined;
  /** Empty for all. */
  readonly sources: readonly SourceName[];
  /** Signals, or groups of them, to leave out, to see what each is worth. */
  readonly without?: readonly string[];
  /** Which files may be ranked at all; all by default. */
  readonly accepts?: (file: StateFile) => boolean;
  readonly config?: Pick<Config, 'relevance' | 'sources' | 'assembly'>;
  /** Paths that stand in the context before all others. */
  readonly pins?: readonly string[];
  /** Tokens the context may have; where the best files would not fill it, more are looked at. */
  readonly tokens?: number;
  /** How close chunks are to the task in meaning, by ordinal. */
  readonly semantic?: Float64Array | null;
  /** How a language model marked the best files. */
  readonly marks?: Marks | null;
}

/** Files in the order of their relevance, and what they were scored with. */
export interface Ranking {
  readonly task: Task;
  readonly files: readonly ScoredFile[];
  readonly frames: readonly FrameHit[];
  readonly surroundings: Surroundings;
}

export interface Duplicate {
  readonly chunk: RankedChunk;
  readonly of: RankedChunk;
  readonly overlap: number;
}

/** What stands in every context of the project, whatever the task. */
export interface FixedContext {
  /** What people said once and for all. */
  readonly remarks: readonly StandingRemark[];
  /** The last turns of the newest conversation. */
  readonly turns: {
    readonly path: string;
    readonly facts: Facts;
    readonly chunks: readonly RankedChunk[];
  } | null;
  readonly documents: readonly { readonly path: string; readonly facts: Facts }[];
}

export interface Gathering extends Ranking {
  readonly fixed: FixedContext;
  /** Chunks of the best files, with their priorities. */
  readonly chunks: readonly FileChunks[];
  /** Chunks that were left out because a better one says the same. */
  readonly duplicates: readonly Duplicate[];
  /** From traces, messages and log events to the code, settings and decisions behind them. */
  readonly chains: readonly Chain[];
}

/** Further files hardly ever matter, and reading them costs; they are looked at where these would leave room. */
export const FILES_CHUNKED = 40;
/** However large the room. */
const MOST_FILES_CHUNKED = 2000;
/** Not every piece of a file is wanted, so there must be more to choose from than fits. */
const ENOUGH_TO_CHOOSE = 2;
const BYTES_PER_TOKEN = 4;

/** From a task to candidates for a context: understand → retrieve → score → tier, then their chunks. */
export function gather(view: StateView, request: GatherRequest): Gathering {
  const ranking = rank(view, request);
  const linked = chains(view, ranking.task);
  const evidence = {
    frames: ranking.frames,
    chains: linked,
    semantic: weightsOf(request, ranking.task.ask).semantic > 0 ? (request.semantic ?? null) : null,
  };
  const best = candidatesOf(ranking.files, filesToChunk(view, ranking.files, request));
  const linkedTo = withLinked(best, ranking.files, linked);
  const candidates = withPinned(linkedTo, view, ranking.files, request);
  const ranked = pinnedFirst(rankChunks(view, ranking.task, candidates, evidence), request);
  const fixed = fixedContext(view, ranking.files, request);
  const files = withPinnedTier(ranking.files, candidates, request);
  return { ...ranking, files, fixed, chains: linked, ...distinctChunks(ranked, request) };
}

/** Instructions to agents come before introductions for people. */
const FIXED_ORDER = [/(^|\/)(AGENTS|CLAUDE)\.md$/i, /(^|\/)README/i];

function fixedContext(
  view: StateView,
  files: readonly ScoredFile[],
  { sources, config = DEFAULTS }: GatherRequest,
): FixedContext {
  const isAskedFor = (source: SourceName): boolean =>
    config.sources[source].enabled && (sources.length === 0 || sources.includes(source));
  const place = ({ path }: ScoredFile): number => {
    const at = FIXED_ORDER.findIndex((pattern) => pattern.test(path));
    return (at < 0 ? FIXED_ORDER.length : at) * 1000 + path.split('/').length;
  };
  const factsOf = (file: number): Facts => view.facts(view.state.files[file]?.content ?? 0);
  const hasTalk = isAskedFor('conversation');
  const count = config.sources.conversation.recent_messages_verbatim;
  const recent = hasTalk ? recentTurns(view, count) : [];
  const [first] = recent;
  return {
    remarks: hasTalk ? standingRemarks(view) : [],
    turns: first === undefined ? null : turnsOf(recent, first.path, factsOf(first.file)),
    documents: files
      .filter(({ standing }) => standing === 'fixed')
      .sort((a, b) => place(a) - place(b) || (a.path < b.path ? -1 : 1))
      .map(({ path, file }) => ({ path, facts: factsOf(file) })),
  };
}

const turnsOf = (
  places: readonly ChunkPlace[],
  path: string,
  facts: Facts,
): NonNullable<FixedContext['turns']> => ({
  path,
  facts,
  chunks: places.map((place) => ({
    ...place,
    start: facts.chunks[place.sequence]?.start ?? 0,
    end: facts.chunks[place.sequence]?.end ?? 0,
    priority: 1,
    frame: 0,
  })),
});

/** What a chain of evidence leads to is a candidate, however its words rank. */
function withLinked(
  candidates: readonly ScoredFile[],
  files: readonly ScoredFile[],
  linked: readonly Chain[],
): ScoredFile[] {
  const led = new Set(linked.flatMap(({ links }) => links.map(({ file }) => file)));
  const known = new Set(candidates.map(({ file }) => file));
  return [...candidates, ...files.filter(({ file }) => led.has(file) && !known.has(file))];
}

/** By how much the least of what is pinned stands above all that evidence speaks for. */
const PINNED_ABOVE = 3;

function withPinned(
  candidates: readonly ScoredFile[],
  view: StateView,
  files: readonly ScoredFile[],
  { pins = [] }: GatherRequest,
): readonly ScoredFile[] {
  const known = new Set(candidates.map(({ path }) => path));
  const wanted = new Set(pins.filter((path) => !known.has(path)));
  if (wanted.size === 0) return candidates;
  const scored = new Map(files.map((file) => [file.path, file]));
  const added = view.state.files.flatMap((entry, file) => {
    if (!wanted.has(entry.path) || entry.content === 0) return [];
    const unknown: ScoredFile = {
      ...silent(entry, file),
      relevance: 1,
      factors: [],
      priority: 'high',
      multiplier: 1,
      threshold: 0,
      tier: 'primary',
      standing: 'mentioned',
    };
    return [scored.get(entry.path) ?? unknown];
  });
  return [...candidates, ...added];
}

/** Someone says that a pinned file matters: it is primary, whatever its words. */
function withPinnedTier(
  files: readonly ScoredFile[],
  candidates: readonly ScoredFile[],
  { pins = [] }: GatherRequest,
): readonly ScoredFile[] {
  if (pins.length === 0) return files;
  const pinned = new Set(pins);
  const known = new Set(files.map(({ path }) => path));
  const raised = (file: ScoredFile): ScoredFile =>
    pinned.has(file.path)
      ? { ...file, tier: 'primary', relevance: 1, standing: 'mentioned' }
      : file;
  return [...files, ...candidates.filter(({ path }) => !known.has(path))].map(raised);
}

/** What was pinned comes before everything, in the order of its own chunks. */
function pinnedFirst(chunks: readonly FileChunks[], { pins = [] }: GatherRequest): FileChunks[] {
  const pinned = new Set(pins);
  if (pinned.size === 0) return [...chunks];
  const highest = chunks.reduce(
    (most, entry) => entry.chunks.reduce((top, { priority }) => Math.max(top, priority), most),
    0,
  );
  return chunks.map((entry) =>
    pinned.has(entry.ranked.path)
      ? {
          ...entry,
          chunks: entry.chunks.map((chunk) => ({
            ...chunk,
            priority: chunk.priority + highest + PINNED_ABOVE,
          })),
        }
      : entry,
  );
}

/** Chunks looked at for duplicates, best first: further ones hardly ever find room. */
const DEDUPED_CHUNKS = 600;

/** Leaves out chunks that say what a better one says (RT-1). */
function distinctChunks(
  ranked: readonly FileChunks[],
  { config = DEFAULTS }: GatherRequest,
): Pick<Gathering, 'chunks' | 'duplicates'> {
  const texts = new Map(ranked.map(({ ranked: { path }, facts }) => [path, facts.text]));
  const { filter_noise: filtersNoise } = config.sources.logs;
  const best = ranked
    .filter(({ facts }) => filtersNoise || facts.shape.source !== 'logs')
    .flatMap(({ chunks }) => chunks)
    .sort(byPriority)
    .slice(0, DEDUPED_CHUNKS)
    .map((chunk) => ({ chunk, text: texts.get(chunk.path)?.slice(chunk.start, chunk.end) ?? '' }));
  const { dropped } = dedupe(best, config.assembly.dedup_threshold);
  const gone = new Set(dropped.map(({ item }) => item.chunk));
  return {
    chunks: ranked.map((entry) => ({
      ...entry,
      chunks: entry.chunks.filter((chunk) => !gone.has(chunk)),
    })),
    duplicates: dropped.map(({ item, of, overlap }) => ({
      chunk: item.chunk,
      of: of.chunk,
      overlap,
    })),
  };
}

/** The first half of gathering: which files matter, and how much. */
export function rank(view: StateView, request: GatherRequest): Ranking {
  const { config = DEFAULTS } = request;
  const task = readTask(request.text, request.type);
  const found = rankFiles(view, task, {
    weights: weightsOf(request, task.ask),
    accepts: (file) => isAsked(file, task, request),
    semantic: request.semantic,
    fusion: config.relevance.fusion,
  });
  const marks = marksIn(request);
  const ranked =
    marks === null ? found.files : withMarks(found.files, marks, config.relevance.reranker.mix);
  const surroundings = surroundingsOf(view, task, ranked, config);
  const fixed = unranked(view, ranked, (file) => isAsked(file, task, request)).filter(
    surroundings.isFixed,
  );
  const files = score([...ranked, ...fixed], surroundings, rulesOf(config));
  return { task, files, frames: found.frames, surroundings };
}

/** The marks in force; they are switched off like a signal. */
export const marksIn = ({ marks, without = [] }: GatherRequest): Marks | null =>
  without.includes(RERANKER) ? null : (marks ?? null);

const NO_SIGNALS = Object.fromEntries(SIGNALS.map((signal) => [signal, 0])) as Signals;

/** Files that nothing speaks for: some stand in every context all the same. */
function unranked(
  view: StateView,
  ranked: readonly RankedFile[],
  accepts: (file: StateFile) => boolean,
): RankedFile[] {
  const known = new Set(ranked.map(({ file }) => file));
  return view.state.files.flatMap((entry, file) =>
    known.has(file) || entry.content === 0 || !accepts(entry) ? [] : [silent(entry, file)],
  );
}

/** A file without signals. */
export const silent = ({ path, shape: { source } }: StateFile, file: number): RankedFile => ({
  file,
  path,
  source,
  signals: NO_SIGNALS,
  penalty: 1,
  score: 0,
});

/** The best files that may stand in a context, and those that must. */
export function candidatesOf(
  files: readonly ScoredFile[],
  most: number = FILES_CHUNKED,
): ScoredFile[] {
  return files
    .filter(({ standing }) => standing !== 'below-threshold')
    .filter(({ standing }, i) => i < most || standing !== 'room');
}

/** How many of the best files there is room for, and more to choose from. */
function filesToChunk(
  { state }: StateView,
  files: readonly ScoredFile[],
  { tokens = 0 }: GatherRequest,
): number {
  let bytes = tokens * BYTES_PER_TOKEN * ENOUGH_TO_CHOOSE;
  const enough = files.findIndex(({ file, score }) => {
    bytes -= state.files[file]?.bytes ?? 0;
    return bytes <= 0 || score <= 0;
  });
  const wanted = enough < 0 ? files.length : enough + 1;
  return Math.min(MOST_FILES_CHUNKED, Math.max(FILES_CHUNKED, wanted));
}

function isAsked(
  file: StateFile,
  task: Task,
  { sources, accepts, config = DEFAULTS }: GatherRequest,
): boolean {
  const { source } = file.shape;
  const isNamed = task.paths.some((path) => file.path.endsWith(path));
  const isWanted =
    sources.length > 0 ? sources.includes(source) : isNamed || source !== 'logs' || wantsLogs(task);
  const isOfUse = isNamed || isKindIncluded(file.shape, config.sources);
  return isWanted && isOfUse && (accepts?.(file) ?? true);
}

export function rulesOf({ relevance, sources }: Pick<Config, 'relevance' | 'sources'>): ScoreRules {
  const thresholds = SOURCES.map((name) => [name, sources[name].threshold]);
  return { relevance, sources: Object.fromEntries(thresholds) as SourceThresholds };
}

/** Signals by meaning; all others go by words, history and mentions. */
const SEMANTIC: readonly string[] = ['semantic'];

/** The weights in force: what the method does not use and what is switched off counts nothing. */
export function weightsOf(
  { without = [], config = DEFAULTS, semantic }: GatherRequest,
  ask: Ask,
): Signals {
  const { scoring_method: method } = config.relevance;
  // Without scores by meaning, because there are none or their provider failed, words are all there is.
  const hasMeaning = (semantic ?? null) !== null;
  const groups = Object.entries(SIGNAL_GROUPS).filter(([name]) => without.includes(name));
  const off = new Set<string>([...without, ...groups.flatMap(([, signals]) => signals)]);
  const isOff = (signal: Signal): boolean => {
    if (off.has(signal)) return true;
    if (method === 'keyword') return SEMANTIC.includes(signal);
    return method === 'semantic' && hasMeaning && !SEMANTIC.includes(signal);
  };
  // Meaning learnt from the project's own prose finds no page that its words do not: 59 instead of 70 first places at a full weight.
  const isOwnMeaning = ask === 'question' && config.relevance.semantic.provider === 'lsa';
  const mix = isOwnMeaning && method !== 'semantic' ? 0 : config.relevance.semantic.mix;
  const full = { ...SIGNAL_WEIGHTS[ask], semantic: mix };
  const weights = SIGNALS.map((signal) => [signal, isOff(signal) ? 0 : full[signal]]);
  return Object.fromEntries(weights) as Signals;
}
