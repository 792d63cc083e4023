import { nearDuplicates } from '../math/near-duplicates.ts';
import { shinglesOf } from '../math/shingles.ts';

/** Two texts that share more of their runs of words are one (RT-1). */
export const NEAR_DUPLICATE = 0.8;

export interface Dropped<T> {
  readonly item: T;
  /** The better-ranked item that says the same. */
  readonly of: T;
  /** 1 for the very same text. */
  readonly overlap: number;
}

export interface Deduped<T> {
  readonly kept: readonly T[];
  readonly dropped: readonly Dropped<T>[];
}

/** Leaves the first of each group of equal or nearly equal texts; items come best first. */
export function dedupe<T extends { readonly text: string }>(
  items: readonly T[],
  threshold: number = NEAR_DUPLICATE,
  runsOf: (item: T) => Uint32Array = ({ text }) => shinglesOf(text),
): Deduped<T> {
  const known = new Map<string, T>();
  const dropped = new Map<T, Dropped<T>>();
  const unlike: T[] = [];
  for (const item of items) {
    const of = known.get(item.text);
    if (of === undefined) {
      known.set(item.text, item);
      unlike.push(item);
    } else dropped.set(item, { item, of, overlap: 1 });
  }
  nearDuplicates(unlike.map(runsOf), threshold).forEach((near, i) => {
    const item = unlike[i];
    const of = near === null ? undefined : unlike[near.of];
    if (near === null || item === undefined || of === undefined) return;
    dropped.set(item, { item, of, overlap: near.overlap });
  });
  // A copy of something that was dropped itself is a duplicate of what that was dropped for.
  const resolved = [...dropped.values()].map((entry) => {
    const further = dropped.get(entry.of);
    return further === undefined ? entry : { ...entry, of: further.of, overlap: further.overlap };
  });
  const rank = new Map(items.map((item, i) => [item, i]));
  return {
    kept: items.filter((item) => !dropped.has(item)),
    dropped: resolved.sort((a, b) => (rank.get(a.item) ?? 0) - (rank.get(b.item) ?? 0)),
  };
}
