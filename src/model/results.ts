import type { Budget } from './budget.ts';
import type { AbsentFile, FileReasons, FileScore } from './explanation.ts';
import type { FoundFile, GatheredItem, LinkedFile } from './flow.ts';
import type { ContextPlan, Expected, PlanDifference } from './plan.ts';
import type { AssemblyRecord } from './record.ts';
import type { Tier } from './relevance.ts';
import type { SummarizeRequest, SummaryResult } from './summary.ts';
import type { TaskType } from './task.ts';

/** What every door offers on a workspace. Results are plain data, printed as they are with `--json`. */
export interface Workspace {
  /** Brings the state up to date and says what it holds. */
  update(): Promise<IndexResult>;
  /** What the index holds, without changing it. */
  status(): Promise<IndexResult>;
  /** Drops what no kept state needs. */
  collect(): Promise<CollectResult>;
  /** Keeps the state up to date until the signal of the context is aborted. */
  watch(onUpdate: (result: IndexResult) => void): Promise<void>;
  search(request: SearchRequest): Promise<readonly SearchHit[]>;
  assemble(request: AssembleRequest): Promise<AssembleResult>;
  /** The same for a flow; writes `build/prompt.FORMAT` and `build/ctxplan.json` in its folder. */
  assembleFlow(request: FlowAssembleRequest): Promise<AssembleResult>;
  /** What would stand in the context of a task, for a flow. */
  gather(request: AssembleRequest): Promise<readonly GatheredItem[]>;
  /** What the index knows of how files hang together. */
  links(paths: readonly string[]): Promise<readonly LinkedFile[]>;
  /** Tests and documents of files that are not among them. */
  companions(paths: readonly string[]): Promise<readonly FoundFile[]>;
  /** Builds the context of a plan anew and says what differs. */
  replay(plan: ContextPlan): Promise<ReplayResult>;
  /** Files of the tree that differ from a commit. */
  changedSince(ref: string): Promise<readonly string[]>;
  /** What was assembled before, oldest first. */
  records(): Promise<readonly AssemblyRecord[]>;
  /** The relevance of a file to a task, number by number. */
  score(request: ScoreRequest): Promise<FileScore | AbsentFile>;
  /** Whether a file (or a line of it) stands in the context of a task, and why. */
  why(request: WhyRequest): Promise<FileReasons | AbsentFile>;
  /** A file made shorter, with what that cost. */
  summarize(request: SummarizeRequest): Promise<SummaryResult>;
  close(): Promise<void>;
}

export interface IndexResult {
  readonly state_root: string;
  readonly commit: string | null;
  readonly documents: number;
  readonly chunks: number;
  readonly sources: Readonly<Record<string, number>>;
  readonly languages: Readonly<Record<string, number>>;
  /** Reason → how many files were left out or stubbed for it. */
  readonly left_out: Readonly<Record<string, number>>;
  readonly left_out_files: readonly {
    readonly path: string;
    readonly reason: string;
    readonly detail: string;
  }[];
  /** Files read anew by this run; 0 where nothing had changed. */
  readonly updated: number;
  /** Contents that were new among them. */
  readonly analysed: number;
  readonly removed: number;
}

export interface CollectResult {
  readonly states_kept: number;
  readonly contents_dropped: number;
  readonly bytes_freed: number;
}

/** A task as every request names it. */
export interface TaskRequest {
  readonly text: string;
  readonly type: 'auto' | TaskType;
  /** Signals that are left out of the ranking. */
  readonly without: readonly string[];
}

export interface ScoreRequest extends TaskRequest {
  readonly path: string;
}

export interface WhyRequest extends TaskRequest {
  /** `PATH` or `PATH:LINE`. */
  readonly place: string;
  /** What is available for context, where it is given directly. */
  readonly contextTokens: number | null;
}

export interface SearchRequest extends TaskRequest {
  /** Whole files instead of pieces of them. */
  readonly files: boolean;
  /** Functions that fit a description, by words and by meaning. */
  readonly functions?: boolean | undefined;
  readonly limit: number;
}

export interface SearchHit {
  readonly path: string;
  readonly score: number;
  readonly relevance: number;
  readonly tier: Tier;
  /** First and last line of a piece; absent for whole files. */
  readonly span?: readonly [number, number];
  readonly name?: string;
}

export interface AssembleRequest {
  /** The task; a flow has its own. */
  readonly text: string;
  readonly type: 'auto' | TaskType;
  /** Empty for all that are enabled. */
  readonly sources: readonly string[];
  /** What is available for context, where it is given directly. */
  readonly contextTokens: number | null;
  /** Signals that are left out of the ranking. */
  readonly without?: readonly string[];
  /** Paths that stand in the context before all others. */
  readonly pins?: readonly string[];
  readonly look?: ContextLook;
  /** Only files that match one of these; none for all. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** Leaves no record. */
  readonly isDryRun?: boolean;
}

/** A context of a flow: its request and its evidence are what its folder holds. */
export interface FlowAssembleRequest {
  /** By its id or the beginning of it; null for the current one. */
  readonly flow: string | null;
  readonly contextTokens: number | null;
  readonly look?: ContextLook;
  /** Leaves nothing behind: neither a record nor the files of `build/`. */
  readonly isDryRun?: boolean;
}

/** How a context looks beside its format; a format passes over what it has no place for. */
export interface ContextLook {
  readonly includeSources?: boolean;
  readonly includeCode?: boolean;
  readonly groupByType?: boolean;
  readonly style?: 'whole' | 'compact';
  readonly api?: 'anthropic' | 'openai';
  /** The number of each line before it, for agents that edit. */
  readonly lineNumbers?: boolean;
}

export interface AssembleResult {
  readonly version: number;
  readonly task: { readonly text: string; readonly type: string };
  readonly state_root: string;
  readonly budget: Budget & { readonly tokenizer: string };
  readonly total_tokens: number;
  readonly truncated: boolean;
  /** Whether anything in the project matches the task; a flow has its evidence. */
  readonly matched: boolean;
  /** Null for a flow, and where relevance is no probability. */
  readonly expected: Expected | null;
  readonly parts: readonly AssembledPart[];
  readonly dropped: readonly {
    readonly path: string;
    readonly reason: string;
    readonly relevance: number;
  }[];
  readonly prompt: string;
  /** How the budget was spent, for people. */
  readonly report: string;
  /** The lock file of the context. */
  readonly plan: ContextPlan;
  /** What is kept of the assembly. */
  readonly record: AssemblyRecord;
  readonly stages: {
    /** Bringing the index up to date and opening it. */
    readonly index_ms?: number;
    readonly gather_ms: number;
    readonly assemble_ms: number;
  };
}

/** A recorded context built anew. */
export interface ReplayResult {
  readonly identical: boolean;
  readonly prompt: string;
  /** Empty where it is identical; the first is the cause of the others. */
  readonly differences: readonly PlanDifference[];
  readonly plan: ContextPlan;
}

export interface AssembledPart {
  readonly rank: number;
  readonly tier: string;
  readonly role: string;
  readonly source: string;
  readonly path: string;
  readonly spans: readonly (readonly [number, number])[];
  readonly level: string;
  readonly tokens: number;
  readonly relevance: number;
  readonly cid: string;
  readonly receipt?: string;
  /** How it was shortened, and the model that did; null for the offline method. */
  readonly method?: string;
  readonly model?: string | null;
}
