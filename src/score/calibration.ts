import type { Fusion } from '../model/candidate.ts';
import { type Doubt, NO_DOUBT } from '../model/relevance.ts';
import type { Ask } from '../model/task.ts';

/** How the scores of a task lie: what a single one is held against. */
export interface Field {
  readonly best: number;
  /** Mean of the ten best as a share of the best: 1 where many files fit as well as the first. */
  readonly crowd: number;
  /** How far the best stands before the second, as a share of the best. */
  readonly ahead: number;
  /** A page that answers a question stands out more than a file to change. */
  readonly ask: Ask;
  readonly fusion: Fusion;
  /** How many files the curve promises among the ten best. */
  readonly promised: number;
  readonly doubt: Doubt;
}

export const CROWD = 10;

/** Reads the field off the scores of all files, in any order. */
export function fieldOf(
  scores: readonly number[],
  ask: Ask = 'change',
  fusion: Fusion = 'weighted',
  doubt: Doubt = NO_DOUBT,
): Field {
  const top = Float64Array.from(scores).sort().slice(-CROWD).reverse();
  const best = top[0] ?? 0;
  const crowd = best > 0 ? top.reduce((sum, score) => sum + score, 0) / CROWD / best : 0;
  const ahead = best > 0 ? 1 - (top[1] ?? 0) / best : 0;
  const lie = { best, crowd, ahead };
  const curve = CURVES[fusion][ask];
  const promised = top.reduce((sum, score) => sum + onCurve(curve, score, lie), 0);
  return { ...lie, ask, fusion, promised, doubt };
}

/** How the scores of a task lie, as far as a curve looks at it. */
type Lie = Pick<Field, 'best' | 'crowd' | 'ahead'>;

/**
 * What the curve sees of a file. Inside a task each rises with the score or is the same for all
 * files, so that the order of relevance is the order of scores.
 */
export function curveFeatures(score: number, { best, crowd, ahead }: Lie): number[] {
  const share = best > 0 ? score / best : 0;
  return [1, score, share, crowd, share * crowd, ahead];
}

/** Coefficients of the features, for what a task wants; those that are not there count as 0. */
export type Curves = Readonly<Record<Ask, readonly number[]>>;

/** Where many files fit as well, each is less likely, and the first most of all: a crowd flattens the curve. */
const CHANGE = [-7.861, 0.765, 9.365, 0.706, -6.322, 0.815];
/** Reciprocal ranks lie on another scale. */
const RECIPROCAL = [-6.924, 22.306, 8.026, -5.034];

/**
 * Fitted by bench/quality/calibrate.ts on 873 one-line tasks of 22 projects, 203 questions of 17, and 171 issues of eight. On projects left
 * out of the fit the error over ten bins is 0.024 for changes, 0.010 of a file and 0.050 of a bin for questions; on 188 changes of six
 * further projects 0.041, on 78 questions 0.075. Scores with other weights or signals need a new fit.
 */
export const CURVES: Readonly<Record<Fusion, Curves>> = {
  weighted: {
    change: CHANGE,
    report: [-7.271, 0.075, 11.847, -6.73],
    topic: CHANGE,
    question: [-7.349, 0.37, 10.345, -5.838],
  },
  rrf: {
    change: RECIPROCAL,
    report: [-7.548, 8.226, 10.412, -4.913],
    topic: RECIPROCAL,
    question: [-6.324, 25.915, 8.217, -5.473],
  },
};

export const logistic = (x: number): number => 1 / (1 + Math.exp(-x));
/** The probability on a curve. */
export function weighed(curve: readonly number[], features: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < features.length; i++) sum += (curve[i] ?? 0) * (features[i] ?? 0);
  return logistic(sum);
}

/** A file that is less likely needed than this lies on a flatter curve: a steep one, fitted to the best, has little left for the others. */
const UNLIKELY = 0.09;
const FLAT = [-4.987, 0.636, 6.498, -4.54];

function onCurve(curve: readonly number[], score: number, lie: Lie): number {
  if (score <= 0) return 0;
  const features = curveFeatures(score, lie);
  const likely = weighed(curve, features);
  return curve === CHANGE ? Math.max(likely, Math.min(UNLIKELY, weighed(FLAT, features))) : likely;
}

/** Above this the curve says more than was seen: of 23 files put above 0.9 on 35 projects, 20 were needed. */
const KNEE = 0.86;
const BEYOND_KNEE = 0.2;

/** One page answers a question; the other nine of the best add a little. Held to 1, the middle of the scale says 0.2 too little. */
const ANSWERS = 1.1;

/**
 * What is said of a file for which the curve promises so much: where it promises several answers, because pages say nearly the same,
 * each has its share.
 */
export function saidOf(needed: number, { ask, promised }: Pick<Field, 'ask' | 'promised'>): number {
  const share = ask === 'question' ? needed / Math.max(1, promised / ANSWERS) : needed;
  return share < KNEE || ask === 'report' ? share : KNEE + BEYOND_KNEE * (share - KNEE);
}

/** What takes certainty from a file, in units of log odds: a terse task flattens the curve too, so that unlikely files lose nothing by it. */
interface Doubts {
  readonly terse: number;
  readonly flatter: number;
  readonly unknown: number;
}

/**
 * Fitted by bench/quality/doubt.ts on tasks of 33 projects, what is left of them when only one or two words are typed, and tasks of other
 * projects. On projects left out the error over ten bins is 0.064 instead of 0.155 for changes in one word, 0.058 instead of 0.080 in
 * two, and 0.017 instead of 0.016 for whole lines.
 */
const DOUBTS: Readonly<Record<Ask, Doubts>> = {
  change: { terse: -2.02, flatter: -0.609, unknown: -2.675 },
  topic: { terse: -2.02, flatter: -0.609, unknown: -2.675 },
  report: { terse: 0, flatter: 0, unknown: 0 },
  question: { terse: 0, flatter: 0, unknown: -6 },
};

/** A probability as far as the task can be trusted to say what it means. Order stays: what is likelier is never put behind. */
export function doubted(needed: number, { ask, doubt }: Pick<Field, 'ask' | 'doubt'>): number {
  if (needed <= 0 || doubt.terse + doubt.unknown === 0) return needed;
  const { terse, flatter, unknown } = DOUBTS[ask];
  const odds = Math.log(needed / (1 - needed));
  return logistic(
    odds * (1 + flatter * doubt.terse) + terse * doubt.terse + unknown * doubt.unknown,
  );
}

/** The share of files in such a position that were really needed. */
export const calibrated = (score: number, field: Field): number =>
  doubted(saidOf(onCurve(CURVES[field.fusion][field.ask], score, field), field), field);
