import type { Ask } from '../model/task.ts';
import { weighed } from './calibration.ts';

/** What pieces are told apart by: a test or a page is wanted for other reasons than the code. */
export type PieceKind = 'code' | 'test' | 'prose' | 'other';

/** What is known of a piece when it is weighed. */
export interface PieceEvidence {
  readonly ask: Ask;
  readonly kind: PieceKind;
  /** How likely its file is needed. */
  readonly fileNeeded: number;
  /** For a question, how likely its file would be changed: it is the code behind the answer. */
  readonly behindAnswer: number;
  /** How well its own words match, of the best piece's, and its place by that among the pieces of its kind. */
  readonly words: number;
  readonly wordsPlace: number;
  /** The better of the pieces before and after it, by words. */
  readonly besideWords: number;
  readonly priority: number;
  /** Its place by priority among the pieces of its file. */
  readonly place: number;
  readonly tokens: number;
  readonly fileTokens: number;
  /** Imports and little else. */
  readonly isHeader: boolean;
  /** Whether the best pieces use what it defines, whether it uses what they define, and as their test: from 0 to 1. */
  readonly defines: number;
  readonly uses: number;
  readonly tests: number;
}

const when = (holds: boolean, value: number = 1): number => (holds ? value : 0);
/** Far below every probability that matters. */
const LEAST = 1e-3;

export function pieceFeatures(piece: PieceEvidence): number[] {
  const { kind, words } = piece;
  const isQuestion = piece.ask === 'question';
  const [isCode, isTest, isProse] = [kind === 'code', kind === 'test', kind === 'prose'];
  const wordsPlace = Math.log(1 + piece.wordsPlace);
  return [
    1,
    Math.log(piece.fileNeeded + LEAST),
    when(isQuestion),
    when(isQuestion && isCode),
    when(isQuestion && isProse),
    when(isQuestion, Math.log(piece.behindAnswer + LEAST)),
    when(isTest),
    when(isProse),
    when(kind === 'other'),
    words,
    words ** 2,
    when(isTest, words),
    when(isProse, words),
    wordsPlace,
    when(isTest, wordsPlace),
    when(isProse, wordsPlace),
    Math.log(1 + piece.place),
    piece.priority / 3,
    Math.log(piece.tokens / 200 + 0.2),
    Math.log(1 + piece.fileTokens / 1000),
    when(piece.isHeader),
    piece.besideWords,
    piece.defines,
    piece.uses,
    piece.tests,
  ];
}

/**
 * Fitted by bench/quality/calibrate.ts on which pieces held lines that 180 one-line tasks changed, and, weighing six times as much, which
 * an expert wants for 24 others. Against the curve before, with projects left out, simulated: 108 instead of 107 of the 184 things that
 * those experts want in 6k tokens, and 50 instead of 48 of 83 for twelve tasks of six further projects; every changed line in 4k tokens in
 * 51 instead of 49 % of the tasks, in 8k as often as before.
 */
export const PIECE_CURVE: readonly number[] = [
  -0.436, 0.621, 0.715, 1.0, -0.628, -0.039, 0.147, -0.096, -0.442, 2.194, -1.484, -0.038, 0.501,
  -0.473, -0.129, -0.807, -0.322, -0.197, 0.398, -0.236, 0.059, 1.001, 0.593, 0.533, 0.47,
];

/** The best piece of a file brings the file, and a little more than that: a file that is not there can't be asked for. */
export const OPENING = 1.2;

/** How likely a piece is needed. */
export const pieceNeeded = (piece: PieceEvidence): number =>
  weighed(PIECE_CURVE, pieceFeatures(piece));

/** A piece costs a little whatever its size, and twice the size is not twice the cost: whole functions are worth more than crumbs. */
const UNIT_TOKENS = 200;
const LEAST_UNITS = 0.25;
const COST_POWER = 0.75;

/** What pieces are taken by, the largest first: value for what it costs. */
export const densityOf = (worth: number, tokens: number): number =>
  worth / (tokens / UNIT_TOKENS + LEAST_UNITS) ** COST_POWER;

/**
 * Below this density a piece is not worth its tokens where nobody gave a size: simulated on 216 one-line tasks contexts have 10,850 tokens
 * on the mean, 27 % of them in files that mattered, with every file in 87 %. At 0.012 they have 12,200 tokens and no more files.
 */
const WORTH_TAKING = 0.014;
/** Of 78 questions of seven projects 95 % have their page inside, 15 points of them named as a copy, with 3,800 tokens on the mean. */
const WORTH_TAKING_FOR_ANSWERS = 0.007;
/** Much code has the words of a question: by the line of changes eight questions of six projects had 17,400 tokens, by this one 9,400. */
const WORTH_TAKING_BEHIND_ANSWERS = 0.04;

export function isWorthTaking(density: number, ask: Ask, isPage: boolean = true): boolean {
  if (ask !== 'question') return density >= WORTH_TAKING;
  return density >= (isPage ? WORTH_TAKING_FOR_ANSWERS : WORTH_TAKING_BEHIND_ANSWERS);
}

/** Files so far down that nobody looked at them hold a needed one in so many tasks. */
const BEYOND = 0.055;

/** How likely every needed file is here, from how likely each of those left out is needed. Mean error on projects left out: 1 point. */
export const everyFileProbability = (leftOut: Iterable<number>): number => {
  let none = 1 - BEYOND;
  for (const needed of leftOut) none *= 1 - needed;
  return none;
};
