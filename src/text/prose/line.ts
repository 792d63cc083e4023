/** Offset of the first character that is not a space or tab; the length for a blank line. */
export const indentOf = (line: string): number => line.search(/[^ \t\r]|$/);

export const isBlank = (line: string | undefined): boolean =>
  line === undefined || indentOf(line) === line.length;

const RULE = /^([!-/:-@[-`{-~])\1*(?=[ \t\r]*$)/;

/** The length of a line that repeats one punctuation mark (`====`), else 0. Trailing space is no part of it. */
export const ruleLength = (line: string): number => RULE.exec(line)?.[0].length ?? 0;
