import type { FieldWeights } from '../math/bm25.ts';
import { byCodePoint } from '../math/order.ts';
import { type RankedFile, SIGNALS, type Signal, type Signals } from '../model/candidate.ts';
import type { Shape } from '../model/shape.ts';
import type { StateFile } from '../model/state.ts';
import type { Task } from '../model/task.ts';
import type { StateView } from '../ports/store.ts';
import { historyVotes, voteSum } from './history.ts';
import { type FrameHit, frameHits, mentionScores, PathLookup } from './mentions.ts';
import { FULL_QUERY, fullQuery, HISTORY_QUERY, titleOnlyQuery, titleQuery } from './query.ts';

export const SATURATION = { k1: 1.5, b: 0.75 };
/** For ranking files: a name defined counts six times, a path word three times (without it 4 points are lost). */
export const FILE_FIELDS: FieldWeights = { body: 1, doc: 0, name: 6, within: 0, path: 3 };

/** Hand weights that beat learned ones on unseen repositories. */
export const SIGNAL_WEIGHTS: Signals = {
  lexical: 1,
  title: 0.5,
  historyFull: 0.3,
  historyTitle: 0.3,
  mention: 0.4,
  frame: 0.3,
};

const BEST_CHUNKS = 5;
const CHUNK_DECAY = 0.7;
const OFF_TOPIC = 0.5;

/** A file's score from its chunks: the best in full, each further one 0.7 times the one before. */
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
function normalise(values: Float64Array): Float64Array {
  let max = 0;
  for (const value of values) if (value > max) max = value;
  return max === 0 ? values : values.map((value) => value / max);
}

function penaltyOf(shape: Shape, task: Task): number {
  if (shape.source === 'code') {
    if (shape.kind === 'source' || shape.kind === 'types') return 1;
    if (shape.kind === 'test') return task.asksForTests ? 1 : OFF_TOPIC;
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
}

/** Ranks all files of a state for a task: the weighted sum of normalised signals. */
export function rankFiles(
  view: StateView,
  task: Task,
  { weights, accepts }: RankOptions,
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

  const raw: Record<Signal, Float64Array> = {
    lexical: chunkSums(full, lexical.starts),
    title: chunkSums(title, lexical.starts),
    historyFull: Float64Array.from(files, ({ path }) => voteSum(votesFull.get(path))),
    historyTitle: Float64Array.from(files, ({ path }) => voteSum(votesTitle.get(path))),
    mention: Float64Array.from(files, (_, i) => mentions.get(i) ?? 0),
    frame: Float64Array.from(files, (_, i) => framed.get(i) ?? 0),
  };
  const normal: Record<Signal, Float64Array> = {
    lexical: normalise(raw.lexical),
    title: normalise(raw.title),
    historyFull: normalise(raw.historyFull),
    historyTitle: normalise(raw.historyTitle),
    mention: raw.mention,
    frame: raw.frame,
  };
  const ranked: RankedFile[] = [];
  files.forEach((file, i) => {
    const sum = SIGNALS.reduce(
      (total, signal) => total + weights[signal] * (normal[signal][i] ?? 0),
      0,
    );
    if (sum <= 0 || !accepts(file)) return;
    const signals = Object.fromEntries(SIGNALS.map((s) => [s, normal[s][i] ?? 0])) as Record<
      Signal,
      number
    >;
    const penalty = penaltyOf(file.shape, task);
    ranked.push({
      file: i,
      path: file.path,
      source: file.shape.source,
      signals,
      penalty,
      score: sum * penalty,
    });
  });
  ranked.sort((a, b) => b.score - a.score || byCodePoint(a.path, b.path));
  return { files: ranked, frames };
}

function chunkSums(scores: Float64Array, starts: Int32Array): Float64Array {
  const sums = new Float64Array(starts.length - 1);
  for (let file = 0; file < sums.length; file++) {
    sums[file] = bestChunksSum(scores, starts[file] ?? 0, starts[file + 1] ?? 0);
  }
  return sums;
}
