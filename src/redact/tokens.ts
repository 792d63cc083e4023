import { addTo } from '../math/groups.ts';
import { late } from '../math/memo.ts';
import type { Report } from './finding.ts';
import { TOKEN_FORMATS } from './formats.ts';
import { entropyOf, wordiness } from './values.ts';

/** A token may follow an escape (`\n`) or a percent code (`%3D`), but not a letter or digit. */
const LEFT_BORDER = '(?:(?<![A-Za-z0-9])|(?<=\\\\[nrt])|(?<=%[0-9A-Fa-f]{2}))';
/** Open repetitions end here, so that a hostile line costs a bounded number of steps per character. */
const LONGEST_REPEAT = 2000;
const USUAL_ENTROPY = '2.5';
/** How far before a run its introducing words (`AccountKey=`) may lie. */
const CONTEXT = 48;

interface Compiled {
  readonly rule: string;
  readonly entropy: number;
  readonly checked: boolean;
  /** Made when a text first has what its format begins with: most texts have none of it. */
  readonly pattern: () => RegExp;
}

/** Anchors by their first two characters, so that a stretch is read once and not once per anchor. */
const ANCHORS = new Map<number, { readonly literal: string; readonly format: Compiled }[]>();
const OPENS_ANCHOR = new Uint8Array(65536);
/** Formats without a telling pair of characters; all are long. */
const UNANCHORED: Compiled[] = [];
const SHORTEST_UNANCHORED = 43;

for (const [rule = '', bits = '', pattern = '', ...anchors] of TOKEN_FORMATS) {
  const bounded = pattern.replace(/\{(\d+),\}/g, `{$1,${LONGEST_REPEAT}}`);
  const border = bits.startsWith('loose:') ? '' : LEFT_BORDER;
  const format: Compiled = {
    rule,
    entropy: Number(bits.replace(/^\w+:/, '').replace('usual', USUAL_ENTROPY)),
    checked: bits.startsWith('checked:'),
    pattern: late(() => new RegExp(`${border}(?:${bounded})`, 'g')),
  };
  for (const literal of anchors) {
    if (literal.length < 2) {
      UNANCHORED.push(format);
      continue;
    }
    const pair = (literal.charCodeAt(0) << 8) | literal.charCodeAt(1);
    OPENS_ANCHOR[pair] = 1;
    addTo(ANCHORS, pair, { literal, format });
  }
}

/** The formats that may be in a stretch. */
function candidates(text: string, base: number, from: number, to: number): readonly Compiled[] {
  const found: Compiled[] = to - from >= SHORTEST_UNANCHORED ? [...UNANCHORED] : [];
  let previous = 0;
  for (let i = base; i < to; i++) {
    const code = text.charCodeAt(i);
    const pair = (previous << 8) | code;
    previous = code;
    if (pair > 0xffff || OPENS_ANCHOR[pair] === 0) continue;
    for (const { literal, format } of ANCHORS.get(pair) ?? []) {
      if (text.startsWith(literal, i - 1) && !found.includes(format)) found.push(format);
    }
  }
  return found;
}

const TOKEN_TAIL = /[A-Za-z0-9_-]*/y;
const DATA = ';base64,';

const MOSTLY_WORDS = 0.6;

/** Placeholders repeat themselves; the letters of a real token do not. */
function isReal(token: string, entropy: number): boolean {
  if (/[xX*#]{8,}|^A[A-Z]IA\w+EXAMPLE$|(?:1234567890){3}/.test(token)) return false;
  if (!/\d/.test(token) && wordiness(token) > MOSTLY_WORDS) return false;
  return entropy === 0 || entropyOf(token) >= entropy;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Keys of NATS: base32 whose last two bytes are the CRC-16 (XMODEM) of the others. */
function isChecked(token: string): boolean {
  const bytes: number[] = [];
  let [bits, value] = [0, 0];
  for (const char of token) {
    value = ((value << 5) | BASE32.indexOf(char)) & 0xffff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >> bits) & 0xff);
  }
  const [low = 0, high = 0] = bytes.splice(-2);
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let i = 0; i < 8; i++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc === (low | (high << 8));
}

/** True if a token format begins here; asked of runs without a digit, which few tokens are. */
export function opensToken(text: string, from: number): boolean {
  const pair = (text.charCodeAt(from) << 8) | text.charCodeAt(from + 1);
  if (pair > 0xffff || OPENS_ANCHOR[pair] === 0) return false;
  return (ANCHORS.get(pair) ?? []).some(
    ({ literal }) => literal.length > 2 && text.startsWith(literal, from),
  );
}

/**
 * Reports tokens that can be told by their spelling inside one stretch without white space or quotes.
 * Returns whether there was one.
 */
export function reportTokens(text: string, from: number, to: number, report: Report): boolean {
  const base = Math.max(0, from - CONTEXT);
  const formats = candidates(text, base, from, to);
  if (formats.length === 0) return false;
  const stretch = text.slice(base, to);
  let found = false;
  for (const { rule, entropy, checked, pattern: made } of formats) {
    const pattern = made();
    pattern.lastIndex = 0;
    for (let match = pattern.exec(stretch); match !== null; match = pattern.exec(stretch)) {
      const start = base + match.index;
      TOKEN_TAIL.lastIndex = start + match[0].length;
      const token = match[0] + (TOKEN_TAIL.exec(text)?.[0] ?? '');
      pattern.lastIndex = match.index + token.length;
      // A token whose end is masked is none.
      const isMasked = /^[-.]?[#*.…]{4}/.test(
        text.slice(start + token.length, start + token.length + 5),
      );
      // Letters of a picture.
      const isData = text.startsWith(DATA, start - DATA.length);
      if (isMasked || isData || !isReal(match[0], entropy) || (checked && !isChecked(match[0])))
        continue;
      report(start, start + token.length, rule, rule);
      found = true;
    }
  }
  return found;
}
