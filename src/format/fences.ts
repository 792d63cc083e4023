import type { Neutraliser } from './neutralise.ts';

/** A fence that no line of the text can close: longer than any run of its sign inside; of backticks, unless they would be many. */
function fenceFor(text: string): string {
  const ticks = longestRun(text, /`{3,}/g);
  const tildes = longestRun(text, /~{3,}/g);
  return ticks > MANY && tildes < ticks ? '~'.repeat(tildes + 1) : '`'.repeat(ticks + 1);
}

const SHORTEST = 3;
/** Longer runs are no fences but an attempt to make ours cost a fortune. */
const MANY = 16;

function longestRun(text: string, runs: RegExp): number {
  let longest = SHORTEST - 1;
  for (const [run] of text.matchAll(runs)) longest = Math.max(longest, run.length);
  return longest;
}

/** A text in a fence. The closing fence needs a line of its own, so a text without a final line break gets one. */
export function fenced(text: string, language: string): string {
  const fence = fenceFor(text);
  const end = needsBreak(text) ? '\n' : '';
  return `${fence}${language.replace(/[^\w+#.-]/g, '')}\n${text}${end}${fence}\n`;
}

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

/** True for a text whose end is not the end of a line. */
export const needsBreak = (text: string): boolean => text !== '' && !text.endsWith('\n');
