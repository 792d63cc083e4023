import type { Outline } from '../model/document.ts';
import type { Shape, SourceName } from '../model/shape.ts';

/** What a source may be told by the configuration; patterns are git-ignore style globs over workspace paths. */
export interface SourceSettings {
  readonly paths: readonly string[];
  readonly alwaysInclude: readonly string[];
  readonly windowHours: number;
}

/** How short a text should become. */
export interface CompressRequest {
  readonly maxTokens: number;
  /** Tokens of a text, as they are counted for this context. */
  readonly count: (text: string) => number;
  /** What the reader wants to do; empty where nobody said. */
  readonly task: string;
}

/**
 * A source: one of the six, or one that an author has added. `claim`, `render` and `outline` are pure and never throw on any text: what can't be
 * understood becomes plain units. None sees the path again after `claim`, so that facts depend on
 * content and shape alone.
 */
export interface SourceAdapter {
  readonly name: SourceName;
  /** Of an added source: part of its shapes, so that another version reads its files anew. */
  readonly version?: string;
  /** Loads what `outline` needs for these shapes (grammars); absent where nothing is needed. */
  prepare?(shapes: readonly Shape[]): Promise<void>;
  /** Loads what `outline` needs for this one text beyond that; null where that is nothing, as for nearly all. */
  prepareFor?(text: string, shape: Shape): Promise<void> | null;
  /**
   * What this file is, if it belongs to this source, else null. `path` is workspace-relative with
   * forward slashes; `head` is up to 4096 characters of the decoded file.
   */
  claim(path: string, head: string, settings: SourceSettings): Shape | null;
  /** Turns a raw format (JSON lines, HTML …) into readable text; absent where the file is its own text. */
  render?(raw: string, shape: Shape): string;
  /** The structure of a text that was rendered and redacted. */
  outline(text: string, shape: Shape): Outline;
  /** A text in fewer words, where the source knows better than the usual way; null where it does not. */
  compress?(text: string, request: CompressRequest): string | null;
}

/** Ways to shorten texts, by the source that knows them. */
export type Compressors = ReadonlyMap<SourceName, NonNullable<SourceAdapter['compress']>>;

/** The sources that the user or a program has added. They are asked before the six. */
export interface OwnSources {
  readonly adapters: readonly SourceAdapter[];
  /** Modules that a thread can load them from; null where one is an object of this thread. */
  readonly modules: readonly string[] | null;
}

export const NO_SOURCES: OwnSources = { adapters: [], modules: [] };
