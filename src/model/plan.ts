import type { SourceName } from './shape.ts';

/** A document's place in an assembled context. */
export interface PlannedPart {
  readonly rank: number;
  readonly tier: 'system' | 'primary' | 'supporting' | 'reference' | 'history';
  readonly role: 'system' | 'user' | 'evidence';
  readonly source: SourceName | 'task';
  readonly path: string;
  /** Inclusive line ranges, in order. */
  readonly spans: readonly (readonly [number, number])[];
  readonly level: 'full' | 'excerpts' | 'detailed' | 'summary' | 'stub';
  readonly tokens: number;
  readonly relevance: number;
  /** `sha256:` of the text that stands in the context. */
  readonly cid: string;
  /** What went when it was shortened, in words. */
  readonly receipt?: string;
  /** How it was shortened, and the model that did; null for the offline method. */
  readonly method?: string;
  readonly model?: string | null;
}

export interface DroppedFile {
  readonly path: string;
  readonly reason: string;
  readonly relevance: number;
}

/** A part of a plan: S0's fields, and beside them what the part was made of. */
export interface PlanPart {
  readonly rank: string;
  readonly kind: string;
  readonly role: 'system' | 'user' | 'evidence';
  readonly uri: string;
  readonly cid: string;
  readonly bytes: number;
  readonly status: 'active' | 'skipped';
  readonly path: string;
  readonly source: string;
  readonly tier: string;
  readonly level: string;
  readonly tokens: number;
  readonly relevance: number;
  readonly spans: readonly (readonly [number, number])[];
  /** `blake3:` of the whole file it is made of. */
  readonly content?: string;
  readonly receipt?: string;
  /** How it was shortened, and the model that did; null for the offline method. */
  readonly method?: string;
  readonly model?: string | null;
}

/** A summary that a model wrote; its words are kept with the index, under the id of its content. */
export interface PlannedSummary {
  readonly path: string;
  /** Names the text it is a summary of. */
  readonly of: string;
  readonly method: 'summary' | 'heavy';
  /** The most tokens it was allowed. */
  readonly limit: number;
  readonly model: string;
  /** `sha256:` of its words. */
  readonly cid: string;
}

/** `ctxplan.json`: a lock file for a context. It holds no clock, no absolute path and no counter. */
export interface ContextPlan {
  readonly version: '1.0';
  readonly flow_id: string;
  readonly order_rule: 'lexical';
  readonly parts: readonly PlanPart[];
  /** Of the active parts. */
  readonly total_bytes: number;
  /** SHA-256 over the ids of the active parts, in order. */
  readonly ctx_digest: string;
  readonly sheaf_version: string;
  readonly state_root: string;
  readonly commit: string | null;
  readonly task: { readonly text: string; readonly type: string };
  readonly format: string;
  readonly tokenizer: string;
  readonly budget: {
    readonly total: number;
    readonly reserved: number;
    readonly available: number;
  };
  readonly total_tokens: number;
  readonly options: Readonly<Record<string, unknown>>;
  readonly prompt_digest: string;
  readonly dropped: readonly {
    readonly path: string;
    readonly reason: string;
    readonly relevance: number;
  }[];
  /** What a model wrote for this context, whether it found room or not: it all had a say in what did. */
  readonly summaries?: readonly PlannedSummary[];
}

/** Why two plans differ; the first that applies is the cause of what follows from it. */
export type Cause =
  | 'task'
  | 'version'
  | 'tokenizer'
  | 'format'
  | 'budget'
  | 'weight'
  | 'option'
  | 'content'
  | 'summary'
  | 'relevance'
  | 'selection';

export interface PlanDifference {
  readonly cause: Cause;
  /** What differs: a path, an option, or the name of a field. */
  readonly what: string;
  readonly before: string;
  readonly after: string;
}
