import { isContinuation } from '../../text/utf8.ts';

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
