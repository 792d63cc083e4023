/** Logistic regression for a handful of features, by Newton's method with a little ridge. */
export const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

export interface Sample {
  readonly features: readonly number[];
  readonly label: boolean;
  /** How many samples it stands for; 1 unless told. */
  readonly weight?: number;
  /** Log odds that are known without the features; 0 unless told. */
  readonly offset?: number;
}

const STEPS = 50;
/** Keeps the system solvable where a feature hardly varies; far too small to bend the curve. */
const RIDGE = 1e-3;
const CLOSE_ENOUGH = 1e-9;

export const predict = (
  coefficients: readonly number[],
  features: readonly number[],
  offset: number = 0,
): number => logistic(features.reduce((sum, x, i) => sum + (coefficients[i] ?? 0) * x, offset));

/** The coefficients under which the labels are most likely. Give 1 as a feature for the intercept. */
export function fitLogistic(samples: readonly Sample[], ridge: number = RIDGE): number[] {
  const size = samples[0]?.features.length ?? 0;
  let coefficients = new Array<number>(size).fill(0);
  for (let step = 0; step < STEPS; step++) {
    const gradient = coefficients.map((value) => -ridge * value);
    const hessian = coefficients.map((_, i) =>
      coefficients.map((__, j): number => (i === j ? ridge : 0)),
    );
    for (const { features, label, weight = 1, offset } of samples) {
      const p = predict(coefficients, features, offset);
      for (let i = 0; i < size; i++) {
        const xi = features[i] ?? 0;
        gradient[i] = (gradient[i] ?? 0) + weight * ((label ? 1 : 0) - p) * xi;
        const row = hessian[i] ?? [];
        for (let j = 0; j < size; j++)
          row[j] = (row[j] ?? 0) + weight * p * (1 - p) * xi * (features[j] ?? 0);
      }
    }
    const change = solve(hessian, gradient);
    coefficients = coefficients.map((value, i) => value + (change[i] ?? 0));
    if (Math.max(...change.map(Math.abs)) < CLOSE_ENOUGH) break;
  }
  return coefficients;
}

/** Gaussian elimination with pivots. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i] ?? 0]);
  const size = rows.length;
  const at = (i: number, j: number): number => rows[i]?.[j] ?? 0;
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let i = column + 1; i < size; i++) {
      if (Math.abs(at(i, column)) > Math.abs(at(pivot, column))) pivot = i;
    }
    [rows[column], rows[pivot]] = [rows[pivot] ?? [], rows[column] ?? []];
    for (let i = column + 1; i < size; i++) {
      const factor = at(i, column) / at(column, column);
      const row = rows[i] ?? [];
      for (let j = column; j <= size; j++) row[j] = at(i, j) - factor * at(column, j);
    }
  }
  const solution = new Array<number>(size).fill(0);
  for (let i = size - 1; i >= 0; i--) {
    let sum = at(i, size);
    for (let j = i + 1; j < size; j++) sum -= at(i, j) * (solution[j] ?? 0);
    solution[i] = sum / at(i, i);
  }
  return solution;
}
