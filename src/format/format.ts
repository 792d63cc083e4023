import type { Context, ContextPart } from '../model/context.ts';
import type { ContextLook } from '../model/results.ts';

/** A format passes over the options it has no place for. */
export interface FormatOptions extends Omit<ContextLook, 'lineNumbers'> {
  /** Facts about each part where the format has none by itself. */
  readonly includeMetadata?: boolean;
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
