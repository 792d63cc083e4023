import { remembered } from '../../math/memo.ts';
import { readTime, startsLikeDate } from './time.ts';

/** What stands in a template for anything that varies. */
export const WILD = '<*>';

/** A word of a message, or of a part of it: its text as written, or WILD if it can hardly be the same twice. */
export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const UNITS = new Set(
  `ns us µs ms s sec secs second seconds min mins minute minutes h hr hrs hour hours d day days
  b byte bytes kb mb gb tb kib mib gib tib k m g t kbps mbps gbps % hz khz mhz ghz
  px pct percent`.split(/\s+/),
);
const LONGEST_UNIT = 7;

const MOST_WORDS = 96;
/** A longer word is data: a token, an encoded body. */
const LONGEST_WORD = 300;
const MOST_CACHED = 50_000;

const HAS_DIGIT = /\d/;
/** Names such as `ssh2`, `eth0`, `SOCKS5`, `sha256`: part of the vocabulary until they prove to vary. */
const SOFT = /^[A-Za-z]{2,}\d{1,2}$/;
const URL = /^[a-z][a-z\d+.-]{1,15}:\/\//i;
const PATH = /^(?:~?\/+[^/]|\.{1,2}\/|[A-Za-z]:[\\/]|\\\\)|\/[^/]*\/./;
const HOST_PORT = /^(?:[\w-]+\.)*[\w-]+:\d{1,5}$/;
const EMAIL = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/;
const EDGE = /^[([{<"'`,;]+|[)\]}>"'`,;:.!?]+$/g;
/** Also leaders, as in `parity error.......1`. */
const BREAKS = /(?:[\s:=,;()[\]{}"'`<>|]|\.{2,})+/;

const isWildPart = (part: string): boolean => HAS_DIGIT.test(part) && !SOFT.test(part);

/** Cuts a space-delimited word into its vocabulary and its values: `uid=0` into `uid` and a value. */
function cut(raw: string): Word[] {
  const core = raw.replace(EDGE, '');
  if (core === '') return raw.length > 1 ? [{ text: raw, start: 0, end: raw.length }] : [];
  const isServer = HOST_PORT.test(core) && HAS_DIGIT.test(core) && core.includes('.');
  const isWhole = isServer || URL.test(core) || PATH.test(core) || EMAIL.test(core);
  let from = raw.indexOf(core);
  if (isWhole || !BREAKS.test(core)) {
    const text = isWhole || isWildPart(core) ? WILD : core;
    return [{ text, start: from, end: from + core.length }];
  }
  const pieces: Word[] = [];
  from = 0;
  const push = (to: number): void => {
    if (to <= from) return;
    const part = raw.slice(from, to);
    const wild = isWildPart(part) || PATH.test(part);
    // A key keeps its sign, so that `user=root` is not taken for `user root`.
    const key = !wild && raw.charAt(to) === '=' ? '=' : '';
    pieces.push({ text: wild ? WILD : part + key, start: from, end: to + key.length });
  };
  for (const found of raw.matchAll(new RegExp(BREAKS, 'g'))) {
    push(found.index);
    from = found.index + found[0].length;
  }
  push(raw.length);
  return pieces;
}

const OPENS = /[([{<"'=]/;

const isSpace = (code: number): boolean => code <= 32;

/** Reads messages word by word; keeps what it learned about words, which repeat in logs. */
export function wordReader(): (message: string) => Word[] {
  const piecesOf = remembered(cut, MOST_CACHED);
  return (message) => readWords(message, piecesOf);
}

function readWords(message: string, piecesOf: (raw: string) => readonly Word[]): Word[] {
  const words: Word[] = [];
  let measured = false;
  let bracketed = false;
  /** Values side by side are one value: lists of any length have one template, `5174 bytes (5.05 KB)` is one size. */
  const push = (text: string, start: number, end: number): void => {
    const before = words[words.length - 1];
    if (before?.text === WILD) {
      const unit = text.length <= LONGEST_UNIT && UNITS.has(text.toLowerCase());
      const gap = message.slice(before.end, Math.min(start, before.end + 4));
      const beside = !OPENS.test(gap) || (measured && gap === ' (');
      if (unit || (text === WILD && beside)) {
        if (gap === ' (') bracketed = true;
        const closed = bracketed && message.charAt(end) === ')';
        const to = closed ? end + 1 : end;
        words[words.length - 1] = { text: WILD, start: before.start, end: to };
        measured = unit;
        return;
      }
    }
    measured = false;
    bracketed = false;
    words.push({ text, start, end });
  };
  let at = 0;
  while (at < message.length && words.length < MOST_WORDS) {
    if (isSpace(message.charCodeAt(at))) {
      at++;
      continue;
    }
    const time = startsLikeDate(message, at) ? readTime(message, at) : null;
    if (time !== null) {
      push(WILD, at, time.end);
      at = time.end;
      continue;
    }
    let end = at + 1;
    while (end < message.length && !isSpace(message.charCodeAt(end))) end++;
    const raw = message.slice(at, end);
    // Empty brackets standing alone hold a value that is empty this time.
    if (raw.length > LONGEST_WORD) push(WILD, at, end);
    else if (raw === '()') words.push({ text: WILD, start: at, end });
    else for (const piece of piecesOf(raw)) push(piece.text, at + piece.start, at + piece.end);
    at = end;
  }
  return words;
}
