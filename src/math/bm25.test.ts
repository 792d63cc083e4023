import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bm25, frequency, idf, type TermPlaces } from './bm25.ts';
import { bodyOf, type Postings, packCounts } from './postings.ts';

const FIELDS = { body: 1, doc: -0.5, name: 6, within: 3, path: 3 };
const SATURATION = { k1: 1.5, b: 0.75 };
/** More than are scored in one stretch. */
const CHUNKS = 40_000;
const PER_DOCUMENT = 8;

const lengths = Float64Array.from({ length: CHUNKS }, (_, i) => 20 + ((i * 7919) % 300));
const starts = Int32Array.from({ length: CHUNKS / PER_DOCUMENT + 1 }, (_, i) => i * PER_DOCUMENT);
const collection = { lengths, averageLength: 170, starts };

/** Postings at random places, ascending. */
const postings = (below: number): fc.Arbitrary<Postings> =>
  fc
    .array(fc.tuple(fc.nat(below - 1), fc.nat(9), fc.nat(4), fc.nat(2), fc.nat(2)), {
      maxLength: 60,
    })
    .map((rows) => {
      const counts = new Map(
        rows.map(([item, body, doc, name, within]) => [
          item,
          packCounts(body + 1, doc, name, within),
        ]),
      );
      const items = Int32Array.from(counts.keys()).sort();
      return { items, counts: Uint32Array.from(items, (item) => counts.get(item) ?? 0) };
    });

/** One chunk after the other, by the formula. */
function naive(terms: readonly { places: TermPlaces; weight: number }[]): Float64Array {
  const scores = new Float64Array(CHUNKS);
  for (const { places, weight } of terms) {
    const tf = new Float64Array(CHUNKS);
    places.chunks.items.forEach((chunk, i) => {
      tf[chunk] = Math.max(0, frequency(places.chunks.counts[i] ?? 0, FIELDS));
    });
    places.documents.items.forEach((document, i) => {
      const extra = FIELDS.path * bodyOf(places.documents.counts[i] ?? 0);
      for (let c = 0; c < PER_DOCUMENT; c++) {
        const chunk = document * PER_DOCUMENT + c;
        tf[chunk] = (tf[chunk] ?? 0) + extra;
      }
    });
    const containing = tf.filter((each) => each > 0).length;
    const factor = weight * idf(CHUNKS, containing) * (SATURATION.k1 + 1);
    tf.forEach((each, chunk) => {
      const share = (SATURATION.b * (lengths[chunk] ?? 0)) / collection.averageLength;
      const norm = SATURATION.k1 * (1 - SATURATION.b + share);
      if (each > 0) scores[chunk] = (scores[chunk] ?? 0) + (factor * each) / (each + norm);
    });
  }
  return scores;
}

describe('BM25 over a collection', () => {
  it('has the bits of the formula, whichever terms were asked before', () => {
    const term = fc.record({
      places: fc.record({ chunks: postings(CHUNKS), documents: postings(starts.length - 1) }),
      weight: fc.integer({ min: 1, max: 9 }).map((n) => n / 4),
    });
    fc.assert(
      fc.property(fc.array(term, { minLength: 1, maxLength: 5 }), (terms) => {
        const named = terms.map(({ weight }, i) => ({ term: `w:${i}`, weight }));
        const nothing = { items: new Int32Array(0), counts: new Uint32Array(0) };
        const placesOf = (name: string): TermPlaces =>
          terms[Number(name.slice(2))]?.places ?? { chunks: nothing, documents: nothing };
        const ask = (): Float64Array => bm25(collection, named, placesOf, FIELDS, SATURATION);
        const expected = naive(terms);
        expect(ask()).toEqual(expected);
        expect(ask()).toEqual(expected);
      }),
      { numRuns: 20 },
    );
  });
});
