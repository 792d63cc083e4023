import type { Context } from '../model/context.ts';
import type { Section } from '../model/inspection.ts';
import type { Composition } from './composition.ts';

/** Where each part stands in a prompt. Formats that write parts otherwise than by themselves, such as JSON, have none. */
export function sectionsOf(
  prompt: string,
  { fixed, parts }: Context,
  { format, rules }: Pick<Composition, 'format' | 'rules'>,
): Section[] {
  const sections: Section[] = [];
  let from = 0;
  for (const part of [...fixed, ...parts]) {
    const text = format.partText(part, rules.formatOptions).trim();
    const start = text === '' ? -1 : prompt.indexOf(text, from);
    if (start === -1) continue;
    from = start + text.length;
    sections.push({
      path: part.evidence?.path ?? part.path,
      source: part.source,
      start,
      end: from,
    });
  }
  return sections;
}
