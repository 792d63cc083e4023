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
