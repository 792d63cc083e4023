import type { Priority, ScoredFile } from './relevance.ts';
import type { Frame, TaskType } from './task.ts';

/** A retrieval signal of a file: how strong it is, what it adds to the score, what its absence would do. */
export interface ExplainedSignal {
  readonly signal: string;
  readonly weight: number;
  /** Before it was divided by the largest of the state; null where there is no such number. */
  readonly raw: number | null;
  readonly value: number;
  readonly contribution: number;
}

/** All numbers that made a file's relevance and tier. */
export interface FileScore
  extends Pick<ScoredFile, 'path' | 'score' | 'factors' | 'relevance' | 'tier' | 'standing'> {
  readonly kind: 'scored';
  /** By its factors alone: without what the file is to the task, and what evidence leads to it. */
  readonly relevance_by_itself: number;
  readonly source: string;
  readonly task_type: TaskType;
  /** From 1; null where nothing speaks for the file. */
  readonly rank: number | null;
  /** How many files were ranked. */
  readonly ranked: number;
  readonly signals: readonly ExplainedSignal[];
  /** What the sum of the signals is multiplied by. */
  readonly penalty: number;
  /** What the task's type makes of the source. */
  readonly priority: { readonly level: Priority; readonly multiplier: number };
  readonly thresholds: Readonly<Record<'include' | 'source' | 'supporting' | 'primary', number>>;
  /** What the numbers come to, and what would have to change. */
  readonly verdict: string;
}

/** Why a path has no score that is a slip of whoever typed it; other reasons are answers. */
export const NO_SUCH_FILE = 'no such file in the project';

/** A path that can have no score, and why. */
export interface AbsentFile {
  readonly kind: 'absent';
  readonly path: string;
  readonly reason: string;
  /** Paths that may have been meant. */
  readonly near: readonly string[];
}

/** The smallest budget at which something enters a context. */
export interface Entry {
  readonly context_tokens: number;
  readonly level: string;
  readonly tier: string;
  /** What is there with one token less, and is not with it. */
  readonly displaces: readonly { readonly path: string; readonly lost: 'all' | 'lines' }[];
}

/** Why a file or a line of it is in a context or not, with all numbers of its score. */
export interface FileReasons extends Omit<FileScore, 'kind'> {
  readonly kind: 'explained';
  /** Whether the context has a size to fill; else it ends where nothing more is worth its tokens. */
  readonly size_given: boolean;
  /** What the context takes. */
  readonly total_tokens: number;
  /** What of the file is not in the index, in words. */
  readonly notes: readonly string[];
  /** The line that was asked for; null for the file. */
  readonly line: number | null;
  readonly decision: 'in' | 'out';
  readonly reason: string;
  /** Why it is left out, in the word that the plan and the JSON of the context use; null where it is in. */
  readonly dropped: string | null;
  readonly level: string | null;
  readonly spans: readonly (readonly [number, number])[];
  readonly available_tokens: number;
  /**
   * What its rank hangs on, as `--without` takes it: one signal or group where its absence alone lowers the rank,
   * else the fewest that do so together, separated by commas; null where nothing speaks for the file.
   */
  readonly top_signal: string | null;
  /** The same as a list, strongest first. */
  readonly decisive: readonly string[];
  /** What the rank would be without a signal; null where nothing else speaks for the file. */
  readonly ablations: readonly { readonly signal: string; readonly rank_without: number | null }[];
  readonly terms: readonly {
    readonly term: string;
    /** A whole identifier, or a stemmed part of one. */
    readonly kind: 'word' | 'part';
    /** In the query. */
    readonly weight: number;
    readonly idf: number;
    /** To the file's raw word score. */
    readonly contribution: number;
    /** Where it counts most. */
    readonly lines: readonly [number, number];
  }[];
  readonly commits: readonly {
    readonly oid: string;
    readonly subject: string;
    /** Its vote by the whole task and by the title, as shares of the file's votes. */
    readonly full: number;
    readonly title: number;
  }[];
  readonly mentions: readonly string[];
  /** Chains of evidence that lead through the file, each link with its reason. */
  readonly chains: readonly (readonly {
    readonly path: string;
    readonly span: readonly [number, number];
    readonly reason: string;
  }[])[];
  /** Names through which the best pieces lead to pieces of the file, the strongest first. */
  readonly names: readonly {
    readonly name: string;
    /** What the piece does with the name: it defines what the other uses, or uses or tests what it defines. */
    readonly relation: 'defines' | 'uses' | 'tests';
    readonly span: readonly [number, number];
    readonly from: { readonly path: string; readonly span: readonly [number, number] };
  }[];
  readonly frames: readonly Frame[];
  readonly entry: Entry | null;
  /** The documents that hold the places next above it. */
  readonly rivals: readonly { readonly path: string; readonly relevance: number }[];
}
