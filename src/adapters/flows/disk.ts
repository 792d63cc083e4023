import * as fs from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import { refused, SheafError } from '../../model/errors.ts';
import { makeFolder } from '../files/make-folder.ts';
import { errorCode, peek } from '../files/open-file.ts';

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

/** A link, a socket and a device are none of our files. */
const ABSENT = ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO', 'ENODEV'];

/** What a look finds; where nothing lies, what stands for that. */
function unlessAbsent<T>(look: () => T, absent: T): T {
  try {
    return look();
  } catch (error) {
    if (!ABSENT.includes(errorCode(error))) throw error;
    return absent;
  }
}

/** Not the place but the machine is short of something. */
const SHORT = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EMFILE', 'ENFILE', 'EIO'];

/** That a place can't be written is for the user to change, and said so. */
const writing =
  <A extends [string, ...string[]]>(work: (...args: A) => void): ((...args: A) => void) =>
  (...args) => {
    try {
      work(...args);
    } catch (error) {
      const code = errorCode(error);
      if (error instanceof SheafError || code === 'unknown error') throw error;
      const place = args.find(isAbsolute) ?? args[0];
      if (SHORT.includes(code)) throw refused(`write ${place}`, error);
      const hint = 'flows live in .sheaf/flows below the root, which must be writable for this';
      throw new SheafError('unreadable', `${place} can't be written (${code})`, hint, error);
    }
  };

const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants;
/* What lies in a project may be a link, a second name of another file, or a pipe, be it under the name of a draft. */
const NEW = O_WRONLY | O_CREAT | O_EXCL;
const NOT_ELSEWHERE = O_RDONLY | O_NOFOLLOW | O_NONBLOCK;

function readOwn(path: string): string | null {
  const fd = fs.openSync(path, NOT_ELSEWHERE);
  try {
    return fs.fstatSync(fd).isFile() ? fs.readFileSync(fd, 'utf8') : null;
  } finally {
    fs.closeSync(fd);
  }
}

export const nodeDisk: Disk = {
  exists: (path) => peek(path) !== null,
  read: (path) => unlessAbsent(() => readOwn(path), null),
  write: writing((path: string, text: string) => {
    makeFolder(dirname(path));
    fs.rmSync(path, { force: true }); // of a run that was killed, or of somebody else
    const fd = fs.openSync(path, NEW, 0o644);
    try {
      fs.writeFileSync(fd, text, { flush: true });
    } finally {
      fs.closeSync(fd);
    }
  }),
  copy: writing((from: string, to: string) => fs.cpSync(from, to, { verbatimSymlinks: true })),
  symlink: writing((target: string, path: string) => fs.symlinkSync(target, path)),
  rename: writing((from: string, to: string) => {
    makeFolder(dirname(to));
    fs.renameSync(from, to);
  }),
  remove: writing((path: string) => fs.rmSync(path, { recursive: true, force: true })),
  makeFolder: writing((path: string) => makeFolder(path)),
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
