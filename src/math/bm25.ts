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

/** Where a term counts, and how much: each chunk once. Neither the other terms of a query nor the weight of this one matter. */
interface Weighed {
  /** What it was made from. */
  readonly places: TermPlaces;
  readonly chunks: Int32Array;
  readonly frequencies: Float64Array;
}

/** What scoring a collection needs of room, made once. */
interface Room {
  /** By saturation. */
  readonly norms: Map<string, Float64Array>;
  /** By the weights of the fields and the term. */
  readonly weighed: Map<string, Weighed>;
  /** How many chunks these have together. */
  kept: number;
  /** Empty again after each term. */
  readonly frequencies: Float64Array;
  readonly touched: Int32Array;
}
const rooms = new WeakMap<Float64Array, Room>();

/** Of all terms, at 12 bytes each; when there are more, all are forgotten and weighed again. */
const CHUNKS_KEPT = 2 ** 21;

function roomFor({ lengths }: Collection): Room {
  const known = rooms.get(lengths);
  if (known !== undefined) return known;
  const room = {
    norms: new Map(),
    weighed: new Map(),
    kept: 0,
    frequencies: new Float64Array(lengths.length),
    touched: new Int32Array(lengths.length),
  };
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
  const { body, doc, name, within, path } = fields;
  const prefix = `${body} ${doc} ${name} ${within} ${path} `;
  for (const { term, weight } of terms) {
    const places = placesOf(term);
    const known = room.weighed.get(prefix + term);
    const isSame =
      known?.places.chunks === places.chunks && known.places.documents === places.documents;
    const weighed = isSame ? known : weigh(collection, places, fields, room);
    if (!isSame) keep(room, prefix + term, weighed);
    add(scores, norms, weighed, weight * idf(total, weighed.chunks.length) * (saturation.k1 + 1));
  }
  return scores;
}

function keep(room: Room, key: string, weighed: Weighed): void {
  if (room.kept > CHUNKS_KEPT) {
    room.weighed.clear();
    room.kept = 0;
  }
  room.weighed.set(key, weighed);
  room.kept += weighed.chunks.length;
}

function add(
  scores: Float64Array,
  norms: Float64Array,
  { chunks, frequencies }: Weighed,
  factor: number,
): void {
  for (let i = 0; i < chunks.length; i++) {
    const chunk = chunks[i] ?? 0;
    const tf = frequencies[i] ?? 0;
    scores[chunk] = (scores[chunk] ?? 0) + (factor * tf) / (tf + (norms[chunk] ?? 0));
  }
}

const REST = 12;

/** Most postings are of bodies alone, which takes one product; the bits are the same. */
const frequencyOf = (counts: number, fields: FieldWeights): number =>
  counts >>> REST === 0 ? fields.body * counts : frequency(counts, fields);

function weigh(
  { starts }: Collection,
  places: TermPlaces,
  fields: FieldWeights,
  { frequencies, touched }: Room,
): Weighed {
  const {
    chunks: { items, counts },
    documents,
  } = places;
  let count = 0;
  for (let i = 0; i < items.length; i++) {
    const tf = frequencyOf(counts[i] ?? 0, fields);
    if (tf <= 0) continue;
    const chunk = items[i] ?? 0;
    frequencies[chunk] = tf;
    touched[count++] = chunk;
  }
  for (let i = 0; fields.path !== 0 && i < documents.items.length; i++) {
    const document = documents.items[i] ?? 0;
    const extra = fields.path * bodyOf(documents.counts[i] ?? 0);
    const end = starts[document + 1] ?? 0;
    for (let chunk = starts[document] ?? 0; chunk < end; chunk++) {
      const before = frequencies[chunk] ?? 0;
      if (before === 0) touched[count++] = chunk;
      frequencies[chunk] = before + extra;
    }
  }
  const own = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const chunk = touched[i] ?? 0;
    own[i] = frequencies[chunk] ?? 0;
    frequencies[chunk] = 0;
  }
  return { places, chunks: touched.slice(0, count), frequencies: own };
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
