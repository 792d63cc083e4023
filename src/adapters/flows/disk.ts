import * as fs from 'node:fs';
import { dirname } from 'node:path';

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
  /** Removes a file or a folder with all that is in it. */
  remove(path: string): void;
  makeFolder(path: string): void;
  /** The names in a folder, sorted; none where there is no folder. */
  list(folder: string): string[];
  /** Sees the names of a folder on the disk. */
  sync(folder: string): void;
}

const isAbsent = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ENOENT' || error.code === 'ENOTDIR');

/** A new file; its folder is made where there is none. */
function opened(path: string): number {
  try {
    return fs.openSync(path, 'w', 0o644);
  } catch (error) {
    if (!isAbsent(error)) throw error;
    fs.mkdirSync(dirname(path), { recursive: true });
    return fs.openSync(path, 'w', 0o644);
  }
}

export const nodeDisk: Disk = {
  exists: (path) => fs.lstatSync(path, { throwIfNoEntry: false }) !== undefined,
  read: (path) => {
    try {
      return fs.readFileSync(path, 'utf8');
    } catch (error) {
      if (isAbsent(error)) return null;
      throw error;
    }
  },
  write: (path, text) => {
    const fd = opened(path);
    try {
      fs.writeFileSync(fd, text);
      fs.fsyncSync(fd);
    } finally {
      fs.closeSync(fd);
    }
  },
  copy: (from, to) => fs.cpSync(from, to, { verbatimSymlinks: true }),
  symlink: (target, path) => fs.symlinkSync(target, path),
  rename: (from, to) => {
    try {
      fs.renameSync(from, to);
    } catch (error) {
      if (!isAbsent(error) || !nodeDisk.exists(from)) throw error;
      fs.mkdirSync(dirname(to), { recursive: true });
      fs.renameSync(from, to);
    }
  },
  remove: (path) => fs.rmSync(path, { recursive: true, force: true }),
  makeFolder: (path) => {
    fs.mkdirSync(path, { recursive: true });
  },
  list: (folder) => {
    try {
      return fs.readdirSync(folder).sort();
    } catch (error) {
      if (isAbsent(error)) return [];
      throw error;
    }
  },
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
