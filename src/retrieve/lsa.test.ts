import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NOTES } from '../../test/support/garage.ts';
import { runs } from '../../test/support/runs.ts';
import { countTerms } from '../math/terms.ts';
import { foldLsa, type LsaText, lsaFromBytes, lsaToBytes, trainLsa } from './lsa.ts';

const texts: readonly LsaText[] = NOTES.map((text, i) => ({ id: `note-${i}`, text }));

const model = (of: readonly LsaText[]) => {
  const trained = trainLsa(of);
  if (trained === null) throw new Error('too little to train on');
  return trained;
};
const cosine = (a: Float64Array, b: Float64Array): number =>
  a.reduce((sum, value, j) => sum + value * (b[j] ?? 0), 0);

describe('RT-2 latent semantic analysis', () => {
  it('brings a note about an automobile to someone who asks for a car', () => {
    const space = model(texts);
    const query = foldLsa(space, 'car');
    const note = 'The automobile lost oil at the engine gasket.';
    const other = 'Payroll runs on Friday, taxes follow in spring.';
    // Words alone can't: they have none in common.
    expect([...countTerms('car').keys()].some((term) => countTerms(note).has(term))).toBe(false);
    expect(cosine(query, foldLsa(space, note))).toBeGreaterThan(0.4);
    expect(cosine(query, foldLsa(space, other))).toBeLessThan(0.15);
  });

  it('learns the same bytes whatever order the texts come in', () => {
    const expected = lsaToBytes(model(texts));
    fc.assert(
      fc.property(fc.shuffledSubarray([...texts], { minLength: texts.length }), (shuffled) => {
        expect(lsaToBytes(model(shuffled))).toEqual(expected);
      }),
      { numRuns: runs(20) },
    );
  });

  it('comes back from its bytes as it was, and refuses bytes that are no model', () => {
    const space = model(texts);
    const bytes = lsaToBytes(space);
    const back = lsaFromBytes(bytes);
    expect(back).not.toBeNull();
    if (back !== null)
      expect(foldLsa(back, NOTES[0] ?? '')).toEqual(foldLsa(space, NOTES[0] ?? ''));
    expect(lsaFromBytes(bytes.subarray(0, bytes.length - 1))).toBeNull();
    expect(lsaFromBytes(new Uint8Array([255, 255, 255, 255, 1]))).toBeNull();
    expect(lsaFromBytes(new Uint8Array(0))).toBeNull();
  });

  it('does not pretend to learn from a handful of texts, or from texts without words', () => {
    expect(trainLsa(texts.slice(0, 5))).toBeNull();
    expect(trainLsa(texts.map(({ id }) => ({ id, text: '… --- 1 !' })))).toBeNull();
  });

  it('places any text somewhere, and a text of unknown words nowhere', () => {
    const space = model(texts);
    expect(foldLsa(space, 'zebra').every((value) => value === 0)).toBe(true);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const length = Math.sqrt(cosine(foldLsa(space, text), foldLsa(space, text)));
        expect(length === 0 || Math.abs(length - 1) < 1e-9).toBe(true);
      }),
    );
  });
});
