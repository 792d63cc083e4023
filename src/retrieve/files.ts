import { byCodePoint } from '../math/order.ts';
import type { Fusion, RankedFile, Signals } from '../model/candidate.ts';
import type { StateFile } from '../model/state.ts';
import type { Ask, Task } from '../model/task.ts';
import type { StateView } from '../ports/store.ts';
import { commitDocumentScores } from './commit-documents.ts';
import { FILE_FIELDS, SATURATION, TITLE_FIELDS, TITLE_SATURATION } from './fields.ts';
import { type Fused, reciprocalSums, type SignalValues, weightedSums } from './fuse.ts';
import { headingScores } from './headings.ts';
import { bestVote, historyVotes, type Vote, voteSum } from './history.ts';
import { rootFactors } from './meant-root.ts';
import { type FrameHit, frameHits, mentionScores, PathLookup } from './mentions.ts';
import { movedShares } from './moved.ts';
import { nearness } from './nearness.ts';
import { penaltyOf } from './penalty.ts';
import { FULL_QUERY, fullQuery, HISTORY_QUERY, titleQuery, titleWordsQuery } from './query.ts';
import { type Roots, rootsIn, scaledIn, scoresByRoot } from './roots.ts';
import { scopeScores } from './scopes.ts';
import { copyShares } from './versions.ts';

/**
 * Hand weights, by what a task wants. Those of changes were tuned on 474 one-line tasks of 12 projects and on issues, and fitting them
 * with one project left out at a time ends where they are; those of questions on 80 (bench/quality/short.ts). What a
 * report tells counts for more than its title, and the messages of commits only as texts of their files: 61.4/84.8/87.7/91.8 % instead of
 * 55.0/82.5/88.3/91.8 of 171 issues have all files in the first 1/3/5/10 (fitted on django 50.9 instead of 45.6 on seven others at 1).
 */
const CHANGE_WEIGHTS: Signals = {
  lexical: 0.5,
  title: 1,
  historyFull: 0.2,
  historyTitle: 0.2,
  historyFiles: 0.5,
  historyBest: 0.3,
  nearness: 0.3,
  heading: 0,
  mention: 0.4,
  frame: 0.3,
  semantic: 0.5,
};
export const SIGNAL_WEIGHTS: Readonly<Record<Ask, Signals>> = {
  change: CHANGE_WEIGHTS,
  topic: CHANGE_WEIGHTS,
  report: {
    lexical: 1.3,
    title: 0.5,
    historyFull: 0,
    historyTitle: 0.05,
    historyFiles: 0.3,
    historyBest: 0.2,
    nearness: 0.2,
    heading: 0,
    mention: 0.4,
    frame: 0.3,
    semantic: 0.5,
  },
  question: {
    lexical: 0,
    title: 1.5,
    historyFull: 0,
    historyTitle: 0,
    historyFiles: 0.7,
    historyBest: 0.4,
    nearness: 0,
    heading: 0.7,
    mention: 0.4,
    frame: 0.3,
    semantic: 0.5,
  },
};

export const BEST_CHUNKS = 5;
export const CHUNK_DECAY = 0.6;
/** The title is a line: where it is found matters more than how often. */
export const TITLE_CHUNK_DECAY = 0.3;
/** Reading texts is dear, so what has to read them looks at the files that may come first only. */
const FILES_READ = 40;

/** A file's score from its chunks: the best in full, each further one a share of the one before. */
export function bestChunksSum(
  scores: Float64Array,
  start: number,
  end: number,
  decay: number = CHUNK_DECAY,
): number {
  let chunk = start;
  while (chunk < end && (scores[chunk] ?? 0) <= 0) chunk++;
  if (chunk === end) return 0;
  const best: number[] = [];
  for (; chunk < end; chunk++) {
    const score = scores[chunk] ?? 0;
    if (score <= 0) continue;
    let at = best.length;
    while (at > 0 && (best[at - 1] ?? 0) < score) at--;
    if (at >= BEST_CHUNKS) continue;
    best.splice(at, 0, score);
    if (best.length > BEST_CHUNKS) best.pop();
  }
  return best.reduce((sum, score, j) => sum + decay ** j * score, 0);
}

/** Divides by the maximum, so that signals of any scale can be added. */
export function normalise(values: Float64Array): Float64Array {
  let max = 0;
  for (let i = 0; i < values.length; i++) max = Math.max(max, values[i] ?? 0);
  if (max === 0) return values;
  const shares = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) shares[i] = (values[i] ?? 0) / max;
  return shares;
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

/** A letter of another script than Latin. */
const FOREIGN_LETTER = /[^\P{L}\p{Script=Latin}]/u;
const isInEnglish = ({ title, isForeign = false }: Task): boolean =>
  !isForeign && !FOREIGN_LETTER.test(title);

/** Ranks all files of a state for a task: the signals of each, fused into one score. */
export function rankFiles(
  view: StateView,
  task: Task,
  { weights, accepts, semantic = null, fusion = 'weighted' }: RankOptions,
): FileRanking {
  const { files } = view.state;
  const { lexical, history } = view;
  const { sections } = task;
  const full = scoresByRoot(view, fullQuery(sections, FULL_QUERY), FILE_FIELDS, SATURATION);
  const title = titleScores(view, task);
  const titleTerms = titleQuery(sections);
  const votesFull =
    weights.historyFull > 0
      ? historyVotes(view, fullQuery(sections, HISTORY_QUERY), true)
      : new Map<string, readonly Vote[]>();
  const votesTitle = historyVotes(view, titleTerms, false);
  const lookup = new PathLookup(files.map((file) => file.path));
  const scoped = scopeScores(view, task.scopes);
  const mentions = mentionScores(task.paths, lookup);
  const frames = frameHits(task.frames, lookup);
  const framed = new Map<number, number>();
  for (const { file, score } of frames) framed.set(file, Math.max(score, framed.get(file) ?? 0));
  const numbers = new Map(files.map(({ path }, i) => [path, i]));
  const voted = (
    votes: ReadonlyMap<string, readonly Vote[]>,
    worth: (votes: readonly Vote[]) => number,
  ): Float64Array =>
    valuesOf(
      files.length,
      Array.from(votes, ([path, own]) => [numbers.get(path) ?? -1, worth(own)]),
    );
  const nothing = new Float64Array(files.length);
  const roots = rootsIn(files);
  const scaled = (values: Float64Array): Float64Array =>
    roots === null ? normalise(values) : scaledIn(values, roots);

  const quick: SignalValues = {
    lexical: scaled(chunkSums(full, lexical.starts, CHUNK_DECAY)),
    title: scaled(chunkSums(title, lexical.starts, TITLE_CHUNK_DECAY)),
    historyFull: scaled(voted(votesFull, voteSum)),
    historyTitle: scaled(voted(votesTitle, voteSum)),
    historyFiles: scaled(commitDocumentScores(history, files.length, titleTerms)),
    historyBest: scaled(voted(votesTitle, bestVote)),
    nearness: nothing,
    heading: nothing,
    mention: valuesOf(files.length, [...mentions, ...scoped]),
    frame: valuesOf(files.length, framed),
    semantic: closeness(files, lexical.starts, semantic),
  };
  const isProseAt = files.map(isProse);
  const isAccepted = files.map(accepts);
  const isAsking = task.ask === 'question' || task.ask === 'topic';
  const shares = isAsking
    ? copyShares(files, (i) => isProseAt[i] === true, isInEnglish(task))
    : null;
  const own = files.map((file, i) => penaltyOf(file, task) * (shares?.get(i) ?? 1));
  const factors = roots && rootFactorsOf(view, task, roots, quick, weights, own);
  const penalties =
    factors === null ? own : own.map((value, i) => value * (factors[roots?.of[i] ?? 0] ?? 1));
  const fused = (signals: SignalValues): Fused =>
    fusion === 'rrf'
      ? reciprocalSums(signals, weights, (i) => isAccepted[i] ?? false)
      : weightedSums(signals, weights, (i) => isProseAt[i] ?? false);
  const first = fused(quick).sums.map((sum, i) =>
    isAccepted[i] === true ? sum * (penalties[i] ?? 0) : 0,
  );
  const near = weights.nearness > 0 ? topOf(first, FILES_READ) : [];
  const pages = weights.heading > 0 ? topOf(first, FILES_READ, (i) => isProseAt[i] === true) : [];
  const { sums, values, parts, proseScale } = fused({
    ...quick,
    nearness: scaled(nearness(view, sections.title, near, title)),
    heading: headingScores(view, sections.title, pages),
  });
  const moved = movedShares(view, pages);
  const ranked: RankedFile[] = [];
  files.forEach((file, i) => {
    const sum = sums[i] ?? 0;
    if (sum <= 0 || isAccepted[i] !== true) return;
    const ofKind = (penalties[i] ?? 0) * (moved.get(i) ?? 1);
    const penalty = ofKind * (isProseAt[i] === true ? proseScale : 1);
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

/** The largest value given for each file; few have one. A number that is no file's is passed over. */
function valuesOf(files: number, given: Iterable<readonly [number, number]>): Float64Array {
  const values = new Float64Array(files);
  for (const [file, value] of given) {
    if (file >= 0) values[file] = Math.max(values[file] ?? 0, value);
  }
  return values;
}

/** Signals of which a file has the same, whatever root it is in and whatever else is there. */
const COMPARED = ['lexical', 'title', 'mention', 'frame'] as const;

/** Which roots are meant is judged by what compares across them: words by how rare they are in all; not every root has commits. */
function rootFactorsOf(
  view: StateView,
  task: Task,
  roots: Roots,
  { mention, frame }: SignalValues,
  weights: Signals,
  penalties: readonly number[],
): Float64Array {
  const { lexical } = view;
  const { sections } = task;
  const terms = titleWordsQuery(sections, FULL_QUERY);
  const full = lexical.score(fullQuery(sections, FULL_QUERY), FILE_FIELDS, SATURATION);
  const title = lexical.score(terms, TITLE_FIELDS, TITLE_SATURATION);
  const values = {
    lexical: normalise(chunkSums(full, lexical.starts, CHUNK_DECAY)),
    title: normalise(chunkSums(title, lexical.starts, TITLE_CHUNK_DECAY)),
    mention,
    frame,
  };
  const sums = Float64Array.from(
    penalties,
    (penalty, file) =>
      penalty *
      COMPARED.reduce((sum, signal) => sum + weights[signal] * (values[signal][file] ?? 0), 0),
  );
  return rootFactors(view, roots, task, sums);
}

/** The sources whose texts are read for their meaning; in code and talk it was measured to help nothing. */
export const isProse = (file: StateFile): boolean =>
  file.shape.source === 'documentation' || file.shape.source === 'research';

/** The best compared chunk of each file, as a share of the best of all. */
function closeness(
  files: readonly StateFile[],
  starts: Int32Array,
  semantic: Float64Array | null,
): Float64Array {
  const best = new Float64Array(files.length);
  if (semantic === null) return best;
  files.forEach((_, i) => {
    for (let c = starts[i] ?? 0; c < (starts[i + 1] ?? 0); c++) {
      best[i] = Math.max(best[i] ?? 0, semantic[c] ?? 0);
    }
  });
  return normalise(best);
}

/** Written out: thousands of files are listed, and objects of one known form cost a fraction of others. */
const signalsAt = (values: SignalValues, file: number): Signals => ({
  lexical: values.lexical[file] ?? 0,
  title: values.title[file] ?? 0,
  historyFull: values.historyFull[file] ?? 0,
  historyTitle: values.historyTitle[file] ?? 0,
  historyFiles: values.historyFiles[file] ?? 0,
  historyBest: values.historyBest[file] ?? 0,
  nearness: values.nearness[file] ?? 0,
  heading: values.heading[file] ?? 0,
  mention: values.mention[file] ?? 0,
  frame: values.frame[file] ?? 0,
  semantic: values.semantic[file] ?? 0,
});

/** How well each chunk fits the words of the title, by ordinal. */
export const titleScores = (view: StateView, { sections }: Task): Float64Array =>
  scoresByRoot(view, titleWordsQuery(sections, FULL_QUERY), TITLE_FIELDS, TITLE_SATURATION);

/** The numbers of the largest values, the largest first, then in the order of files. */
function topOf(
  values: Float64Array,
  count: number,
  isWanted: (file: number) => boolean = () => true,
): number[] {
  const order: number[] = [];
  values.forEach((value, file) => {
    if (value > 0 && isWanted(file)) order.push(file);
  });
  return order.sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0) || a - b).slice(0, count);
}

function chunkSums(scores: Float64Array, starts: Int32Array, decay: number): Float64Array {
  const sums = new Float64Array(starts.length - 1);
  for (let file = 0; file < sums.length; file++) {
    sums[file] = bestChunksSum(scores, starts[file] ?? 0, starts[file + 1] ?? 0, decay);
  }
  return sums;
}
