import type { Context, ContextPart } from '../model/context.ts';

/** A format passes over the options it has no place for. */
export interface FormatOptions {
  /** A list of the sources at the end. */
  readonly includeSources?: boolean;
  /** False leaves only names, places and summaries. */
  readonly includeCode?: boolean;
  /** Headings over code, documentation, conversations and the rest. */
  readonly groupByType?: boolean;
  /** `compact` cuts every content at 500 characters. */
  readonly style?: 'whole' | 'compact';
  /** Facts about each part where the format has none by itself. */
  readonly includeMetadata?: boolean;
  /** Whose API `messages` are for. */
  readonly api?: 'anthropic' | 'openai';
}

/**
 * A way to write a context. `headText` and `partText` are pieces to price: the tokens of the head and of the parts together are
 * not fewer than those of the whole.
 */
export interface Format {
  render(context: Context, options?: FormatOptions): string;
  headText(context: Context, options?: FormatOptions): string;
  partText(part: ContextPart, options?: FormatOptions): string;
}
