import { compress } from '../compress/compress.ts';
import type { Compressed, Count, Item } from '../compress/item.ts';
import { atLevel, type Level, type Limits } from '../compress/levels.ts';

/** A document made shorter, and the model that wrote it; null for the offline method. */
export interface Shortened extends Compressed {
  readonly model: string | null;
}

/** How the documents of a context are made shorter. Null where they may not be. */
export interface Shortener {
  /** In at most so many tokens, where the level allows more. */
  atLevel(item: Item, level: Level, most?: number): Shortened | null;
  /** In at most so many tokens. */
  compress(item: Item, targetTokens: number): Shortened | null;
}

/** The same words for the same document, always. */
export function offlineShortener(limits: Limits, count: Count): Shortener {
  return {
    atLevel: (item, level, most = Number.POSITIVE_INFINITY) => ({
      ...atLevel(item, level, limitsWithin(most, limits), count),
      model: null,
    }),
    compress: (item, tokens) => ({ ...compress(item, tokens, count), model: null }),
  };
}

/** The limits of the levels, none of them above so many tokens. */
function limitsWithin(most: number, { detailed, summary, stub }: Limits): Limits {
  if (most === Number.POSITIVE_INFINITY) return { detailed, summary, stub };
  const within = (limit: number | null): number => (limit === null ? most : Math.min(limit, most));
  return { detailed: within(detailed), summary: within(summary), stub: within(stub) };
}
