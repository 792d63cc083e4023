import { inOrder } from '../../math/order.ts';
import type { Remembered, TreeEntry } from '../../ports/tree.ts';
import type { BytePath } from '../../text/paths/byte-path.ts';
import { textOf } from '../../text/paths/byte-path.ts';
import { isFresh, sizeIn } from './stat-file.ts';

/** Tracked files parted by whether they have to be looked at. */
export interface Parted {
  readonly same: TreeEntry[];
  readonly rest: readonly BytePath[];
}

/** Takes over what is known of files that did not change. The same rules held for them, so they are not asked again. */
export function asBefore(
  tracked: readonly BytePath[],
  changed: ReadonlySet<BytePath>,
  before: Remembered,
): Parted {
  const same: TreeEntry[] = [];
  const rest: BytePath[] = [];
  const fileAt = inOrder(before.files);
  const outAt = inOrder(before.leftOut);
  for (const path of tracked) {
    const text = textOf(path);
    const entry = fileAt(text) ?? withSize(outAt(text));
    if (entry === undefined || isFresh(entry.stamp) || changed.has(path)) rest.push(path);
    else same.push(entry);
  }
  return { same, rest };
}

const withSize = (file: Remembered['leftOut'][number] | undefined): TreeEntry | undefined =>
  file && { path: file.path, bytes: sizeIn(file.stamp), stamp: file.stamp, modified: null };
