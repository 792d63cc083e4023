import type { Fusion } from '../model/candidate.ts';

/** How the scores of a task lie: what a single one is held against. */
export interface Field {
  readonly best: number;
  /** Mean of the ten best as a share of the best: 1 where many files fit as well as the first. */
  readonly crowd: number;
}

const CROWD = 10;

/** Reads the field off the scores of all files, in any order. */
export function fieldOf(scores: readonly number[]): Field {
  const top = Float64Array.from(scores).sort().slice(-CROWD).reverse();
  const best = top[0] ?? 0;
  const sum = top.reduce((total, score) => total + score, 0);
  return { best, crowd: best > 0 ? sum / CROWD / best : 0 };
}

/**
 * What the curve sees of a file. Inside a task each rises with the score or is the same for all
 * files, so that the order of relevance is the order of scores.
 */
export function curveFeatures(score: number, { best, crowd }: Field): number[] {
  return [1, score, best > 0 ? score / best : 0, crowd];
}

/**
 * Coefficients of the features, fitted by bench/quality/calibrate.ts on 309 tasks of 18 repositories (Python issues and
 * commits in five other languages). On repositories left out of the fit: Brier 0.746 and log loss 3.08 a task; of the 120
 * files it put at 0.7 or more, 94 were needed; between 0.5 and 0.7 it promised 60 % and 56 % of 130 were needed. Scores
 * with other weights or signals need a new fit, and so do reciprocal ranks, which lie on another scale.
 */
export const CURVES: Readonly<Record<Fusion, readonly number[]>> = {
  weighted: [-5.437, 0.25, 8.993, -5.845],
  rrf: [-7.548, 8.226, 10.412, -4.913],
};

/** The share of files in such a position that were really needed. */
export function calibrated(score: number, field: Field, fusion: Fusion = 'weighted'): number {
  if (score <= 0) return 0;
  const curve = CURVES[fusion];
  const sum = curveFeatures(score, field).reduce((total, x, i) => total + (curve[i] ?? 0) * x, 0);
  return 1 / (1 + Math.exp(-sum));
}
