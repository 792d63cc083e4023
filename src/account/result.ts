import type { ComposedContext, Subject } from '../compose/subject.ts';
import { sourcesOf, summaryNote } from '../format/body.ts';
import type { AssembleResult } from '../model/results.ts';

/** A context as whoever asked gets it, before plan, report and record. */
export function resultOf(
  { task, stateRoot, ...subject }: Subject,
  { made, tokenizer }: ComposedContext,
): Omit<AssembleResult, 'plan' | 'report' | 'record' | 'stages'> {
  const { budget, prompt, totalTokens, truncated, parts, dropped, context, expected } = made;
  const { picksLeftOut } = made;
  const summary = summaryNote(context);
  return {
    prompt,
    sources: sourcesOf(context),
    totalTokens,
    truncated,
    matched: isMatched(subject),
    expected,
    ...(summary === undefined ? {} : { summary }),
    parts,
    dropped,
    ...(picksLeftOut.length === 0 ? {} : { picksLeftOut }),
    budget: { ...budget, tokenizer: tokenizer.name },
    task,
    stateRoot,
  };
}

/** Whether anything speaks for some file; for a flow, whether it has any that is active. */
export const isMatched = ({ files, candidates }: Pick<Subject, 'files' | 'candidates'>): boolean =>
  candidates.files.some(({ score }) => files !== null || score > 0) ||
  (candidates.chains ?? []).length > 0 ||
  candidates.fixed.isAboutChanges === true;
