import { endianness } from 'node:os';

/** Ranks of byte sequences; a sequence of bytes is a string of units below 256. */
export interface Ranks {
  /** Rank of the bytes from one place up to another; infinite if they have none. */
  rankOf(bytes: string, from: number, to: number): number;
  /** Bytes of the longest sequence that has a rank. */
  readonly longest: number;
}

/** At the beginning stand the bytes of the longest sequence and the number of slots. */
const HEAD_BYTES = 8;
const SLOT_BYTES = 4;
/** Before the bytes of a sequence stand their number and their rank. */
const ENTRY_BYTES = 6;
const LONGEST_POSSIBLE = 0xffff;

/**
 * A hash table of sequences: each slot says where an entry begins, plus one; then the entries. Packed with its slots, because it is opened in
 * every run that counts tokens: putting 200,000 sequences into a table takes as long as starting Node. Of equal sequences the last counts.
 */
export function packRanks(entries: readonly (readonly [Uint8Array, number])[]): Uint8Array {
  const slotCount = 2 ** Math.ceil(Math.log2(2 * entries.length + 2));
  const begin = HEAD_BYTES + SLOT_BYTES * slotCount;
  const size = entries.reduce((sum, [bytes]) => sum + ENTRY_BYTES + bytes.length, begin);
  const packed = new Uint8Array(size);
  const view = new DataView(packed.buffer);
  const longest = entries.reduce((most, [bytes]) => Math.max(most, bytes.length), 1);
  if (longest > LONGEST_POSSIBLE) throw new RangeError('a token is too long');
  view.setUint32(0, longest);
  view.setUint32(4, slotCount);
  let at = begin;
  for (const [bytes, rank] of entries) {
    view.setUint16(at, bytes.length);
    view.setUint32(at + 2, rank);
    packed.set(bytes, at + ENTRY_BYTES);
    at += ENTRY_BYTES + bytes.length;
  }
  const slots = new Int32Array(slotCount);
  const text = latin1(packed);
  const slotOf = slotsOf(packed, slots);
  for (let entry = begin; entry < size; entry += ENTRY_BYTES + view.getUint16(entry)) {
    const from = entry + ENTRY_BYTES;
    slots[slotOf(text, from, from + view.getUint16(entry))] = entry + 1;
  }
  slots.forEach((entry, slot) => {
    view.setInt32(HEAD_BYTES + SLOT_BYTES * slot, entry, true);
  });
  return packed;
}

export function openRanks(packed: Uint8Array): Ranks {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const slotCount = view.getUint32(4);
  // A copy, because numbers must begin at a multiple of their size; in the file their low byte comes first.
  const own = new Uint8Array(SLOT_BYTES * slotCount);
  own.set(packed.subarray(HEAD_BYTES, HEAD_BYTES + own.length));
  if (endianness() === 'BE') Buffer.from(own.buffer).swap32();
  const slots = new Int32Array(own.buffer);
  const slotOf = slotsOf(packed, slots);
  return {
    longest: view.getUint32(0),
    rankOf: (bytes, from, to) => {
      const entry = slots[slotOf(bytes, from, to)] ?? 0;
      return entry === 0 ? Number.POSITIVE_INFINITY : view.getUint32(entry + 1);
    },
  };
}

const latin1 = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('latin1');

/** Finds the slot of a sequence, or the free one where it would go. */
function slotsOf(
  packed: Uint8Array,
  slots: Int32Array,
): (bytes: string, from: number, to: number) => number {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const mask = slots.length - 1;
  const isAt = (entry: number, bytes: string, from: number, to: number): boolean => {
    if (view.getUint16(entry) !== to - from) return false;
    const offset = entry + ENTRY_BYTES - from;
    for (let i = from; i < to; i++) {
      if (packed[offset + i] !== bytes.charCodeAt(i)) return false;
    }
    return true;
  };
  // Hashed by FNV-1a.
  return (bytes, from, to) => {
    let hash = SEED;
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ bytes.charCodeAt(i), PRIME);
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (let entry = slots[slot] ?? 0; entry !== 0; entry = slots[slot] ?? 0) {
      if (isAt(entry - 1, bytes, from, to)) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  };
}

const SEED = 0x811c9dc5;
const PRIME = 0x01000193;
