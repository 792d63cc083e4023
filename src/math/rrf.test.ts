import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RRF_K, reciprocalRanks } from './rrf.ts';

describe('RT-1 reciprocal ranks', () => {
  it('are 1 / (60 + place), and nothing for what is not in the list', () => {
    expect(RRF_K).toBe(60);
    expect([...reciprocalRanks([0.2, 7, 0, 3, -1, Number.NaN])]).toEqual([
      1 / 63,
      1 / 61,
      0,
      1 / 62,
      0,
      0,
    ]);
  });

  it('give equal values the better place, and the next one the place it would have had', () => {
    expect([...reciprocalRanks([5, 9, 5, 1])]).toEqual([1 / 62, 1 / 61, 1 / 62, 1 / 64]);
  });

  it('see the order of values and nothing else', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 })), (values) => {
        const parts = reciprocalRanks(values);
        expect(reciprocalRanks(values.map((value) => value ** 3 * 1000))).toEqual(parts);
        expect(reciprocalRanks([...values].reverse())).toEqual(parts.slice().reverse());
        values.forEach((value, i) => {
          const ahead = values.filter((other) => other > value).length;
          expect(parts[i]).toBe(value > 0 ? 1 / (RRF_K + ahead + 1) : 0);
        });
      }),
    );
  });
});
