import * as fs from 'node:fs';
import type { Reason } from '../../model/shape.ts';
import type { ReadResult } from '../../ports/tree.ts';
import { type BytePath, openable, parentOf, placeOf } from '../../text/paths/byte-path.ts';

export type Refused = Omit<Extract<ReadResult, { kind: 'left-out' }>, 'path'>;
type Opened = { readonly kind: 'open'; readonly fd: number; readonly bytes: number } | Refused;

/** Never waits for a pipe's other end, never follows a link in the last place. */
const FLAGS =
  fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0) | (fs.constants.O_NONBLOCK ?? 0);

const OPEN_FILES = '/proc/self/fd';
const seesOpenFiles = fs.existsSync(OPEN_FILES);

/**
 * Opens a regular file below the root. That no folder on the way was a link is checked on what is
 * open, not before: a link put there between check and open would be followed.
 */
export function openInside(root: BytePath, path: BytePath): Opened {
  const place = placeOf(root, path);
  let fd: number;
  try {
    fd = fs.openSync(openable(place), FLAGS);
  } catch (error) {
    return refusedBy(error);
  }
  try {
    const stat = fs.fstatSync(fd);
    if (!stat.isFile()) return refuse(fd, 'special', '');
    if (!isWhere(fd, stat, place)) return refuse(fd, 'unreadable', 'moved while it was read');
    return { kind: 'open', fd, bytes: stat.size };
  } catch (error) {
    fs.closeSync(fd);
    return refusedBy(error);
  }
}

/** What lies at a place, links not followed; null if nothing can be learnt of it. */
export function peek(place: string | Buffer): fs.Stats | null {
  try {
    return fs.lstatSync(place);
  } catch {
    return null; // missing, or a part of the way is no folder
  }
}

export function errorCode(error: unknown): string {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return code ?? 'unknown error';
}

/** Why the system would not let us in, in our words. */
export function reasonOf(code: string): Reason {
  if (code === 'ENAMETOOLONG') return 'too-deep';
  if (code === 'ELOOP') return 'symlink-broken';
  // A socket, or a device without a driver, can't be opened at all.
  return code === 'ENXIO' || code === 'ENODEV' ? 'special' : 'unreadable';
}

function refusedBy(error: unknown): Refused {
  const code = errorCode(error);
  return { kind: 'left-out', reason: reasonOf(code), detail: code };
}

function refuse(fd: number, reason: Reason, detail: string): Refused {
  fs.closeSync(fd);
  return { kind: 'left-out', reason, detail };
}

function isWhere(fd: number, stat: fs.Stats, place: BytePath): boolean {
  if (seesOpenFiles) {
    return fs.readlinkSync(`${OPEN_FILES}/${fd}`, { encoding: 'latin1' }) === place;
  }
  const folder = parentOf(place) || '/';
  const real = fs.realpathSync.native(openable(folder), { encoding: 'latin1' });
  const there = fs.lstatSync(openable(place));
  return real === folder && there.ino === stat.ino && there.dev === stat.dev;
}
