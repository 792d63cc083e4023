import type { Doubt } from '../model/relevance.ts';
import type { Ask } from '../model/task.ts';
import { logistic, weighed } from './calibration.ts';

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
 * Fitted by bench/quality/calibrate.ts on which pieces held lines that 474 one-line tasks changed, and, weighing five times as much, which
 * an expert wants for 24 others. Error over ten bins on projects left out: 0.043. Against the likelihood of its file alone, on 228 tasks of
 * seven further projects: every changed line in 66 instead of 62 % of the contexts, in 8k tokens 59 instead of 58 %; of 184 things an
 * expert wants in 6k tokens 105 instead of 87. The last, for tests of what the best pieces define, is 1 more than fitted, for changes seldom
 * touch them: of 184 things that experts want 114 instead of 112 are inside then, and files and lines stay as they are.
 */
export const PIECE_CURVE: readonly number[] = [
  -1.003, 0.634, 1.203, 0.651, -0.426, -0.039, 1.078, -0.201, -0.908, 2.286, -1.595, -0.09, 0.685,
  -0.421, -0.346, -0.925, -0.219, 0.077, 0.519, -0.315, 0.094, 0.601, 0.229, 0.346, 1.27,
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

/** The piece that opens a file pays for its heading: crumbs of unlikely files come after what completes likely ones. */
const HEADING_TOKENS = 40;

/** The density of a piece that opens a file. */
export const openingDensity = (worth: number, tokens: number): number =>
  densityOf(worth, tokens + HEADING_TOKENS);

/** Where nobody gave a size, a piece of code below these densities is not worth its tokens. */
interface StopLines {
  /** For the piece that opens a file: it shows that the file is there. */
  readonly opening: number;
  readonly further: number;
  /** Further pieces of a file that is less likely needed than this are worth less: they are mostly lost with it. */
  readonly likelyFile: number;
  /** How strongly that tells. */
  readonly power: number;
}

/** In a project of a few dozen files, one more file that is hardly likely is mostly what the task does not mean. */
const FEW_FILES: StopLines = { opening: 0.0085, further: 0.01, likelyFile: 0.3, power: 1 };
/**
 * Where many files are in question, more of them are opened, and less is shown of each. By a simulation on 882 one-line tasks of 38
 * projects every file is inside in 83.3 instead of 80.5 % by the lines above, with 31.2 instead of 30.8 % of the tokens in files that
 * mattered and 10,800 instead of 9,100 tokens. With 0.004 and 0.005, 398 tasks of fourteen further projects gain half a point of files and
 * lose three points of that share (bench/TRIED.md).
 */
const MANY_FILES: StopLines = { opening: 0.005, further: 0.004, likelyFile: 0.5, power: 2 };
/** So many files that anything speaks for are many. */
export const MANY = 150;
/** What opens a test, which is seldom changed, */
const TEST_WORTH_OPENING = 0.06;
/** and a piece of anything else: pages, logs, talk, deployment. */
const OTHER_WORTH_TAKING = 0.012;
/**
 * In the order in which pieces fill a size the likelihood of a file tells less. By a simulation on 882 one-line tasks of projects that had
 * no part in the other choices contexts of 4k, 8k and 13k tokens have every file in 70, 78 and 83 instead of 69, 76 and 81 %; of 184 things
 * that experts want in 6k tokens 113 instead of 115 are inside, with the square root 111 (bench/TRIED.md).
 */
const ORDER_LIKELY_FILE = 0.5;
const ORDER_POWER = 0.25;

/** The share by which further pieces of code come later where a size is filled; a file is needed at least as likely as a piece of it. */
export const laterShare = (fileNeeded: number, worth: number): number =>
  Math.min(1, Math.max(fileNeeded, worth) / ORDER_LIKELY_FILE) ** ORDER_POWER;

/** Of 99 questions of seven projects 83 % have their page inside at 5,000 tokens on the mean, with 0.007 as many at 4,500 (bench/RESULTS.md). */
const WORTH_TAKING_FOR_ANSWERS = 0.005;
/** Much code has the words of a question: by the line of changes eight questions of six projects had 17,400 tokens, by one like this 9,400. */
const WORTH_TAKING_BEHIND_ANSWERS = 0.035;

/** What decides whether a piece is worth its tokens where nobody gave a size. */
export interface Offered {
  readonly ask: Ask;
  readonly kind: PieceKind;
  /** Whether it is of anything but code. */
  readonly isPage: boolean;
  /** Of the piece that opens a file, with its heading. */
  readonly density: number;
  /** How likely it is needed, and its file. */
  readonly worth: number;
  readonly fileNeeded: number;
  /** The densest of its file, which opens it. */
  readonly isFirst: boolean;
  /** How many files anything speaks for. */
  readonly filesFound: number;
}

export function isWorthTaking({ ask, kind, isPage, density, ...piece }: Offered): boolean {
  if (ask === 'question') {
    return density >= (isPage ? WORTH_TAKING_FOR_ANSWERS : WORTH_TAKING_BEHIND_ANSWERS);
  }
  if (isPage) return density >= OTHER_WORTH_TAKING;
  const lines = piece.filesFound < MANY ? FEW_FILES : MANY_FILES;
  if (piece.isFirst) return density >= (kind === 'test' ? TEST_WORTH_OPENING : lines.opening);
  // A file is needed at least as likely as a piece of it.
  const fileNeeded = Math.max(piece.fileNeeded, piece.worth);
  return Math.min(1, fileNeeded / lines.likelyFile) ** lines.power * density >= lines.further;
}

/**
 * Files so far down that nobody looked at them hold a needed one in so many tasks (log odds of 0.055), in more where a task says little and
 * where the project hardly knows its words: of tasks of one word in 29 % (bench/quality/doubt.ts).
 */
const BEYOND = -2.84;
const BEYOND_TERSE = 3;
const BEYOND_UNKNOWN = 4.6;

/** How likely every needed file is here, from how likely each of those left out is needed. Mean error on projects left out: 1 point. */
export const everyFileProbability = (
  leftOut: Iterable<number>,
  { terse, unknown }: Doubt,
): number => {
  let none = 1 - logistic(BEYOND + BEYOND_TERSE * terse + BEYOND_UNKNOWN * unknown);
  for (const needed of leftOut) none *= 1 - needed;
  return none;
};
