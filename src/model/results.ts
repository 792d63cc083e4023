import type { Budget } from './budget.ts';
import type { CallOptions } from './call.ts';
import type { EvaluateRequest, Evaluation } from './evaluation.ts';
import type { AbsentFile, FileReasons, FileScore } from './explanation.ts';
import type { FoundFile, GatheredItem, LinkedFile } from './flow.ts';
import type {
  FlowInspection,
  FlowInspectRequest,
  Inspection,
  ShownFile,
  ShowRequest,
  Sizes,
  SizesRequest,
} from './inspection.ts';
import type { FormatName, Overflow, Strategy, TokenizerName } from './options.ts';
import type { ContextPlan, DroppedFile, Expected, PlanDifference, PlannedPart } from './plan.ts';
import type { Push, PushRequest } from './push.ts';
import type { AssemblyRecord } from './record.ts';
import type { ScoredFile } from './relevance.ts';
import type { Choice, Shortlist, ShortlistRequest } from './shortlist.ts';
import type { LeftOutFile } from './state.ts';
import type { SummarizeRequest, SummaryResult } from './summary.ts';
import type { TaskType } from './task.ts';

/**
 * An open project: what every door and the library call. Each call brings the index up to date first. What a caller gets wrong
 * is a {@link SheafError} with a code, a sentence and a hint.
 */
export interface Workspace {
  /** Brings the index up to date and says what it holds. */
  update(options?: CallOptions): Promise<IndexResult>;
  /** What the index holds, without changing it. */
  status(options?: CallOptions): Promise<IndexResult>;
  /** Drops what no kept state needs. */
  collect(options?: CallOptions): Promise<CollectResult>;
  /** Where the files of the project hold secrets; never what they are. */
  secrets(options?: CallOptions): Promise<readonly FoundSecret[]>;
  /** Keeps the index up to date until the signal is aborted or the workspace is closed. */
  watch(onUpdate: (result: IndexResult) => void, options?: CallOptions): Promise<void>;
  /** Pieces, files or functions for a query, best first. */
  search(request: SearchRequest): Promise<readonly SearchHit[]>;
  /** Numbered candidates in a few tokens, for whoever reads the context to choose from with `pick` and `drop`. */
  shortlist(request: ShortlistRequest): Promise<Shortlist>;
  /** The likeliest pieces for a prompt that a conversation does not hold yet, in little room: what `sheaf hook` sends. */
  push(request: PushRequest): Promise<Push>;
  /** The context for a task: what matters, within the budget, with its sources and its plan. */
  assemble(request: AssembleRequest): Promise<AssembleResult>;
  /** The same for a flow; writes `build/prompt.FORMAT` and `build/ctxplan.json` in its folder. */
  assembleFlow(request?: FlowAssembleRequest): Promise<AssembleResult>;
  /** The same context with what speaks for each part and for what was left out; leaves no record. */
  inspect(request: AssembleRequest): Promise<Inspection>;
  /** The context of a flow with all its parts, on and off; leaves nothing behind. */
  inspectFlow(request?: FlowInspectRequest): Promise<FlowInspection>;
  /** What enters and leaves the context of a task as its budget grows, and where what is left out enters. */
  sizes(request: SizesRequest): Promise<Sizes>;
  /** A file as Sheaf sees it: without secrets, with its turns if it is a conversation and its templates if it is a log. */
  show(request: ShowRequest): Promise<ShownFile>;
  /** What would stand in the context of a task, for a flow. */
  gather(request: AssembleRequest): Promise<readonly GatheredItem[]>;
  /** What the index knows of how files hang together. */
  links(paths: readonly string[], options?: CallOptions): Promise<readonly LinkedFile[]>;
  /** Tests and documents of files that are not among them. */
  companions(paths: readonly string[], options?: CallOptions): Promise<readonly FoundFile[]>;
  /** Builds the context of a plan anew and says what differs. */
  replay(plan: ContextPlan, options?: CallOptions): Promise<ReplayResult>;
  /** Files that git tracks or would add, and that differ from a commit, branch or tag. */
  changedSince(ref: string, options?: CallOptions): Promise<readonly string[]>;
  /** What was assembled before, oldest first. */
  records(options?: CallOptions): Promise<readonly AssemblyRecord[]>;
  /** The relevance of a file to a task, number by number. */
  score(request: ScoreRequest): Promise<FileScore | AbsentFile>;
  /** Whether a file (or a line of it) stands in the context of a task, and why. */
  why(request: WhyRequest): Promise<FileReasons | AbsentFile>;
  /** What contexts hold of what later commits changed, on the project's own history, beside a plain search. */
  evaluate(request?: EvaluateRequest): Promise<Evaluation>;
  /** A file made shorter, with what that cost. */
  summarize(request: SummarizeRequest): Promise<SummaryResult>;
  /** Waits for calls that run, then lets go of the index. Later calls are refused. */
  close(): Promise<void>;
}

/** A place where a value was found that must not be shown. */
export interface FoundSecret {
  readonly path: string;
  /** From 1; 0 where the file's name is meant. */
  readonly line: number;
  /** What gave it away. */
  readonly rule: string;
  /** What it is called there; the rule where it has no name. */
  readonly name: string;
  /** Names the line around it, for `secrets.allow_fingerprints`; empty where only the value itself gave it away. */
  readonly fingerprint: string;
}

/** What the index holds of the project. */
export interface IndexResult {
  /** Where the index lies; `:memory:` where it could not be kept. */
  readonly indexFile: string;
  /** Names the content of the project: equal roots mean equal files. */
  readonly stateRoot: string;
  readonly commit: string | null;
  readonly documents: number;
  readonly chunks: number;
  readonly sources: Readonly<Record<string, number>>;
  readonly languages: Readonly<Record<string, number>>;
  /** Reason → how many files were left out or stubbed for it. */
  readonly leftOut: Readonly<Record<string, number>>;
  readonly leftOutFiles: readonly Omit<LeftOutFile, 'stamp' | 'hash'>[];
  /** Log events that are older than `sources.logs.log_window_hours` lets in. */
  readonly outsideWindow: number;
  /** Files read anew by this run; 0 where nothing had changed. */
  readonly updated: number;
  /** Contents that were new among them. */
  readonly analysed: number;
  readonly removed: number;
}

/** What collecting garbage did. */
export interface CollectResult {
  readonly statesKept: number;
  /** Folders whose files are in the index. */
  readonly rootsKept: number;
  /** Folders that are gone, with all that was kept of them. */
  readonly rootsDropped: number;
  readonly contentsDropped: number;
  /** Indexes of single folders, which earlier versions made. */
  readonly oldIndexesDropped: number;
  readonly bytesFreed: number;
}

/** What every request that ranks may say. */
export interface RankingOptions extends CallOptions {
  /** What kind of task it is; `auto`, the default, reads it from the words. */
  readonly type?: 'auto' | TaskType | undefined;
  /** Signals that are left out of the ranking, to see what each is worth. */
  readonly without?: readonly string[] | undefined;
}

/** A task as most requests name it. */
export interface TaskRequest extends RankingOptions {
  /** What is to be done, in words: a sentence, an issue, a stack trace, a diff. */
  readonly task: string;
}

/** Which file to score. */
export interface ScoreRequest extends TaskRequest {
  /** Relative to the root. */
  readonly path: string;
}

/** Which file or line to explain. */
export interface WhyRequest extends TaskRequest, Choice {
  /** `PATH` or `PATH:LINE`. */
  readonly place: string;
  /** As in {@link AssembleRequest}. */
  readonly maxTokens?: number | undefined;
  readonly sources?: readonly string[] | undefined;
  readonly pins?: readonly string[] | undefined;
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
}

/** What to look for. */
export interface SearchRequest extends RankingOptions {
  readonly query: string;
  /** Pieces of files (the default), whole files, or functions that fit a description. */
  readonly find?: 'pieces' | 'files' | 'functions' | undefined;
  /** How many at most; 20 unless it is given. */
  readonly limit?: number | undefined;
}

/** Something that was found, with its relevance to the query. */
export interface SearchHit extends Pick<ScoredFile, 'path' | 'score' | 'relevance' | 'tier'> {
  /** First and last line of a piece; absent for whole files. */
  readonly span?: readonly [number, number];
  readonly name?: string;
}

/** How a context is made and looks; what is not given is as the configuration says. */
export interface ContextOptions {
  /** Tokens there are for context; the prompt never has more. Without it, the configured window less its reserves. */
  readonly maxTokens?: number | undefined;
  readonly format?: FormatName | undefined;
  readonly overflow?: Overflow | undefined;
  readonly tokenizer?: TokenizerName | undefined;
  /** Ends the context with a list of its sources (markdown, xml, plain, json). */
  readonly includeSources?: boolean | undefined;
  /** `false` leaves names, places and summaries (docs, markdown, xml, plain, json). */
  readonly includeCodeContent?: boolean | undefined;
  /** Headings over code, documentation, conversations and the rest (markdown, xml, plain). */
  readonly groupByType?: boolean | undefined;
  /** The number of each line before it, for agents that edit. */
  readonly lineNumbers?: boolean | undefined;
  /** `compact` cuts every content at 500 characters (docs, markdown, xml, plain, json). */
  readonly style?: 'whole' | 'compact' | undefined;
  /** Whose API the format `messages` is for. */
  readonly api?: 'anthropic' | 'openai' | undefined;
}

/** A context for a task. Only the task is needed. */
export interface AssembleRequest extends TaskRequest, ContextOptions, Choice {
  readonly strategy?: Strategy | undefined;
  /** Fills the budget to its last token, also with what is hardly relevant. */
  readonly fill?: boolean | undefined;
  /** Adds a map of the project's folders, deeper where the files lie that the task is about. */
  readonly map?: boolean | undefined;
  /** Only these sources; all that are enabled unless some are given. */
  readonly sources?: readonly string[] | undefined;
  /** Paths that stand in the context before all others; the files of a task that is a diff are pinned too. */
  readonly pins?: readonly string[] | undefined;
  /** Only files that match one of these globs, as in a .gitignore. */
  readonly include?: readonly string[] | undefined;
  /** No files that match one of these. */
  readonly exclude?: readonly string[] | undefined;
  /** The plan of a context that the reader has: what stands there is left out, and only what is new is given. */
  readonly after?: ContextPlan | undefined;
  /** Leaves no record. */
  readonly isDryRun?: boolean | undefined;
}

/** A context of a flow: its request and its evidence are what its folder holds. */
export interface FlowAssembleRequest extends CallOptions, ContextOptions {
  /** By its id or the beginning of it; the current one unless it is given. */
  readonly flow?: string | undefined;
  /** Leaves nothing behind: neither a record nor the files of `build/`. */
  readonly isDryRun?: boolean | undefined;
}

/** How a context looks beside its format, as a plan keeps it. */
export interface ContextLook
  extends Pick<ContextOptions, 'includeSources' | 'groupByType' | 'style' | 'api' | 'lineNumbers'> {
  /** False leaves only names, places and summaries. */
  readonly includeCode?: boolean;
}

/** Where a part of a context comes from (FM-2). */
export interface ContextSource {
  /** Of the text that stands in the context; for results of another search, their own. */
  readonly id: string;
  readonly name: string;
  /** `file`, `document`, `session`, another source's name, or what a result says it is. */
  readonly type: string;
  readonly file?: string;
  readonly line?: number;
  readonly relevance: number;
}

/** A context and everything that is known of it. */
export interface AssembleResult {
  /** Whether anything in the project matches the task; for a flow, whether it has active evidence. */
  readonly matched: boolean;
  /** Null for a flow, and where relevance is no probability. */
  readonly expected: Expected | null;
  /** The context itself, ready to be sent. */
  readonly prompt: string;
  /** Where its parts come from, in their order. */
  readonly sources: readonly ContextSource[];
  /** The lock file of the context: `workspace.replay(plan)` builds it again. */
  readonly plan: ContextPlan;
  /** Of the prompt, by the tokenizer that `budget` names; never more than `budget.available`. */
  readonly totalTokens: number;
  /** Whether anything relevant was left out or cut. */
  readonly truncated: boolean;
  /** How many documents stand in fewer words, where any does. */
  readonly summary?: string;
  readonly parts: readonly PlannedPart[];
  readonly dropped: readonly DroppedFile[];
  /** Places that were picked and did not fit, such as `src/a.ts:10-42`; absent where all did. */
  readonly picksLeftOut?: readonly string[];
  readonly budget: Budget & { readonly tokenizer: string };
  readonly task: ContextPlan['task'];
  /** Names the content of the project that the context was made from. */
  readonly stateRoot: string;
  /** How the budget was spent, for people. */
  readonly report: string;
  /** What is kept of the assembly. */
  readonly record: AssemblyRecord;
  readonly stages: {
    /** Bringing the index up to date and opening it. */
    readonly indexMs?: number;
    readonly gatherMs: number;
    readonly assembleMs: number;
  };
}

/** What `assembleResults` makes of the results of another search (FM-2). */
export interface AssembledContext extends Pick<AssembleResult, 'summary' | 'truncated'> {
  readonly context: string;
  /** The results that stand in it, in their order. */
  readonly sources: readonly ContextSource[];
  readonly tokenCount: number;
}

/** A recorded context built anew. */
export interface ReplayResult {
  readonly identical: boolean;
  readonly prompt: string;
  /** Empty where it is identical; the first is the cause of the others. */
  readonly differences: readonly PlanDifference[];
  readonly plan: ContextPlan;
}
