import { type Config, DEFAULTS } from './config/defaults.ts';
import {
  type RankedChunk,
  type RankedFile,
  SIGNALS,
  type Signal,
  type Signals,
} from './model/candidate.ts';
import { type ScoredFile, SIGNAL_GROUPS, type SourceThresholds } from './model/relevance.ts';
import { SOURCES, type SourceName } from './model/shape.ts';
import type { StateFile } from './model/state.ts';
import type { Task, TaskType } from './model/task.ts';
import type { StateView } from './ports/store.ts';
import { type Chain, chains } from './retrieve/chains.ts';
import { byPriority, type FileChunks, rankChunks } from './retrieve/chunks.ts';
import { dedupe } from './retrieve/dedupe.ts';
import { rankFiles, SIGNAL_WEIGHTS } from './retrieve/files.ts';
import type { FrameHit } from './retrieve/mentions.ts';
import { wantsLogs } from './score/priorities.ts';
import { type ScoreRules, type Surroundings, score } from './score/score.ts';
import { surroundingsOf } from './surroundings.ts';
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
  /** How close chunks are to the task in meaning, by ordinal. */
  readonly semantic?: Float64Array | null;
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

export interface Gathering extends Ranking {
  /** Chunks of the best files, with their priorities. */
  readonly chunks: readonly FileChunks[];
  /** Chunks that were left out because a better one says the same. */
  readonly duplicates: readonly Duplicate[];
  /** From traces, messages and log events to the code, settings and decisions behind them. */
  readonly chains: readonly Chain[];
}

/** Further files hardly ever matter, and reading them costs. */
export const FILES_CHUNKED = 40;

/** From a task to candidates for a context: understand → retrieve → score → tier, then their chunks. */
export function gather(view: StateView, request: GatherRequest): Gathering {
  const ranking = rank(view, request);
  const linked = chains(view, ranking.task);
  const evidence = {
    frames: ranking.frames,
    chains: linked,
    semantic: weightsOf(request).semantic > 0 ? (request.semantic ?? null) : null,
  };
  const candidates = withLinked(candidatesOf(ranking.files), ranking.files, linked);
  const ranked = rankChunks(view, ranking.task, candidates, evidence);
  return { ...ranking, chains: linked, ...distinctChunks(ranked, request) };
}

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

/** Chunks looked at for duplicates, best first: further ones hardly ever find room. */
const DEDUPED_CHUNKS = 600;

/** Leaves out chunks that say what a better one says (RT-1). */
function distinctChunks(
  ranked: readonly FileChunks[],
  { config = DEFAULTS }: GatherRequest,
): Pick<Gathering, 'chunks' | 'duplicates'> {
  const texts = new Map(ranked.map(({ ranked: { path }, facts }) => [path, facts.text]));
  const best = ranked
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
    weights: weightsOf(request),
    accepts: (file) => isAsked(file, task, request),
    semantic: request.semantic,
  });
  const surroundings = surroundingsOf(view, task, found.files, config);
  const fixed = unranked(view, found.files, (file) => isAsked(file, task, request)).filter(
    surroundings.isFixed,
  );
  const files = score([...found.files, ...fixed], surroundings, rulesOf(config));
  return { task, files, frames: found.frames, surroundings };
}

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
export function candidatesOf(files: readonly ScoredFile[]): ScoredFile[] {
  return files
    .filter(({ standing }) => standing !== 'below-threshold')
    .filter(({ standing }, i) => i < FILES_CHUNKED || standing !== 'room');
}

function isAsked(file: StateFile, task: Task, { sources, accepts }: GatherRequest): boolean {
  const { source } = file.shape;
  const isWanted =
    sources.length > 0
      ? sources.includes(source)
      : source !== 'logs' || wantsLogs(task) || task.paths.some((path) => file.path.endsWith(path));
  return isWanted && (accepts?.(file) ?? true);
}

export function rulesOf({ relevance, sources }: Pick<Config, 'relevance' | 'sources'>): ScoreRules {
  const thresholds = SOURCES.map((name) => [name, sources[name].threshold]);
  return { relevance, sources: Object.fromEntries(thresholds) as SourceThresholds };
}

/** Signals by meaning; all others go by words, history and mentions. */
const SEMANTIC: readonly string[] = ['semantic'];

/** The weights in force: what the method does not use and what is switched off counts nothing. */
export function weightsOf({ without = [], config = DEFAULTS, semantic }: GatherRequest): Signals {
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
  const full = { ...SIGNAL_WEIGHTS, semantic: config.relevance.semantic.mix };
  const weights = SIGNALS.map((signal) => [signal, isOff(signal) ? 0 : full[signal]]);
  return Object.fromEntries(weights) as Signals;
}
