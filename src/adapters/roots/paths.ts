import { isAbsolute, join, relative } from 'node:path';
import { insideRoot, rootOf, rootPrefix } from '../../text/paths/roots.ts';
import type { Root } from './roots.ts';

const forward = (path: string): string => path.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');

/** `name:path` as the index knows it; any other text as it is. */
export function namedPath(given: string, names: readonly string[]): string {
  const name = names.find((own) => given.startsWith(`${own}:`));
  if (name === undefined) return given;
  return rootPrefix(name) + given.slice(name.length + 1).replace(/^(?:\.?\/)+/, '');
}

/** The path a user means, as the index knows it: `name:path` of one of the roots, or any path to a file in one. */
export function meantPath(given: string, home: string, roots: readonly Root[]): string {
  const named = namedPath(
    given,
    roots.map(({ name }) => name),
  );
  if (named !== given || (roots.length > 0 && rootOf(given) !== null)) return forward(named);
  if (!isAbsolute(given)) return forward(given);
  const inside = roots
    .map(({ name, folder }) => ({ name, way: relative(folder, given) }))
    .filter(({ way }) => way !== '' && !way.startsWith('..') && !isAbsolute(way))
    // The innermost root has it.
    .sort((a, b) => a.way.length - b.way.length);
  const [best] = inside;
  return best === undefined
    ? forward(relative(home, given))
    : rootPrefix(best.name) + forward(best.way);
}

/** Where a path lies, as the index knows it or as people write it. */
export function placeOf(path: string, home: string, roots: readonly Root[]): string {
  const named = namedPath(
    path,
    roots.map(({ name }) => name),
  );
  const name = rootOf(named);
  const root = roots.find((own) => own.name === name);
  return root === undefined ? join(home, path) : join(root.folder, insideRoot(named));
}
