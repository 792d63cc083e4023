import type { Budget } from '../model/budget.ts';
import type { Expected, PlannedPart } from '../model/plan.ts';
import type { AssemblyRecord, BudgetRecord, RecordedTier } from '../model/record.ts';
import type { Tier } from '../model/relevance.ts';

export interface Recording {
  readonly session: string;
  /** Of the clock outside; it stands in the record alone, never in what is hashed. */
  readonly timestamp: string;
  readonly elapsedMs: number;
  readonly taskId: string;
  readonly task: string;
  readonly budget: Pick<Budget, 'total' | 'available' | 'reserves' | 'unscaled'>;
  readonly usedTokens: number;
  readonly parts: readonly PlannedPart[];
  readonly sourcesQueried: readonly string[];
  readonly candidates: number;
  readonly overflow: BudgetRecord['overflow'];
  readonly includeMinimum: number;
  readonly tokenizer?: string;
  readonly leftOut?: number;
  /** Which parts held hidden characters, in words; null for none. */
  readonly hidden?: string | null;
  readonly model?: string;
  readonly expected?: Expected | null;
  readonly allocation?: Readonly<Record<Tier, number>>;
  readonly shortenedTask?: string | null;
}

const round = (value: number): number => Math.round(value * 10_000) / 10_000;
const sum = (parts: readonly PlannedPart[]): number =>
  parts.reduce((total, { tokens }) => total + tokens, 0);

/** What was done about documents that were wanted and did not fit, or not as they are. */
export function overflowOf(
  affected: readonly string[],
  strategy: string,
): BudgetRecord['overflow'] {
  const occurred = affected.length > 0;
  return { occurred, strategy_applied: occurred ? strategy : 'none', files_affected: affected };
}

/** Tokens of parts that are relevant, as a share of the tokens of all. */
export function efficiencyOf(parts: readonly PlannedPart[], includeMinimum: number): number {
  const all = sum(parts);
  const relevant = parts.filter(
    ({ tier, relevance }) => tier === 'system' || relevance >= includeMinimum,
  );
  return all === 0 ? 1 : round(sum(relevant) / all);
}

export function recordOf(recording: Recording): AssemblyRecord {
  const { parts, budget, usedTokens } = recording;
  const tier = (name: PlannedPart['tier']): RecordedTier => {
    const own = parts.filter((part) => part.tier === name);
    return {
      files: own.map(({ path, tokens, level, relevance: relevance_score }) => {
        return { path, tokens, level, relevance_score };
      }),
      total_tokens: sum(own),
    };
  };
  const shortened = parts.filter(({ level }) => level !== 'full');
  return {
    session: recording.session,
    budget: {
      timestamp: recording.timestamp,
      task: recording.task,
      total_budget: budget.total,
      allocation: {
        primary: tier('primary'),
        supporting: tier('supporting'),
        reference: tier('reference'),
        history: tier('history'),
      },
      ...(parts.some((part) => part.tier === 'system') ? { fixed: tier('system') } : {}),
      overflow: recording.overflow,
      metrics: {
        utilization: budget.available === 0 ? 0 : round(usedTokens / budget.available),
        efficiency: efficiencyOf(parts, recording.includeMinimum),
      },
    },
    log: {
      task_id: recording.taskId,
      sources_queried: recording.sourcesQueried,
      candidates_found: recording.candidates,
      items_included: parts.length,
      tokens_used: usedTokens,
      tokens_budget: budget.available,
      compression_applied: shortened.map(({ source, level, path }) => `${source}:${level}:${path}`),
      assembly_time_ms: recording.elapsedMs,
      ...(recording.tokenizer === undefined ? {} : { tokenizer: recording.tokenizer }),
      ...(recording.leftOut === undefined ? {} : { items_left_out: recording.leftOut }),
      ...(recording.hidden == null ? {} : { hidden_characters: recording.hidden }),
      ...(recording.model === undefined || recording.model === ''
        ? {}
        : { model: recording.model }),
      ...(budget.reserves === undefined ? {} : { reserved: budget.reserves }),
      ...(budget.unscaled === undefined ? {} : { unscaled: budget.unscaled }),
      ...(recording.expected == null ? {} : { expected: recording.expected }),
      ...(recording.allocation === undefined ? {} : { allocation: recording.allocation }),
      ...(recording.shortenedTask == null ? {} : { shortened_task: recording.shortenedTask }),
    },
  };
}
