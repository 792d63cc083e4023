import { byCodePoint } from '../math/order.ts';
import { folderOf, sharedFolders } from '../text/imports/paths.ts';
import { nameOf } from './names.ts';

/** More would have to be read. */
const MAX_CANDIDATES = 300;

const stemOf = (name: string): string => name.replace(/(?<=.)\..*$/, '');
const endingOf = (name: string): string => /(?<=.)\.[^.]*$/.exec(name)?.[0] ?? '';

/** Files that one which is gone may have become, the likeliest first: its name, its folder, its stem, its ending. */
export function movedCandidates(path: string, tree: readonly string[]): string[] {
  const name = nameOf(path);
  const likeness = (other: string): number => {
    const its = nameOf(other);
    if (its === name) return 3;
    if (stemOf(its) === stemOf(name)) return 2;
    if (endingOf(its) !== endingOf(name)) return -1;
    return folderOf(other) === folderOf(path) ? 1 : 0;
  };
  return tree
    .map((other) => ({ other, like: likeness(other), near: sharedFolders(path, other) }))
    .filter(({ other, like }) => like >= 0 && other !== path)
    .sort((a, b) => b.like - a.like || b.near - a.near || byCodePoint(a.other, b.other))
    .slice(0, MAX_CANDIDATES)
    .map(({ other }) => other);
}
