import { headingOf } from './inline.ts';
import type { Break, Heading, Structure } from './structure.ts';

const LONGEST_TITLE = 300;
const HEADING = /^\.\s?(SH|Sh|SS|Ss)\s+(\S.*)$/;
const TITLE = /^\.\s?(?:TH|Dt)\s+("[^"]*"|\S+)/;
const PARAGRAPH = /^\.\s?(?:TP|PP|LP|P|IP|Pp|It|HP)\b/;

/** The headings of a manual page, in the `man` and the `mdoc` macros. */
export function roffStructure(lines: readonly string[]): Structure {
  const headings: Heading[] = [];
  const breaks: Break[] = [];
  const facts = new Map<string, string>();
  lines.forEach((line, index) => {
    if ((line.charAt(0) !== '.' && line.charAt(0) !== "'") || line.length > LONGEST_TITLE) return;
    const heading = HEADING.exec(line);
    if (heading) {
      const raw = (heading[2] ?? '').replace(/"/g, '').replace(/\\f[BIRP]/g, '');
      const level = heading[1]?.toUpperCase() === 'SH' ? 1 : 2;
      headings.push(...headingOf(raw, index + 1, index + 2, level));
      return;
    }
    if (PARAGRAPH.test(line)) breaks.push({ line: index + 1, indent: 0 });
    const title = TITLE.exec(line)?.[1];
    if (title) facts.set('title', title.replace(/"/g, '').replace(/\\-/g, '-'));
  });
  return { headings, marks: [], breaks, facts };
}
