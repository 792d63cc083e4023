/** Ranks of byte sequences; a sequence of bytes is a string of units below 256. */
export interface Ranks {
  /** Rank of the bytes from one place up to another; infinite if they have none. */
  rankOf(bytes: string, from: number, to: number): number;
  /** Bytes of the longest sequence that has a rank. */
  readonly longest: number;
}

/** Before the bytes of a sequence stand their number and their rank. */
const HEADER_BYTES = 6;
const LONGEST_POSSIBLE = 0xffff;

/** Sequences with their ranks, one after the other: read at once, where building a map of them takes half a second. */
export function packRanks(entries: readonly (readonly [Uint8Array, number])[]): Uint8Array {
  const size = entries.reduce((sum, [bytes]) => sum + HEADER_BYTES + bytes.length, 0);
  const packed = new Uint8Array(size);
  const view = new DataView(packed.buffer);
  let at = 0;
  for (const [bytes, rank] of entries) {
    if (bytes.length > LONGEST_POSSIBLE) throw new RangeError('a token is too long');
    view.setUint16(at, bytes.length);
    view.setUint32(at + 2, rank);
    packed.set(bytes, at + HEADER_BYTES);
    at += HEADER_BYTES + bytes.length;
  }
  return packed;
}

/** A hash table over packed ranks: each slot says where an entry begins, plus one. Of equal sequences the last counts. */
export function openRanks(packed: Uint8Array): Ranks {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const { count, longest } = measure(packed, view);
  const mask = 2 ** Math.ceil(Math.log2(2 * count + 2)) - 1;
  const slots = new Int32Array(mask + 1);
  const isAt = (entry: number, length: number, byteAt: (i: number) => number): boolean => {
    if (view.getUint16(entry) !== length) return false;
    for (let i = 0; i < length; i++) {
      if (packed[entry + HEADER_BYTES + i] !== byteAt(i)) return false;
    }
    return true;
  };
  for (let at = 0; at < packed.length; ) {
    const length = view.getUint16(at);
    const start = at + HEADER_BYTES;
    let hash = SEED;
    for (let i = 0; i < length; i++) hash = Math.imul(hash ^ (packed[start + i] ?? 0), PRIME);
    let slot = mixed(hash) & mask;
    for (let entry = slots[slot] ?? 0; entry !== 0; entry = slots[slot] ?? 0) {
      if (isAt(entry - 1, length, (i) => packed[start + i] ?? 0)) break;
      slot = (slot + 1) & mask;
    }
    slots[slot] = at + 1;
    at = start + length;
  }
  return {
    longest,
    rankOf: (bytes, from, to) => {
      let hash = SEED;
      for (let i = from; i < to; i++) hash = Math.imul(hash ^ bytes.charCodeAt(i), PRIME);
      let slot = mixed(hash) & mask;
      for (let entry = slots[slot] ?? 0; entry !== 0; entry = slots[slot] ?? 0) {
        if (isAt(entry - 1, to - from, (i) => bytes.charCodeAt(from + i)))
          return view.getUint32(entry + 1);
        slot = (slot + 1) & mask;
      }
      return Number.POSITIVE_INFINITY;
    },
  };
}

function measure(packed: Uint8Array, view: DataView): { count: number; longest: number } {
  let count = 0;
  let longest = 1;
  for (let at = 0; at < packed.length; count++) {
    const length = view.getUint16(at);
    longest = Math.max(longest, length);
    at += HEADER_BYTES + length;
  }
  return { count, longest };
}

/** FNV-1a. */
const SEED = 0x811c9dc5;
const PRIME = 0x01000193;
const mixed = (hash: number): number => hash ^ (hash >>> 15);
