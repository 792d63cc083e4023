import { reciprocalRanks } from '../math/rrf.ts';
import { SIGNALS, type Signal, type Signals } from '../model/candidate.ts';

/** The strength of each signal, by file. */
export type SignalValues = Readonly<Record<Signal, Float64Array>>;

/** One sum for each file, and what it is made of. */
export interface Fused {
  readonly sums: Float64Array;
  /** How strong each signal counts as; the sum is made of these times the weights, unless there are parts. */
  readonly values: SignalValues;
  /** What each signal adds where that is no product with a weight. */
  readonly parts: SignalValues | null;
  /** Brings prose back to the level it had by words: meaning reorders prose, it does not lift it over code. */
  readonly proseScale: number;
}

/** The weighted sum of normalised signals: measured to find most. */
export function weightedSums(
  values: SignalValues,
  weights: Signals,
  isProse: (file: number) => boolean,
): Fused {
  // Signal by signal, in their order: sums are the same as file by file, in a fraction of the time.
  const words = new Float64Array(values.lexical.length);
  for (const signal of SIGNALS) {
    const weight = weights[signal];
    if (signal === 'semantic' || weight === 0) continue;
    const own = values[signal];
    for (let file = 0; file < words.length; file++) {
      const value = own[file] ?? 0;
      if (value !== 0) words[file] = (words[file] ?? 0) + weight * value;
    }
  }
  // Closeness in meaning is put on the scale of the words of prose.
  let best = 0;
  for (let file = 0; file < words.length; file++) {
    if (isProse(file)) best = Math.max(best, words[file] ?? 0);
  }
  const semantic = new Float64Array(words.length);
  const sums = new Float64Array(words.length);
  let mixed = 0;
  for (let file = 0; file < words.length; file++) {
    const close = (values.semantic[file] ?? 0) * (best === 0 ? 1 : best);
    const sum = (words[file] ?? 0) + weights.semantic * close;
    semantic[file] = close;
    sums[file] = sum;
    if (close > 0) mixed = Math.max(mixed, sum);
  }
  const proseScale = best === 0 || mixed <= best ? 1 : best / mixed;
  return { sums, values: { ...values, semantic }, parts: null, proseScale };
}

/** How many of each list are fused, and how many of the fused are kept. */
const LISTED_AT_MOST = 50;
const FUSED_AT_MOST = 100;

/** Reciprocal rank fusion: only places count, all lists alike. */
export function reciprocalSums(
  values: SignalValues,
  weights: Signals,
  accepts: (file: number) => boolean,
): Fused {
  const partsOf = (signal: Signal): Float64Array =>
    weights[signal] > 0
      ? // A file that is not ranked takes nobody's place.
        reciprocalRanks(
          values[signal].map((value, file) => (accepts(file) ? value : 0)),
          LISTED_AT_MOST,
        )
      : new Float64Array(values[signal].length);
  const parts = Object.fromEntries(
    SIGNALS.map((signal) => [signal, partsOf(signal)]),
  ) as SignalValues;
  const sums = parts.lexical.map((_, file) =>
    SIGNALS.reduce((sum, signal) => sum + (parts[signal][file] ?? 0), 0),
  );
  // Equals at the last place stay: which of them is first must not hang on the order of files.
  const last = sums.toSorted().at(-FUSED_AT_MOST) ?? 0;
  return { sums: sums.map((sum) => (sum < last ? 0 : sum)), values, parts, proseScale: 1 };
}
