import type { Count, Item } from '../compress/item.ts';
import type { Wish } from '../model/summary.ts';
import type { SummaryStore } from '../ports/models.ts';
import type { Ports } from '../ports/ports.ts';
import { asksModel, writtenByModel } from './by-model.ts';
import type { KeptSummary, SummaryMark } from './cache.ts';
import { keepSummary, keptSummary, summaryKey } from './cache.ts';
import { offlineShortener, type Shortened } from './shortener.ts';

export interface SummarizeOptions extends Omit<SummaryMark, 'item' | 'asks' | 'hash'> {
  readonly ports: Pick<Ports, 'summarizer' | 'signal' | 'hash' | 'now' | 'warn' | 'compressors'>;
  readonly count: Count;
  /** Null to keep nothing. */
  readonly store: SummaryStore | null;
}

/**
 * A document made shorter: as it was kept from before, by the model that is configured, or offline. What the model gets
 * comes from the facts of the document and has been redacted with them.
 */
export async function summarize(
  item: Item,
  options: SummarizeOptions,
): Promise<Shortened & { readonly cached: boolean }> {
  const { wish, config, ports } = options;
  const nowMs = ports.now();
  const store = isKept(wish) && config.caching.enabled ? options.store : null;
  const before = options.count(item.facts.text);
  const limit = limitOf(options, before);
  const asks = asksModel(config, wish, limit, before);
  const key = summaryKey({ ...options, hash: ports.hash, item, asks });
  const kept = store === null ? null : keptSummary(store, key, config.caching.max_age_hours, nowMs);
  let written: KeptSummary | null = null;
  if (kept === null && asks) {
    const writing = await writtenByModel(item, wish, limit, config.max_calls, options);
    if (writing.kind === 'written') written = writing.summary;
    else ports.warn(`${writing.sentence} The summary is made offline.`);
  }
  const summary = kept ?? written ?? shortened(item, limit, options);
  // Where the model failed, another try may give what was really wanted.
  const isFinal = kept === null && (!asks || written !== null);
  if (isFinal && store !== null) keepSummary(store, key, { calls: 0, ...summary }, nowMs);
  const { text, receipt, model } = summary;
  return { text, receipt, model, cached: kept !== null };
}

/** The whole text and a line that says it exists are not worth keeping. */
const isKept = (wish: Wish): boolean =>
  wish.kind !== 'level' || wish.level === 'detailed' || wish.level === 'summary';

/** The most tokens a result may have; null for any number. */
function limitOf({ wish, maxTokens, config }: SummarizeOptions, before: number): number | null {
  const most = maxTokens ?? Number.POSITIVE_INFINITY;
  if (wish.kind === 'tokens') return Math.min(wish.tokens, most);
  if (wish.kind === 'ratio') return Math.min(Math.floor(before * wish.ratio), most);
  const limit = config.levels[wish.level].token_limit;
  return limit < 0 ? maxTokens : Math.min(limit, most);
}

/** The offline method: the same bytes for the same document, always. */
function shortened(item: Item, limit: number | null, options: SummarizeOptions): Shortened {
  const { wish, count, ports } = options;
  const limits = { detailed: limit, summary: limit, stub: limit };
  const shortener = offlineShortener(limits, count, ports.compressors);
  return wish.kind !== 'level' || (wish.level === 'full' && limit !== null)
    ? shortener.compress(item, limit ?? Number.POSITIVE_INFINITY)
    : shortener.atLevel(item, wish.level);
}
