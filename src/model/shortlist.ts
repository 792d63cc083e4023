import type { TaskRequest } from './results.ts';

/** What a list of candidates is made for, and which files may be on it. */
export interface ShortlistRequest extends TaskRequest {
  /** As in {@link AssembleRequest}: what is chosen from a list must be asked for in the same way. */
  readonly sources?: readonly string[] | undefined;
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
}

/** Something that a context may hold, for a reader to choose. */
export interface ShortlistCandidate {
  /** From 1, best first: what `pick` and `drop` name. */
  readonly number: number;
  /** First and last line. */
  readonly lines: readonly [number, number];
  /** What it defines, such as `Session.renew`, or several names where neighbours stand together; absent where it has none. */
  readonly symbol?: string;
  /** What follows the name: parameters and result. Absent where there is nothing, or no room to show it. */
  readonly signature?: string;
  /** How likely it is needed, from 0 to 1. */
  readonly probability: number;
}

/** Candidates for a context in a few tokens, for a model or a person to choose from. */
export interface Shortlist {
  /** Names this list: numbers mean something only together with it. */
  readonly id: string;
  /** Candidates under their files: repeated paths would be most of what a list costs. The file with the best comes first. */
  readonly files: readonly {
    readonly path: string;
    readonly candidates: readonly ShortlistCandidate[];
  }[];
  /** The same to read. */
  readonly text: string;
  /** Of the text, by the configured tokenizer. */
  readonly tokens: number;
}

/** What a reader chose from a list. */
export interface Choice {
  /** Numbers of candidates that are packed before all others. */
  readonly pick?: readonly number[] | undefined;
  /** Numbers of candidates that never enter. */
  readonly drop?: readonly number[] | undefined;
  /** The id of the list the numbers are from: if the project has changed since, they are refused. */
  readonly shortlist?: string | undefined;
}
