import { byCodePoint } from '../math/order.ts';
import type { Facts } from '../model/document.ts';
import type { FileChunks } from '../retrieve/chunks.ts';
import { isFunction } from '../retrieve/functions.ts';

/** What a reader would choose or leave as one: a whole function, or a piece of something else. */
export interface Unit {
  readonly path: string;
  readonly facts: Facts;
  readonly firstLine: number;
  readonly lastLine: number;
  /** How likely it is needed. */
  readonly probability: number;
  readonly firstSequence: number;
  readonly lastSequence: number;
  /** What units are ordered by. */
  readonly score: number;
}

/** What the logarithm of the probability counts against the priority: words alone find more lines, files alone more files. */
const PROBABILITY_SHARE = 0.65;
const LEAST_PROBABILITY = 1e-4;

/** The units of some files, best first. */
export const unitsOf = (files: readonly FileChunks[]): Unit[] =>
  files.flatMap((file) => unitsIn(file)).sort(byScore);

/** The pieces of a file; those of one long function are one. */
function unitsIn({ ranked: { path }, facts, chunks }: FileChunks): Unit[] {
  const units: Unit[] = [];
  const able = chunks.filter(({ priority }) => priority > 0);
  for (const { sequence, priority, worth, firstLine, lastLine } of able.toSorted(
    (a, b) => a.sequence - b.sequence,
  )) {
    const likely = Math.log(worth + LEAST_PROBABILITY);
    const unit: Unit = {
      path,
      facts,
      firstLine,
      lastLine,
      probability: Math.min(1, worth),
      firstSequence: sequence,
      lastSequence: sequence,
      score: PROBABILITY_SHARE * likely + (1 - PROBABILITY_SHARE) * priority,
    };
    const before = units.at(-1);
    if (before !== undefined && isOneFunction(before, unit)) {
      units[units.length - 1] = together(before, unit);
    } else units.push(unit);
  }
  return units;
}

/** Whether a piece goes on where the other ends, in the same function. */
function isOneFunction({ facts, lastSequence }: Unit, { firstSequence }: Unit): boolean {
  const [a, b] = [facts.chunks[lastSequence], facts.chunks[firstSequence]];
  if (firstSequence !== lastSequence + 1 || a === undefined || b === undefined) return false;
  const isSame = a.name === b.name && a.within.join() === b.within.join();
  return isFunction(a) && isFunction(b) && isSame;
}

/** Two units as one, as good as the better of them. */
export const together = (a: Unit, b: Unit): Unit => ({
  ...a,
  firstLine: Math.min(a.firstLine, b.firstLine),
  lastLine: Math.max(a.lastLine, b.lastLine),
  firstSequence: Math.min(a.firstSequence, b.firstSequence),
  lastSequence: Math.max(a.lastSequence, b.lastSequence),
  probability: Math.max(a.probability, b.probability),
  score: Math.max(a.score, b.score),
});

const byScore = (a: Unit, b: Unit): number =>
  b.score - a.score || byCodePoint(a.path, b.path) || a.firstLine - b.firstLine;
