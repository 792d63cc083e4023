import type { Outline } from '../model/document.ts';
import type { Shape, SourceName } from '../model/shape.ts';

/** What a source may be told by the configuration; patterns are git-ignore style globs over workspace paths. */
export interface SourceSettings {
  readonly paths: readonly string[];
  readonly alwaysInclude: readonly string[];
  readonly windowHours: number;
}

/**
 * One of the six sources. `claim`, `render` and `outline` are pure and never throw on any text: what can't be
 * understood becomes plain units. None sees the path again after `claim`, so that facts depend on
 * content and shape alone.
 */
export interface SourceAdapter {
  readonly name: SourceName;
  /** Loads what `outline` needs for these shapes (grammars); absent where nothing is needed. */
  prepare?(shapes: readonly Shape[]): Promise<void>;
  /**
   * What this file is, if it belongs to this source, else null. `path` is workspace-relative with
   * forward slashes; `head` is up to 4096 characters of the decoded file.
   */
  claim(path: string, head: string, settings: SourceSettings): Shape | null;
  /** Turns a raw format (JSON lines, HTML …) into readable text; absent where the file is its own text. */
  render?(raw: string, shape: Shape): string;
  /** The structure of a text that was rendered and redacted. */
  outline(text: string, shape: Shape): Outline;
}
