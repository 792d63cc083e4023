import type { CallOptions } from './call.ts';
import type { Entry } from './explanation.ts';
import type { PartState } from './flow.ts';
import type { DroppedFile, PlannedPart } from './plan.ts';
import type { AssembleRequest, AssembleResult, ContextOptions } from './results.ts';

/* A context with what stands behind it, for those who look at it: everything a picture of it shows is here. */

/** What can speak for a file. */
export const REASON_NAMES = [
  'words',
  'history',
  'frames',
  'meaning',
  'neighbourhood',
  'chain',
] as const;
export type ReasonName = (typeof REASON_NAMES)[number];

/** What speaks for a file. */
export interface Reasons {
  /** The share of each in what speaks for it; together 1, or nothing at all. */
  readonly reasons: Readonly<Partial<Record<ReasonName, number>>>;
  /** Words of the task that it holds, as the task has them, strongest first. */
  readonly words: readonly string[];
}

export interface InspectedPart extends PlannedPart, Reasons {
  /** Lines of the whole document. */
  readonly lines: number;
}

export interface LeftOut extends DroppedFile, Reasons {
  readonly source: string;
}

/** Where a part stands in the prompt, in UTF-16 units. */
export interface Section {
  readonly path: string;
  readonly source: string;
  readonly start: number;
  readonly end: number;
}

/** The context of a task with what speaks for each part. */
export interface Inspection
  extends Pick<
    AssembleResult,
    'task' | 'stateRoot' | 'budget' | 'totalTokens' | 'matched' | 'expected' | 'prompt'
  > {
  readonly parts: readonly InspectedPart[];
  readonly leftOut: readonly LeftOut[];
  readonly sections: readonly Section[];
  /** Files of the project by source. */
  readonly sources: Readonly<Record<string, number>>;
}

/** A part of a flow, in the context or switched off. */
export interface FlowPart
  extends Pick<PlannedPart, 'role' | 'tier' | 'level' | 'spans' | 'tokens' | 'relevance'> {
  /** As the commands name it: `100_session_ts`. */
  readonly name: string;
  /** `e1`, `e2` … for evidence; empty for what the system or the user says. */
  readonly number: string;
  readonly rank: number | null;
  readonly state: PartState;
  /** The file of the workspace it comes from, or its own name. */
  readonly path: string;
  readonly reason: string;
  /** Why it can't be read; null where all is well. */
  readonly problem: string | null;
}

/** The context of a flow with all its parts. */
export interface FlowInspection
  extends Pick<AssembleResult, 'task' | 'budget' | 'totalTokens' | 'prompt'> {
  readonly flowId: string;
  readonly focus: string | null;
  readonly parts: readonly FlowPart[];
  readonly sections: readonly Section[];
  /** What undo and redo would take back or do again; null for nothing. */
  readonly undo: string | null;
  readonly redo: string | null;
}

export interface FlowInspectRequest extends CallOptions, ContextOptions {
  /** By its id or the beginning of it; the current one unless it is given. */
  readonly flow?: string | undefined;
}

/** What a context of some size holds. */
export interface SizeStep {
  readonly context_tokens: number;
  readonly total_tokens: number;
  /** The probability that every file the task needs is here; null where relevance is no probability. */
  readonly every_file: number | null;
  /** Tokens of each of its documents, under their places in `paths`. */
  readonly documents: readonly (readonly [at: number, tokens: number])[];
}

/** What enters and leaves the context of a task as its budget grows. */
export interface Sizes {
  readonly paths: readonly string[];
  readonly steps: readonly SizeStep[];
  /** For files that are left out at the size asked for: where they enter, if they do at one of these sizes. */
  readonly entries: readonly (Entry & {
    readonly path: string;
    /** Told to the next hundred tokens; else it enters somewhere below. */
    readonly is_close: boolean;
  })[];
}

export interface SizesRequest extends AssembleRequest {
  /** The largest budget to look at, in tokens of context. */
  readonly upTo?: number | undefined;
}

/** A turn of a conversation. */
export interface ShownTurn {
  readonly speaker: string;
  readonly time: string;
  readonly span: readonly [number, number];
}

/** Messages of a log that differ in their values only. */
export interface ShownTemplate {
  readonly template: string;
  readonly level: string;
  readonly count: number;
  /** The line of the first. */
  readonly line: number;
  /** How many fell into each of the equal stretches of time between `from` and `to`. */
  readonly histogram: readonly number[];
}

/** A file as Sheaf sees it: decoded, without secrets, hidden characters shown. */
export interface ShownFile {
  readonly path: string;
  readonly source: string;
  readonly language: string;
  readonly text: string;
  readonly lines: number;
  /** How many secrets were replaced, by rule. */
  readonly redactions: Readonly<Record<string, number>>;
  readonly hiddenCharacters: number;
  /** Of a conversation. */
  readonly turns: readonly ShownTurn[];
  /** Of a log, the most frequent first, and the time it spans; null without times. */
  readonly templates: readonly ShownTemplate[];
  readonly times: { readonly from: string; readonly to: string } | null;
}

export interface ShowRequest extends CallOptions {
  readonly path: string;
}
