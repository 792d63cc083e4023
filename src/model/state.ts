import type { Reason, Shape } from './shape.ts';

/** A file of a state: where it lies, what it holds, what it is. */
export interface StateFile {
  readonly path: string;
  /** BLAKE3 of the bytes, with the line ends that git stores, hexadecimal. */
  readonly hash: string;
  /** Number of its facts in the store; 0 for a stub, whose text is not kept. */
  readonly content: number;
  readonly shape: Shape;
  /** Why it is only a stub; null where its text is indexed. */
  readonly stub: Reason | null;
  readonly bytes: number;
  readonly lines: number;
  /** Chunks its text was cut into; 0 for a stub. */
  readonly chunks: number;
  /** The file's own time in seconds; null where only git knows it. */
  readonly modified: number | null;
  /** What said that the bytes had not changed (see TreeEntry.stamp). */
  readonly stamp: string;
  /** The name of its bytes in git, checked against them; empty or missing where nobody knows. */
  readonly blob?: string;
}

export interface LeftOutFile {
  readonly path: string;
  readonly reason: Reason;
  readonly detail: string;
  /** Kept so that a file found binary once is not read again until it changes; empty if unknown. */
  readonly stamp: string;
  /** As of a file that is indexed; empty where it was not read. */
  readonly hash: string;
  /** As of a file that is indexed. */
  readonly blob?: string;
}

/** What a tree held at one moment. The root names its content, whatever the machine, clock or order of the files. */
export interface State {
  readonly root: string;
  /** Where it came from: `tree` for the work tree, `commit:<oid>` for a commit. */
  readonly place: string;
  readonly commit: string | null;
  /** Sorted by code point of the path. */
  readonly files: readonly StateFile[];
  readonly leftOut: readonly LeftOutFile[];
  /** The settings that decide what a file is; another value means that stamps can't be trusted. */
  readonly settings: string;
  /** What spares the next listing of the same tree some work (see Remembered). */
  readonly memory: string;
}
