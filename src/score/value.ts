import type { Ask } from '../model/task.ts';
import { type PiecePlace, pieceNeeded } from './calibration.ts';

/** A piece that may be packed, with how likely its file is needed. */
export interface ValuedPiece extends PiecePlace {
  readonly fileNeeded: number;
  readonly ask: Ask;
}

/** A piece costs a little whatever its size, and twice the size is not twice the cost: whole functions are worth more than crumbs. */
const UNIT_TOKENS = 200;
const LEAST_UNITS = 0.25;
const COST_POWER = 0.75;

/** The section that fits best answers a question sooner than the rest of its page; the next page comes before most of that. */
const FURTHER_SECTION = 0.15;

/** How likely a piece is needed: the first of a file brings the file, each further one must be needed itself. */
export const worthOf = ({ fileNeeded, ask, ...place }: ValuedPiece): number => {
  if (place.place === 0) return fileNeeded;
  return fileNeeded * pieceNeeded(place) * (ask === 'question' ? FURTHER_SECTION : 1);
};

/**
 * What pieces are taken by, the largest first: value for what it costs. Against the order of priorities, on 720 one-line tasks of 19
 * projects: every file in 4k/8k/13k tokens 77.8/83.1/86.3 instead of 74.2/80.6/85.1 %, every changed line 49/60/66 as before.
 */
export const densityOf = (piece: ValuedPiece): number =>
  worthOf(piece) / (piece.tokens / UNIT_TOKENS + LEAST_UNITS) ** COST_POWER;

/**
 * Below this density a piece is not worth its tokens where nobody gave a size. On the same tasks contexts have 10,200 tokens on the
 * mean, 36 % of them in files that mattered, with every file in 84 %; half of it costs 6,000 tokens more for 3 points.
 */
const WORTH_TAKING = 0.01;
/** Of 266 questions 96 % have their page inside with 4,500 tokens. By the line of changes 94 instead of 96 % of 80 do, with 7,500 instead of 5,500. */
const WORTH_TAKING_FOR_ANSWERS = 0.003;

export const isWorthTaking = (density: number, ask: Ask): boolean =>
  density >= (ask === 'question' ? WORTH_TAKING_FOR_ANSWERS : WORTH_TAKING);

/** Files so far down that nobody looked at them hold a needed one in so many tasks. */
const BEYOND = 0.055;

/** How likely every needed file is here, from how likely each of those left out is needed. Mean error on projects left out: 1 point. */
export const everyFileProbability = (leftOut: Iterable<number>): number => {
  let none = 1 - BEYOND;
  for (const needed of leftOut) none *= 1 - needed;
  return none;
};
