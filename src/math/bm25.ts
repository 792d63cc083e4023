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

/** Where a term counts, ascending, and how much. Neither the other terms of a query nor the weight of this one matter. */
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
}
const rooms = new WeakMap<Float64Array, Room>();

/**
 * Of all terms together, at 12 bytes each; when there are more, all are forgotten and weighed again. A long query of a large collection has
 * each chunk four times, so that there are some left for the next.
 */
const CHUNKS_KEPT = 2 ** 22;
const TIMES_KEPT = 16;

function roomFor({ lengths }: Collection): Room {
  const known = rooms.get(lengths);
  if (known !== undefined) return known;
  const room = { norms: new Map(), weighed: new Map(), kept: 0 };
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

/** Chunks whose scores and norms stay in the processor's cache while all terms add to them. */
const STRETCH = 2 ** 14;

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
  const weigher = weigherOf(collection, room, fields);
  const parts = terms.map(({ term, weight }) => {
    const weighed = weigher(term, placesOf(term));
    const factor = weight * idf(total, weighed.chunks.length) * (saturation.k1 + 1);
    return { weighed, factor, at: 0 };
  });
  for (let end = STRETCH; end - STRETCH < total; end += STRETCH) {
    for (const part of parts) {
      part.at = add(scores, norms, part.weighed, part.factor, part.at, end);
    }
  }
  return scores;
}

/** Adds what a term gives to the chunks before `end`, from place `from` on; returns the place after them. */
function add(
  scores: Float64Array,
  norms: Float64Array,
  { chunks, frequencies }: Weighed,
  factor: number,
  from: number,
  end: number,
): number {
  let i = from;
  for (; i < chunks.length; i++) {
    const chunk = chunks[i] ?? 0;
    if (chunk >= end) break;
    const tf = frequencies[i] ?? 0;
    scores[chunk] = (scores[chunk] ?? 0) + (factor * tf) / (tf + (norms[chunk] ?? 0));
  }
  return i;
}

/** Terms by the weights of fields; what was weighed before is kept. */
function weigherOf(
  collection: Collection,
  room: Room,
  fields: FieldWeights,
): (term: string, places: TermPlaces) => Weighed {
  const { body, doc, name, within, path } = fields;
  const prefix = `${body} ${doc} ${name} ${within} ${path} `;
  return (term, places) => {
    const key = prefix + term;
    const known = room.weighed.get(key);
    const isSame =
      known?.places.chunks === places.chunks && known.places.documents === places.documents;
    if (isSame) return known;
    if (room.kept > Math.max(CHUNKS_KEPT, TIMES_KEPT * collection.lengths.length)) {
      room.weighed.clear();
      room.kept = 0;
    }
    const weighed = weigh(collection, places, fields);
    room.weighed.set(key, weighed);
    room.kept += weighed.chunks.length;
    return weighed;
  };
}

const REST = 12;

/** Most postings are of bodies alone, which takes one product; the bits are the same. */
const frequencyOf = (counts: number, fields: FieldWeights): number =>
  counts >>> REST === 0 ? fields.body * counts : frequency(counts, fields);

/** Postings and the chunks of documents that have the term in their path, both ascending, as one list. */
function weigh({ starts, lengths }: Collection, places: TermPlaces, fields: FieldWeights): Weighed {
  const { items, counts } = places.chunks;
  const documents = fields.path === 0 ? 0 : places.documents.items.length;
  const most = items.length + chunksIn(starts, places.documents, documents);
  const chunks = new Int32Array(most);
  const frequencies = new Float64Array(most);
  let count = 0;
  let i = 0;
  // Postings before a document, then its chunks; after the last document all that are left.
  for (let d = 0; d <= documents; d++) {
    const document = places.documents.items[d] ?? 0;
    const start = d === documents ? lengths.length : (starts[document] ?? 0);
    for (; i < items.length && (items[i] ?? 0) < start; i++) {
      const tf = frequencyOf(counts[i] ?? 0, fields);
      if (tf <= 0) continue;
      chunks[count] = items[i] ?? 0;
      frequencies[count++] = tf;
    }
    const end = d === documents ? start : (starts[document + 1] ?? 0);
    const extra = fields.path * bodyOf(places.documents.counts[d] ?? 0);
    for (let chunk = start; chunk < end; chunk++) {
      const isHeld = i < items.length && items[i] === chunk;
      const tf = isHeld ? frequencyOf(counts[i++] ?? 0, fields) : 0;
      chunks[count] = chunk;
      frequencies[count++] = tf > 0 ? tf + extra : extra;
    }
  }
  return count === most
    ? { places, chunks, frequencies }
    : { places, chunks: chunks.slice(0, count), frequencies: frequencies.slice(0, count) };
}

function chunksIn(starts: Int32Array, { items }: Postings, documents: number): number {
  let count = 0;
  for (let d = 0; d < documents; d++) {
    const document = items[d] ?? 0;
    count += (starts[document + 1] ?? 0) - (starts[document] ?? 0);
  }
  return count;
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
