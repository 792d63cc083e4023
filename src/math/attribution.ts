import {
  type Collection,
  type FieldWeights,
  gatherFrequencies,
  idf,
  type Saturation,
  type TermPlaces,
  type WeightedTerm,
} from './bm25.ts';

/** What one term gave to some chunks. */
export interface TermShare {
  readonly term: string;
  /** Its weight in the query. */
  readonly weight: number;
  /** How rare it is in the collection. */
  readonly idf: number;
  /** Part of the score in each of the chunks asked for. */
  readonly scores: readonly number[];
}

/** Takes the BM25 scores of some chunks apart, term by term; added up again they are the scores. */
export function attribute(
  collection: Collection,
  terms: readonly WeightedTerm[],
  placesOf: (term: string) => TermPlaces,
  fields: FieldWeights,
  { k1, b }: Saturation,
  chunks: readonly number[],
): TermShare[] {
  const { lengths } = collection;
  const average = collection.averageLength > 0 ? collection.averageLength : 1;
  const frequencies = new Float64Array(lengths.length);
  const touched = new Int32Array(lengths.length);
  return terms.map(({ term, weight }) => {
    frequencies.fill(0);
    const found = gatherFrequencies(collection, placesOf(term), fields, frequencies, touched);
    const rarity = idf(lengths.length, found);
    const scores = chunks.map((chunk) => {
      const tf = frequencies[chunk] ?? 0;
      const norm = k1 * (1 - b + (b * (lengths[chunk] ?? 0)) / average);
      return tf === 0 ? 0 : (weight * rarity * (k1 + 1) * tf) / (tf + norm);
    });
    return { term, weight, idf: rarity, scores };
  });
}
