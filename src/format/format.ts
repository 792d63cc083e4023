import type { Context, ContextPart } from '../model/context.ts';

/** S4's options and S2's `include_metadata`; a format passes over those it has no place for. */
export interface FormatOptions {
  /** A list of the sources at the end. */
  readonly includeSources?: boolean;
  /** False leaves only names, places and summaries. */
  readonly includeCode?: boolean;
  /** S4's headings over code, documentation, conversations and the rest. */
  readonly groupByType?: boolean;
  /** `compact` cuts every content at 500 characters, as S4 does. */
  readonly style?: 'whole' | 'compact';
  /** Facts about each part where the format has none by itself. */
  readonly includeMetadata?: boolean;
  /** Whose API `messages` are for. */
  readonly api?: 'anthropic' | 'openai';
}

/** What can be read back from a formatted context. */
export interface Parsed {
  readonly system?: string;
  readonly request: string;
  readonly parts: readonly ParsedPart[];
}

export interface ParsedPart {
  readonly path: string;
  readonly text: string;
}

/**
 * A way to write a context. `headText` and `partText` are pieces to price: the tokens of the head and of the parts together are
 * not fewer than those of the whole.
 */
export interface Format {
  render(context: Context, options?: FormatOptions): string;
  headText(context: Context, options?: FormatOptions): string;
  partText(part: ContextPart, options?: FormatOptions): string;
  parse(text: string): Parsed;
}
