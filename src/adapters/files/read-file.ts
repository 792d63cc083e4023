import * as fs from 'node:fs';
import type { BytePath } from '../../text/paths/byte-path.ts';
import { errorCode, openInside, type Refused } from './open-file.ts';
import { tailStart } from './tail.ts';

export interface Limit {
  readonly bytes: number;
  readonly tail: boolean;
}

export type FileBytes = { readonly kind: 'read'; readonly bytes: Buffer } | Refused;

/** Reads a file below the root within a limit; what changes meanwhile is read as far as it goes. */
export function readInside(root: BytePath, path: BytePath, limit: Limit): FileBytes {
  const opened = openInside(root, path);
  if (opened.kind === 'left-out') return opened;
  try {
    if (opened.bytes <= limit.bytes) return readWhole(opened.fd, opened.bytes, limit);
    if (!limit.tail) return oversized(opened.bytes);
    return { kind: 'read', bytes: readTail(opened.fd, opened.bytes, limit.bytes) };
  } catch (error) {
    return { kind: 'left-out', reason: 'unreadable', detail: errorCode(error) };
  } finally {
    fs.closeSync(opened.fd);
  }
}

export function oversized(bytes: number): FileBytes {
  return { kind: 'left-out', reason: 'oversized', detail: `${bytes} bytes` };
}

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
