import { languageNamed } from '../text/code/known.ts';
import { SLASHES } from '../text/code/marks.ts';

/** Text as a comment of a language, on one line; as it is where a language has none. Most languages take after C. */
export function comment(language: string, text: string): string {
  const [mark = ''] = (languageNamed(language)?.comments ?? SLASHES).marks;
  const [open, close = ''] = mark.split(' ');
  // What would end the comment early can't stand in it.
  const inside = close === '' ? text : text.replaceAll(close, close.split('').join(' '));
  return [open, inside, close].filter((part) => part !== '').join(' ');
}

/** What stands in the place of lines (inclusive, from 1) that were left out. */
export function elisionComment(language: string, first: number, last: number): string {
  const what = first >= last ? `line ${first}` : `lines ${first}–${last}`;
  return comment(language, `… ${what}`);
}
