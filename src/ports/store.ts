import type {
  Collection,
  FieldWeights,
  Saturation,
  TermPlaces,
  WeightedTerm,
} from '../math/bm25.ts';
import type { Postings, TermTable } from '../math/postings.ts';
import type { Facts } from '../model/document.ts';
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

/** Writing, by one process at a time. Each call is one transaction. */
export interface IndexWriter {
  addBatch(batch: Batch): Map<string, StoredContent>;
  addState(state: State): void;
  addCommits(commits: readonly HistoryCommit[]): void;
  /** Joins small segments when there are many. */
  merge(): void;
  gc(): GcReport;
}

export interface GcReport {
  readonly states: number;
  readonly contents: number;
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
  /** Where models and vectors are kept; without it they are made anew for each view. */
  readonly models?: ModelStore;
  facts(content: number): Facts;
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
  /** The newest commits that touched a file under its present name, newest first. */
  touching(path: string, limit: number): CommitHit[];
  /** Time of the newest commit of the state, in seconds; 0 without history. */
  readonly newest: number;
  /** When each path was last changed, in seconds. */
  times(): ReadonlyMap<string, number>;
}
