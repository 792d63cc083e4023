import type { Unit } from '../../../model/document.ts';
import { isLinkList, isPictures } from '../../../text/prose/decoration.ts';
import type { Section } from '../../../text/prose/structure.ts';

/** Sections of prose as units; short ones may join. */
export const sectionUnits = (sections: readonly Section[]): Unit[] =>
  sections.map(({ firstLine, lastLine, level, title: name, names, within }) => {
    const kind = level === 0 ? 'preamble' : 'section';
    return { firstLine, lastLine, kind, name, names, within, joins: true };
  });

/** Those of a page, with lists of links and rows of badges, which say nothing, apart. */
export const pageUnits = (sections: readonly Section[], lines: readonly string[]): Unit[] =>
  sectionUnits(sections).flatMap((unit, i): Unit[] => {
    const section = sections[i];
    if (section === undefined) return [unit];
    const isLinks = isLinkList(lines.slice(section.bodyLine - 1, unit.lastLine).join('\n'));
    if (isLinks) return [{ ...unit, kind: 'links', joins: false }];
    const badges = i < OPENING_SECTIONS ? badgesIn(section, lines) : null;
    if (badges === null) return [unit];
    const parts = [
      { ...unit, lastLine: badges.firstLine - 1 },
      { ...unit, kind: 'badges', joins: false, ...badges },
      { ...unit, firstLine: badges.lastLine + 1 },
    ];
    return parts.filter(({ firstLine, lastLine }) => firstLine <= lastLine);
  });

/** Badges stand where a page begins; further down, a picture belongs to what is said. */
const OPENING_SECTIONS = 2;
const OPENING_LINES = 40;

/** The first paragraphs of an opening section that are nothing but pictures. */
function badgesIn(
  { bodyLine, lastLine }: Section,
  lines: readonly string[],
): { firstLine: number; lastLine: number } | null {
  const isBlank = (line: number): boolean => (lines[line - 1] ?? '').trim() === '';
  let [first, last] = [0, 0];
  let start = bodyLine;
  while (start <= lastLine && start <= OPENING_LINES) {
    if (isBlank(start)) {
      start += 1;
      continue;
    }
    let end = start;
    while (end < lastLine && !isBlank(end + 1)) end += 1;
    if (!isPictures(lines.slice(start - 1, end).join('\n'))) break;
    if (first === 0) first = start;
    last = end;
    start = end + 1;
  }
  return first === 0 ? null : { firstLine: first, lastLine: last };
}

/** What the document calls itself, else its first heading of the highest level. */
export function titleOf(facts: ReadonlyMap<string, string>, sections: readonly Section[]): string {
  const said = facts.get('title');
  if (said) return said;
  const titled = sections.filter((section) => section.level > 0);
  const top = titled.reduce((level, section) => Math.min(level, section.level), Infinity);
  return titled.find((section) => section.level === top)?.title ?? '';
}

/** A meta without its empty values. */
export const stated = (meta: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(meta).filter(([, value]) => value !== ''));
