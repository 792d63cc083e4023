const UNSAFE = /[^\w.~/+@=!$&'()*:^|-]/gu;
const UTF8 = new TextEncoder();
const FROM_UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** The bytes of a character; half a surrogate pair is spelt like any other, so that nothing is lost. */
function bytesOf(character: string): number[] {
  const code = character.charCodeAt(0);
  const isHalf = character.length === 1 && code >= 0xd800 && code <= 0xdfff;
  return isHalf
    ? [0xed, 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)]
    : [...UTF8.encode(character)];
}

/**
 * A text as it may stand in a field of a comment: without `;`, spaces, line ends, `--` and `>`, so that it can neither
 * end the field nor the comment.
 */
export const escapeField = (text: string): string =>
  text
    .replace(UNSAFE, (character) => bytesOf(character).map(hex).join(''))
    .replaceAll('--', '-%2D');

const hex = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
const ESCAPES = /(?:%[0-9A-Fa-f]{2})+/g;
/** In UTF-8 these bytes stand for nothing else. */
const HALVES = /%ED%([AB][0-9A-F])%([89AB][0-9A-F])/gi;
const byteOf = (hex: string): number => Number.parseInt(hex, 16);

/** The way back. A `%` that is no escape stands for itself: people write comments too. */
export const unescapeField = (field: string): string =>
  field
    .replace(HALVES, (_, high: string, low: string) =>
      String.fromCharCode(0xd000 | ((byteOf(high) & 63) << 6) | (byteOf(low) & 63)),
    )
    .replace(ESCAPES, (run) => FROM_UTF8.decode(Uint8Array.from(run.slice(1).split('%'), byteOf)));
