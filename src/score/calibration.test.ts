import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calibrated, fieldOf } from './calibration.ts';

const scores = fc.array(fc.double({ min: 0.001, max: 2.8, noNaN: true }), {
  minLength: 1,
  maxLength: 60,
});

describe('SC-3 the calibrated relevance', () => {
  it('keeps the order of the scores, inside 0 and 1', () => {
    fc.assert(
      fc.property(scores, (values) => {
        const field = fieldOf(values);
        const rising = [...values].sort((a, b) => a - b).map((score) => calibrated(score, field));
        for (const [i, value] of rising.entries()) {
          expect(value).toBeGreaterThan(0);
          expect(value).toBeLessThan(1);
          expect(value).toBeGreaterThanOrEqual(rising[i - 1] ?? 0);
        }
      }),
    );
  });

  it('does not depend on the order in which files come', () => {
    fc.assert(
      fc.property(scores, (values) => {
        expect(fieldOf([...values].reverse())).toEqual(fieldOf(values));
      }),
    );
  });

  it('is surer of a file that stands alone than of one among many that fit as well', () => {
    const alone = calibrated(2, fieldOf([2, 0.7, 0.4, 0.3]));
    const crowded = calibrated(2, fieldOf([2, ...new Array<number>(9).fill(1.9)]));
    expect(alone).toBeGreaterThan(0.7);
    expect(crowded).toBeLessThan(0.5);
  });

  it('shares out what one page can answer among pages that fit alike', () => {
    const scores = [2, 1.98, 0.2];
    const said = scores.map((score) => calibrated(score, fieldOf(scores, 'question')));
    const alone = calibrated(2, fieldOf([2, 0.2], 'question'));
    expect(said.reduce((sum, share) => sum + share, 0)).toBeLessThan(1.11);
    expect(alone).toBeGreaterThan(1.5 * (said[0] ?? 1));
  });

  it('never promises more than was ever seen, and still tells the surer from the sure', () => {
    const sure = [2.8, 2.75].map((score) => calibrated(score, fieldOf([2.8, 2.75])));
    expect(Math.max(...sure)).toBeLessThan(0.9);
    expect(sure[0]).toBeGreaterThan(sure[1] ?? 1);
  });

  it('doubts what is found for a word or for words the project lacks, and keeps its order', () => {
    const few = { terse: 2 / 3, unknown: 0, unfamiliar: [] };
    const strange = { terse: 0, unknown: 1, unfamiliar: ['cors'] };
    fc.assert(
      fc.property(scores, fc.constantFrom('change', 'question', 'topic'), (values, ask) => {
        for (const doubt of [few, strange, { ...strange, terse: 2 / 3 }]) {
          const field = fieldOf(values, ask, 'weighted', doubt);
          const rising = [...values].sort((a, b) => a - b).map((score) => calibrated(score, field));
          expect(rising).toEqual([...rising].sort((a, b) => a - b));
        }
      }),
    );
    const sure = calibrated(2, fieldOf([2, 0.4]));
    expect(calibrated(2, fieldOf([2, 0.4], 'change', 'weighted', few))).toBeLessThan(0.7 * sure);
    expect(calibrated(2, fieldOf([2, 0.4], 'change', 'weighted', strange))).toBeLessThan(sure / 2);
    expect(calibrated(2, fieldOf([2, 0.4], 'question', 'weighted', strange))).toBeLessThan(0.03);
  });

  it('gives nothing to a file that nothing speaks for', () => {
    expect(calibrated(0, fieldOf([2, 1]))).toBe(0);
    expect(calibrated(0, fieldOf([]))).toBe(0);
  });
});
