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
  const starts: number[] = [];
  let longest = 1;
  for (let at = 0; at < packed.length; at += HEADER_BYTES + view.getUint16(at)) {
    starts.push(at);
    longest = Math.max(longest, view.getUint16(at));
  }
  const mask = 2 ** Math.ceil(Math.log2(2 * starts.length + 2)) - 1;
  const slots = new Int32Array(mask + 1);
  // As text, so that entries are read in the same way as what is looked up.
  const text = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength).toString('latin1');
  const isAt = (entry: number, bytes: string, from: number, to: number): boolean => {
    if (view.getUint16(entry) !== to - from) return false;
    const offset = entry + HEADER_BYTES - from;
    for (let i = from; i < to; i++) {
      if (text.charCodeAt(offset + i) !== bytes.charCodeAt(i)) return false;
    }
    return true;
  };
  /** The slot of a sequence, or the free one where it would go. Hashed by FNV-1a. */
  const slotOf = (bytes: string, from: number, to: number): number => {
    let hash = SEED;
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ bytes.charCodeAt(i), PRIME);
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (let entry = slots[slot] ?? 0; entry !== 0; entry = slots[slot] ?? 0) {
      if (isAt(entry - 1, bytes, from, to)) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  };
  for (const at of starts) {
    const from = at + HEADER_BYTES;
    slots[slotOf(text, from, from + view.getUint16(at))] = at + 1;
  }
  return {
    longest,
    rankOf: (bytes, from, to) => {
      const entry = slots[slotOf(bytes, from, to)] ?? 0;
      return entry === 0 ? Number.POSITIVE_INFINITY : view.getUint32(entry + 1);
    },
  };
}

const SEED = 0x811c9dc5;
const PRIME = 0x01000193;
