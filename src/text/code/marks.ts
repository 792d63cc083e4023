import type { Comments, Quote } from './language.ts';

/** Marks that several languages share: how comments begin and end, and how strings do. */

const NEVER = /^\b$(?!)/;

export const SLASHES: Comments = {
  marks: ['//', '/* */'],
  opens: /^\s*(?:\/\/|\/\*|\*(?!\w))/,
};
export const HASH: Comments = { marks: ['#'], opens: /^\s*#(?!\[)/ };
export const SPACED_HASH: Comments = { ...HASH, place: 'spaced' };
export const HASH_AT_START: Comments = { ...HASH, place: 'start' };
export const DASHES: Comments = { marks: ['--'], opens: /^\s*--/ };
export const PERCENT: Comments = { marks: ['%'], opens: /^\s*%/ };
export const SEMICOLON: Comments = { marks: [';', '#| |#'], opens: /^\s*;/, nests: true };
export const MARKUP: Comments = { marks: ['<!-- -->'], opens: /^\s*<!--/ };
export const STARRED: Comments = { marks: ['/* */'], opens: /^\s*\/\*/ };
export const NO_COMMENTS: Comments = { marks: [], opens: NEVER };
/** Where only the mark is known. */
export const marked = (mark: string): Comments => ({ ...NO_COMMENTS, marks: [mark] });

export const quote = (
  open: string,
  escapes = '\\',
  lines = false,
  close: string = open,
): Quote => ({ open, close, escapes, lines });

export const DOUBLE: Quote = quote('"');
export const SINGLE: Quote = quote("'");
export const TRIPLE: Quote = quote('"""', '\\', true);
export const TRIPLE_SINGLE: Quote = quote("'''", '\\', true);
export const LONG_DOUBLE: Quote = quote('"', '\\', true);
export const LONG_SINGLE: Quote = quote("'", '\\', true);
/** Without escapes. */
export const RAW_SINGLE: Quote = quote("'", '', true);
export const BACKTICK: Quote = quote('`', '', true);
