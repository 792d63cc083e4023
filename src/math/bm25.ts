import { bodyOf, docOf, nameOf, type Postings, withinOf } from './postings.ts';

export interface FieldWeights {
  readonly body: number;
  readonly doc: number;
  readonly name: number;
  readonly within: number;
  readonly path: number;
}

export interface Saturation {
  readonly k1: number;
  readonly b: number;
}

export interface WeightedTerm {
  readonly term: string;
  readonly weight: number;
}

/** Lengths of the chunks a query runs over, and the groups (documents) they belong to. */
export interface Collection {
  readonly lengths: Float64Array;
  readonly averageLength: number;
  /** First ordinal of each document, and one past the last document's end. */
  readonly starts: Int32Array;
}

/** One term's occurrences in a collection: in chunks by ordinal, and in the paths of documents. */
export interface TermPlaces {
  readonly chunks: Postings;
  readonly documents: Postings;
}

export const idf = (total: number, containing: number): number =>
  Math.log(1 + (total - containing + 0.5) / (containing + 0.5));

export function frequency(counts: number, fields: FieldWeights): number {
  return (
    fields.body * bodyOf(counts) +
    fields.doc * docOf(counts) +
    fields.name * nameOf(counts) +
    fields.within * withinOf(counts)
  );
}

/**
 * Exact BM25F over a collection: scores by chunk ordinal. Terms are summed in the order given, so
 * the same query gives the same bits whatever the storage looked like.
 */
export function bm25(
  collection: Collection,
  terms: readonly WeightedTerm[],
  placesOf: (term: string) => TermPlaces,
  fields: FieldWeights,
  { k1, b }: Saturation,
): Float64Array {
  const total = collection.lengths.length;
  const scores = new Float64Array(total);
  const norms = new Float64Array(total);
  const average = collection.averageLength > 0 ? collection.averageLength : 1;
  for (let i = 0; i < total; i++) {
    norms[i] = k1 * (1 - b + (b * (collection.lengths[i] ?? 0)) / average);
  }
  const frequencies = new Float64Array(total);
  const touched = new Int32Array(total);
  /** Fills `frequencies` for one term and lists the chunks it touched; returns how many. */
  const gather = ({ chunks: { items, counts }, documents }: TermPlaces): number => {
    let count = 0;
    for (let i = 0; i < items.length; i++) {
      const tf = frequency(counts[i] ?? 0, fields);
      if (tf <= 0) continue;
      const chunk = items[i] ?? 0;
      frequencies[chunk] = tf;
      touched[count++] = chunk;
    }
    if (fields.path === 0) return count;
    for (let i = 0; i < documents.items.length; i++) {
      const document = documents.items[i] ?? 0;
      const extra = fields.path * bodyOf(documents.counts[i] ?? 0);
      const end = collection.starts[document + 1] ?? 0;
      for (let chunk = collection.starts[document] ?? 0; chunk < end; chunk++) {
        const before = frequencies[chunk] ?? 0;
        if (before === 0) touched[count++] = chunk;
        frequencies[chunk] = before + extra;
      }
    }
    return count;
  };
  for (const { term, weight } of terms) {
    const count = gather(placesOf(term));
    const factor = weight * idf(total, count) * (k1 + 1);
    for (let i = 0; i < count; i++) {
      const chunk = touched[i] ?? 0;
      const tf = frequencies[chunk] ?? 0;
      scores[chunk] = (scores[chunk] ?? 0) + (factor * tf) / (tf + (norms[chunk] ?? 0));
      frequencies[chunk] = 0;
    }
  }
  return scores;
}

export interface TermShare extends WeightedTerm {
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
  saturation: Saturation,
  chunks: readonly number[],
): TermShare[] {
  return terms.map((term) => {
    const scores = bm25(collection, [term], placesOf, fields, saturation);
    const rarity = idf(scores.length, scores.filter((score) => score !== 0).length);
    return { ...term, idf: rarity, scores: chunks.map((chunk) => scores[chunk] ?? 0) };
  });
}
