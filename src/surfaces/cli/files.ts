import * as fs from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../../adapters/files/make-folder.ts';
import { SheafError } from '../../model/errors.ts';

/* The files the command line itself touches: configuration, task files, outputs. */

/** No configuration or task is longer; a larger file was named by mistake. */
const MAX_BYTES = 16 * 1024 * 1024;
const ABSENT: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

const unreadable = (path: string, why: string, cause?: unknown): SheafError =>
  new SheafError('unreadable', `cannot read ${path}: ${why}`, '', cause);

/** A text file, or null if there is none. A pipe (`<(…)`) is read as it comes. */
export function readText(path: string): string | null {
  try {
    const file = fs.openSync(path, 'r');
    try {
      const stat = fs.fstatSync(file);
      if (stat.isDirectory()) throw unreadable(path, 'it is a folder');
      if (stat.size > MAX_BYTES) throw unreadable(path, `it is larger than ${MAX_BYTES} bytes`);
      return decode(fs.readFileSync(file));
    } finally {
      fs.closeSync(file);
    }
  } catch (error) {
    if (error instanceof SheafError) throw error;
    if (ABSENT.has(codeOf(error))) return null;
    throw unreadable(path, codeOf(error) || String(error), error);
  }
}

/** The same for a configuration, of which there is none where the name is a folder or a pipe. */
export function readConfigText(path: string): string | null {
  const stat = fs.statSync(path, { throwIfNoEntry: false });
  return stat?.isFile() === true ? readText(path) : null;
}

/** UTF-8, with or without a byte order mark. */
export const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

export const isFolder = (path: string): boolean =>
  fs.statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Where a file is written before it gets its name. */
const draftOf = (path: string): string => `${path}.${process.pid}.tmp`;

function writeDraft(path: string, text: string, publish: (draft: string) => void): void {
  const draft = draftOf(path);
  try {
    makeFolder(dirname(path));
    fs.rmSync(draft, { force: true }); // of a run that was killed
    fs.writeFileSync(draft, text, { flag: 'wx' });
    publish(draft);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw exists(path, error);
    throw new SheafError('unreadable', `cannot write ${path}: ${codeOf(error)}`, '', error);
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

const exists = (path: string, cause: unknown): SheafError =>
  new SheafError('usage', `${path} already exists`, 'replace it with --force', cause);

/** Writes a file as a whole or not at all, replacing what was there; a device or pipe is written to. */
export function writeWhole(path: string, text: string): void {
  const stat = fs.statSync(path, { throwIfNoEntry: false });
  if (stat !== undefined && !stat.isFile() && !stat.isDirectory()) {
    fs.writeFileSync(path, text);
    return;
  }
  // Through a link to its target: the link is the user's and stays.
  const target = stat === undefined ? path : fs.realpathSync(path);
  writeDraft(target, text, (draft) => fs.renameSync(draft, target));
}

/** Some file systems know no hard links. */
const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP']);

/** Writes a file that must not be there yet. A hard link makes "not there yet" and "whole" one step. */
export function writeNew(path: string, text: string): void {
  writeDraft(path, text, (draft) => {
    try {
      fs.linkSync(draft, path);
    } catch (error) {
      if (!NO_LINKS.has(codeOf(error))) throw error;
      fs.writeFileSync(path, text, { flag: 'wx' });
    }
  });
}
