import type { Unit } from '../../../model/document.ts';
import type { Section } from '../../../text/prose/structure.ts';

/** Sections of prose as units; short ones may join. */
export const sectionUnits = (sections: readonly Section[]): Unit[] =>
  sections.map(({ firstLine, lastLine, level, title: name, names, within }) => {
    const kind = level === 0 ? 'preamble' : 'section';
    return { firstLine, lastLine, kind, name, names, within, joins: true };
  });

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
