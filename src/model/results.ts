import type { AbsentFile, FileReasons, FileScore } from './explanation.ts';
import type { Tier } from './relevance.ts';
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
  /** The relevance of a file to a task, number by number. */
  score(request: ScoreRequest): Promise<FileScore | AbsentFile>;
  /** Whether a file (or a line of it) stands in the context of a task, and why. */
  why(request: WhyRequest): Promise<FileReasons | AbsentFile>;
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
  readonly text: string;
  readonly type: 'auto' | TaskType;
  /** Empty for all that are enabled. */
  readonly sources: readonly string[];
  /** What is available for context, where it is given directly. */
  readonly contextTokens: number | null;
}

export interface AssembleResult {
  readonly version: number;
  readonly task: { readonly text: string; readonly type: string };
  readonly state_root: string;
  readonly budget: {
    readonly total: number;
    readonly reserved: number;
    readonly available: number;
    readonly tokenizer: string;
  };
  readonly total_tokens: number;
  readonly truncated: boolean;
  readonly parts: readonly AssembledPart[];
  readonly dropped: readonly {
    readonly path: string;
    readonly reason: string;
    readonly relevance: number;
  }[];
  readonly prompt: string;
  /** How the budget was spent, for people. */
  readonly report: string;
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
}
