import type { Context } from '../model/context.ts';
import type { ContextSource } from '../model/results.ts';
import { sourceOf } from './body.ts';

/** Where the parts of a context come from, in their order (FM-2). */
export const sourcesOf = ({ fixed, parts }: Context): ContextSource[] =>
  [...fixed, ...parts].map((part) => {
    return { id: part.cid, ...sourceOf(part), relevance: part.relevance };
  });

const SHORTER = ['excerpts', 'detailed', 'summary', 'stub'] as const;

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
