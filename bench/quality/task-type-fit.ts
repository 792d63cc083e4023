/** Fits the words that tell a task's type to labelled subjects: multinomial logistic regression, AdaGrad, no randomness. */
import { wordsOfTitle } from '../../src/task/type.ts';

export interface Labelled {
  readonly text: string;
  /** Place of its type in TASK_TYPES. */
  readonly type: number;
  readonly repository: string;
}
export type Table = Map<string, number[]>;

const TYPES = 4;
const EPOCHS = 8;
const RATE = 0.3;
const SHRINK = 5e-4;
/** A word of one or two projects is their own; a rare one is chance. */
const FEWEST_REPOSITORIES = 3;
const FEWEST_SUBJECTS = 6;
/** Weights are kept in tenths, and words that hardly matter are not kept. */
const LEAST_TENTHS = 4;
/** Names of products: they tell whose subject it is, not what it asks. */
const NAMES =
  /^\^?(?:angular|vue|nest|svelte|vite|vitest|astro|mcp|react|trpc|argo|gin|sympy|secretlint|eslint|starlight|commitizen|\d+)$/;

export function fitWords(subjects: readonly Labelled[]): Table {
  const features = subjects.map(({ text }) =>
    wordsOfTitle(text).filter((word) => !NAMES.test(word)),
  );
  const repositories = new Map<string, Set<string>>();
  const counts = new Map<string, number>();
  features.forEach((words, i) => {
    for (const word of words) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
      const seen = repositories.get(word) ?? new Set();
      repositories.set(word, seen.add(subjects[i]?.repository ?? ''));
    }
  });
  const weights = new Map<string, Float64Array>();
  const squares = new Map<string, Float64Array>();
  for (const [word, seen] of repositories) {
    if (seen.size < FEWEST_REPOSITORIES || (counts.get(word) ?? 0) < FEWEST_SUBJECTS) continue;
    weights.set(word, new Float64Array(TYPES));
    squares.set(word, new Float64Array(TYPES).fill(1e-6));
  }
  const importance = balance(subjects);
  const bias = new Float64Array(TYPES);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (const i of shuffled(subjects.length, epoch)) {
      const words = (features[i] ?? []).filter((word) => weights.has(word));
      const shares = softmax(
        Array.from({ length: TYPES }, (_, c) =>
          words.reduce((sum, word) => sum + (weights.get(word)?.[c] ?? 0), bias[c] ?? 0),
        ),
      );
      for (let c = 0; c < TYPES; c++) {
        const error = (shares[c] ?? 0) - (subjects[i]?.type === c ? 1 : 0);
        const gradient = (importance[i] ?? 0) * error;
        bias[c] = (bias[c] ?? 0) - 0.02 * gradient;
        for (const word of words) {
          const own = weights.get(word) ?? bias;
          const square = squares.get(word) ?? bias;
          const shrink = (SHRINK * subjects.length * (own[c] ?? 0)) / (counts.get(word) ?? 1);
          const step = gradient + shrink;
          square[c] = (square[c] ?? 0) + step * step;
          own[c] = (own[c] ?? 0) - (RATE * step) / Math.sqrt(square[c] ?? 1);
        }
      }
    }
  }
  return tenths(weights);
}

/** Every type counts the same, and a large repository only by the root of its size. */
function balance(subjects: readonly Labelled[]): number[] {
  const groups = new Map<string, number>();
  const key = ({ type, repository }: Labelled): string => `${type} ${repository}`;
  for (const each of subjects) groups.set(key(each), (groups.get(key(each)) ?? 0) + 1);
  const raw = subjects.map((each) => 1 / Math.sqrt(groups.get(key(each)) ?? 1));
  const sums = new Float64Array(TYPES);
  subjects.forEach(({ type }, i) => {
    sums[type] = (sums[type] ?? 0) + (raw[i] ?? 0);
  });
  return raw.map((w, i) => (w * subjects.length) / TYPES / (sums[subjects[i]?.type ?? 0] ?? 1));
}

function softmax(scores: readonly number[]): number[] {
  const max = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - max));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
}

/** A fixed shuffle: a linear congruential generator drives Fisher–Yates. */
function shuffled(length: number, seed: number): number[] {
  const order = Array.from({ length }, (_, i) => i);
  let state = seed + 1;
  for (let i = length - 1; i > 0; i--) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    const j = state % (i + 1);
    [order[i], order[j]] = [order[j] ?? 0, order[i] ?? 0];
  }
  return order;
}

function tenths(weights: ReadonlyMap<string, Float64Array>): Table {
  const table: Table = new Map();
  for (const [word, own] of [...weights].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const mean = own.reduce((a, b) => a + b, 0) / TYPES;
    const rounded = Array.from(own, (weight) => Math.round((weight - mean) * 10));
    if (Math.max(...rounded.map(Math.abs)) >= LEAST_TENTHS) table.set(word, rounded);
  }
  return table;
}
