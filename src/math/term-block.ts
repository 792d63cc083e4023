import { ByteReader, PAST_END } from './bytes.ts';
import { comparing } from './order.ts';
import type { Postings } from './postings.ts';

const TO_UTF8 = new TextEncoder();
const FROM_UTF8 = new TextDecoder();

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
    if (code >= 0x80) return TO_UTF8.encode(term);
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
