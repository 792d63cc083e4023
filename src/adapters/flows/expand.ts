import { SheafError } from '../../model/errors.ts';
import type { Selector } from '../../model/evidence.ts';
import { bytesOf, nameOf } from '../../text/paths/byte-path.ts';
import { compileGlob, matchesGlob } from '../../text/paths/glob.ts';
import { shownPath } from '../../text/paths/roots.ts';
import { workTree } from '../files/work-tree.ts';
import { inner, type Root } from '../roots/roots.ts';
import { unionTree } from '../roots/union-tree.ts';
import type { Scope } from './scope.ts';

const WILD = /[*?[]/;
/** More at once was hardly meant, and no flow has ranks for it. */
const MAX_FILES = 500;

/** All files that may be named, by the names people give them. */
export async function listPaths(home: string, roots: readonly Root[]): Promise<string[]> {
  const trees = roots.map((root) => ({
    name: root.name,
    tree: workTree(root.folder),
    foreign: inner(root, roots),
  }));
  const { entries } = await (roots.length === 0 ? workTree(home) : unionTree(trees)).list();
  return entries.map(({ path }) => (roots.length === 0 ? path : shownPath(path)));
}

/** Folders and patterns become the files of the workspace they name; what is a file stays as it is. */
export async function expandSelectors(
  list: () => Promise<readonly string[]>,
  scope: Scope,
  selectors: readonly Selector[],
): Promise<Selector[]> {
  const isMany = ({ path }: Selector): boolean =>
    scope.isFolder(path) || (WILD.test(path) && !scope.exists(path));
  if (!selectors.some(isMany)) return [...selectors];
  const paths = await list();
  return selectors.flatMap((selector) =>
    isMany(selector) ? expand(selector, paths, scope) : [selector],
  );
}

function expand(selector: Selector, paths: readonly string[], scope: Scope): Selector[] {
  const { written, range } = selector;
  const name = `selector ${JSON.stringify(written.slice(0, 200))}`;
  if (range !== null) throw new SheafError('usage', `${name}: a range needs a single file`);
  const inside = scope.inside(selector.path);
  if (inside === null) throw new SheafError('outside', `${name}: leads out of the workspace`);
  const found = scope.isFolder(selector.path)
    ? paths.filter((path) => path.startsWith(/^$|:$/.test(inside) ? inside : `${inside}/`))
    : byGlob(inside, paths);
  if (found.length === 0) throw new SheafError('not-found', `${name}: no file matches`);
  if (found.length > MAX_FILES) {
    const hint = `at most ${MAX_FILES} are allowed; name a subfolder`;
    throw new SheafError('usage', `${name}: matches ${found.length} files`, hint);
  }
  return found.map((path) => ({ ...selector, path }));
}

function byGlob(pattern: string, paths: readonly string[]): string[] {
  // A slash before it ties the pattern to the root: `*.md` is not every folder's.
  const glob = compileGlob(`/${bytesOf(pattern)}`);
  if (glob === null) return [];
  return paths.filter((path) => matchesGlob(glob, bytesOf(path), nameOf(bytesOf(path)), false));
}
