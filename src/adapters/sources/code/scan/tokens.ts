import { isWordCode } from '../../../../text/code/words.ts';
import { opensLine } from '../names.ts';
import { NO_NOTES, type Notes } from '../notes.ts';
import { unsure } from './unsure.ts';

/** Kinds of tokens beyond single signs, which are their own character code. */
export const ARROW = 300;
export const DOTS = 301;
/** `?.` */
export const MAYBE = 302;
/** An operator between two operands that is more than one sign. */
export const BINARY = 303;
/** `+=` and its like. */
export const ASSIGN = 304;
/** `++` and `--` */
export const STEP = 305;
export const WORD = 306;
export const NUMBER = 307;
export const STRING = 308;
/** `#name` */
export const PRIVATE = 309;
export const END = 310;

const isWord = (code: number): boolean => isWordCode(code) || code === 36 || code >= 0x80;

/** Reads JavaScript and its relatives in syntax token by token. Whoever asks knows whether `/`, `<`, `}` and a backtick begin something of their own. */
export interface Tokens {
  /** Of the current token: */
  kind: number;
  start: number;
  end: number;
  row: number;
  /** True if a line ends between the token before and this one. */
  fresh: boolean;
  /** The text of a word. */
  word: string;
  /** Where the token before ended. */
  lastEnd: number;
  lastRow: number;
  /** Begins a text with its first token. */
  open(notes: Notes): void;
  next(): void;
  /** Goes on reading at an offset in a row; what was read up to there counts as the last token. */
  resume(at: number, row: number): void;
  /** The state to come back to. */
  save(): Place;
  back(place: Place): void;
  /** From the current token on: the offset behind the regular expression. */
  regex(): void;
}

export interface Place {
  readonly start: number;
  readonly row: number;
  readonly lastEnd: number;
  readonly lastRow: number;
  readonly fresh: boolean;
}

/** What may be repeated or followed by `=`: `&&=`, `**`, `<<=`. */
const isDoubled = (code: number): boolean =>
  code === 38 || code === 124 || code === 42 || code === 63 || code === 60;

/** The end of a string that another language quotes in its own way; -1 if none begins here. */
export type OddString = (text: string, at: number) => number;

/** Where a comment ends that may hold others; -1 if it does not. */
function nestedEnd(text: string, at: number): number {
  const MARK = /\/\*|\*\//g;
  MARK.lastIndex = at;
  for (let depth = 0, found = MARK.exec(text); found !== null; found = MARK.exec(text)) {
    depth += found[0] === '/*' ? 1 : -1;
    if (depth === 0) return found.index;
  }
  return -1;
}

export function newTokens(odd: OddString = () => -1, nests = false): Tokens {
  let { text, docs } = NO_NOTES;
  let length = 0;
  let at = 0;
  let row = 0;
  /** Comments before this offset are noted. */
  let noted = 0;

  const comment = (from: number, firstRow: number): void => {
    if (from < noted) return;
    noted = from + 1;
    if (opensLine(text, from)) docs.push([firstRow, row]);
  };
  /** Skips blanks and comments. */
  const skip = (): void => {
    for (; at < length; at++) {
      const code = text.charCodeAt(at);
      if (code === 10) row++;
      else if (code === 47) {
        const next = text.charCodeAt(at + 1);
        const [from, firstRow] = [at, row];
        if (next === 47) {
          const end = text.indexOf('\n', at);
          at = end === -1 ? length : end;
          comment(from, firstRow);
          at--;
        } else if (next === 42) {
          const end = nests ? nestedEnd(text, at) : text.indexOf('*/', at + 2);
          if (end === -1) unsure();
          for (; at < end; at++) if (text.charCodeAt(at) === 10) row++;
          comment(from, firstRow);
          at = end + 1;
        } else return;
      } else if (code > 32 && code !== 0xfeff && code !== 0xa0) return;
    }
  };
  const string = (quote: number): void => {
    for (at++; ; at++) {
      if (at >= length) unsure();
      const code = text.charCodeAt(at);
      if (code === quote) break;
      if (code === 92) {
        at++;
        if (text.charCodeAt(at) === 10) row++;
      } else if (code === 10) unsure();
    }
    at++;
  };
  const word = (): void => {
    for (at++; at < length; at++) if (!isWord(text.charCodeAt(at))) break;
  };
  const number = (): void => {
    for (at++; at < length; at++) {
      const code = text.charCodeAt(at);
      if (isWordCode(code) || code === 46) continue;
      const before = text.charCodeAt(at - 1) | 32;
      const isHex = (text.charCodeAt(tokens.start + 1) | 32) === 120;
      // The sign of an exponent.
      if ((code === 43 || code === 45) && before === 101 && !isHex) continue;
      break;
    }
  };
  const sign = (code: number): number => {
    const next = text.charCodeAt(at + 1);
    const after = text.charCodeAt(at + 2);
    const take = (count: number, kind: number): number => {
      at += count;
      return kind;
    };
    if (code === 61) {
      if (next === 62) return take(2, ARROW);
      if (next === 61) return take(after === 61 ? 3 : 2, BINARY);
      return take(1, code);
    }
    if (code === 33 && next === 61) return take(after === 61 ? 3 : 2, BINARY);
    if (code === 46) {
      if (next === 46 && after === 46) return take(3, DOTS);
      if (next >= 48 && next <= 57) {
        number();
        return NUMBER;
      }
      return take(1, code);
    }
    if (code === 63 && next === 46 && !(after >= 48 && after <= 57)) return take(2, MAYBE);
    if ((code === 43 || code === 45) && next === code) return take(2, STEP);
    if (isDoubled(code) && next === code) return after === 61 ? take(3, ASSIGN) : take(2, BINARY);
    if (next === 61) {
      if (code === 60) return take(2, BINARY);
      if ('+-*/%&|^'.includes(String.fromCharCode(code))) return take(2, ASSIGN);
    }
    return take(1, code);
  };

  const lex = (): void => {
    tokens.start = at;
    tokens.row = row;
    if (at >= length) {
      tokens.kind = END;
      tokens.end = at;
      return;
    }
    const code = text.charCodeAt(at);
    const end = odd(text, at);
    if (end !== -1) {
      for (; at < end; at++) if (text.charCodeAt(at) === 10) row++;
      tokens.kind = STRING;
    } else if (code >= 48 && code <= 57) {
      number();
      tokens.kind = NUMBER;
    } else if (isWord(code)) {
      word();
      tokens.kind = WORD;
      let from = tokens.start;
      // A name of Rust that is a word of the language elsewhere: `r#type`.
      if (at === from + 1 && code === 114 && text.charCodeAt(at) === 35) {
        from = at + 1;
        word();
      }
      tokens.word = text.slice(from, at);
    } else if (code === 34 || code === 39) {
      string(code);
      tokens.kind = STRING;
    } else if (code === 35) {
      word();
      tokens.kind = PRIVATE;
    } else if (code === 92) unsure();
    else tokens.kind = sign(code);
    tokens.end = at;
  };

  const tokens: Tokens = {
    kind: END,
    start: 0,
    end: 0,
    row: 0,
    fresh: true,
    word: '',
    lastEnd: 0,
    lastRow: 0,
    open(notes): void {
      ({ text, docs } = notes);
      length = text.length;
      at = 0;
      row = 0;
      noted = 0;
      tokens.fresh = true;
      tokens.word = '';
      // An attribute of Rust looks like the line that names a program.
      if (text.startsWith('#!') && text.charCodeAt(2) !== 91) {
        const end = text.indexOf('\n');
        at = end === -1 ? length : end;
      }
      tokens.next();
    },
    next(): void {
      tokens.lastEnd = at;
      tokens.lastRow = row;
      skip();
      tokens.fresh = row > tokens.lastRow;
      lex();
    },
    resume(from, fromRow): void {
      at = from;
      row = fromRow;
      tokens.next();
    },
    save: () => ({
      start: tokens.start,
      row: tokens.row,
      lastEnd: tokens.lastEnd,
      lastRow: tokens.lastRow,
      fresh: tokens.fresh,
    }),
    back(place): void {
      at = place.start;
      row = place.row;
      lex();
      tokens.lastEnd = place.lastEnd;
      tokens.lastRow = place.lastRow;
      tokens.fresh = place.fresh;
    },
    regex(): void {
      let inClass = false;
      for (at = tokens.start + 1; ; at++) {
        const code = text.charCodeAt(at);
        if (at >= length || code === 10) unsure();
        if (code === 92) at++;
        else if (code === 91) inClass = true;
        else if (code === 93) inClass = false;
        else if (code === 47 && !inClass) break;
      }
      word();
      row = tokens.row;
      tokens.next();
    },
  };
  return tokens;
}
