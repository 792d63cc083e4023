import type { Context, ContextPart, Level } from '../model/context.ts';
import type { ContextSource } from '../model/results.ts';
import { firstLineOf, nameOf, pathOf, typeOf } from './body.ts';

const sourceOf = (part: ContextPart): ContextSource => ({
  id: part.cid,
  name: nameOf(part),
  type: typeOf(part),
  file: pathOf(part),
  line: firstLineOf(part),
  relevance: part.relevance,
});

/** Where the parts of a context come from, in their order (FM-2). */
export const sourcesOf = ({ fixed, parts }: Context): ContextSource[] =>
  [...fixed, ...parts].map(sourceOf);

const SHORTER: readonly Level[] = ['excerpts', 'detailed', 'summary', 'stub'];

/** How many parts stand at which level, where not all are whole; undefined where they are. */
export function summaryNote({ fixed, parts }: Context): string | undefined {
  const all = [...fixed, ...parts];
  const counts = SHORTER.map((level) => ({
    level,
    count: all.filter((part) => part.level === level).length,
  })).filter(({ count }) => count > 0);
  if (counts.length === 0) return undefined;
  const whole = all.filter(({ level }) => level === 'full').length;
  const shortened = counts.map(({ level, count }) => `${count} as ${level}`).join(', ');
  return `${all.length} document${all.length === 1 ? '' : 's'}: ${whole} whole, ${shortened}`;
}
