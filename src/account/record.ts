import type { Composed } from '../compose/compose.ts';
import type { ContextRequest } from '../compose/request.ts';
import type { ComposedContext, Subject } from '../compose/subject.ts';
import { SESSION_VARIABLE } from '../config/key-spec.ts';
import { doubtNotes } from '../gather/doubt.ts';
import type { AssembleResult } from '../model/results.ts';
import type { Ports } from '../ports/ports.ts';
import { efficiencyOf, overflowOf, recordOf } from '../record/record.ts';
import { allocationReport } from '../record/report.ts';
import { shownPath } from '../text/paths/roots.ts';
import type { Told } from './told.ts';

/** Relevance from which a part counts as relevant: much that is worth looking at is needed in one task of fifty. */
const relevantFrom = ({ relevance: { preset, thresholds } }: ContextRequest['config']): number =>
  preset === 'classic' ? thresholds.include_minimum : thresholds.supporting_threshold;

/** S1's report of how the budget was spent. */
export const reportOf = (
  { title, files, candidates }: Subject,
  { made, tokenizer }: ComposedContext,
  { config }: ContextRequest,
  { hidden, shortenedTask: shorter }: Told,
): string =>
  allocationReport({
    // A context for a task says it with what it is expected to hold.
    warnings: [
      files === null ? [] : doubtNotes(candidates.surroundings),
      hidden ?? [],
      shorter ?? [],
    ].flat(),
    overflow: overflowOf(made.overflow, config.budget.overflow_strategy),
    model: config.budget.model,
    task: title,
    tokenizer: tokenizer.name,
    budget: made.budget,
    usedTokens: made.totalTokens,
    parts: made.parts.map((part) => ({ ...part, path: shownPath(part.path) })),
    expected: made.expected,
    droppedFiles: made.dropped.length,
    allocation: config.budget.allocation,
    efficiency: efficiencyOf(made.parts, relevantFrom(config)),
  });

/** What is pinned or named comes from a source that was asked, whether the others of it were or not. */
const shownSources = ({ parts }: Composed): string[] =>
  parts.map(({ source }) => source).filter((source) => source !== 'task');

/** What is kept of an assembly (S1's budget record, S3's log). */
export const recorded = (
  { env, now }: Ports,
  { flowId, title, sourcesQueried, candidates }: Subject,
  { made, tokenizer }: ComposedContext,
  { config }: ContextRequest,
  elapsedMs: number,
  told: Told,
): AssembleResult['record'] =>
  recordOf({
    session: env[SESSION_VARIABLE] ?? 'default',
    timestamp: new Date(now()).toISOString(),
    elapsedMs,
    taskId: flowId,
    task: title,
    budget: made.budget,
    usedTokens: made.totalTokens,
    parts: made.parts,
    sourcesQueried: [...new Set([...sourcesQueried, ...shownSources(made)])],
    candidates: candidates.files.length,
    overflow: overflowOf(made.overflow, config.budget.overflow_strategy),
    includeMinimum: relevantFrom(config),
    tokenizer: tokenizer.name,
    leftOut: made.dropped.length,
    model: config.budget.model,
    allocation: config.budget.allocation,
    expected: made.expected,
    ...told,
  });
