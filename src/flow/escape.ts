import { percentEncoded } from '../text/utf8.ts';

const UNSAFE = /[^\w.~/+@=!$&'()*:^|-]/gu;
const FROM_UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * A text as it may stand in a field of a comment: without `;`, spaces, line ends, `--` and `>`, so that it can neither
 * end the field nor the comment.
 */
export const escapeField = (text: string): string => percentEncoded(text, UNSAFE);

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
