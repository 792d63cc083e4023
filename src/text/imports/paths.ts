import { addTo } from '../../math/groups.ts';

/** Paths are workspace-relative with forward slashes; the root is ''. */

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

export const fileOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export const inFolder = (folder: string, name: string): string =>
  folder === '' ? name : `${folder}/${name}`;

export const withoutExtension = (path: string): string => {
  const dot = path.lastIndexOf('.');
  return dot > path.lastIndexOf('/') + 1 ? path.slice(0, dot) : path;
};

/** Joins and resolves `.` and `..`; null if the result leaves the workspace. */
export function joinPath(folder: string, relative: string): string | null {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of relative.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/');
}

/** The folder itself and those above it, nearest first, the root last. */
export const foldersUp = (folder: string): string[] =>
  folder === '' ? [''] : [folder, ...foldersUp(folderOf(folder))];

export function sharedFolders(a: string, b: string): number {
  const left = a.split('/').slice(0, -1);
  const right = b.split('/').slice(0, -1);
  const apart = left.findIndex((folder, i) => folder !== right[i]);
  return apart === -1 ? left.length : apart;
}

/** Every tail of a path that starts at a folder: `a/b/c`, `b/c`, `c`. */
function tailsOf(path: string): string[] {
  const tails = [path];
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1))
    tails.push(path.slice(at + 1));
  return tails;
}

/** Looks paths up by their end; `named` says what of a path counts. */
export function indexByTail(
  paths: Iterable<string>,
  named: (path: string) => string = (path) => path,
): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, string[]>();
  for (const path of paths) for (const tail of tailsOf(named(path))) addTo(index, tail, path);
  return index;
}

/** Of several candidates the one nearest to a file; ties go to the first by path. */
export function nearest(from: string, candidates: readonly string[]): string | undefined {
  const shared = candidates.map((candidate) => sharedFolders(from, candidate));
  return candidates[shared.indexOf(shared.reduce((a, b) => Math.max(a, b), 0))];
}
