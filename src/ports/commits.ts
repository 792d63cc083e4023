import type { HistoryCommit } from './store.ts';

/** Lines that one version of a file has in place of those of another; a count of 0 means after that line. */
export interface Hunk {
  readonly old: number;
  readonly oldCount: number;
  readonly now: number;
  readonly nowCount: number;
}

/** The commits of a project, for questions about its past. Paths are as the workspace sees them. */
export interface Commits {
  /** The id of what a name means; rejects with `not-found` where it means nothing. */
  resolve(ref: string): Promise<string>;
  /** A commit and its first parents, newest first. */
  mainLine(commit: string, most: number): Promise<readonly string[]>;
  /** What a commit stands on and another does not, newest first; merges have no files. */
  between(from: string, to: string): Promise<readonly HistoryCommit[]>;
  /** The files of a commit. */
  paths(commit: string): Promise<ReadonlySet<string>>;
  /** First lines of the messages that a commit stands on. */
  subjects(commit: string): Promise<ReadonlySet<string>>;
  /** What changed in a file, in order; without changes of blanks alone where these do not count. */
  hunks(
    from: string,
    to: string,
    path: string,
    blanks: 'count' | 'ignore',
  ): Promise<readonly Hunk[]>;
}
