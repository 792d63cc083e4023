import type { Config } from '../config/defaults.ts';
import type { Facts } from '../model/document.ts';
import type { Shape } from '../model/shape.ts';
import type { Embedder, Reranker } from './embedder.ts';
import type { SummaryStore } from './models.ts';
import type { Compressors } from './source.ts';
import type { Answerer, Summarizer } from './summarizer.ts';
import type { Tokenizer } from './tokenizer.ts';

/** Everything a request reaches outside of itself. The engine makes it once; it is passed on as one argument. */
export interface Ports {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds, for records and for the age of what is kept; never for what stands in a context. */
  readonly now: () => number;
  /** BLAKE3 in hexadecimal: names contents and states. */
  readonly hash: (content: string | Uint8Array) => string;
  /** `sha256:` and the digest in hexadecimal: names what stands in a context. */
  readonly digest: (text: string) => string;
  /** For people: what was rebuilt, what is out of date, what was left out. */
  readonly warn: (sentence: string) => void;
  readonly signal: AbortSignal;
  readonly memory: Memory;
  readonly files: WorkspaceFiles;
  readonly compressors: Compressors;
  readonly past: Past;
  tokenizer(name: string): Promise<Tokenizer>;
  embedder(config: Config['relevance']['semantic']): Promise<Embedder>;
  reranker(config: Config['relevance']['reranker']): Promise<Reranker>;
  /** Null where none is configured. */
  summarizer(config: Config['summarization']): Promise<Summarizer | null>;
  answerer(config: Config['summarization']): Promise<Answerer | null>;
}

/** What became of files in commits, without secrets, in the order asked for; null for what was not there, or does not count. */
export type Past = (wanted: readonly PastChange[]) => Promise<readonly (Changed | null)[]>;

export interface Changed {
  readonly was: string;
  readonly is: string;
}

export interface PastChange {
  readonly before: PastFile;
  /** Null for the file as it is now. */
  readonly after: PastFile | null;
  /** Whether anybody wants to see it: told of both texts as git has them, because most are not and finding secrets takes longest. */
  readonly counts: (was: string, is: string) => boolean;
}

export interface PastFile {
  readonly commit: string;
  readonly path: string;
  /** The file of today as the index has it: a text that is the same needs no second search for secrets. */
  readonly now: string;
  /** What the file of today is; null where it had another name, which may have said something else. */
  readonly shape: Shape | null;
}

/** What a running process keeps of answers that took time or money (IF-4). */
export interface Memory {
  /** The value of a key while it is fresh; otherwise what `make` gives, kept unless `make` says it is no good. */
  get<V>(
    key: string,
    make: () => Promise<{ readonly value: V; readonly keeps: boolean }>,
  ): Promise<V>;
}

/** The files of the workspace, beside what the index knows of them. */
export interface WorkspaceFiles {
  /** False for a commit that is read without a checkout: there is nothing but the index. */
  readonly isLive: boolean;
  /** The path a user means, relative to the root with forward slashes. */
  relative(given: string): string;
  exists(path: string): boolean;
  /** The facts of a text as if it stood at this path. */
  analyse(path: string, text: string): Promise<Facts>;
  /** Where summaries are kept as files, for those who set a folder. */
  summaries(folder: string): SummaryStore;
}
