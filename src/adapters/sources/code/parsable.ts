import { isWordCode } from '../../../text/code/words.ts';

/** Beyond this a file is generated or data, and a tree of it costs a hundred times its size. */
const MAX_TEXT = 1_000_000;
/** Nobody wrote a longer line by hand, and a grammar tells nothing about it that matters. */
const MAX_LINE = 50_000;
/** Brackets open at once. Real code stays under 100; a tree that deep is slow to search. */
const MAX_NESTING = 500;
/** `<` not followed by `>` in one statement: each doubles what the parser holds in mind (16 kB of `a<` take 700 MB). */
const MAX_ANGLES = 300;
/** Signs in a row, equal neighbours counted once: 4 kB of `/*` in Python take a gigabyte of error recovery. */
const MAX_SIGNS = 1000;

/**
 * Whether a text is of the kind people write, so that a parser can be let loose on it. Decided by the text
 * alone, never by a clock, so that it is the same everywhere. Strings and comments are not told apart, so the
 * bounds are wide.
 */
export function isParsable(text: string): boolean {
  if (text.length > MAX_TEXT) return false;
  let depth = 0;
  let angles = 0;
  let signs = 0;
  let line = 0;
  let before = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (isWordCode(code) || code > 0x7f) {
      signs = 0;
      continue;
    }
    if (code === 10) {
      if (i - line > MAX_LINE) return false;
      line = i;
    }
    if (code <= 32) continue;
    if (code !== before && ++signs > MAX_SIGNS) return false;
    before = code;
    if (code === 40 || code === 91 || code === 123) {
      if (++depth > MAX_NESTING) return false;
      angles = 0;
    } else if (code === 41 || code === 93 || code === 125) {
      depth = Math.max(0, depth - 1);
      angles = 0;
    } else if (code === 59) angles = 0;
    else if (code === 60 && ++angles > MAX_ANGLES) return false;
    else if (code === 62) angles = Math.max(0, angles - 1);
  }
  return text.length - line <= MAX_LINE;
}
