import type { CallOptions } from './call.ts';

/** How to evaluate on the project's own history. */
export interface EvaluateRequest extends CallOptions {
  /** How many commits become tasks at most; 60 unless it is given. */
  readonly tasks?: number | undefined;
  /** The state that later commits are tasks for; the newest one that enough of them follow unless it is given. */
  readonly at?: string | undefined;
}

/** What a search did for one task. */
export interface TaskOutcome {
  /** Of the files that the commit changed, the place of the one that is found last, from 1; null if one is not found. */
  readonly place: number | null;
  readonly tokens: number;
  /** Tokens in files that the commit changed. */
  readonly goldTokens: number;
  readonly everyFile: boolean;
  readonly everyLine: boolean;
  /** Whether every file is inside at each of the sizes. */
  readonly everyFileAt: readonly boolean[];
}

/** A later commit as a task: its subject, what it changed, and whether that was found in the state before it. */
export interface EvaluatedTask {
  readonly commit: string;
  readonly task: string;
  readonly goldFiles: readonly string[];
  /** Lines of the state that the commit changed, by file. */
  readonly goldLines: Readonly<Record<string, readonly number[]>>;
  /** How likely the context was said to hold every file that is needed; null where relevance is no probability. */
  readonly expected: number | null;
  readonly sheaf: TaskOutcome;
  /** A plain keyword search: the best whole files in as many tokens. */
  readonly keyword: TaskOutcome;
}

/** Shares of all tasks, from 0 to 1. */
export interface OutcomeShares {
  /** Every file among the first 1, 3, 5 and 10. */
  readonly firstK: readonly number[];
  readonly everyFile: number;
  readonly everyLine: number;
  readonly meanTokens: number;
  /** Of all tokens, those in files that the commits changed. */
  readonly goldShare: number;
  readonly everyFileAt: readonly number[];
}

/** What was said and what was so, of files with a relevance in this range. */
export interface CalibrationBin {
  readonly files: number;
  readonly said: number;
  readonly observed: number;
}

/** What Sheaf finds in the project's own history, beside a plain search. */
export interface Evaluation {
  readonly state: { readonly commit: string; readonly root: string; readonly files: number };
  readonly tasks: readonly EvaluatedTask[];
  /** Tokens of the contexts behind `everyFileAt`. */
  readonly sizes: readonly number[];
  readonly firsts: readonly number[];
  readonly sheaf: OutcomeShares;
  readonly keyword: OutcomeShares;
  readonly calibration: {
    /** Mean probability that every needed file is inside, and how often it was; null where relevance is no probability. */
    readonly expected: number | null;
    readonly observed: number;
    readonly bins: readonly CalibrationBin[];
  };
  /** Every file inside against tokens, both searches, as a picture. */
  readonly svg: string;
}
