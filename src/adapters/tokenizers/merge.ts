import type { Ranks } from './ranks.ts';

/** Up to here the plain search for the best pair beats the heap. */
const SHORT = 48;

/** How many tokens byte-pair merging leaves of a piece: best rank first, leftmost first among equals. */
export function mergedCount(bytes: string, ranks: Ranks): number {
  if (bytes.length < 2) return bytes.length;
  return bytes.length <= SHORT ? mergeShort(bytes, ranks) : mergeLong(bytes, ranks);
}

function mergeShort(bytes: string, ranks: Ranks): number {
  /** Where pieces start, and the end of the last one. */
  const starts = Array.from({ length: bytes.length + 1 }, (_, i) => i);
  const rankAt = (i: number): number =>
    ranks.rankOf(bytes, starts[i] ?? 0, starts[i + 2] ?? bytes.length);
  const pairs = Array.from({ length: bytes.length - 1 }, (_, i) => rankAt(i));
  while (pairs.length > 0) {
    let best = 0;
    for (let i = 1; i < pairs.length; i++) {
      if ((pairs[i] ?? 0) < (pairs[best] ?? 0)) best = i;
    }
    if (pairs[best] === Number.POSITIVE_INFINITY) break;
    starts.splice(best + 1, 1);
    pairs.splice(best, 1);
    if (best < pairs.length) pairs[best] = rankAt(best);
    if (best > 0) pairs[best - 1] = rankAt(best - 1);
  }
  return starts.length - 1;
}

/**
 * The same by a heap over a linked list, in n·log n: a line of a million letters is one piece, and the plain search takes
 * minutes for it.
 */
function mergeLong(bytes: string, ranks: Ranks): number {
  const size = bytes.length;
  /** Start of the next piece; of the piece before; 0 in `alive` once merged into the one before. */
  const next = Int32Array.from({ length: size }, (_, i) => i + 1);
  const before = Int32Array.from({ length: size }, (_, i) => i - 1);
  const alive = new Uint8Array(size).fill(1);
  const heap = new PairHeap(size);
  const offer = (left: number): void => {
    const right = next[left] ?? size;
    if (right >= size) return;
    const end = next[right] ?? size;
    if (end - left > ranks.longest) return;
    const rank = ranks.rankOf(bytes, left, end);
    if (rank !== Number.POSITIVE_INFINITY) heap.push(rank, left, end);
  };
  for (let i = 0; i + 1 < size; i++) offer(i);
  let count = size;
  while (heap.pop()) {
    const { left, end } = heap;
    const right = next[left] ?? size;
    // Entries are not removed when a pair changes: one is stale unless its pieces still stand as they were.
    if (alive[left] === 0 || right >= size || next[right] !== end) continue;
    alive[right] = 0;
    next[left] = end;
    if (end < size) before[end] = left;
    count--;
    offer(left);
    const previous = before[left] ?? -1;
    if (previous >= 0) offer(previous);
  }
  return count;
}

/** A binary heap of pairs by rank, then by place. */
class PairHeap {
  private ranks: Int32Array;
  private lefts: Int32Array;
  private ends: Int32Array;
  private length = 0;
  /** The pair that was popped last. */
  left = 0;
  end = 0;

  constructor(capacity: number) {
    this.ranks = new Int32Array(capacity);
    this.lefts = new Int32Array(capacity);
    this.ends = new Int32Array(capacity);
  }

  push(rank: number, left: number, end: number): void {
    if (this.length === this.ranks.length) this.grow();
    let at = this.length++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.isAfter(parent, rank, left)) break;
      this.move(parent, at);
      at = parent;
    }
    this.set(at, rank, left, end);
  }

  pop(): boolean {
    if (this.length === 0) return false;
    this.left = this.lefts[0] ?? 0;
    this.end = this.ends[0] ?? 0;
    const last = --this.length;
    if (last === 0) return true;
    const [rank, left, end] = [this.ranks[last] ?? 0, this.lefts[last] ?? 0, this.ends[last] ?? 0];
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= last) break;
      if (child + 1 < last && this.isAfter(child, this.ranks[child + 1], this.lefts[child + 1])) {
        child++;
      }
      if (this.isAfter(child, rank, left)) break;
      this.move(child, at);
      at = child;
    }
    this.set(at, rank, left, end);
    return true;
  }

  private isAfter(at: number, rank = 0, left = 0): boolean {
    const own = this.ranks[at] ?? 0;
    return own > rank || (own === rank && (this.lefts[at] ?? 0) > left);
  }

  private move(from: number, to: number): void {
    this.set(to, this.ranks[from] ?? 0, this.lefts[from] ?? 0, this.ends[from] ?? 0);
  }

  private set(at: number, rank: number, left: number, end: number): void {
    this.ranks[at] = rank;
    this.lefts[at] = left;
    this.ends[at] = end;
  }

  private grow(): void {
    const larger = (old: Int32Array): Int32Array => {
      const grown = new Int32Array(old.length * 2);
      grown.set(old);
      return grown;
    };
    this.ranks = larger(this.ranks);
    this.lefts = larger(this.lefts);
    this.ends = larger(this.ends);
  }
}
