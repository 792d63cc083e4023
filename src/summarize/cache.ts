import type { Item } from '../compress/item.ts';
import type { Config } from '../config/defaults.ts';
import type { Wish } from '../model/summary.ts';
import type { SummaryStore } from '../ports/models.ts';
import type { Shortened } from './shortener.ts';

export interface KeptSummary extends Shortened {
  readonly calls: number;
}

/** All that decides how a summary reads. */
export interface SummaryMark {
  readonly item: Item;
  readonly wish: Wish;
  /** Lowers the limit of the wish; null where that stands. */
  readonly maxTokens: number | null;
  readonly tokenizer: string;
  /** Names the content of the document: equal names mean equal texts. */
  readonly content: string;
  readonly config: Config['summarization'];
  /** Whether a model is asked; it is not told when the document was last changed. */
  readonly asks: boolean;
  readonly hash: (text: string) => string;
}

/** Raise this when a summary of the same document would read differently: kept ones are then made anew. */
const SUMMARY_VERSION = 1;
const HOUR_MS = 3_600_000;
/** A longer text is as quickly made as read. */
const LONGEST_KEPT = 262_144;

/** Names a summary by all that decides how it reads. Without the content, it outlives changes of its document. */
export function summaryKey(mark: SummaryMark): string {
  const { item, wish, maxTokens, tokenizer, config, content, asks, hash } = mark;
  const { provider, base_url: url, model, levels, caching } = config;
  const parts = [
    item.path,
    caching.invalidate_on_change ? [content, asks ? null : item.modified] : null,
    item.task ?? '',
    wish,
    wish.kind === 'level' ? levels[wish.level].token_limit : null,
    maxTokens,
    tokenizer,
    provider === 'none' ? provider : [provider, url, model],
  ];
  return `${SUMMARY_VERSION} ${hash(JSON.stringify(parts))}`;
}

type Kept = KeptSummary & { readonly madeMs: number };

export function keepSummary(
  store: SummaryStore,
  key: string,
  summary: KeptSummary,
  nowMs: number,
): void {
  if (summary.text.length > LONGEST_KEPT) return;
  const { text, receipt, model, calls } = summary;
  const kept: Kept = { text, receipt, model, calls, madeMs: nowMs };
  store.writeSummary(key, new TextEncoder().encode(JSON.stringify(kept)));
}

/** A kept summary that is not too old; one from the future is not trusted either. */
export function keptSummary(
  store: SummaryStore,
  key: string,
  maxAgeHours: number,
  nowMs: number,
): KeptSummary | null {
  const kept = parsed(store.readSummary(key));
  if (kept === null) return null;
  const { text, receipt, model, calls, madeMs } = kept;
  const age = nowMs - madeMs;
  if (age < 0 || (maxAgeHours > 0 && age >= maxAgeHours * HOUR_MS)) return null;
  return { text, receipt, model, calls: Number.isInteger(calls) ? calls : 1 };
}

const wordsKey = (cid: string): string => `words ${cid}`;

/** Keeps a summary that stands in a plan for as long as there is room, whatever becomes of its document. */
export function keepWords(store: SummaryStore, cid: string, summary: KeptSummary): void {
  if (store.readSummary(wordsKey(cid)) === null) keepSummary(store, wordsKey(cid), summary, 0);
}

/** The summary a plan means; a plan is right at any age. */
export const wordsOf = (store: SummaryStore, cid: string): KeptSummary | null =>
  keptSummary(store, wordsKey(cid), 0, 0);

/** Bytes under a key of ours were written by us, unless someone changed a file of the cache. */
function parsed(bytes: Uint8Array | null): Kept | null {
  if (bytes === null) return null;
  try {
    const value: Kept | null = JSON.parse(new TextDecoder().decode(bytes));
    const { text, receipt, model, madeMs } = value ?? {};
    const isOurs =
      typeof text === 'string' &&
      typeof madeMs === 'number' &&
      (model === null || typeof model === 'string') &&
      receipt?.kinds !== undefined &&
      receipt.tokensAfter !== undefined;
    return isOurs ? value : null;
  } catch {
    return null; // not ours: it is made again and written over
  }
}
