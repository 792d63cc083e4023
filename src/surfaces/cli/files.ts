import * as fs from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../../adapters/files/make-folder.ts';
import { errorCode } from '../../adapters/files/open-file.ts';
import { refused, SheafError } from '../../model/errors.ts';

/* What the command line itself writes: files, and the clipboard. */

export const isFolder = (path: string): boolean =>
  fs.statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** A file is written elsewhere before it gets its name. */
function writeDraft(path: string, text: string, publish: (draft: string) => void): void {
  const draft = `${path}.${process.pid}.tmp`;
  try {
    makeFolder(dirname(path));
    fs.rmSync(draft, { force: true }); // of a run that was killed
    fs.writeFileSync(draft, text, { flag: 'wx' });
    publish(draft);
  } catch (error) {
    throw errorCode(error) === 'EEXIST'
      ? new SheafError('usage', `${path} already exists`, 'replace it with --force', error)
      : refused(`write ${path}`, error);
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

/** Writes a file as a whole or not at all, replacing what was there; a device or pipe is written to. */
export function writeWhole(path: string, text: string): void {
  const stat = fs.statSync(path, { throwIfNoEntry: false });
  if (stat !== undefined && !stat.isFile() && !stat.isDirectory()) {
    try {
      fs.writeFileSync(path, text);
    } catch (error) {
      throw refused(`write ${path}`, error);
    }
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
      if (!NO_LINKS.has(errorCode(error))) throw error;
      fs.writeFileSync(path, text, { flag: 'wx' });
    }
  });
}

/** Programs that put standard input on the clipboard, by system; the first that works is taken. */
const PROGRAMS: readonly (readonly [string, readonly string[]])[] = [
  ['pbcopy', []],
  ['wl-copy', []],
  ['xclip', ['-selection', 'clipboard']],
  ['xsel', ['--clipboard', '--input']],
  ['clip.exe', []],
];

export async function copyText(text: string): Promise<void> {
  const { spawnSync } = await import('node:child_process');
  const done = PROGRAMS.some(
    ([program, args]) =>
      spawnSync(program, args, { input: text, stdio: ['pipe', 'ignore', 'ignore'] }).status === 0,
  );
  if (done) return;
  const hint = 'install xclip or wl-clipboard, or write to a file with --out FILE';
  throw new SheafError('not-found', 'no clipboard program was found', hint);
}
