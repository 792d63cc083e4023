import { byCodePoint } from '../../math/order.ts';
import type { Listing, Tree, TreeEntry } from '../../ports/tree.ts';

/** A part of a tree that is read soon: files whose paths speak of the task come first. */
export interface Part {
  /** What the task is about, in words. */
  readonly about: string;
  /** No more than so many bytes are read. */
  readonly bytes: number;
}

/** Too short to tell one path from another. */
const SHORT_WORD = 3;
/** One long file must not take the place of all others. */
const LARGEST_SHARE = 8;

const wordsOf = (text: string): readonly string[] => [
  ...new Set(
    (text.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').match(/[\p{L}\d]+/gu) ?? [])
      .map((word) => word.toLowerCase())
      .filter((word) => word.length >= SHORT_WORD),
  ),
];

/** How many different words of the task a path holds; its last component counts twice. */
function score(path: string, words: readonly string[]): number {
  const lower = path.toLowerCase();
  const name = lower.slice(lower.lastIndexOf('/') + 1);
  return words.reduce((sum, word) => {
    return sum + (lower.includes(word) ? 1 : 0) + (name.includes(word) ? 1 : 0);
  }, 0);
}

const depthOf = (path: string): number => path.split('/').length;

/** The entries that fit, those named like the task first, then the highest folders, in the order of the listing. */
export function chosen(entries: readonly TreeEntry[], { about, bytes }: Part): TreeEntry[] {
  const words = wordsOf(about);
  const ranked = entries
    .map((entry) => ({ entry, score: score(entry.path, words), depth: depthOf(entry.path) }))
    .sort(
      (a, b) => b.score - a.score || a.depth - b.depth || byCodePoint(a.entry.path, b.entry.path),
    );
  let left = bytes;
  const kept = new Set<TreeEntry>();
  for (const { entry } of ranked) {
    if (entry.bytes > Math.min(left, bytes / LARGEST_SHARE)) continue;
    left -= entry.bytes;
    kept.add(entry);
  }
  return entries.filter((entry) => kept.has(entry));
}

/** The tree with fewer files, and which share of them those are once it was listed; the tree itself where no part is wanted. */
export function partOf(
  tree: Tree,
  part: Part | undefined,
): { readonly tree: Tree; share(): number | undefined } {
  if (part === undefined) return { tree, share: () => undefined };
  let share = 0;
  const list = async (signal?: AbortSignal): Promise<Listing> => {
    const listing = await tree.list(signal);
    const entries = chosen(listing.entries, part);
    share = entries.length / Math.max(1, listing.entries.length);
    return { ...listing, entries, memory: '' };
  };
  return { tree: { ...tree, list }, share: () => share };
}
