import type { Context, ContextPart, Level } from '../model/context.ts';
import { firstLineOf, nameOf, pathOf, typeOf } from './body.ts';

/** Where a piece of context comes from. */
export interface ContextSource {
  readonly entityId: string;
  readonly name: string;
  readonly type: string;
  readonly file?: string;
  readonly line?: number;
  readonly relevance: number;
}

/** The result of an assembly. */
export interface AssembledContext {
  readonly context: string;
  readonly sources: readonly ContextSource[];
  readonly tokenCount: number;
  readonly truncated: boolean;
  /** What was shortened to fit, if anything was. */
  readonly summary?: string;
}

const sourceOf = (part: ContextPart): ContextSource => ({
  entityId: part.cid,
  name: nameOf(part),
  type: typeOf(part),
  file: pathOf(part),
  line: firstLineOf(part),
  relevance: part.relevance,
});

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
  return `${all.length} documents: ${whole} whole, ${shortened}`;
}

/** A formatted context with its sources (FM-2). */
export function assembledContext(
  context: Context,
  made: { readonly text: string; readonly tokens: number; readonly truncated: boolean },
): AssembledContext {
  const summary = summaryNote(context);
  return {
    context: made.text,
    sources: [...context.fixed, ...context.parts].map(sourceOf),
    tokenCount: made.tokens,
    truncated: made.truncated,
    ...(summary === undefined ? {} : { summary }),
  };
}
