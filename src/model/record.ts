import type { Expected } from './plan.ts';
import type { Tier } from './relevance.ts';

export interface RecordedFile {
  readonly path: string;
  readonly tokens: number;
  readonly level: string;
  readonly relevance_score: number;
}

export interface RecordedTier {
  readonly files: readonly RecordedFile[];
  readonly total_tokens: number;
}

/** How an assembly spent its budget. */
export interface BudgetRecord {
  readonly timestamp: string;
  readonly task: string;
  readonly total_budget: number;
  readonly allocation: Readonly<Record<Tier, RecordedTier>>;
  /** What stands in every context of the project. */
  readonly fixed?: RecordedTier;
  readonly overflow: {
    readonly occurred: boolean;
    readonly strategy_applied: string;
    readonly files_affected: readonly string[];
  };
  readonly metrics: { readonly utilization: number; readonly efficiency: number };
}

/** What an assembly looked at and how long it took. */
export interface AssemblyLog {
  readonly task_id: string;
  readonly sources_queried: readonly string[];
  readonly candidates_found: number;
  readonly items_included: number;
  readonly tokens_used: number;
  readonly tokens_budget: number;
  readonly compression_applied: readonly string[];
  readonly assembly_time_ms: number;
  /** How tokens were counted. */
  readonly tokenizer?: string;
  readonly items_left_out?: number;
  /** Which parts held characters that nobody sees, in words. */
  readonly hidden_characters?: string;
  /** The model the context is for, where somebody said. */
  readonly model?: string;
  /** Tokens held back, by what for; absent where nothing was. */
  readonly reserved?: Readonly<Record<string, number>>;
  /** What a large window would reserve, where the reserves were scaled to a small one. */
  readonly unscaled?: number;
  readonly expected?: Expected;
  /** Percentages of the tiers. */
  readonly allocation?: Readonly<Record<Tier, number>>;
  /** Names the plan, where a server keeps it. */
  readonly plan?: string;
  /** The context was there already and was not made again. */
  readonly cached?: boolean;
  /** The task in the context is shorter than the one that was given, in words. */
  readonly shortened_task?: string;
}

/** What is kept of an assembly, for reports. */
export interface AssemblyRecord {
  readonly session: string;
  readonly budget: BudgetRecord;
  readonly log: AssemblyLog;
}
