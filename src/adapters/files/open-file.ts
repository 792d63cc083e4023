import * as fs from 'node:fs';
import { refused as notGiven } from '../../model/errors.ts';
import type { Reason } from '../../model/shape.ts';
import type { Limit, ReadResult } from '../../ports/tree.ts';
import { type BytePath, openable, parentOf, placeOf } from '../../text/paths/byte-path.ts';
import { isContinuation } from '../../text/utf8.ts';

export type FileBytes =
  | { readonly kind: 'read'; readonly bytes: Buffer }
  | Omit<Extract<ReadResult, { kind: 'left-out' }>, 'path'>;

/** Never waits for a pipe's other end, never follows a link in the last place. */
const FLAGS =
  fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0) | (fs.constants.O_NONBLOCK ?? 0);

const OPEN_FILES = '/proc/self/fd';
const seesOpenFiles = fs.existsSync(OPEN_FILES);

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

/** What says nothing of a file: the next one would fare no better, and a state without them would be kept. */
const EXHAUSTED = ['EMFILE', 'ENFILE', 'ENOMEM'];

/** Why the system would not let us in, in our words. */
export function reasonOf(code: string): Reason {
  if (EXHAUSTED.includes(code)) throw notGiven('read the project', { code });
  if (code === 'ENAMETOOLONG') return 'too-deep';
  if (code === 'ELOOP') return 'symlink-broken';
  // A socket, or a device without a driver, can't be opened at all.
  return code === 'ENXIO' || code === 'ENODEV' ? 'special' : 'unreadable';
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

/**
 * Reads a regular file below the root within a limit; what changes meanwhile is read as far as it goes. That no folder on the way was a
 * link is checked on what is open, not before: a link put there between check and open would be followed.
 */
export function readInside(root: BytePath, path: BytePath, limit: Limit): FileBytes {
  const place = placeOf(root, path);
  let fd: number | undefined;
  try {
    fd = fs.openSync(openable(place), FLAGS);
    const stat = fs.fstatSync(fd);
    if (!stat.isFile()) return refused('special', '');
    if (!isWhere(fd, stat, place)) return refused('unreadable', 'moved while it was read');
    if (stat.size <= limit.bytes) return readWhole(fd, stat.size, limit);
    if (!limit.tail) return oversized(stat.size);
    return { kind: 'read', bytes: readTail(fd, stat.size, limit.bytes) };
  } catch (error) {
    const code = errorCode(error);
    return refused(reasonOf(code), code);
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}

export const refused = (reason: Reason, detail: string): FileBytes => ({
  kind: 'left-out',
  reason,
  detail,
});
export const oversized = (bytes: number): FileBytes => refused('oversized', `${bytes} bytes`);

function readWhole(fd: number, expected: number, limit: Limit): FileBytes {
  // One byte more than expected shows whether the file grew since it was opened.
  const bytes = readAt(fd, 0, expected + 1);
  if (bytes.length > limit.bytes && !limit.tail) return oversized(bytes.length);
  return { kind: 'read', bytes: bytes.subarray(0, expected) };
}

function readTail(fd: number, size: number, limit: number): Buffer {
  const head = readAt(fd, 0, 2);
  // One byte more than wanted, to see whether the tail begins right after a line's end.
  const from = size - limit - 1;
  const bytes = readAt(fd, from, limit + 1);
  return tailStart(bytes, head, from);
}

function readAt(fd: number, position: number, length: number): Buffer {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const count = fs.readSync(fd, buffer, filled, length - filled, position + filled);
    if (count === 0) break;
    filled += count;
  }
  return buffer.subarray(0, filled);
}

const NEWLINE = 0x0a;

/**
 * The end of a long file from a line's beginning. `bytes` starts one byte before the tail, at
 * position `from` of a file that starts with `head`.
 */
export function tailStart(bytes: Buffer, head: Uint8Array, from: number): Buffer {
  const wide = wideNewline(head);
  if (wide !== null) return wideTail(bytes, head, from, wide);
  const newline = bytes.indexOf(NEWLINE);
  if (newline !== -1 && newline + 1 < bytes.length) return bytes.subarray(newline + 1);
  // No line ends in sight: at least start with a whole character.
  let start = 1;
  while (start < 4 && isContinuation(bytes[start])) start += 1;
  return bytes.subarray(start);
}

/** In UTF-16 a line ends with two bytes at an even position; without its mark a tail would be unreadable. */
function wideTail(bytes: Buffer, head: Uint8Array, from: number, newline: Buffer): Buffer {
  const aligned = bytes.subarray(from % 2 === 0 ? 2 : 1);
  let at = aligned.indexOf(newline);
  while (at !== -1 && at % 2 === 1) at = aligned.indexOf(newline, at + 1);
  const start = at !== -1 && at + 2 < aligned.length ? at + 2 : 0;
  return Buffer.concat([head, aligned.subarray(start)]);
}

function wideNewline(head: Uint8Array): Buffer | null {
  if (head[0] === 0xff && head[1] === 0xfe) return Buffer.from([NEWLINE, 0]);
  return head[0] === 0xfe && head[1] === 0xff ? Buffer.from([0, NEWLINE]) : null;
}
