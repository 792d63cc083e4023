import { comparing } from './order.ts';

const UTF8 = new TextEncoder();

/** A growing buffer of bytes with the two number codings the index uses. */
class ByteWriter {
  private bytes: Uint8Array;
  length = 0;

  constructor(capacity: number) {
    this.bytes = new Uint8Array(capacity);
  }

  private reserve(extra: number): void {
    if (this.length + extra <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(this.bytes.length * 2, this.length + extra));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }

  /** Unsigned LEB128: seven bits a byte, low bits first. */
  varint(value: number): void {
    this.reserve(8);
    let rest = value;
    while (rest >= 0x80) {
      this.bytes[this.length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.bytes[this.length++] = rest;
  }

  /** A text as UTF-8, behind its length. */
  text(text: string): void {
    const from = this.length;
    this.varint(text.length);
    this.reserve(text.length);
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code >= 0x80) {
        const encoded = UTF8.encode(text);
        this.length = from;
        this.varint(encoded.length);
        this.append(encoded);
        return;
      }
      this.bytes[this.length++] = code;
    }
  }

  append(chunk: Uint8Array): void {
    this.reserve(chunk.length);
    this.bytes.set(chunk, this.length);
    this.length += chunk.length;
  }

  slice(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }

  /** What was written, until more is. */
  get written(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  clear(): void {
    this.length = 0;
  }
}

const PAST_END = 'read past the end of a block';

/** Reads what ByteWriter wrote. Reading past the end is an error, never a silent zero. */
class ByteReader {
  private readonly bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get done(): boolean {
    return this.at >= this.bytes.length;
  }

  varint(): number {
    const first = this.bytes[this.at++];
    if (first === undefined) throw new RangeError(PAST_END);
    if (first < 0x80) return first;
    let value = first & 0x7f;
    for (let shift = 7; ; shift += 7) {
      const byte = this.bytes[this.at++];
      if (byte === undefined) throw new RangeError(PAST_END);
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  }

  skip(length: number): void {
    if (this.at + length > this.bytes.length) throw new RangeError(PAST_END);
    this.at += length;
  }

  take(length: number): Uint8Array {
    this.skip(length);
    return this.bytes.subarray(this.at - length, this.at);
  }
}

/*
 * How often a term occurs in the fields of one chunk is packed into 30 bits, so that a posting is
 * two 32-bit numbers: body 12 bits, doc 10, name 6, within 2. Larger counts saturate: BM25 has long
 * stopped caring there.
 */
const BODY_MAX = 0xfff;
const DOC_MAX = 0x3ff;
const NAME_MAX = 0x3f;
const WITHIN_MAX = 2;

export const packCounts = (body: number, doc: number, name: number, within: number): number =>
  Math.min(body, BODY_MAX) |
  (Math.min(doc, DOC_MAX) << 12) |
  (Math.min(name, NAME_MAX) << 22) |
  (Math.min(within, WITHIN_MAX) << 28);

/** One of the counts in a packed number: where it lies, and how far it goes. */
export interface CountField {
  readonly shift: number;
  readonly mask: number;
  readonly most: number;
}
export const BODY: CountField = { shift: 0, mask: BODY_MAX, most: BODY_MAX };
export const DOC: CountField = { shift: 12, mask: DOC_MAX, most: DOC_MAX };
export const NAME: CountField = { shift: 22, mask: NAME_MAX, most: NAME_MAX };
export const WITHIN: CountField = { shift: 28, mask: 3, most: WITHIN_MAX };

export const bodyOf = (packed: number): number => packed & BODY_MAX;
export const docOf = (packed: number): number => (packed >>> 12) & DOC_MAX;
export const nameOf = (packed: number): number => (packed >>> 22) & NAME_MAX;
export const withinOf = (packed: number): number => packed >>> 28;

/** The places a term occurs in: item numbers ascending, each with its packed counts. */
export interface Postings {
  readonly items: Int32Array;
  readonly counts: Uint32Array;
}

/** Lists that ascend in stretches, one after the other: merged two by two until one is left. */
export function ascending({ items, counts }: Postings): Postings {
  let from = { items, counts };
  let ends = runsIn(items);
  while (ends.length > 1) {
    const to = { items: new Int32Array(items.length), counts: new Uint32Array(items.length) };
    const merged: number[] = [];
    for (let run = 0; run < ends.length; run += 2) {
      const start = run === 0 ? 0 : (ends[run - 1] ?? 0);
      const middle = ends[run] ?? 0;
      const end = ends[run + 1] ?? middle;
      merge(from, to, start, middle, end);
      merged.push(end);
    }
    from = to;
    ends = merged;
  }
  return from;
}

/** Where each stretch of ascending numbers ends. */
function runsIn(items: Int32Array): number[] {
  const ends: number[] = [];
  for (let i = 1; i < items.length; i++) if ((items[i] ?? 0) < (items[i - 1] ?? 0)) ends.push(i);
  return [...ends, items.length];
}

function merge(from: Postings, to: Postings, start: number, middle: number, end: number): void {
  let [a, b] = [start, middle];
  for (let at = start; at < end; at++) {
    const isFirst = b >= end || (a < middle && (from.items[a] ?? 0) <= (from.items[b] ?? 0));
    const next = isFirst ? a++ : b++;
    to.items[at] = from.items[next] ?? 0;
    to.counts[at] = from.counts[next] ?? 0;
  }
}

/** A sorted dictionary of terms cut into blocks of postings; `firsts` are the first terms of the blocks. */
export interface TermTable {
  readonly firsts: readonly string[];
  readonly blocks: readonly Uint8Array[];
}

/** Small enough that reading one for a rare term is cheap, large enough that a table has few rows. */
const BLOCK_BYTES = 16 * 1024;

/** Written out, without a reader: a query decodes a hundred thousand postings, most of two bytes. */
function decodePostings(bytes: Uint8Array, count: number): Postings {
  const items = new Int32Array(count);
  const counts = new Uint32Array(count);
  let item = -1;
  let at = 0;
  for (let i = 0; i < count; i++) {
    let byte = bytes[at++] ?? 0;
    let gap = byte & 0x7f;
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = bytes[at++] ?? 0;
      gap |= (byte & 0x7f) << shift;
    }
    byte = bytes[at++] ?? 0;
    let body = byte & 0x7f;
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = bytes[at++] ?? 0;
      body |= (byte & 0x7f) << shift;
    }
    let rest = 0;
    if ((body & 1) === 1) {
      byte = bytes[at++] ?? 0;
      rest = byte & 0x7f;
      for (let shift = 7; byte >= 0x80; shift += 7) {
        byte = bytes[at++] ?? 0;
        rest |= (byte & 0x7f) << shift;
      }
    }
    item += gap + 1;
    items[i] = item;
    counts[i] = (body >>> 1) | (rest << 12);
  }
  if (at > bytes.length) throw new RangeError(PAST_END);
  return { items, counts };
}

const FROM_UTF8 = new TextDecoder();

/** Collects postings in any term order and writes them out as a table. Items must be added in ascending order. */
export class TermTableBuilder {
  private readonly ids = new Map<string, number>();
  private readonly terms: string[] = [];
  /** Term, item and counts of what was added, one after the other. */
  private log = new Int32Array(3 << 16);
  private length = 0;

  /** How many terms have a number. */
  get size(): number {
    return this.terms.length;
  }

  /** A number that stands for the term in `add`. */
  id(term: string): number {
    const known = this.ids.get(term);
    if (known !== undefined) return known;
    const id = this.terms.length;
    this.ids.set(term, id);
    this.terms.push(term);
    return id;
  }

  add(termId: number, item: number, counts: number): void {
    if (this.length === this.log.length) {
      const grown = new Int32Array(this.length * 2);
      grown.set(this.log);
      this.log = grown;
    }
    this.log[this.length++] = termId;
    this.log[this.length++] = item;
    this.log[this.length++] = counts;
  }

  /** The table of what was added; terms keep their numbers for the next. */
  build(): TermTable {
    const { log, length } = this;
    this.length = 0;
    const termCount = this.terms.length;
    // A counting sort by term keeps the items of a term in the order they came: ascending.
    const starts = new Int32Array(termCount + 1);
    for (let i = 0; i < length; i += 3) {
      const slot = (log[i] ?? 0) + 1;
      starts[slot] = (starts[slot] ?? 0) + 1;
    }
    for (let t = 0; t < termCount; t++) starts[t + 1] = (starts[t + 1] ?? 0) + (starts[t] ?? 0);
    const items = new Int32Array(length / 3);
    const counts = new Uint32Array(length / 3);
    const next = starts.slice();
    for (let i = 0; i < length; i += 3) {
      const term = log[i] ?? 0;
      const at = next[term] ?? 0;
      next[term] = at + 1;
      items[at] = log[i + 1] ?? 0;
      counts[at] = log[i + 2] ?? 0;
    }
    const present: { readonly id: number; readonly term: string }[] = [];
    this.terms.forEach((term, id) => {
      if ((starts[id + 1] ?? 0) > (starts[id] ?? 0)) present.push({ id, term });
    });
    const compare = comparing(present.map(({ term }) => term));
    const writer = new TermTableWriter();
    for (const { id, term } of present.sort((a, b) => compare(a.term, b.term))) {
      writer.write(term, items, counts, starts[id] ?? 0, starts[id + 1] ?? 0);
    }
    return writer.finish();
  }
}

/** Writes terms that arrive sorted by code point. */
export class TermTableWriter {
  private readonly firsts: string[] = [];
  private readonly blocks: Uint8Array[] = [];
  private readonly block = new ByteWriter(BLOCK_BYTES * 2);
  private readonly postings = new ByteWriter(BLOCK_BYTES);

  write(
    term: string,
    items: ArrayLike<number>,
    counts: ArrayLike<number>,
    from: number,
    to: number,
  ): void {
    const out = this.postings;
    out.clear();
    let previous = -1;
    for (let i = from; i < to; i++) {
      const item = items[i] ?? 0;
      const packed = counts[i] ?? 0;
      out.varint(item - previous - 1);
      previous = item;
      const rest = packed >>> 12;
      out.varint((bodyOf(packed) << 1) | (rest === 0 ? 0 : 1));
      if (rest !== 0) out.varint(rest);
    }
    if (this.block.length === 0) this.firsts.push(term);
    this.block.text(term);
    this.block.varint(to - from);
    this.block.varint(out.length);
    this.block.append(out.written);
    if (this.block.length >= BLOCK_BYTES) this.flush();
  }

  private flush(): void {
    if (this.block.length === 0) return;
    this.blocks.push(this.block.slice());
    this.block.clear();
  }

  finish(): TermTable {
    this.flush();
    return { firsts: this.firsts, blocks: this.blocks };
  }
}

export function blockOf(firsts: readonly string[], term: string): number {
  const compare = comparing([term]);
  let low = 0;
  let high = firsts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(firsts[middle] ?? '', term) <= 0) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Calls `visit` for each term of a block, in order; `read` decodes its postings. */
export function eachInBlock(
  block: Uint8Array,
  visit: (term: string, read: () => Postings) => void,
): void {
  const reader = new ByteReader(block);
  while (!reader.done) {
    const term = FROM_UTF8.decode(reader.take(reader.varint()));
    const count = reader.varint();
    const bytes = reader.take(reader.varint());
    visit(term, () => decodePostings(bytes, count));
  }
}

/** Compares a stretch of bytes with a term's; the order of UTF-8 bytes is that of code points. */
function compareBytes(bytes: Uint8Array, from: number, to: number, term: Uint8Array): number {
  const length = Math.min(to - from, term.length);
  for (let i = 0; i < length; i++) {
    const difference = (bytes[from + i] ?? 0) - (term[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return to - from - term.length;
}

/** Most terms are ASCII, and a query looks hundreds up. */
function utf8Of(term: string): Uint8Array {
  const bytes = new Uint8Array(term.length);
  for (let i = 0; i < term.length; i++) {
    const code = term.charCodeAt(i);
    if (code >= 0x80) return UTF8.encode(term);
    bytes[i] = code;
  }
  return bytes;
}

/** A block that is asked for a term: its postings, if it holds it. */
export type TermBlock = (term: string) => Postings | undefined;

/** Where each term of a block begins. Without a reader, too: a query opens a hundred blocks of some hundred terms. */
function entriesIn(block: Uint8Array): number[] {
  const entries: number[] = [];
  let at = 0;
  while (at < block.length) {
    entries.push(at);
    at = behind(block, at);
    while ((block[at++] ?? 0) >= 0x80); // how many postings
    at = behind(block, at);
  }
  if (at > block.length) throw new RangeError(PAST_END);
  return entries;
}

/** Where bytes end that begin with their number. */
function behind(block: Uint8Array, from: number): number {
  let at = from;
  let byte = block[at++] ?? 0;
  let length = byte & 0x7f;
  for (let shift = 7; byte >= 0x80; shift += 7) {
    byte = block[at++] ?? 0;
    length |= (byte & 0x7f) << shift;
  }
  return at + (length >>> 0);
}

/** Notes where each term of a block stands, so that it is found without looking at all others. */
export function openBlock(block: Uint8Array): TermBlock {
  const reader = new ByteReader(block);
  const entries = entriesIn(block);
  return (term) => {
    const wanted = utf8Of(term);
    let low = 0;
    let high = entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      reader.at = entries[middle] ?? 0;
      const length = reader.varint();
      const order = compareBytes(block, reader.at, reader.at + length, wanted);
      if (order === 0) {
        reader.skip(length);
        const count = reader.varint();
        return decodePostings(reader.take(reader.varint()), count);
      }
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return undefined;
  };
}
