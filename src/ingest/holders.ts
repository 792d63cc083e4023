import type { Tree, TreeEntry } from '../ports/tree.ts';
import { HIDDEN_HOLDERS, HOLDS_SECRETS } from '../redact/holders.ts';

/** A file that is there to hold secrets: what it holds is one wherever else it occurs. */
export interface Holder {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** More such files than this in a root are test data. */
const MOST_FILES = 200;
const LIMIT = { bytes: 256 * 1024, tail: false };

/** Read each time, because git does not tell when one that it ignores has changed; judged only if there is something to analyse. */
export async function readHolders(
  tree: Tree,
  entries: readonly TreeEntry[],
  signal?: AbortSignal,
): Promise<readonly Holder[]> {
  const { roots = [''] } = tree;
  const all = entries.filter(({ path }) => HOLDS_SECRETS.test(path));
  const listed = roots.flatMap((root) =>
    all.filter(({ path }) => path.startsWith(root)).slice(0, MOST_FILES),
  );
  const paths = new Set(listed.map(({ path }) => path));
  const hidden = roots
    .flatMap((root) => HIDDEN_HOLDERS.map((path) => root + path))
    .filter((path) => !paths.has(path))
    .map((path) => ({ path, bytes: 0, stamp: '', modified: null }));
  const holders: Holder[] = [];
  for await (const result of tree.read([...listed, ...hidden], () => LIMIT, signal))
    if (result.kind === 'read') holders.push(result);
  return holders;
}
