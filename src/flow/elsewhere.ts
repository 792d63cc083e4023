import { byCodePoint } from '../math/order.ts';
import { nameOf } from './names.ts';

/** More would have to be read. */
const MAX_CANDIDATES = 300;

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
const stemOf = (name: string): string => name.replace(/(?<=.)\..*$/, '');
const endingOf = (name: string): string => /(?<=.)\.[^.]*$/.exec(name)?.[0] ?? '';

/** Folders that two paths share from the root on. */
function sharedFolders(a: string, b: string): number {
  const mine = folderOf(a).split('/');
  const other = folderOf(b).split('/');
  let shared = 0;
  while (shared < mine.length - 1 && mine[shared] === other[shared]) shared++;
  return shared;
}

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
