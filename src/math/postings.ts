import { ByteReader, ByteWriter } from './bytes.ts';
import { byCodePoint } from './order.ts';

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
export const bodyOf = (packed: number): number => packed & BODY_MAX;
export const docOf = (packed: number): number => (packed >>> 12) & DOC_MAX;
export const nameOf = (packed: number): number => (packed >>> 22) & NAME_MAX;
export const withinOf = (packed: number): number => packed >>> 28;

/** The places a term occurs in: item numbers ascending, each with its packed counts. */
export interface Postings {
  readonly items: Int32Array;
  readonly counts: Uint32Array;
}

/** A sorted dictionary of terms cut into blocks of postings; `firsts` are the first terms of the blocks. */
export interface TermTable {
  readonly firsts: readonly string[];
  readonly blocks: readonly Uint8Array[];
}

/** Small enough that reading one for a rare term is cheap, large enough that a table has few rows. */
const BLOCK_BYTES = 16 * 1024;

function decodePostings(bytes: Uint8Array, count: number): Postings {
  const items = new Int32Array(count);
  const counts = new Uint32Array(count);
  const reader = new ByteReader(bytes);
  let item = -1;
  for (let i = 0; i < count; i++) {
    item += reader.varint() + 1;
    const body = reader.varint();
    items[i] = item;
    counts[i] = (body >>> 1) | ((body & 1) === 0 ? 0 : reader.varint() << 12);
  }
  return { items, counts };
}

const UTF8 = new TextEncoder();
const FROM_UTF8 = new TextDecoder();

/** Collects postings in any term order and writes them out as a table. Items must be added in ascending order. */
export class TermTableBuilder {
  private readonly ids = new Map<string, number>();
  private readonly terms: string[] = [];
  /** Term, item and counts of what was added, one after the other. */
  private log = new Int32Array(3 << 16);
  private length = 0;

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

  build(): TermTable {
    const { log, length } = this;
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
    const order = Array.from(this.terms.keys()).sort((a, b) =>
      byCodePoint(this.terms[a] ?? '', this.terms[b] ?? ''),
    );
    const writer = new TermTableWriter();
    for (const term of order) {
      const from = starts[term] ?? 0;
      const to = starts[term + 1] ?? 0;
      if (to > from) writer.write(this.terms[term] ?? '', items, counts, from, to);
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
    const name = UTF8.encode(term);
    this.block.varint(name.length);
    this.block.append(name);
    this.block.varint(to - from);
    this.block.varint(out.length);
    this.block.append(out.slice());
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
  let low = 0;
  let high = firsts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (byCodePoint(firsts[middle] ?? '', term) <= 0) low = middle + 1;
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

/**
 * The postings of those of the terms that a block holds. Terms must be sorted by code point: block
 * and terms are then walked once, side by side, without looking into the postings of others.
 */
export function findInBlock(block: Uint8Array, terms: readonly string[]): Map<string, Postings> {
  const found = new Map<string, Postings>();
  const wanted = terms.map((term) => UTF8.encode(term));
  const reader = new ByteReader(block);
  let next = 0;
  while (!reader.done && next < wanted.length) {
    const nameLength = reader.varint();
    const nameAt = reader.at;
    reader.at += nameLength;
    const count = reader.varint();
    const postingsLength = reader.varint();
    let target = wanted[next];
    while (target !== undefined && compareBytes(block, nameAt, nameAt + nameLength, target) > 0) {
      target = wanted[++next];
    }
    if (target !== undefined && compareBytes(block, nameAt, nameAt + nameLength, target) === 0) {
      found.set(terms[next] ?? '', decodePostings(reader.take(postingsLength), count));
      next++;
    } else reader.at += postingsLength;
  }
  return found;
}
