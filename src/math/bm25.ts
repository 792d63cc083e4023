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

/** What scoring a collection needs of room, made once: norms by saturation, and what is empty again after each term. */
interface Room {
  readonly norms: Map<string, Float64Array>;
  readonly frequencies: Float64Array;
  readonly touched: Int32Array;
}
const rooms = new WeakMap<Float64Array, Room>();

function roomFor({ lengths }: Collection): Room {
  const known = rooms.get(lengths);
  if (known !== undefined) return known;
  const frequencies = new Float64Array(lengths.length);
  const room = { norms: new Map(), frequencies, touched: new Int32Array(lengths.length) };
  rooms.set(lengths, room);
  return room;
}

function normsOf(collection: Collection, { norms }: Room, { k1, b }: Saturation): Float64Array {
  const average = collection.averageLength > 0 ? collection.averageLength : 1;
  const key = `${k1} ${b} ${average}`;
  const known = norms.get(key);
  if (known !== undefined) return known;
  const { lengths } = collection;
  const made = new Float64Array(lengths.length);
  for (let i = 0; i < made.length; i++) made[i] = k1 * (1 - b + (b * (lengths[i] ?? 0)) / average);
  norms.set(key, made);
  return made;
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
  saturation: Saturation,
): Float64Array {
  const total = collection.lengths.length;
  const scores = new Float64Array(total);
  const room = roomFor(collection);
  const norms = normsOf(collection, room, saturation);
  for (const { term, weight } of terms) {
    const { chunks, documents } = placesOf(term);
    const isInPaths = fields.path !== 0 && documents.items.length > 0;
    const scale = (containing: number): number =>
      weight * idf(total, containing) * (saturation.k1 + 1);
    if (isInPaths) {
      const count = gather(collection, { chunks, documents }, fields, room);
      addTouched(scores, norms, room, count, scale(count));
    } else addPostings(scores, norms, chunks, fields, scale(containing(chunks, fields)));
  }
  return scores;
}

const REST = 12;

/** Most postings are of bodies alone, which takes one product; the bits are the same. */
const frequencyOf = (counts: number, fields: FieldWeights): number =>
  counts >>> REST === 0 ? fields.body * counts : frequency(counts, fields);

/** How many chunks hold a term in a field that counts. */
function containing({ counts }: Postings, fields: FieldWeights): number {
  let count = 0;
  for (let i = 0; i < counts.length; i++) if (frequencyOf(counts[i] ?? 0, fields) > 0) count++;
  return count;
}

/** Adds the score of a term that is in no path. */
function addPostings(
  scores: Float64Array,
  norms: Float64Array,
  { items, counts }: Postings,
  fields: FieldWeights,
  factor: number,
): void {
  for (let i = 0; i < items.length; i++) {
    const tf = frequencyOf(counts[i] ?? 0, fields);
    if (tf <= 0) continue;
    const chunk = items[i] ?? 0;
    scores[chunk] = (scores[chunk] ?? 0) + (factor * tf) / (tf + (norms[chunk] ?? 0));
  }
}

/** Fills `frequencies` for one term and lists the chunks it touched; returns how many. */
function gather(
  { starts }: Collection,
  { chunks: { items, counts }, documents }: TermPlaces,
  fields: FieldWeights,
  { frequencies, touched }: Room,
): number {
  let count = 0;
  for (let i = 0; i < items.length; i++) {
    const tf = frequencyOf(counts[i] ?? 0, fields);
    if (tf <= 0) continue;
    const chunk = items[i] ?? 0;
    frequencies[chunk] = tf;
    touched[count++] = chunk;
  }
  for (let i = 0; i < documents.items.length; i++) {
    const document = documents.items[i] ?? 0;
    const extra = fields.path * bodyOf(documents.counts[i] ?? 0);
    const end = starts[document + 1] ?? 0;
    for (let chunk = starts[document] ?? 0; chunk < end; chunk++) {
      const before = frequencies[chunk] ?? 0;
      if (before === 0) touched[count++] = chunk;
      frequencies[chunk] = before + extra;
    }
  }
  return count;
}

/** Adds the score of a gathered term, and leaves no frequency behind. */
function addTouched(
  scores: Float64Array,
  norms: Float64Array,
  { frequencies, touched }: Room,
  count: number,
  factor: number,
): void {
  for (let i = 0; i < count; i++) {
    const chunk = touched[i] ?? 0;
    const tf = frequencies[chunk] ?? 0;
    scores[chunk] = (scores[chunk] ?? 0) + (factor * tf) / (tf + (norms[chunk] ?? 0));
    frequencies[chunk] = 0;
  }
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
