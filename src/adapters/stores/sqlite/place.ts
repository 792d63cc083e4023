import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { SheafError } from '../../../model/errors.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { errorCode } from '../../files/open-file.ts';

export const IN_MEMORY = ':memory:';

export interface PlaceOptions {
  readonly file: string;
  /** What is written must be there afterwards: where it can't be, that is an error. */
  readonly mustKeep?: boolean;
  /** Someone chose this place: a new index has to be made there. */
  readonly isNamed?: boolean;
  /** Nothing of what lies there can be used. */
  readonly isDamaged?: boolean;
  readonly warn: (sentence: string) => void;
}

/** The file to work on: the one that was named, or, where that can't be written, a copy of it or memory. */
export function placeOf({ file, mustKeep, isNamed, isDamaged, warn }: PlaceOptions): string {
  if (file === IN_MEMORY && mustKeep !== true) return file;
  if (isNamed === true && isForeign(file)) {
    const hint = 'Name a file that is not there yet; this one was left as it is.';
    throw new SheafError('usage', `${file} is no index of Sheaf.`, hint);
  }
  const cause = file === IN_MEMORY ? 'there is no home folder' : obstacle(file, isNamed === true);
  if (cause === null) return file;
  if (mustKeep === true || (isNamed === true && !fs.existsSync(file))) {
    const hint = 'Choose a writable file with --index FILE.';
    const what = file === IN_MEMORY ? 'The index' : `The index ${file}`;
    throw new SheafError('unreadable', `${what} can't be written (${cause}).`, hint);
  }
  const hasCopy = isDamaged !== true && fs.existsSync(file) && !isStrange(file);
  const copy = hasCopy ? copyOf(file) : null;
  const how = copy === null ? 'made in memory, for this run alone' : 'read from a copy';
  warn(`The index ${file} can't be written (${cause}), so it is ${how}.`);
  return copy ?? IN_MEMORY;
}

const PRIVATE_FOLDER = 0o700;

/**
 * Makes a file that only its owner reads; SQLite gives its companions the same mode. One that is there is not touched: whoever closes a
 * file loses all locks of this process on it, and with them the log that another workspace here is writing.
 */
export function makePrivate(path: string): void {
  if (!fs.existsSync(path)) fs.closeSync(fs.openSync(path, 'a', 0o600));
}

/** A folder, a pipe or the like where a file of ours belongs: nothing can be read from it, and some would be waited for. */
const isStrange = (path: string): boolean =>
  fs.statSync(path, { throwIfNoEntry: false })?.isFile() === false;

/** The first table of an index stands on its first page. */
const MARK = 'CREATE TABLE meta';
const HEAD_BYTES = 65_536;

/**
 * A file of the user's own, which must not be taken for a damaged index and written anew. Only one without a lock beside it is looked into:
 * that of an index may be held by this process, and to close it would lose its locks.
 */
function isForeign(file: string): boolean {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isFile() || stat.size === 0) return false;
  if (fs.existsSync(`${file}.lock`) || fs.existsSync(`${file}-wal`)) return false;
  const head = Buffer.alloc(Math.min(stat.size, HEAD_BYTES));
  const opened = fs.openSync(file, 'r');
  try {
    fs.readSync(opened, head);
  } finally {
    fs.closeSync(opened);
  }
  return !head.includes(MARK);
}

/** Removes what lies in the place of one of our files and is none. For the user's cache, where every name is ours. */
export function removeStrange(path: string): void {
  if (isStrange(path)) fs.rmSync(path, { recursive: true, force: true });
}

/** Why the index can't be written; null if it can. */
function obstacle(file: string, isNamed: boolean): string | null {
  const folder = dirname(file);
  const files = ['', '-wal', '-shm', '.lock'].map((end) => file + end);
  try {
    makeFolder(folder, isNamed ? undefined : PRIVATE_FOLDER);
    if (!isNamed && (fs.statSync(folder).mode & 0o077) !== 0) fs.chmodSync(folder, PRIVATE_FOLDER);
    fs.accessSync(folder, fs.constants.W_OK);
    if (!isNamed) files.forEach(removeStrange);
    if (files.some(isStrange)) return 'not a file';
    for (const path of files) {
      if (fs.existsSync(path)) fs.accessSync(path, fs.constants.W_OK);
    }
    makePrivate(file);
    makePrivate(`${file}.lock`);
    return null;
  } catch (error) {
    return errorCode(error);
  }
}

/** What indexes were called when each root had its own. */
const OLD_INDEX = /^[0-9a-f]{32}\.db(?:-wal|-shm|\.lock)?$/;

/** Removes indexes of single roots that lie beside the one of all. */
export function forgetOldIndexes(file: string): { readonly files: number; readonly bytes: number } {
  const folder = dirname(file);
  const old = fs.readdirSync(folder).filter((name) => OLD_INDEX.test(name));
  const sizes = old.map((name) => {
    const size = fs.statSync(join(folder, name)).size;
    fs.rmSync(join(folder, name), { force: true });
    return size;
  });
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  return { files: old.filter((name) => name.endsWith('.db')).length, bytes };
}

const copies: string[] = [];

function removeCopies(): void {
  for (const folder of copies) fs.rmSync(folder, { recursive: true, force: true });
}

/** Another process may be writing what is copied. */
const TRIES = 3;

/** A copy in a folder that goes with the process; null where there is no room for one. */
function copyOf(file: string): string | null {
  try {
    const folder = fs.mkdtempSync(join(tmpdir(), 'sheaf-index-'));
    if (copies.push(folder) === 1) process.once('exit', removeCopies);
    const copy = join(folder, basename(file));
    for (let tried = 0; tried < TRIES; tried++) {
      const before = stampOf(file);
      for (const end of ['', '-wal']) {
        fs.rmSync(copy + end, { force: true });
        if (!fs.existsSync(file + end)) continue;
        fs.copyFileSync(file + end, copy + end);
        fs.chmodSync(copy + end, 0o600); // a copy has the mode of what it is a copy of
      }
      if (stampOf(file) === before) return copy;
    }
    return null;
  } catch (error) {
    if (errorCode(error) === 'unknown error') throw error;
    return null; // no temporary folder, or a full one: memory will do
  }
}

const stampOf = (file: string): string =>
  ['', '-wal']
    .map((end) => fs.statSync(file + end, { throwIfNoEntry: false }))
    .map((stat) => `${stat?.size} ${stat?.mtimeMs}`)
    .join();
