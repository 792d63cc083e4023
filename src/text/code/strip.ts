import { type Comment, lex } from './lex.ts';

/** Comments that tools obey; a text without them means something else. */
const OBEYED =
  /^(?:#!|\/\/go:|\/\/ ?\+build|\/\/export |\/\*(?:!\d|\+)|\{-#|<!--\[if|#\s*-\*-|#\s*(?:en)?coding[:=]|#\s*frozen_string_literal|#\s*syntax=|#\s*escape=|\/\/\/\s*<reference|#\s*type:|\/\/\s*@ts-|#cgo|\/\/\s*#(?:end)?region)/;

/** The comments of a text that nobody obeys; none where it can't be told what is one. */
export function removable(text: string, language: string): readonly Comment[] {
  const { complete, comments } = lex(text, language) ?? { complete: false, comments: [] };
  return complete
    ? comments.filter(({ start }) => !OBEYED.test(text.slice(start, start + 40)))
    : [];
}

const isSpace = (ch: string): boolean => ch === ' ' || ch === '\t' || ch === '\r';

/** The indentation of the next line of code, -1 at the end of the text. */
function nextIndent(text: string, from: number): number {
  for (let at = text.indexOf('\n', from) + 1; at > 0; at = text.indexOf('\n', at) + 1) {
    let p = at;
    while (isSpace(text.charAt(p))) p++;
    const ch = text.charAt(p);
    if (ch !== '' && ch !== '\n' && ch !== '#') return p - at;
  }
  return -1;
}

/** The offset behind a blank line, or the same if there is none. */
function behindBlank(text: string, at: number): number {
  let end = at;
  while (isSpace(text.charAt(end))) end++;
  return text.charAt(end) === '\n' ? end + 1 : at;
}

/**
 * A text without some of its comments. A comment's own lines go with it; a docstring that is all a body holds
 * becomes `...`, so that what parsed still parses. Comments lie in order and do not overlap.
 */
export function withoutComments(text: string, comments: readonly Comment[]): string {
  let out = '';
  let at = 0;
  for (const { start, end, docstring } of comments) {
    if (start < at) continue;
    const lineStart = text.lastIndexOf('\n', start - 1) + 1;
    const alone = lineStart >= at && /^[ \t\r]*$/.test(text.slice(lineStart, start));
    let tail = end;
    while (isSpace(text.charAt(tail))) tail++;
    const ends = tail >= text.length || text.charAt(tail) === '\n';
    // A line that goes on in the next must not go on in the one after.
    // (What stood before is gone where the line above was a comment too.)
    if (alone && lineStart > at && text.charAt(lineStart - 2) === '\\') continue;
    if (docstring) {
      out += text.slice(at, start);
      if (nextIndent(text, end) < start - lineStart) {
        out += '...';
        at = end;
      } else {
        out = out.slice(0, out.length - (start - Math.max(lineStart, at)));
        at = ends && tail < text.length ? tail + 1 : end;
      }
    } else if (alone && ends) {
      out += text.slice(at, lineStart);
      at = Math.min(text.length, tail + 1);
      // Two blank lines that a comment kept apart become one.
      if (out === '' || out.endsWith('\n\n')) at = behindBlank(text, at);
    } else if (ends) {
      let head = start;
      while (head > at && isSpace(text.charAt(head - 1))) head--;
      out += text.slice(at, head);
      at = text.charAt(tail - 1) === '\r' ? tail - 1 : tail;
    } else {
      const breaks = text.slice(start, end).includes('\n') && !alone;
      out += text.slice(at, start) + (breaks ? '\n' : ' ');
      at = end;
    }
  }
  return out + text.slice(at);
}
