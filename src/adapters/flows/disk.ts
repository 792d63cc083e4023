import * as fs from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import { SheafError } from '../../model/errors.ts';
import { makeFolder } from '../files/make-folder.ts';
import { errorCode } from '../files/open-file.ts';

/** The steps a transaction is made of. Each either happens or does not; tests stop between any two of them. */
export interface Disk {
  /** Something lies there, if only a link that leads nowhere. */
  exists(path: string): boolean;
  read(path: string): string | null;
  /** Writes a new file and sees it on the disk. */
  write(path: string, text: string): void;
  /** A file, or a link, byte by byte. */
  copy(from: string, to: string): void;
  symlink(target: string, path: string): void;
  rename(from: string, to: string): void;
  remove(path: string): void;
  makeFolder(path: string): void;
  /** The names in a folder, sorted; none where there is no folder. */
  list(folder: string): string[];
  /** Sees the names of a folder on the disk. */
  sync(folder: string): void;
}

const ABSENT = ['ENOENT', 'ENOTDIR'];

/** What a look finds; where nothing lies, what stands for that. */
function unlessAbsent<T>(look: () => T, absent: T): T {
  try {
    return look();
  } catch (error) {
    if (!ABSENT.includes(errorCode(error))) throw error;
    return absent;
  }
}

const DENIED = ['ENOENT', 'EROFS', 'EACCES', 'EPERM', 'ENOSPC', 'EDQUOT'];

/** That a place can't be written is for the user to change, and said so. */
const writing =
  <A extends [string, ...string[]]>(work: (...args: A) => void): ((...args: A) => void) =>
  (...args) => {
    try {
      work(...args);
    } catch (error) {
      const code = errorCode(error);
      if (!DENIED.includes(code)) throw error;
      const place = args.find(isAbsolute) ?? args[0];
      const hint = 'flows live in .sheaf/flows below the root, which must be writable for this';
      throw new SheafError('unreadable', `${place} can't be written (${code})`, hint, error);
    }
  };

export const nodeDisk: Disk = {
  exists: (path) => fs.lstatSync(path, { throwIfNoEntry: false }) !== undefined,
  read: (path) => unlessAbsent(() => fs.readFileSync(path, 'utf8'), null),
  write: writing((path: string, text: string) => {
    makeFolder(dirname(path));
    fs.writeFileSync(path, text, { mode: 0o644, flush: true });
  }),
  copy: writing((from: string, to: string) => fs.cpSync(from, to, { verbatimSymlinks: true })),
  symlink: writing((target: string, path: string) => fs.symlinkSync(target, path)),
  rename: writing((from: string, to: string) => {
    makeFolder(dirname(to));
    fs.renameSync(from, to);
  }),
  remove: writing((path: string) => fs.rmSync(path, { recursive: true, force: true })),
  makeFolder: writing(makeFolder),
  list: (folder) => unlessAbsent(() => fs.readdirSync(folder).sort(), []),
  sync: (folder) => {
    if (process.platform === 'win32') return; // folders can't be opened there
    const fd = fs.openSync(folder, 'r');
    try {
      fs.fsyncSync(fd);
    } finally {
      fs.closeSync(fd);
    }
  },
};
