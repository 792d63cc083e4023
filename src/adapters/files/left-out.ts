import type { Variables } from '../../config/find.ts';
import { comparing } from '../../math/order.ts';
import type { Reason } from '../../model/shape.ts';
import type { LeftOut, Listing, TreeEntry } from '../../ports/tree.ts';
import { type BytePath, parentOf, textOf } from '../../text/paths/byte-path.ts';
import { isPlain, isReserved } from '../../text/paths/reserved.ts';
import type { OwnRules } from './rules.ts';

/** What all who take part in a listing share. */
export interface Survey {
  readonly root: BytePath;
  readonly own: OwnRules;
  readonly leftOut: LeftOuts;
  readonly signal: AbortSignal | undefined;
  /** Where the user keeps what they trust. */
  readonly env: Variables | undefined;
}

/** Collects what a listing leaves out; of several reasons for one path the first one stays. */
export interface LeftOuts {
  add(path: BytePath, reason: Reason, detail: string): void;
  all(): readonly LeftOut[];
}

export function createLeftOuts(): LeftOuts {
  const found = new Map<BytePath, LeftOut>();
  return {
    add(path, reason, detail) {
      if (!found.has(path)) found.set(path, { path: textOf(path), reason, detail });
    },
    all: () => [...found.values()],
  };
}

export function toListing(
  entries: TreeEntry[],
  leftOut: LeftOuts,
  commit: string | null,
): Omit<Listing, 'memory'> {
  const all = leftOut.all();
  return { entries: entries.sort(byPath(entries)), leftOut: all.toSorted(byPath(all)), commit };
}

type Placed = { readonly path: string };

function byPath(placed: readonly Placed[]): (a: Placed, b: Placed) => number {
  const compare = comparing(placed.map(({ path }) => path));
  return (a, b) => compare(a.path, b.path);
}

/** Folders nested deeper than this are not entered. */
export const MAX_FOLDERS = 1000;

/** How many folders lie above and including this one. */
export const depthOf = (folder: BytePath): number => (folder === '' ? 0 : folder.split('/').length);

/** Whether a path is part of the workspace at all; what people should know of is noted. */
export function isPart(path: BytePath, { own, leftOut }: Pick<Survey, 'own' | 'leftOut'>): boolean {
  if (!isPlain(path)) {
    leftOut.add(path, 'unreadable', 'a path that leaves the workspace');
    return false;
  }
  if (isReserved(path)) return false;
  if (depthOf(parentOf(path)) > MAX_FOLDERS) {
    const folder = path.split('/', MAX_FOLDERS + 1).join('/');
    leftOut.add(folder, 'too-deep', `more than ${MAX_FOLDERS} folders`);
    return false;
  }
  const refusal = own.refusalOf(path);
  if (refusal !== null) leftOut.add(refusal.path, 'ignored', refusal.origin);
  return refusal === null;
}
