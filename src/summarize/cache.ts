import type { Item } from '../compress/item.ts';
import type { Config } from '../config/defaults.ts';
import type { Receipt } from '../model/receipt.ts';
import type { Wish } from '../model/summary.ts';
import type { SummaryStore } from '../ports/models.ts';

/** A summary as it is kept. */
export interface KeptSummary {
  readonly text: string;
  readonly receipt: Receipt;
  /** The model that wrote it; null for the offline method. */
  readonly model: string | null;
  /** How many questions it took. */
  readonly calls: number;
}

/** All that decides how a summary reads. */
export interface SummaryMark {
  readonly item: Item;
  readonly wish: Wish;
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

interface Kept extends KeptSummary {
  readonly madeMs: number;
}

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
  const bytes = store.readSummary(key);
  const kept = bytes === null ? null : parsed(bytes);
  if (kept === null) return null;
  const age = nowMs - kept.madeMs;
  if (age < 0 || (maxAgeHours > 0 && age >= maxAgeHours * HOUR_MS)) return null;
  const { text, receipt, model, calls } = kept;
  return { text, receipt, model, calls: Number.isInteger(calls) ? calls : 1 };
}

const wordsKey = (cid: string): string => `words ${cid}`;

/** Keeps a summary that stands in a plan for as long as there is room, whatever becomes of its document. */
export function keepWords(store: SummaryStore, cid: string, summary: KeptSummary): void {
  if (store.readSummary(wordsKey(cid)) === null) keepSummary(store, wordsKey(cid), summary, 0);
}

/** The summary a plan means; a plan is right at any age. */
export function wordsOf(store: SummaryStore, cid: string): KeptSummary | null {
  return keptSummary(store, wordsKey(cid), 0, 0);
}

/** Bytes under a key of ours were written by us, unless someone changed a file of the cache. */
function parsed(bytes: Uint8Array): Kept | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isKeptSummary(value) ? value : null;
  } catch {
    return null; // not ours: it is made again and written over
  }
}

function isKeptSummary(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false;
  if (!('text' in value && 'receipt' in value && 'model' in value && 'madeMs' in value))
    return false;
  const { text, receipt, model, madeMs } = value;
  return (
    typeof text === 'string' &&
    typeof madeMs === 'number' &&
    (model === null || typeof model === 'string') &&
    typeof receipt === 'object' &&
    receipt !== null &&
    'kinds' in receipt &&
    'tokensAfter' in receipt
  );
}
