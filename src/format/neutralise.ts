import { late } from '../math/memo.ts';

/**
 * Content that holds a look-alike of our own markers gets a backslash put inside it, one more than it has there already. The marker is
 * broken wherever it stands, whatever a reader takes for the start of a line, and taking one backslash away restores the text.
 */
export interface Neutraliser {
  hide(text: string): string;
  show(text: string): string;
  finds(text: string): boolean;
}

/** Everything that some program takes for the end of a line, or of a record. */
export const BREAKS = '\\x00-\\x08\\x0a-\\x1f\\x7f-\\x9f\\u2028\\u2029';
/** What a reader may drop without a trace, also in the middle of a word. */
export const INVISIBLE = '[\\p{Cf}\\p{Default_Ignorable_Code_Point}]';
/** What is blank or invisible and no end of a line. */
const BLANK =
  '[\\t \\xa0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000\\p{Cf}\\p{Default_Ignorable_Code_Point}]';
export const BLANKS: string = `${BLANK}*`;
export const LINE_START: string = `(?:^|[${BREAKS}])${BLANKS}`;
const UNSEEN = '[\\s\\p{Cf}\\p{Default_Ignorable_Code_Point}]';
/** The end of a line, or of a heading that ends in number signs as it began. */
const HEADING_END = `(?:${BLANK}|#)*(?:[${BREAKS}]|$)`;

/** A word or sign with invisible characters anywhere inside; a blank stands for any run of what is blank. */
export const seen = (word: string): string =>
  word
    .split(' ')
    .map((part) =>
      [...part]
        .map((character) => character.replace(/[.*+?^${}()|[\]\\]/, '\\$&'))
        .join(`${INVISIBLE}*`),
    )
    .join('~');

export const oneOf = (...words: readonly string[]): string => `(?:${words.map(seen).join('|')})`;

export const headings = (...words: readonly string[]): { lead: string; tail: string } => ({
  lead: '#',
  tail: `${BLANKS}${oneOf(...words)}${HEADING_END}`,
});

/** Look-alikes by what stands before and behind the backslash; `~` stands for any run of blank or invisible characters. */
export function neutraliser(
  looks: readonly { readonly lead: string; readonly tail: string }[],
): Neutraliser {
  // Classes of Unicode take milliseconds to compile, and of all formats one is used.
  const rules = late(() =>
    looks.map(({ lead, tail }) => {
      const [before, after] = [lead, tail].map((part) => part.replaceAll('~', `${UNSEEN}*`));
      return {
        any: new RegExp(`(${before})(?=\\\\*${after})`, 'giu'),
        hidden: new RegExp(`(${before})\\\\(?=\\\\*${after})`, 'giu'),
      };
    }),
  );
  return {
    hide: (text) => rules().reduce((out, { any }) => out.replace(any, '$1\\'), text),
    show: (text) => rules().reduceRight((out, { hidden }) => out.replace(hidden, '$1'), text),
    finds: (text) => rules().some(({ any }) => text.search(any) !== -1),
  };
}
