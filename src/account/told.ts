import type { ComposedContext, Subject } from '../compose/subject.ts';
import type { ContextPlan } from '../model/plan.ts';
import { hiddenText } from '../record/report.ts';

/** What a reader should know of the content, in sentences; null where there is nothing to say. */
export interface Told {
  readonly hidden: string | null;
  readonly shortenedTask: string | null;
  readonly picksLeftOut: string | null;
}

export const toldOf = (
  plan: ContextPlan,
  subject: Subject,
  context: ComposedContext,
  rawUnicode: boolean,
): Told => ({
  hidden: hiddenText(plan, rawUnicode),
  shortenedTask: shortenedTask(subject, context),
  picksLeftOut: leftOutText(context.made.picksLeftOut),
});

/** A long task is cut to what the context has room for. */
function shortenedTask(
  { candidates, files }: Subject,
  { made, tokenizer }: ComposedContext,
): string | null {
  const { text } = candidates.task;
  const { request } = made.context;
  if (files !== null || request === text) return null;
  return `The task is shortened from ${tokenizer.count(text)} to ${tokenizer.count(request)} tokens, half of the context.`;
}

const leftOutText = (picks: readonly string[]): string | null =>
  picks.length === 0
    ? null
    : `Picked, but not in the context because there is no room: ${picks.join(', ')}`;
