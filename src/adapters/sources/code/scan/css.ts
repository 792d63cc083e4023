import { opensLine, tidyName } from '../names.ts';
import { NO_NOTES, type Notes, noteImports } from '../notes.ts';
import type { Scanner } from './scanner.ts';
import {
  APOSTROPHE,
  AT,
  BACKSLASH,
  BRACE,
  CLOSE,
  MINUS,
  OPEN,
  QUOTE,
  SEMICOLON,
  SLASH,
  SQUARE,
  STAR,
  UNBRACE,
  UNSQUARE,
} from './signs.ts';
import { unsure } from './unsure.ts';

const NEWLINE = 10;
const KEYFRAMES = /^@(?:-[a-z]+-)?keyframes\s+["']?([^\s"'{]+)/;
const IMPORT = /^@import\b/;
/** An address without quotes: nothing in it is a string or a comment. */
const BARE_URL = /url\(\s*(?!["'\s])[^()"'\\\n]*\)/iy;

/** What stands before a `;`, a block or the end of one. */
interface Prelude {
  readonly start: number;
  readonly row: number;
  /** Where its last sign ends; where it starts if there is none. */
  readonly end: number;
}

/** Reads style sheets once: whatever ends in a block is a rule or an at-rule, anything else a declaration or a statement. */
function newReader(): (notes: Notes) => void {
  let notes = NO_NOTES;
  let text = '';
  let at = 0;
  let row = 0;

  const string = (): void => {
    const quote = text.charCodeAt(at);
    for (at++; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === quote) {
        at++;
        return;
      }
      if (code === BACKSLASH) at++;
      if (text.charCodeAt(at) === NEWLINE) {
        if (code !== BACKSLASH) unsure();
        row++;
      }
    }
    unsure();
  };

  const comment = (): void => {
    const [start, first] = [at, row];
    const close = text.indexOf('*/', at + 2);
    if (close === -1) unsure();
    for (; at < close; at++) if (text.charCodeAt(at) === NEWLINE) row++;
    at = close + 2;
    if (opensLine(text, start)) notes.docs.push([first, row]);
  };

  /** Past spaces and comments. */
  const gap = (): void => {
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === NEWLINE) row++;
      else if (code === SLASH && text.charCodeAt(at + 1) === STAR) {
        comment();
        at--;
      } else if (code > 32 && code !== 0xfeff) return;
    }
  };

  /** Up to the `;`, `{` or `}` that is in no brackets. */
  const prelude = (): Prelude => {
    const [start, first] = [at, row];
    let end = at;
    let depth = 0;
    for (gap(); at < text.length; gap()) {
      const code = text.charCodeAt(at);
      if (depth === 0 && (code === SEMICOLON || code === BRACE || code === UNBRACE)) break;
      if (code === QUOTE || code === APOSTROPHE) string();
      else if (isUrl(code)) at = BARE_URL.lastIndex;
      else {
        if (code === OPEN || code === SQUARE) depth++;
        else if (code === CLOSE || code === UNSQUARE) depth--;
        if (depth < 0 || code === BRACE || code === UNBRACE) unsure();
        at += code === BACKSLASH ? 2 : 1;
      }
      end = at;
    }
    return { start, row: first, end };
  };

  const isUrl = (code: number): boolean => {
    if (code !== 117 && code !== 85) return false;
    BARE_URL.lastIndex = at;
    return BARE_URL.test(text);
  };

  const define = (kind: string, written: string, { start, row: first }: Prelude): void => {
    const { name } = tidyName(written, kind);
    const names = notes.grammar.namesIn?.(written) ?? [name];
    const rows = { nameRow: first, firstRow: first, lastRow: row };
    notes.marks.push({ kind, name, names, ...rows, start, end: at, bases: [], owner: '' });
  };

  /** What a block holds, up to and with its closing brace. The parts of keyframes are no rules. */
  const block = (inKeyframes: boolean): void => {
    at++;
    for (gap(); text.charCodeAt(at) !== UNBRACE; gap()) {
      if (at >= text.length) unsure();
      item(inKeyframes);
    }
    at++;
  };

  const item = (inKeyframes: boolean): void => {
    if (text.charCodeAt(at) === SEMICOLON) {
      at++;
      return;
    }
    const head = prelude();
    const { start, end } = head;
    const written = text.slice(start, end);
    const first = text.charCodeAt(start);
    const opens = text.charCodeAt(at) === BRACE;
    if (!opens) {
      // The last declaration of a block needs no semicolon.
      if (text.charCodeAt(at) === SEMICOLON) at++;
      if (first === AT && IMPORT.test(written)) noteImports(notes, text.slice(start, at), head.row);
      return;
    }
    if (end === start) unsure();
    if (first === AT) {
      const name = KEYFRAMES.exec(written)?.[1];
      block(name !== undefined);
      if (name !== undefined) define('keyframes', name, head);
    } else {
      block(false);
      // `--name: { … }` is a value in braces.
      const isValue = first === MINUS && text.charCodeAt(start + 1) === MINUS;
      if (!inKeyframes && !isValue) define('rule', written, head);
    }
  };

  return (given) => {
    notes = given;
    text = given.text;
    at = 0;
    row = 0;
    for (gap(); at < text.length; gap()) {
      if (text.charCodeAt(at) === UNBRACE) unsure();
      item(false);
    }
  };
}

export const scanCss: Scanner = newReader();
