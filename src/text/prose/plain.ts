import { headingOf } from './inline.ts';
import { indentOf, isBlank, ruleLength } from './line.ts';
import type { Break, Heading, Structure } from './structure.ts';

const LONGEST_TITLE = 80;
const UNDERLINES = '=-~*#^';

/** The headings of plain text: underlined, numbered, or in capitals on a line of their own. */
export function plainStructure(lines: readonly string[]): Structure {
  const headings: Heading[] = [];
  const breaks: Break[] = [];
  let afterBlank = true;

  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    const indent = indentOf(line);
    if (indent === line.length) {
      afterBlank = true;
      continue;
    }
    const paragraphStart = afterBlank;
    afterBlank = false;
    if (!paragraphStart) continue;
    breaks.push({ line: index + 1, indent });
    if (line.length - indent > LONGEST_TITLE + 20) continue;
    const text = line.trim();
    const below = (lines[index + 1] ?? '').trim();
    const boxed = boxedTitle(lines, index);
    if (boxed !== null) {
      headings.push(...headingOf(boxed, index + 1, index + 4, 1));
      index += 2;
    } else if (isUnderlined(text, below)) {
      const level = UNDERLINES.indexOf(below.charAt(0)) + 1;
      headings.push(...headingOf(text, index + 1, index + 3, level));
      index++;
    } else {
      const level = indent === 0 ? titleLevel(text, lines[index + 1]) : 0;
      if (level === 0) continue;
      headings.push(...headingOf(text, index + 1, index + 2, level));
    }
    afterBlank = true;
  }
  return { headings, marks: [], breaks, facts: new Map() };
}

function isUnderlined(text: string, below: string): boolean {
  if (below === '' || !UNDERLINES.includes(below.charAt(0)) || ruleLength(text) > 0) return false;
  const length = ruleLength(below);
  return length >= 3 && length >= text.length * 0.6;
}

/** A title between two rules. */
function boxedTitle(lines: readonly string[], index: number): string | null {
  const above = (lines[index] ?? '').trim();
  const title = (lines[index + 1] ?? '').trim();
  const below = (lines[index + 2] ?? '').trim();
  if (title === '' || title.length > LONGEST_TITLE || ruleLength(title) > 0) return null;
  if (above.charAt(0) !== below.charAt(0) || below === '') return null;
  return ruleLength(above) >= 3 && ruleLength(below) >= 3 ? title : null;
}

/** Levels of titles that are only text; 0 for a sentence, a list entry, a command. */
function titleLevel(text: string, below: string | undefined): number {
  if (text.length > LONGEST_TITLE || /[.,;?!\\]$/.test(text)) return 0;
  if (/^[A-Z0-9]/.test(text) && !/[a-z]/.test(text)) return isUpperTitle(text) ? 1 : 0;
  const numbered = /^(?:§\s*)?(\d{1,3}(?:\.\d{1,3}){0,5})\.?\s+[A-Z]/.exec(text);
  if (!numbered || !isBlank(below)) return 0;
  return (numbered[1] ?? '').split('.').length;
}

function isUpperTitle(text: string): boolean {
  const letters = text.match(/[A-Z]/g)?.length ?? 0;
  return letters >= 3 && letters >= text.length * 0.5 && /[A-Z]{2}/.test(text);
}
