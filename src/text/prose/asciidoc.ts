import { addQualified, headingOf, identifiers, noteFact } from './inline.ts';
import { indentOf, isBlank, ruleLength } from './line.ts';
import type { Break, Heading, Mark, Structure } from './structure.ts';

/** Blocks whose content is no AsciiDoc, or may hold no section titles. */
const BLOCK_MARKS = '-.+/=*_`';
const TWO_LINE_LEVELS = '=-~^+';
const LONGEST_TITLE = 300;
const MOST_ATTRIBUTES = 4;

/** The headings of AsciiDoc (`== Title`, two-line ones), outside of delimited blocks; terms as marks. */
export function asciidocStructure(lines: readonly string[]): Structure {
  const headings: Heading[] = [];
  const marks: Mark[] = [];
  const breaks: Break[] = [];
  const facts = new Map<string, string>();
  let block = '';
  let afterBlank = true;

  const push = (index: number, bodyIndex: number, level: number, raw: string): void => {
    const floor = Math.max((headings.at(-1)?.bodyLine ?? 1) - 1, index - MOST_ATTRIBUTES);
    const firstLine = attributedStart(lines, index, floor) + 1;
    const heading = headingOf(raw, firstLine, bodyIndex + 1, level);
    headings.push(...heading);
    if (heading.length > 0) afterBlank = true;
  };

  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    if (block !== '') {
      if (line.startsWith(block) && line.trimEnd() === block) block = '';
      continue;
    }
    if (isBlank(line)) {
      afterBlank = true;
      continue;
    }
    const paragraphStart = afterBlank;
    afterBlank = false;
    if (paragraphStart) breaks.push({ line: index + 1, indent: indentOf(line) });
    const first = line.charAt(0);
    const length = BLOCK_MARKS.includes(first) ? ruleLength(line) : 0;
    if (length >= 4) block = line.slice(0, length);
    else if (line.startsWith('```')) block = '```';
    if (block !== '') continue;
    if (line.length > LONGEST_TITLE) continue;
    const one = first === '=' || first === '#' ? /^(={1,6}|#{1,6})\s+(\S.*)$/.exec(line) : null;
    if (one) {
      push(index, index + 1, (one[1] ?? '').length, (one[2] ?? '').replace(/\s+[=#]+\s*$/, ''));
      continue;
    }
    const level = paragraphStart ? twoLineLevel(line, lines[index + 1] ?? '') : 0;
    if (level > 0) {
      push(index, index + 2, level, line);
      index++;
      continue;
    }
    if (headings.length < 2 && line.startsWith(':')) {
      // `:attribute: value` at the top.
      noteFact(facts, /^:([A-Za-z][\w-]*):\s+(\S.*)$/.exec(line) ?? []);
      continue;
    }
    const names = termNames(line);
    if (names.length > 0) marks.push({ line: index + 1, name: '', names, cuts: false });
  }
  return { headings, marks, breaks, facts };
}

function twoLineLevel(title: string, below: string): number {
  const level = TWO_LINE_LEVELS.indexOf(below.charAt(0)) + 1;
  if (level === 0 || below === '' || !/^\w/.test(title)) return 0;
  const length = ruleLength(below);
  // As Asciidoctor has it: the line must fit the title, else it delimits a block.
  return length > 2 && Math.abs(length - title.trimEnd().length) <= 1 ? level : 0;
}

/** What a term of a description list names (`name:: text`). */
function termNames(line: string): string[] {
  const end = line.indexOf('::');
  if (end <= 0 || !(end + 2 === line.trimEnd().length || line.charAt(end + 2) === ' ')) return [];
  const term = line.slice(0, end).trim();
  const names = new Set(term.includes('`') || !/\s/.test(term) ? identifiers(term) : []);
  if (/^[\w.-]+$/.test(term) && names.size === 0) addQualified(names, term);
  return [...names];
}

/** Block attributes and anchors right above a title (`[[id]]`, `[#id]`, `[appendix]`) belong to it. */
function attributedStart(lines: readonly string[], index: number, floor: number): number {
  const isAttribute = (line = ''): boolean => /^\[.*\]\s*$/.test(line.slice(0, LONGEST_TITLE));
  let start = index;
  while (start > floor && isAttribute(lines[start - 1])) start--;
  return start;
}
