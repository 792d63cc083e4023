import type {
  Collection,
  FieldWeights,
  Saturation,
  TermPlaces,
  WeightedTerm,
} from '../math/bm25.ts';
import type { Postings } from '../math/postings.ts';
import type { TermTable } from '../math/term-table.ts';
import type { Facts } from '../model/document.ts';
import type { AssemblyRecord } from '../model/record.ts';
import type { State } from '../model/state.ts';
import type { ModelStore } from './models.ts';

/** Names the facts of a content: the same bytes seen as another shape are another content. */
export interface ContentKey {
  readonly hash: string;
  readonly shape: string;
}

/** Facts on their way into the store, packed where they were made so that the writer has little to do. */
export interface PackedContent extends ContentKey, Omit<StoredContent, 'content'> {
  readonly facts: Uint8Array;
  readonly text: Uint8Array;
}

/** A batch of analysed contents with their postings; becomes one segment. */
export interface Batch {
  readonly contents: readonly PackedContent[];
  readonly table: TermTable;
  readonly chunkCounts: Uint32Array;
  readonly lengths: Uint32Array;
}

export interface StoredContent {
  readonly content: number;
  readonly lines: number;
  readonly chunks: number;
}
export const contentName = ({ hash, shape }: ContentKey): string => `${hash} ${shape}`;

/**
 * Where facts, states and the past of projects are kept; what is seen of it are the states of one root. What is written is there whole or not
 * at all.
 */
export interface Store {
  /** Those of the contents whose facts are stored, by name. */
  find(keys: readonly ContentKey[]): ReadonlyMap<string, StoredContent>;
  /** The newest state of a place. */
  latest(place: string): State | null;
  /** The newest state of a commit, whichever: most of its files are those of any other commit. */
  latestCommit(): State | null;
  byRoot(root: string): State | null;
  /** The state of another root's files that is most like a listing; null if none is. */
  twin(
    settings: string,
    listing: { readonly commit: string | null; readonly paths: readonly string[] },
  ): State | null;
  /** Runs `work` as one who may write; waits so long for others. */
  writing<T>(
    waitMs: number,
    signal: AbortSignal | undefined,
    work: (writer: IndexWriter) => Promise<T>,
  ): Promise<T>;
  view(by: 'place' | 'root', value: string): StateView | null;
  /** Whether the history of the root holds a commit, with all that is kept of commits under these traits. */
  knowsCommit(oid: string, traits?: string): boolean;
  /** Commits that no stored commit has as parent: what is reachable from them is known. */
  knownTips(traits?: string): string[];
  record(record: AssemblyRecord): void;
  /** Oldest first. */
  records(): AssemblyRecord[];
  /** Forgets what nobody uses; waits until nobody writes. */
  gc(waitMs: number, signal?: AbortSignal, nowMs?: number): Promise<GcReport>;
  /** Throws away what is kept here because damage was found in it, and says why, unless another process has. Records stay. */
  discard(why: string): void;
  /** Where it really lies, for people. */
  readonly file: string;
  /** Where contexts are kept for processes to come. */
  readonly contexts?: ContextShelf;
  close(): void;
}

/** Assembled contexts as texts, the ones asked for last. A key names all that its context depends on. */
export interface ContextShelf {
  read(key: string): string | null;
  /** Whatever comes in its way, it is no reason to withhold the context. */
  write(key: string, text: string): void;
}

/** Writing for a root. Each call is one transaction. */
export interface IndexWriter {
  /**
   * Takes on the analysis of contents: names of those that no other worker is at. A worker that ends, however, leaves what it has not
   * stored to the others. Without it there is only one.
   */
  claim?(keys: readonly ContentKey[]): ReadonlySet<string>;
  addBatch(batch: Batch): Map<string, StoredContent>;
  addState(state: State): void;
  /** Traits say what else than its id decides what is kept of a commit. */
  addCommits(commits: readonly HistoryCommit[], traits?: string): void;
  /**
   * Looks for a history of another root that holds a commit; if there is one, it is this root's as well. Many commits are looked up at
   * once unless one is the only one that matters.
   */
  joinHistory(traits?: string): (oid: string, isOnly?: boolean) => boolean;
  /** Joins small segments when there are many. */
  merge(): void;
}

export interface GcReport {
  /** What is left of all roots. */
  readonly states: number;
  readonly roots: number;
  /** What was dropped. */
  readonly contents: number;
  readonly rootsGone: number;
  readonly oldIndexes: number;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
}

export interface HistoryCommit {
  readonly oid: string;
  readonly parents: readonly string[];
  /** Committer time in seconds. */
  readonly time: number;
  readonly message: string;
  /** Paths that it touched, and where a file was moved from. */
  readonly files: readonly { readonly path: string; readonly from?: string }[];
}

/** What scores a collection of chunks (or commits) for weighted terms; ordinals follow the state's order of files. */
export interface LexicalIndex extends Collection {
  score(terms: readonly WeightedTerm[], fields: FieldWeights, saturation: Saturation): Float64Array;
  /** The places of a term, for explanations. */
  places(term: string): TermPlaces;
}

/** A consistent view of one state; nothing a writer does is seen through it. */
export interface StateView {
  readonly state: Pick<State, 'root' | 'commit' | 'files'>;
  readonly lexical: LexicalIndex;
  readonly history: HistoryView;
  /**
   * Names all that a query can see of the state: beside the bytes of its files also when they changed, what is known to be secret in them, and
   * which commits are known. The root does not.
   */
  readonly identity?: () => string;
  /** Where models and vectors are kept; without it they are made anew for each view. */
  readonly models?: ModelStore;
  facts(content: number): Facts;
  /** The names in git of the state's files, by number, where they are kept; empty where nobody knows. */
  readonly blobs?: () => readonly string[];
  /** Says whose facts are read next; a store that is far away then fetches them together. */
  expect?(contents: readonly number[]): void;
  close(): void;
}

export interface CommitHit {
  readonly oid: string;
  readonly time: number;
  readonly message: string;
  /** Files as they are called in the state, renames followed; those that no longer exist are gone. */
  readonly paths: readonly string[];
  readonly score: number;
}

/** A commit that touched a file: what it is called there, and what it was called before. */
export interface Touch extends Omit<CommitHit, 'score'> {
  readonly path: string;
  readonly formerPath: string;
}

/** Which files of the state each commit touched: those of commit `c` are `files[starts[c]] … files[starts[c + 1] - 1]`. */
export interface CommitFiles {
  readonly starts: Int32Array;
  /** Numbers of files in the state, renames followed; those that no longer exist are gone. */
  readonly files: Int32Array;
}

/** The commits a state stands on, as documents. */
export interface HistoryView {
  readonly count: number;
  /** The commits whose messages hold each of the terms, by ordinal. */
  places(terms: readonly string[]): readonly Postings[];
  /** By the ordinals of `places`; computed once. */
  touched(): CommitFiles;
  /** Best commits for the terms, by score, newest first among equals. */
  search(terms: readonly WeightedTerm[], saturation: Saturation, limit: number): CommitHit[];
  /** The newest commits that touched a file, newest first, under its present name and those it had before. */
  touching(path: string, limit: number): Touch[];
  /** The newest commits, newest first. */
  latest(limit: number): CommitHit[];
  /** Time of the newest commit of the state, in seconds; 0 without history. */
  readonly newest: number;
  /** When each path was last changed, in seconds. */
  times(): ReadonlyMap<string, number>;
}
