import type { Reason } from '../model/shape.ts';

/** A file of a tree, not yet read. */
export interface TreeEntry {
  /** Workspace-relative, forward slashes, as git spells it. */
  readonly path: string;
  readonly bytes: number;
  /** Equal stamps mean equal bytes: `oid:<git blob id>` or `stat:<size>:<mtime ns>:<ctime ns>:<inode>`. */
  readonly stamp: string;
  /** The file's own time in whole seconds; null where only git knows it. */
  readonly modified: number | null;
  /** The name of its content in git, where git can tell that it still holds that; only looked for in a tree seen for the first time. */
  readonly blob?: string;
}

export interface LeftOut {
  readonly path: string;
  readonly reason: Reason;
  /** What a person may want to know beside the reason, such as a size or a system error code. */
  readonly detail: string;
}

export interface Listing {
  /** Sorted by code point of the path. */
  readonly entries: readonly TreeEntry[];
  readonly leftOut: readonly LeftOut[];
  /** The commit the tree stands on: HEAD of a work tree, the commit of a ref; null without git. */
  readonly commit: string | null;
  /** What the next listing may be spared, in the tree's own words; empty where that is nothing. */
  readonly memory: string;
}

/** What is known from the last listing of the same tree under the same settings. It makes the next one faster, never other. */
export interface Remembered {
  /** As they were listed, and sorted. */
  readonly files: readonly TreeEntry[];
  /** Files that were listed but found to be of no use, sorted. */
  readonly leftOut: readonly Pick<TreeEntry, 'path' | 'stamp'>[];
  readonly commit: string | null;
  readonly memory: string;
}

/** How many bytes of a file are wanted at most: the tail of a longer one, or else it is left out as oversized. */
export interface Limit {
  readonly bytes: number;
  readonly tail: boolean;
}

export type ReadResult =
  | { readonly kind: 'read'; readonly path: string; readonly bytes: Uint8Array }
  | (LeftOut & { readonly kind: 'left-out' });

/** Where files come from: a work tree, a commit, or several of these as one. */
export interface Tree {
  /** What the paths of each root begin with, where there are several. */
  readonly roots?: readonly string[];
  list(signal?: AbortSignal, before?: Remembered | null): Promise<Listing>;
  /** Reads in the order given. */
  read(
    entries: readonly TreeEntry[],
    limitOf: (path: string) => Limit,
    signal?: AbortSignal,
  ): AsyncIterable<ReadResult>;
}
