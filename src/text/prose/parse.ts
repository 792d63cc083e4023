import { asciidocStructure } from './asciidoc.ts';
import { ruleLength } from './line.ts';
import { markdownStructure } from './markdown.ts';
import { plainStructure } from './plain.ts';
import { restructuredStructure } from './restructured.ts';
import { roffStructure } from './roff.ts';
import type { Structure } from './structure.ts';

const READERS: ReadonlyMap<string, (lines: readonly string[]) => Structure> = new Map(
  Object.entries({
    restructuredtext: restructuredStructure,
    asciidoc: asciidocStructure,
    roff: roffStructure,
    text: plainStructure,
  }),
);

/** The structure of prose in a language of {@link proseLanguage}; what is rendered from HTML or JSON reads as Markdown. */
export const proseStructure = (lines: readonly string[], language: string): Structure =>
  (READERS.get(language) ?? markdownStructure)(lines);

/** Which markup a text without a telling name is written in, as its beginning shows. */
export function proseLanguage(head: string): 'restructuredtext' | 'markdown' | 'asciidoc' | 'text' {
  if (looksRestructured(head)) return 'restructuredtext';
  if (looksMarkdown(head)) return 'markdown';
  return /^= \S.*\n(?:.*\n){0,40}(?:== \S|:[a-z-]+:)/.test(head) ? 'asciidoc' : 'text';
}

function looksRestructured(head: string): boolean {
  if (/^ *\.\. (?:[\w:+-]+::(?:\s|$)|_[^:\n]{1,80}:|\|[^|\n]{1,80}\| )/m.test(head)) return true;
  const lines = head.split('\n');
  const titles = lines.some(
    (line, index) => ruleLength(line) >= 3 && /^\S/.test(lines[index - 1] ?? ''),
  );
  if (!titles) return false;
  return /:[a-z][\w:+-]*:`[^`\n]+`|``[^`\n]+``|\S::\s*$|`[^`\n<]+ <[^`\n>]+>`_|\w`_\b/m.test(head);
}

/** A fence, a link, bold words, an entry of a list. */
const MARKDOWN_MARKS = [
  /^\s*(?:```|~~~)/m,
  /\[[^\]\n]+\]\([^)\n]+\)/,
  /\*\*[^*\n]+\*\*/,
  /^[-*] \S/m,
];

function looksMarkdown(head: string): boolean {
  const titles = head.match(/^#{1,6} \S/gm)?.length ?? 0;
  const marks = MARKDOWN_MARKS.filter((mark) => mark.test(head)).length;
  if (titles > 0) return marks > 0 && /^#{1,6} [A-Z\d]/m.test(head);
  return marks > 2 || (marks > 1 && /^(?:```|\S.*\n={3,}$)/m.test(head));
}
