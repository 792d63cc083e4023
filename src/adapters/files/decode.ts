import { isAscii, isUtf8 } from 'node:buffer';
import { utf8Length } from '../../text/utf8.ts';

type Encoding = 'ascii' | 'utf-8' | 'utf-16le' | 'utf-16be' | 'latin-1' | 'windows-1252';

export type Decoded =
  | { readonly kind: 'text'; readonly text: string; readonly encoding: Encoding }
  | { readonly kind: 'binary' };

const BINARY: Decoded = { kind: 'binary' };

/** git's own measure: a NUL this early means binary. */
const NUL_SEARCH_BYTES = 8000;
const SAMPLE_BYTES = 8192;
/** Share of control characters that text in UTF-8, or in a guessed one-byte encoding, may have. */
const MAX_CONTROL_SHARE = 0.1;
const MAX_CONTROL_SHARE_GUESSED = 0.02;
/** Share of zero bytes on one side that makes NULs a sign of UTF-16. */
const MIN_WIDE_SHARE = 0.4;

/** Turns bytes into text, whatever they are; bytes that fit no encoding become U+FFFD. */
export function decode(bytes: Uint8Array): Decoded {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const marked = decodeMarked(buffer);
  if (marked !== null) return marked;
  const head = buffer.toString('latin1', 0, MAGIC_BYTES);
  if (MAGIC.some((magic) => head.startsWith(magic))) return BINARY;
  const nul = buffer.subarray(0, NUL_SEARCH_BYTES).indexOf(0);
  if (nul !== -1) return decodeWide(buffer);
  const controls = controlShare(buffer);
  if (controls > MAX_CONTROL_SHARE) return BINARY;
  if (isAscii(buffer)) return text(buffer.toString('latin1'), 'ascii');
  if (isUtf8(buffer)) return text(buffer.toString('utf8'), 'utf-8');
  if (controls > MAX_CONTROL_SHARE_GUESSED) return BINARY;
  return isMostlyUtf8(buffer) ? text(buffer.toString('utf8'), 'utf-8') : decodeOneByte(buffer);
}

function text(decoded: string, encoding: Encoding): Decoded {
  return { kind: 'text', text: decoded, encoding };
}

function decodeMarked(buffer: Buffer): Decoded | null {
  if (buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf) {
    const body = buffer.subarray(3);
    const isText = body.subarray(0, NUL_SEARCH_BYTES).indexOf(0) === -1;
    return isText ? text(body.toString('utf8'), 'utf-8') : BINARY;
  }
  const isLittle = buffer[0] === 0xff && buffer[1] === 0xfe;
  const isWide = isLittle || (buffer[0] === 0xfe && buffer[1] === 0xff);
  // A sound or picture may start with the same two bytes; UTF-32 does, and has NULs between.
  return isWide ? fromWide(buffer.subarray(2), isLittle) : null;
}

/** UTF-16 without a mark: in most scripts every second byte of spaces and line ends is zero. */
function decodeWide(buffer: Buffer): Decoded {
  const sample = buffer.subarray(0, SAMPLE_BYTES);
  let even = 0;
  let odd = 0;
  for (let at = 0; at < sample.length; at++) {
    if (sample[at] === 0) at % 2 === 0 ? even++ : odd++;
  }
  const pairs = sample.length / 2;
  const isLittle = odd > even;
  if (Math.max(odd, even) < pairs * MIN_WIDE_SHARE || Math.min(odd, even) > 0) return BINARY;
  return fromWide(buffer, isLittle);
}

/** With the `u` flag a surrogate in its pair is no surrogate. */
const LONE_SURROGATE = /\p{Surrogate}/gu;

function fromWide(bytes: Buffer, isLittle: boolean): Decoded {
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 2));
  const little = isLittle ? whole : Buffer.from(whole).swap16();
  const cut = whole.length === bytes.length ? '' : '\ufffd';
  const decoded = (little.toString('utf16le') + cut).replace(LONE_SURROGATE, '\ufffd');
  return looksLikeText(decoded) ? text(decoded, isLittle ? 'utf-16le' : 'utf-16be') : BINARY;
}

/** Few control characters, and few of the characters that noise read as UTF-16 is full of. */
function looksLikeText(decoded: string): boolean {
  const sample = decoded.slice(0, SAMPLE_BYTES);
  let odd = 0;
  for (let at = 0; at < sample.length; at++) {
    const code = sample.charCodeAt(at);
    if (code === 0) return false;
    if (code === 0xfffd || code >= 0xfffe || (code < 0x20 && isControl(code))) odd += 1;
  }
  return odd <= sample.length * MAX_CONTROL_SHARE_GUESSED + 1;
}

/** Looks at the beginning, the middle and the end: a script may carry an archive behind it. */
function controlShare(buffer: Buffer): number {
  const middle = Math.max(0, Math.floor(buffer.length / 2) - SAMPLE_BYTES / 2);
  const starts =
    buffer.length <= SAMPLE_BYTES ? [0] : [0, middle, Math.max(0, buffer.length - SAMPLE_BYTES)];
  let share = 0;
  for (const start of starts) {
    const sample = buffer.subarray(start, start + SAMPLE_BYTES);
    let controls = 0;
    for (let at = 0; at < sample.length; at++) controls += CONTROLS[sample[at] ?? 0] ?? 0;
    if (sample.length > 0) share = Math.max(share, controls / sample.length);
  }
  return share;
}

/** 1 for each byte that is a control character text has no use for. */
const CONTROLS = Uint8Array.from({ length: 256 }, (_, byte) =>
  (byte < 0x20 || byte === 0x7f) && isControl(byte) ? 1 : 0,
);

/** Tab, line ends, backspace and escape are usual in text and terminal output. */
function isControl(code: number): boolean {
  return !((code >= 0x08 && code <= 0x0d) || code === 0x1b);
}

/** True if more characters beyond ASCII are well-formed UTF-8 than bytes are not. */
function isMostlyUtf8(buffer: Buffer): boolean {
  let good = 0;
  let bad = 0;
  for (let at = 0; at < buffer.length; ) {
    const length = utf8Length(buffer, at);
    if (length === 0) bad += 1;
    else if (length > 1) good += 1;
    at += length || 1;
  }
  return good > bad;
}

/** What Windows-1252 has where Latin-1 has control characters, U+0080 to U+009F. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function decodeOneByte(buffer: Buffer): Decoded {
  const latin = buffer.toString('latin1');
  const windows = latin.replace(/[\u0080-\u009f]/g, (char) =>
    WINDOWS.charAt(char.charCodeAt(0) - 0x80),
  );
  return text(windows, windows === latin ? 'latin-1' : 'windows-1252');
}

/** First bytes of binary formats that may come without a NUL near their beginning. */
const MAGIC = [
  '%PDF-',
  '\u0089PNG\r\n',
  '\u00ff\u00d8\u00ff', // JPEG
  '\u001f\u008b', // gzip
  'PK\u0003\u0004',
  '7z\u00bc\u00af',
  '\u00fd7zXZ',
  '(\u00b5/\u00fd', // zstd
  '\u007fELF',
  '\u00ca\u00fe\u00ba\u00be', // Java class
  '\u00de\u0012\u0004\u0095', // compiled messages
  '\u0095\u0004\u0012\u00de',
  '\u00d0\u00cf\u0011\u00e0', // old Office
  'GIF87a',
  'GIF89a',
];
const MAGIC_BYTES = 6;
