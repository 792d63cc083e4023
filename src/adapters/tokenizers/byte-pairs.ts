import { remembered, rememberedText } from '../../math/memo.ts';
import type { Ranks } from './ranks.ts';
import type { VocabularyName } from './vocabularies.ts';

/** Text is cut into words before pairs are merged; the pattern belongs to the vocabulary. */
export type SplitName = VocabularyName;

const MARKS = '\\p{M}';
const UPPER = `[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}${MARKS}]`;
const LOWER = `[\\p{Ll}\\p{Lm}\\p{Lo}${MARKS}]`;
const SHORT_FORMS = "'(?:[sS]|[tT]|[rR][eE]|[vV][eE]|[mM]|[lL][lL]|[dD])";
const NUMBER = '\\p{N}{1,3}';

const SPLITS: Readonly<Record<SplitName, RegExp>> = {
  o200k: new RegExp(
    `[^\\r\\n\\p{L}\\p{N}]?${UPPER}*${LOWER}+(?:${SHORT_FORMS})?|[^\\r\\n\\p{L}\\p{N}]?${UPPER}+${LOWER}*(?:${SHORT_FORMS})?|${NUMBER}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+`,
    'gu',
  ),
  cl100k: new RegExp(
    `${SHORT_FORMS}|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|${NUMBER}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s+$|\\s*[\\r\\n]|\\s+(?!\\S)|\\s`,
    'gu',
  ),
};

/** Words remembered with their counts; the same words come again and again. */
const REMEMBERED = 100_000;
const LONGEST_REMEMBERED = 64;
const ASCII = /^\p{ASCII}*$/u;

/**
 * Where a text may be cut: no word of either pattern goes on behind a line end, but for more blank space and slashes, and none is
 * matched otherwise because of what comes after. So the counts of paragraphs add up to that of the text.
 */
const PARAGRAPH_END = /\n\n(?=[^\s/])/g;
/** Of the paragraphs that a running process counts, most are those it counted a moment ago. */
const REMEMBERED_CHARACTERS = 4_000_000;

function paragraphsOf(text: string): string[] {
  const paragraphs: string[] = [];
  let from = 0;
  for (const { index } of text.matchAll(PARAGRAPH_END)) {
    paragraphs.push(text.slice(from, index + 2));
    from = index + 2;
  }
  return [...paragraphs, text.slice(from)];
}

/** UTF-8 as a string of units below 256; a lone surrogate becomes U+FFFD, as in any file. */
const bytesOf = (text: string): string =>
  ASCII.test(text) ? text : Buffer.from(text, 'utf8').toString('latin1');

/** Counts tokens as the vocabulary does, special tokens in the text being text like any other. */
export function bytePairCounter(ranks: Ranks, split: SplitName): (text: string) => number {
  const pattern = SPLITS[split];
  const countOf = (word: string): number => {
    const bytes = bytesOf(word);
    const isToken = ranks.rankOf(bytes, 0, bytes.length) !== Number.POSITIVE_INFINITY;
    return isToken ? 1 : mergedCount(bytes, ranks);
  };
  const counted = remembered(countOf, REMEMBERED);
  const countParagraph = rememberedText((paragraph) => {
    let total = 0;
    for (const word of paragraph.match(pattern) ?? []) {
      total += word.length > LONGEST_REMEMBERED ? countOf(word) : counted(word);
    }
    return total;
  }, REMEMBERED_CHARACTERS);
  return (text) => paragraphsOf(text).reduce((sum, own) => sum + countParagraph(own), 0);
}

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
