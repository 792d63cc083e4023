import { inOrder } from '../math/order.ts';
import type { LeftOutFile, State, StateFile } from '../model/state.ts';
import type { TreeEntry } from '../ports/tree.ts';
import type { ReadRequest } from './read.ts';

/** Files sorted by what is known of them. All lists are in order of the path. */
export interface Sorted {
  readonly files: readonly StateFile[];
  readonly leftOut: readonly LeftOutFile[];
  /** To be read and analysed. */
  readonly pending: readonly TreeEntry[];
}

/** The files of which a twin knows nothing. */
export function notIn(twin: State | null, entries: readonly TreeEntry[]): readonly TreeEntry[] {
  if (twin === null) return entries;
  const [fileAt, outAt] = [inOrder(twin.files), inOrder(twin.leftOut)];
  return entries.filter(({ path }) => fileAt(path) === undefined && outAt(path) === undefined);
}

/**
 * Takes over what is known of files that lie at the same path in a state of another root made under the same settings, and have the same
 * bytes: path, bytes and settings decide all that is kept of a file. The bytes are compared, unless git can tell that a file holds those
 * of a blob that the other was found to hold.
 */
export async function asInTwin(
  twin: State,
  entries: readonly TreeEntry[],
  { tree, hash, signal }: Pick<ReadRequest, 'tree' | 'hash' | 'signal'>,
): Promise<Sorted> {
  const fileAt = inOrder(twin.files);
  const outAt = inOrder(twin.leftOut);
  const alike = new Map<string, StateFile | LeftOutFile>();
  for (const { path, bytes } of entries) {
    const [file, out] = [fileAt(path), outAt(path)];
    if (file?.bytes === bytes) alike.set(path, file);
    else if (out !== undefined && out.hash !== '') alike.set(path, out);
  }
  const sizes = new Map(entries.map(({ path, bytes }) => [path, bytes]));
  const isTold = ({ path, blob }: TreeEntry): boolean =>
    blob !== undefined && alike.get(path)?.blob === blob;
  const read = entries.filter((entry) => alike.has(entry.path) && !isTold(entry));
  // What has grown since it was listed is left to those who know how much of it is read.
  const limitOf = (path: string) => ({ bytes: sizes.get(path) ?? 0, tail: false });
  for await (const result of tree.read(read, limitOf, signal)) {
    const isSame = result.kind === 'read' && hash(result.bytes) === alike.get(result.path)?.hash;
    if (!isSame) alike.delete(result.path);
  }
  const files: StateFile[] = [];
  const leftOut: LeftOutFile[] = [];
  for (const { path, stamp, modified } of entries) {
    const same = alike.get(path);
    if (same === undefined) continue;
    if ('reason' in same) leftOut.push({ ...same, stamp });
    else files.push({ ...same, stamp, modified });
  }
  return { files, leftOut, pending: entries.filter(({ path }) => !alike.has(path)) };
}
