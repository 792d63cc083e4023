import type { Decoded } from '../adapters/files/decode.ts';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** A text and the bytes that name it. */
export interface Unix {
  readonly text: string;
  readonly bytes: Uint8Array;
}

/**
 * A text with the line ends that git stores. Git writes others into a work tree where attributes or settings say so, and the same
 * commit should be the same state on every machine and when it is read from git's objects. What is
 * packed is named by the bytes it was unpacked from.
 */
export function withUnixLines(
  { text, encoding }: Extract<Decoded, { kind: 'text' }>,
  bytes: Uint8Array,
  isPacked: boolean,
): Unix {
  if (!text.includes('\r\n')) return { text, bytes };
  const isWide = encoding === 'utf-16le' || encoding === 'utf-16be';
  return {
    text: text.replaceAll('\r\n', '\n'),
    bytes: isPacked || isWide ? bytes : withoutReturns(bytes),
  };
}

/** The bytes without each carriage return before a line feed. */
function withoutReturns(bytes: Uint8Array): Uint8Array {
  const kept = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === CARRIAGE_RETURN && bytes[at + 1] === LINE_FEED) continue;
    kept[length++] = bytes[at] ?? 0;
  }
  return kept.subarray(0, length);
}
