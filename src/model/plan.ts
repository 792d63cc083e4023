import type { Budget } from './budget.ts';
import type { ContextPart } from './context.ts';

/** How a part was shortened. */
type Shortening = Pick<ContextPart, 'receipt' | 'method' | 'model'>;

/** A document's place in an assembled context. */
export interface PlannedPart
  extends Shortening,
    Pick<
      ContextPart,
      'rank' | 'tier' | 'role' | 'source' | 'path' | 'level' | 'relevance' | 'cid'
    > {
  /** Inclusive line ranges, in order. */
  readonly spans: readonly (readonly [number, number])[];
  readonly tokens: number;
}

/** Why a piece or a document is not in a context. */
export type DropReason =
  | 'over-budget'
  | 'source-limit'
  | 'document-limit'
  | 'duplicate'
  | 'not-worth-it'
  /** A reader dropped it. */
  | 'unwanted'
  /** Of the share that has what stands in every context, nothing is left. */
  | 'fixed-share'
  /** None of its pieces has anything to do with the task. */
  | 'no-match'
  | 'below-threshold';

/** A document that is not in a context, and why. */
export interface DroppedFile {
  readonly path: string;
  readonly reason: DropReason;
  readonly relevance: number;
}

/** How much of what is needed a context is expected to hold (BU-6). */
export interface Expected {
  /** The probability that every file the task needs is here. */
  readonly every_file: number;
  /** What so many tokens more would add to it, and the file that would come first; null where nothing is left. */
  readonly next_tokens: number;
  readonly gain: number;
  readonly path: string | null;
  /** Words that are nearly all the task says and that the project hardly has. */
  readonly unfamiliar?: readonly string[];
}

/** What a plan says of any part, first of all and by these names (FM-4), and what it adds for a file of a flow. */
export interface FlowFields {
  readonly rank: string;
  readonly kind: string;
  readonly role: ContextPart['role'];
  readonly uri: string;
  readonly cid: string;
  readonly bytes: number;
  readonly status: 'active' | 'skipped';
  readonly source_uri?: string;
  readonly span?: string;
  readonly tags?: readonly string[];
  readonly linked?: boolean;
  /** Why a link is not followed, or a file not read. */
  readonly problem?: string;
  readonly tier: string;
}

/** A part of a plan, and beside what the part was made of. */
export interface PlanPart
  extends FlowFields,
    Shortening,
    Pick<PlannedPart, 'path' | 'tokens' | 'relevance' | 'spans'> {
  readonly source: string;
  readonly level: string;
  /** `blake3:` of the whole file it is made of. */
  readonly content?: string;
  /** How many characters of it nobody would see; absent for none. */
  readonly hidden_characters?: number;
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
  /** `sha256:` of the prompt. */
  readonly ctx_digest: string;
  readonly sheaf_version: string;
  /** Of the project, or, for a flow, of the flow's own files. */
  readonly state_root: string;
  readonly commit: string | null;
  readonly task: { readonly text: string; readonly type: string };
  readonly format: string;
  readonly tokenizer: string;
  readonly budget: Pick<Budget, 'total' | 'reserved' | 'available'>;
  readonly total_tokens: number;
  /** Whether anything in the project matches the task; absent for a flow. */
  readonly matched?: boolean;
  /** The share of the files that were read, where the answer could not wait for all of them; such a plan can't be replayed. */
  readonly partial?: number;
  readonly expected?: Expected;
  /** As `expected` has it, for a flow whose evidence was gathered. */
  readonly unfamiliar?: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
  readonly dropped: readonly DroppedFile[];
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

/** Something that two plans do not have in common. */
export interface PlanDifference {
  readonly cause: Cause;
  /** What differs: a path, an option, or the name of a field. */
  readonly what: string;
  readonly before: string;
  readonly after: string;
}

const HANDLE_DIGITS = 16;

/** What a plan is called where it is kept: by the SHA-256 of its text in hexadecimal. */
export const planHandle = (sha256: string): string => `plan-${sha256.slice(0, HANDLE_DIGITS)}`;
