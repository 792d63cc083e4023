import { byCodePoint } from '../math/order.ts';
import {
  type Fusion,
  type RankedFile,
  SIGNALS,
  type Signal,
  type Signals,
} from '../model/candidate.ts';
import type { Shape } from '../model/shape.ts';
import type { StateFile } from '../model/state.ts';
import type { Task } from '../model/task.ts';
import type { StateView } from '../ports/store.ts';
import { FILE_FIELDS, SATURATION } from './fields.ts';
import { reciprocalSums, type SignalValues, weightedSums } from './fuse.ts';
import { historyVotes, voteSum } from './history.ts';
import { type FrameHit, frameHits, mentionScores, PathLookup } from './mentions.ts';
import { FULL_QUERY, fullQuery, HISTORY_QUERY, titleOnlyQuery, titleQuery } from './query.ts';

/** Hand weights that beat learned ones on unseen repositories. */
export const SIGNAL_WEIGHTS: Signals = {
  lexical: 1,
  title: 0.5,
  historyFull: 0.3,
  historyTitle: 0.3,
  mention: 0.4,
  frame: 0.3,
  semantic: 0.5,
};

export const BEST_CHUNKS = 5;
export const CHUNK_DECAY = 0.6;
const OFF_TOPIC = 0.5;

/** A file's score from its chunks: the best in full, each further one 0.6 times the one before. */
export function bestChunksSum(scores: Float64Array, start: number, end: number): number {
  const best: number[] = [];
  for (let chunk = start; chunk < end; chunk++) {
    const score = scores[chunk] ?? 0;
    if (score <= 0) continue;
    let at = best.length;
    while (at > 0 && (best[at - 1] ?? 0) < score) at--;
    if (at >= BEST_CHUNKS) continue;
    best.splice(at, 0, score);
    if (best.length > BEST_CHUNKS) best.pop();
  }
  return best.reduce((sum, score, j) => sum + CHUNK_DECAY ** j * score, 0);
}

/** Divides by the maximum, so that signals of any scale can be added. */
export function normalise(values: Float64Array): Float64Array {
  let max = 0;
  for (const value of values) if (value > max) max = value;
  return max === 0 ? values : values.map((value) => value / max);
}

/** Tests, documentation, examples, mere declarations of types and what is not code count half, unless the task asks for them. */
export function penaltyOf(shape: Shape, task: Task): number {
  if (shape.source === 'code') {
    if (shape.kind === 'source') return 1;
    if (shape.kind === 'test') return task.asksForTests ? 1 : OFF_TOPIC;
    if (shape.kind === 'example') return task.asksForDocs ? 1 : OFF_TOPIC;
    return OFF_TOPIC;
  }
  if (shape.source === 'documentation') return task.asksForDocs ? 1 : OFF_TOPIC;
  if (shape.source === 'deployment') return task.type === 'infra' ? 1 : OFF_TOPIC;
  return OFF_TOPIC;
}

export interface FileRanking {
  readonly files: readonly RankedFile[];
  readonly frames: readonly FrameHit[];
}

export interface RankOptions {
  readonly weights: Signals;
  /** Files to leave out of the ranking, such as sources that were not asked for. */
  readonly accepts: (file: StateFile) => boolean;
  /** How close chunks are in meaning, by ordinal; counts for prose only. */
  readonly semantic?: Float64Array | null | undefined;
  readonly fusion?: Fusion | undefined;
}

/** Ranks all files of a state for a task: the signals of each, fused into one score. */
export function rankFiles(
  view: StateView,
  task: Task,
  { weights, accepts, semantic = null, fusion = 'weighted' }: RankOptions,
): FileRanking {
  const { files } = view.state;
  const { lexical, history } = view;
  const full = lexical.score(fullQuery(task.sections, FULL_QUERY), FILE_FIELDS, SATURATION);
  const title = lexical.score(titleOnlyQuery(task.sections, FULL_QUERY), FILE_FIELDS, SATURATION);
  const votesFull = historyVotes(history, fullQuery(task.sections, HISTORY_QUERY), true);
  const votesTitle = historyVotes(history, titleQuery(task.sections), false);
  const lookup = new PathLookup(files.map((file) => file.path));
  const mentions = mentionScores(task.paths, lookup);
  const frames = frameHits(task.frames, lookup);
  const framed = new Map<number, number>();
  for (const { file, score } of frames) framed.set(file, Math.max(score, framed.get(file) ?? 0));

  const signals: SignalValues = {
    lexical: normalise(chunkSums(full, lexical.starts)),
    title: normalise(chunkSums(title, lexical.starts)),
    historyFull: normalise(Float64Array.from(files, ({ path }) => voteSum(votesFull.get(path)))),
    historyTitle: normalise(Float64Array.from(files, ({ path }) => voteSum(votesTitle.get(path)))),
    mention: Float64Array.from(files, (_, i) => mentions.get(i) ?? 0),
    frame: Float64Array.from(files, (_, i) => framed.get(i) ?? 0),
    semantic: closeness(files, lexical.starts, semantic),
  };
  const isProseAt = files.map(isProse);
  const isAccepted = files.map(accepts);
  const { sums, values, parts, proseScale } =
    fusion === 'rrf'
      ? reciprocalSums(signals, weights, (i) => isAccepted[i] ?? false)
      : weightedSums(signals, weights, (i) => isProseAt[i] ?? false);
  const ranked: RankedFile[] = [];
  files.forEach((file, i) => {
    const sum = sums[i] ?? 0;
    if (sum <= 0 || isAccepted[i] !== true) return;
    const penalty = penaltyOf(file.shape, task) * (isProseAt[i] === true ? proseScale : 1);
    ranked.push({
      file: i,
      path: file.path,
      source: file.shape.source,
      signals: signalsAt(values, i),
      ...(parts === null ? {} : { parts: signalsAt(parts, i) }),
      penalty,
      score: sum * penalty,
    });
  });
  ranked.sort((a, b) => b.score - a.score || byCodePoint(a.path, b.path));
  return { files: ranked, frames };
}

/** The sources whose texts are read for their meaning; in code and talk it was measured to help nothing. */
export const isProse = (file: StateFile): boolean =>
  file.shape.source === 'documentation' || file.shape.source === 'research';

/** The best chunk of each prose file, as a share of the best of all. */
function closeness(
  files: readonly StateFile[],
  starts: Int32Array,
  semantic: Float64Array | null,
): Float64Array {
  const best = new Float64Array(files.length);
  if (semantic === null) return best;
  files.forEach((file, i) => {
    if (!isProse(file)) return;
    for (let c = starts[i] ?? 0; c < (starts[i + 1] ?? 0); c++) {
      best[i] = Math.max(best[i] ?? 0, semantic[c] ?? 0);
    }
  });
  return normalise(best);
}

const signalsAt = (values: SignalValues, file: number): Signals =>
  Object.fromEntries(SIGNALS.map((signal) => [signal, values[signal][file] ?? 0])) as Record<
    Signal,
    number
  >;

function chunkSums(scores: Float64Array, starts: Int32Array): Float64Array {
  const sums = new Float64Array(starts.length - 1);
  for (let file = 0; file < sums.length; file++) {
    sums[file] = bestChunksSum(scores, starts[file] ?? 0, starts[file + 1] ?? 0);
  }
  return sums;
}
