import { rememberedOf } from '../math/memo.ts';
import type { Context, ContextPart } from '../model/context.ts';
import type { ContextLook } from '../model/results.ts';
import { withHiddenShown } from '../text/hidden.ts';
import { shownPath } from '../text/paths/roots.ts';

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

/** The same format with the paths of several roots as people read them. */
export const showingPaths = ({ render, headText, partText }: Format): Format => ({
  render: (context, options) => render(withShownPaths(context), options),
  headText: (context, options) => headText(withShownPaths(context), options),
  partText: (part, options) => partText(withShownPath(part), options),
});

const withShownPath = rememberedOf(
  (part: ContextPart): ContextPart => ({ ...part, path: shownPath(part.path) }),
);

const withShownPaths = (context: Context): Context => ({
  ...context,
  fixed: context.fixed.map(withShownPath),
  parts: context.parts.map(withShownPath),
});

/** The same format with every hidden character shown, wherever in the context it stands. */
export const showingHidden = ({ render, headText, partText }: Format): Format => ({
  render: (context, options) => render(shownContext(context), options),
  headText: (context, options) => headText(shownContext(context), options),
  partText: (part, options) => partText(shownPart(part), options),
});

const shownPart = rememberedOf((part: ContextPart) => shownIn(part) as ContextPart);

const shownContext = ({ fixed, parts, ...head }: Context): Context => ({
  ...(shownIn(head) as typeof head),
  fixed: fixed.map(shownPart),
  parts: parts.map(shownPart),
});

/** Plain data with every text in it shown. */
function shownIn(value: unknown): unknown {
  if (typeof value === 'string') return withHiddenShown(value);
  if (Array.isArray(value)) return value.map(shownIn);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, shownIn(own)]));
}
