import {
  type Collection,
  type FieldWeights,
  frequency,
  idf,
  type Saturation,
  type TermPlaces,
  type WeightedTerm,
} from './bm25.ts';
import { bodyOf } from './postings.ts';

/** What one term gave to some chunks. */
export interface TermShare {
  readonly term: string;
  /** Its weight in the query. */
  readonly weight: number;
  /** How rare it is in the collection. */
  readonly idf: number;
  /** Weighted frequency and part of the score in each of the chunks asked for. */
  readonly frequencies: readonly number[];
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
  const { lengths, starts } = collection;
  const average = collection.averageLength > 0 ? collection.averageLength : 1;
  return terms.map(({ term, weight }) => {
    const places = placesOf(term);
    const found = frequencies(places, starts, fields);
    const rarity = idf(lengths.length, found.size);
    const tfs = chunks.map((chunk) => found.get(chunk) ?? 0);
    return {
      term,
      weight,
      idf: rarity,
      frequencies: tfs,
      scores: tfs.map((tf, i) => {
        const norm = k1 * (1 - b + (b * (lengths[chunks[i] ?? 0] ?? 0)) / average);
        return tf === 0 ? 0 : (weight * rarity * (k1 + 1) * tf) / (tf + norm);
      }),
    };
  });
}

/** Weighted frequencies of a term by chunk; a word of the path counts in every chunk of the document. */
function frequencies(
  { chunks, documents }: TermPlaces,
  starts: Int32Array,
  fields: FieldWeights,
): Map<number, number> {
  const found = new Map<number, number>();
  chunks.items.forEach((chunk, i) => {
    const tf = frequency(chunks.counts[i] ?? 0, fields);
    if (tf > 0) found.set(chunk, tf);
  });
  if (fields.path === 0) return found;
  documents.items.forEach((document, i) => {
    const extra = fields.path * bodyOf(documents.counts[i] ?? 0);
    const end = starts[document + 1] ?? 0;
    for (let chunk = starts[document] ?? 0; chunk < end; chunk++) {
      found.set(chunk, (found.get(chunk) ?? 0) + extra);
    }
  });
  return found;
}
