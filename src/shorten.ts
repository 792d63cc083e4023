import { compress } from './compress/compress.ts';
import type { Compressed, Count, Item } from './compress/item.ts';
import { atLevel, type Level, type Limits } from './compress/levels.ts';

/** A document made shorter, and the model that wrote it; null for the offline method. */
export interface Shortened extends Compressed {
  readonly model: string | null;
}

/** How the documents of a context are made shorter. Null where they may not be. */
export interface Shortener {
  /** Within the limits of the levels, or within others. */
  atLevel(item: Item, level: Level, limits?: Limits): Shortened | null;
  /** In at most so many tokens. */
  compress(item: Item, targetTokens: number): Shortened | null;
}

/** The same words for the same document, always. */
export function offlineShortener(limits: Limits, count: Count): Shortener {
  return {
    atLevel: (item, level, own = limits) => ({ ...atLevel(item, level, own, count), model: null }),
    compress: (item, tokens) => ({ ...compress(item, tokens, count), model: null }),
  };
}

/** Documents are whole or absent (`summarization.enabled = false`). */
export function wholeOnly(shortener: Shortener): Shortener {
  const whole = (shortened: Shortened | null): Shortened | null =>
    shortened?.receipt.method === 'none' ? shortened : null;
  return {
    atLevel: (item, level, limits) => whole(shortener.atLevel(item, level, limits)),
    compress: (item, tokens) => whole(shortener.compress(item, tokens)),
  };
}
