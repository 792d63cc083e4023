import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attribute, bm25, type TermPlaces } from './bm25.ts';
import { packCounts } from './postings.ts';

const FIELDS = { body: 1, doc: -0.5, name: 6, within: 3, path: 3 };
const SATURATION = { k1: 1.5, b: 0.75 };

const counts = fc
  .tuple(fc.nat(6), fc.nat(6), fc.nat(2), fc.nat(2))
  .map(([body, doc, name, within]) => packCounts(body, doc, name, within));

/** Two documents of three chunks each, and where some terms stand in them. */
const collections = fc.record({
  lengths: fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 6, maxLength: 6 }),
  terms: fc.array(
    fc.record({
      weight: fc.double({ min: 0.1, max: 3, noNaN: true }),
      chunks: fc.uniqueArray(fc.tuple(fc.nat(5), counts), { selector: ([chunk]) => chunk }),
      documents: fc.uniqueArray(fc.tuple(fc.nat(1), fc.integer({ min: 1, max: 2 })), {
        selector: ([document]) => document,
      }),
    }),
    { maxLength: 6 },
  ),
});

describe('a score taken apart', () => {
  it('adds up to the score again', () => {
    fc.assert(
      fc.property(collections, ({ lengths, terms }) => {
        const collection = {
          lengths: Float64Array.from(lengths),
          averageLength: lengths.reduce((sum, length) => sum + length, 0) / lengths.length,
          starts: Int32Array.of(0, 3, 6),
        };
        const places = new Map<string, TermPlaces>(
          terms.map(({ chunks, documents }, i) => {
            const byItem = [...chunks].sort(([a], [b]) => a - b);
            return [
              `p:${i}`,
              {
                chunks: {
                  items: Int32Array.from(byItem, ([chunk]) => chunk),
                  counts: Uint32Array.from(byItem, ([, packed]) => packed),
                },
                documents: {
                  items: Int32Array.from(documents, ([document]) => document),
                  counts: Uint32Array.from(documents, ([, count]) => count),
                },
              },
            ];
          }),
        );
        const none = { items: new Int32Array(0), counts: new Uint32Array(0) };
        const placesOf = (term: string): TermPlaces =>
          places.get(term) ?? { chunks: none, documents: none };
        const query = terms.map(({ weight }, i) => ({ term: `p:${i}`, weight }));
        const scores = bm25(collection, query, placesOf, FIELDS, SATURATION);
        const all = [0, 1, 2, 3, 4, 5];
        const shares = attribute(collection, query, placesOf, FIELDS, SATURATION, all);
        for (const chunk of all) {
          const sum = shares.reduce((total, share) => total + (share.scores[chunk] ?? 0), 0);
          expect(sum).toBeCloseTo(scores[chunk] ?? 0, 9);
        }
      }),
    );
  });
});
