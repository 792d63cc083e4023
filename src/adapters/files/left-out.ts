import { byCodePoint } from '../../math/order.ts';
import type { Reason } from '../../model/shape.ts';
import type { LeftOut, Listing, TreeEntry } from '../../ports/tree.ts';
import { type BytePath, textOf } from '../../text/paths/byte-path.ts';

/** Collects what a listing leaves out; of several reasons for one path the first one stays. */
export interface LeftOuts {
  add(path: BytePath, reason: Reason, detail: string): void;
  has(path: BytePath): boolean;
  all(): readonly LeftOut[];
}

export function createLeftOuts(): LeftOuts {
  const found = new Map<BytePath, LeftOut>();
  return {
    add(path, reason, detail) {
      if (!found.has(path)) found.set(path, { path: textOf(path), reason, detail });
    },
    has: (path) => found.has(path),
    all: () => [...found.values()],
  };
}

export function toListing(
  entries: TreeEntry[],
  leftOut: LeftOuts,
  commit: string | null,
): Omit<Listing, 'memory'> {
  const byPath = (a: { path: string }, b: { path: string }): number => byCodePoint(a.path, b.path);
  return { entries: entries.sort(byPath), leftOut: leftOut.all().toSorted(byPath), commit };
}
