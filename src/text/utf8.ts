/** Lowest and highest second byte after a first one, where these are not all. */
const SECOND: ReadonlyMap<number, readonly [number, number]> = new Map([
  [0xe0, [0xa0, 0xbf]],
  [0xed, [0x80, 0x9f]],
  [0xf0, [0x90, 0xbf]],
  [0xf4, [0x80, 0x8f]],
]);

/**
 * Length in bytes of the well-formed UTF-8 character that starts at `at`, or 0 if none does
 * (overlong forms, surrogates and values above U+10FFFF are not well-formed).
 */
export function utf8Length(bytes: Uint8Array, at: number): 0 | 1 | 2 | 3 | 4 {
  const first = bytes[at] ?? 0xff;
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  const second = bytes[at + 1] ?? 0;
  if (first < 0xe0) return isContinuation(second) ? 2 : 0;
  const [lowest, highest] = SECOND.get(first) ?? [0x80, 0xbf];
  if (second < lowest || second > highest) return 0;
  if (!isContinuation(bytes[at + 2])) return 0;
  if (first < 0xf0) return 3;
  return isContinuation(bytes[at + 3]) ? 4 : 0;
}

export const isContinuation = (byte: number | undefined): boolean =>
  byte !== undefined && (byte & 0xc0) === 0x80;

const UTF8 = new TextEncoder();
const hex = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;

/** Half a surrogate pair is spelt in the three bytes it would take, so that nothing is lost: a name on disk can be anything. */
function bytesOf(character: string): Iterable<number> {
  const code = character.charCodeAt(0);
  const isHalf = character.length === 1 && code >= 0xd800 && code <= 0xdfff;
  return isHalf ? [0xed, 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)] : UTF8.encode(character);
}

/** A text as it may stand in a comment: what is unsafe there is spelt byte by byte, and so is every second dash of a row. */
export const percentEncoded = (text: string, unsafe: RegExp): string =>
  text
    .replace(unsafe, (character) => Array.from(bytesOf(character), hex).join(''))
    .replaceAll('--', '-%2D');
