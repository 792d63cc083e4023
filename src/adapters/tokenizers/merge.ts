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
  /** Start of the next piece, and of the piece before. */
  const next = Int32Array.from({ length: size }, (_, i) => i + 1);
  const before = Int32Array.from({ length: size }, (_, i) => i - 1);
  /** Rank of the pair that begins at a piece; infinite for none, and once the piece is merged into the one before. */
  const pairs = new Float64Array(size).fill(Number.POSITIVE_INFINITY);
  /** Pairs as one number each, by rank and then by place; no text is so long that it would leave the 53 bits of a number. */
  const heap: number[] = [];
  const offer = (left: number): void => {
    const right = next[left] ?? size;
    const end = right >= size ? right : (next[right] ?? size);
    const isPair = right < size && end - left <= ranks.longest;
    const rank = isPair ? ranks.rankOf(bytes, left, end) : Number.POSITIVE_INFINITY;
    pairs[left] = rank;
    if (rank !== Number.POSITIVE_INFINITY) push(heap, rank * size + left);
  };
  for (let i = 0; i + 1 < size; i++) offer(i);
  let count = size;
  for (let key = pop(heap); key !== undefined; key = pop(heap)) {
    const left = key % size;
    // Entries are not removed when a pair changes: one is stale unless its pair still stands there.
    if ((key - left) / size !== pairs[left]) continue;
    const right = next[left] ?? size;
    const end = next[right] ?? size;
    pairs[right] = Number.POSITIVE_INFINITY;
    next[left] = end;
    if (end < size) before[end] = left;
    count--;
    offer(left);
    const previous = before[left] ?? -1;
    if (previous >= 0) offer(previous);
  }
  return count;
}

/** Puts a number into a heap that has its least one first. */
function push(heap: number[], key: number): void {
  let at = heap.length;
  for (let parent = (at - 1) >> 1; at > 0 && (heap[parent] ?? 0) > key; parent = (at - 1) >> 1) {
    heap[at] = heap[parent] ?? 0;
    at = parent;
  }
  heap[at] = key;
}

function pop(heap: number[]): number | undefined {
  const [least] = heap;
  const last = heap.pop();
  if (heap.length === 0 || last === undefined) return least;
  let at = 0;
  for (let child = 1; child < heap.length; child = 2 * at + 1) {
    if ((heap[child + 1] ?? Number.POSITIVE_INFINITY) < (heap[child] ?? 0)) child++;
    if ((heap[child] ?? 0) > last) break;
    heap[at] = heap[child] ?? 0;
    at = child;
  }
  heap[at] = last;
  return least;
}
