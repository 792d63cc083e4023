import { describe, expect, it } from 'vitest';
import { SIGNALS, type Signal, type Signals } from '../model/candidate.ts';
import { reciprocalSums, type SignalValues } from './fuse.ts';

const FILES = 400;
const every = <T>(value: (signal: Signal) => T): Record<Signal, T> =>
  Object.fromEntries(SIGNALS.map((signal) => [signal, value(signal)])) as Record<Signal, T>;

/** The lexical list begins with the first file, the semantic one with the last; others are empty. */
const values: SignalValues = every((signal) =>
  Float64Array.from({ length: FILES }, (_, i) => {
    if (signal === 'lexical') return FILES - i;
    return signal === 'semantic' ? i + 1 : 0;
  }),
);
const weights: Signals = every(() => 1);
const all = (): boolean => true;

describe('RT-1 reciprocal rank fusion', () => {
  it('takes the best fifty of each list, and of all no more than a hundred', () => {
    const { sums } = reciprocalSums(values, weights, all);
    const found = [...sums.keys()].filter((i) => (sums[i] ?? 0) > 0);
    expect(found).toEqual([
      ...Array.from({ length: 50 }, (_, i) => i),
      ...Array.from({ length: 50 }, (_, i) => FILES - 50 + i),
    ]);
    // With a third list the worst of the others go.
    const title = Float64Array.from({ length: FILES }, (_, i) => (i >= 100 && i < 150 ? i : 0));
    const three = reciprocalSums({ ...values, title }, weights, all).sums;
    expect([...three].filter((sum) => sum > 0)).toHaveLength(102);
  });
});
