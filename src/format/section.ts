import { fenced } from './fences.ts';
import type { Neutraliser } from './neutralise.ts';

/**
 * Words of the user or the project under a heading of ours. They stand as they are, unless they could swallow or forge what follows:
 * then they stand in a fence. Blank space around them does not count.
 */
export function sectionText(heading: string, words: string, marks: Neutraliser): string {
  const text = words.trim();
  const isSafe = isClosed(text) && !marks.finds(text);
  return `${heading}\n\n${isSafe ? `${text}\n` : fenced(marks.hide(text), 'markdown')}`;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;
/** A fence inside a list or a quotation. */
const NESTED_FENCE = /^[\s>*+\d.)-]*(?:```|~~~)/;
/** HTML that goes on over blank lines: comments, instructions, declarations, and elements of raw text. */
const HTML = /<(?:[!?]|script|pre|style|textarea)/i;

/** True if nothing that a Markdown reader sees as open reaches beyond the end of the text. */
function isClosed(text: string): boolean {
  if (HTML.test(text) || /^[`~]{3}/.test(text)) return false;
  let open = '';
  for (const line of text.split(/[\n\r]/)) {
    const [, fence = '', rest = ''] = FENCE.exec(line) ?? [];
    if (open !== '') {
      if (fence.startsWith(open) && rest.trim() === '') open = '';
    } else if (fence !== '') {
      if (!fence.startsWith('`') || !rest.includes('`')) open = fence;
    } else if (NESTED_FENCE.test(line)) return false;
  }
  return open === '';
}
