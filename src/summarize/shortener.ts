import { compress, strengthFor } from '../compress/compress.ts';
import { type Compressed, type Count, compressed, type Item, lineCount } from '../compress/item.ts';
import { atLevel, type Level, type Limits } from '../compress/levels.ts';
import type { Compressors } from '../ports/source.ts';

/** A document made shorter, and the model that wrote it; null for the offline method. */
export interface Shortened extends Compressed {
  readonly model: string | null;
}

/** How the documents of a context are made shorter. Null where they may not be. */
export interface Shortener<Answer = Shortened | null> {
  /** In at most so many tokens, where the level allows more. */
  atLevel(item: Item, level: Level, most?: number): Answer;
  compress(item: Item, targetTokens: number): Answer;
}

/** The same words for the same document, and an answer always; in the way of its source, where that has one. */
export function offlineShortener(
  limits: Limits,
  count: Count,
  compressors: Compressors = new Map(),
): Shortener<Shortened> {
  /** What a source makes of a text that is too long; null where it has no way, or its words are no shorter or too long. */
  const bySource = (item: Item, maxTokens: number | null): Compressed | null => {
    const { text, shape } = item.facts;
    const own = compressors.get(shape.source);
    if (own === undefined || maxTokens === null) return null;
    const before = count(text);
    if (before <= maxTokens) return null;
    const shorter = own(text, { maxTokens, count, task: item.task ?? '' });
    if (shorter === null || shorter.trim() === '' || shorter.length > text.length) return null;
    if (count(shorter) > maxTokens) return null;
    const kinds = { lines: lineCount(text) - lineCount(shorter) };
    const method = strengthFor(maxTokens / before);
    return compressed(item, method, { text: shorter, kinds }, count, before);
  };
  return {
    atLevel: (item, level, most) => {
      const lowered = (limit: number | null): number | null =>
        most === undefined ? limit : Math.min(limit ?? most, most);
      const { detailed, summary, stub } = limits;
      const within = {
        detailed: lowered(detailed),
        summary: lowered(summary),
        stub: lowered(stub),
      };
      const own = level === 'full' || level === 'stub' ? null : bySource(item, within[level]);
      return { ...(own ?? atLevel(item, level, within, count)), model: null };
    },
    compress: (item, tokens) => ({
      ...(bySource(item, tokens) ?? compress(item, tokens, count)),
      model: null,
    }),
  };
}
