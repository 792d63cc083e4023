import * as fs from 'node:fs';
import type { TreeEntry } from '../../ports/tree.ts';
import type { BytePath } from '../../text/paths/byte-path.ts';
import { bytesOf, openable, parentOf, placeOf, textOf } from '../../text/paths/byte-path.ts';
import type { Survey } from './left-out.ts';
import { errorCode, peek, reasonOf } from './open-file.ts';

/** What a file holds by git's account, if that can be believed of a file with these times. */
export type BlobOf = (path: BytePath, stat: fs.Stats) => string | undefined;

/** Within this time a file system may give two changes the same time. */
export const FRESH_MS = 50;

/**
 * Turns paths into entries, or says why not. Whatever is no longer there, or only by way of a
 * linked folder, is passed over: git calls such a file deleted.
 */
export function createStater(
  { root, leftOut }: Survey,
  folders: Set<BytePath>,
  known: ReadonlyMap<BytePath, TreeEntry>,
  blobOf: BlobOf,
): (path: BytePath, isTracked: boolean) => TreeEntry | null {
  const strange = new Set<BytePath>();

  const isFolder = (folder: BytePath): boolean => {
    if (folder === '' || folders.has(folder)) return true;
    if (strange.has(folder)) return false;
    const real =
      isFolder(parentOf(folder)) && peek(openable(placeOf(root, folder)))?.isDirectory() === true;
    (real ? folders : strange).add(folder);
    return real;
  };

  const leaveOutLink = (path: BytePath): void => {
    try {
      const place = openable(placeOf(root, path));
      const target = fs.realpathSync.native(place, { encoding: 'latin1' });
      const inside = target === root || target.startsWith(root === '/' ? root : `${root}/`);
      leftOut.add(path, inside ? 'symlink' : 'symlink-outside', '');
    } catch (error) {
      leftOut.add(path, 'symlink-broken', errorCode(error));
    }
  };

  return (path, isTracked) => {
    try {
      if (!isFolder(parentOf(path))) return null;
      const entry = isTracked ? known.get(path) : undefined;
      if (entry !== undefined) return entry;
      const stat = lstat(root, path);
      if (stat === undefined || stat.isDirectory()) return null;
      if (stat.isFile()) {
        const blob = isTracked ? blobOf(path, stat) : undefined;
        return { ...entryOf(path, stat, isTracked), ...(blob !== undefined && { blob }) };
      }
      if (stat.isSymbolicLink()) leaveOutLink(path);
      else leftOut.add(path, 'special', '');
    } catch (error) {
      const code = errorCode(error);
      leftOut.add(path, reasonOf(code), code);
    }
    return null;
  };
}

const lstat = (root: BytePath, path: BytePath): fs.Stats | undefined =>
  fs.lstatSync(openable(placeOf(root, path)), { throwIfNoEntry: false });

const entryOf = (path: BytePath, stat: fs.Stats, isTracked: boolean): TreeEntry => ({
  path: textOf(path),
  bytes: stat.size,
  stamp: stampOf(stat),
  // The time of a file git knows comes from its history, so that all clones agree.
  modified: isTracked ? null : Math.floor(stat.mtimeMs / 1000),
});

const STAMP = 'stat:';
const FRESH = ':fresh';

/**
 * A file changed within the last tick of the file system's clock may change once more and keep its
 * times. Its stamp is marked, so that the next listing does not trust it.
 */
export const stampOf = ({ size, mtimeMs, ctimeMs, ino }: fs.Stats): string =>
  `${STAMP}${size}:${mtimeMs}:${ctimeMs}:${ino}${Date.now() - ctimeMs < FRESH_MS ? FRESH : ''}`;

export const isFresh = (stamp: string): boolean => stamp.endsWith(FRESH);

export const sizeIn = (stamp: string): number =>
  Number(stamp.slice(STAMP.length, stamp.indexOf(':', STAMP.length)));

/** What is where files were before, as far as git knows them; looked up while git is at work. */
export function statAll(
  root: BytePath,
  files: readonly Pick<TreeEntry, 'path'>[],
): Map<BytePath, TreeEntry> {
  const seen = new Map<BytePath, TreeEntry>();
  for (const { path: text } of files) {
    const path = bytesOf(text);
    try {
      const stat = lstat(root, path);
      if (stat?.isFile()) seen.set(path, entryOf(path, stat, true));
    } catch {
      // whoever asks for it by name will be told why
    }
  }
  return seen;
}
