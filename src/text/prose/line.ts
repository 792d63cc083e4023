const SPACE = 32;
const TAB = 9;
const CARRIAGE_RETURN = 13;

/** Offset of the first character that is not a space or tab; the length for a blank line. */
export function indentOf(line: string): number {
  let at = 0;
  for (; at < line.length; at++) {
    const code = line.charCodeAt(at);
    if (code !== SPACE && code !== TAB && code !== CARRIAGE_RETURN) break;
  }
  return at;
}

export const isBlank = (line: string | undefined): boolean =>
  line === undefined || indentOf(line) === line.length;

const PUNCTUATION = /^[!-/:-@[-`{-~]/;

/** The length of a line that repeats one punctuation mark (`====`), else 0. Trailing space is no part of it. */
export function ruleLength(line: string): number {
  if (!PUNCTUATION.test(line)) return 0;
  const first = line.charCodeAt(0);
  let end = 1;
  while (end < line.length && line.charCodeAt(end) === first) end++;
  return isBlank(end === line.length ? '' : line.slice(end)) ? end : 0;
}
