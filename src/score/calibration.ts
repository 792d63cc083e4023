/** How the scores of a task lie: what a single one is held against. */
export interface Field {
  readonly best: number;
  /** Mean of the ten best as a share of the best: 1 where many files fit as well as the first. */
  readonly crowd: number;
}

const CROWD = 10;

/** Reads the field off the scores of all files, in any order. */
export function fieldOf(scores: readonly number[]): Field {
  const top = topOf(scores, CROWD);
  const best = top[0] ?? 0;
  const sum = top.reduce((total, score) => total + score, 0);
  return { best, crowd: best > 0 ? sum / CROWD / best : 0 };
}

/** The largest values, falling. */
function topOf(values: readonly number[], count: number): number[] {
  const top: number[] = [];
  for (const value of values) {
    if (top.length === count && value <= (top[count - 1] ?? 0)) continue;
    let at = top.length;
    while (at > 0 && (top[at - 1] ?? 0) < value) at--;
    top.splice(at, 0, value);
    if (top.length > count) top.pop();
  }
  return top;
}

/**
 * What the curve sees of a file. Inside a task each rises with the score or is the same for all
 * files, so that the order of relevance is the order of scores.
 */
export function curveFeatures(score: number, { best, crowd }: Field): number[] {
  return [1, score, best > 0 ? score / best : 0, crowd];
}

/**
 * Coefficients of the features, fitted by bench/quality/calibrate.ts on 177 tasks of 12 repositories (Python issues and
 * commits in five other languages). On repositories left out of the fit: Brier 0.856 and log loss 3.43 a task; of the 67
 * files it put at 0.7 or more, 57 were needed; between 0.5 and 0.7 it promised 60 % and 46 % of 80 were needed. Scores
 * with other weights or signals need a new fit.
 */
export const CURVE: readonly number[] = [-5.128, 0.658, 7.564, -5.173];

/** The share of files in such a position that were really needed. */
export function calibrated(score: number, field: Field): number {
  if (score <= 0) return 0;
  const sum = curveFeatures(score, field).reduce((total, x, i) => total + (CURVE[i] ?? 0) * x, 0);
  return 1 / (1 + Math.exp(-sum));
}
