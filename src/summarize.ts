import { openSummarizer } from './adapters/models/summarizer.ts';
import { compress, strengthFor } from './compress/compress.ts';
import { type Compressed, type Count, compressed, type Item } from './compress/item.ts';
import { atLevel, type Limits } from './compress/levels.ts';
import { summariseRecursively } from './compress/recursive.ts';
import type { Config } from './config/defaults.ts';
import type { Receipt } from './model/receipt.ts';
import type { Wish } from './model/summary.ts';
import type { SummaryStore } from './ports/models.ts';

export interface SummarizeOptions {
  readonly wish: Wish;
  /** Lowers the limit of the wish; null where that stands. */
  readonly maxTokens: number | null;
  readonly count: Count;
  /** Names how tokens are counted. */
  readonly tokenizer: string;
  /** Names the content of the document: equal names mean equal texts. */
  readonly content: string;
  readonly config: Config['summarization'];
  /** For keys and allowed hosts; values are used, never kept or shown. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Null to keep nothing. */
  readonly store: SummaryStore | null;
  readonly hash: (text: string) => string;
  readonly nowMs: number;
  readonly warn: (sentence: string) => void;
  readonly signal?: AbortSignal | undefined;
}

export interface Summary {
  readonly text: string;
  readonly receipt: Receipt;
  /** The model that wrote it; null for the offline method. */
  readonly model: string | null;
  readonly cached: boolean;
}

/** Raise this when a summary of the same document would read differently: kept ones are then made anew. */
const SUMMARY_VERSION = 1;
const HOUR_MS = 3_600_000;
/** A longer text is as quickly made as read. */
const LONGEST_KEPT = 262_144;

/**
 * A document made shorter: as it was kept from before, by the model that is configured, or offline. What the model gets
 * comes from the facts of the document and has been redacted with them.
 */
export async function summarize(item: Item, options: SummarizeOptions): Promise<Summary> {
  const store = isKept(options.wish) && options.config.caching.enabled ? options.store : null;
  const key = keyOf(item, options);
  const kept = store === null ? null : readKept(store.readSummary(key), options);
  if (kept !== null) return { ...kept, cached: true };
  const { summary, isFinal } = await made(item, options);
  if (isFinal && summary.text.length <= LONGEST_KEPT) {
    store?.writeSummary(key, encode({ ...summary, madeMs: options.nowMs }));
  }
  return { ...summary, cached: false };
}

/** The whole text and a line that says it exists are not worth keeping. */
const isKept = (wish: Wish): boolean =>
  wish.kind !== 'level' || wish.level === 'detailed' || wish.level === 'summary';

interface Made {
  readonly summary: Omit<Summary, 'cached'>;
  /** False where another try may give what was really wanted. */
  readonly isFinal: boolean;
}

async function made(item: Item, options: SummarizeOptions): Promise<Made> {
  const before = options.count(item.facts.text);
  const limit = limitOf(options, before);
  const offline = (): Made['summary'] => ({ ...shortened(item, limit, options), model: null });
  if (!asksModel(options, limit, before)) return { summary: offline(), isFinal: true };
  const written = await writtenByModel(item, limit, options);
  if (written === null) return { summary: offline(), isFinal: false };
  const method = options.wish.kind === 'level' ? 'summary' : 'heavy';
  const draft = { text: written, kinds: unsaid(item, written) };
  const summary = compressed(item, method, draft, options.count, before);
  return { summary: { ...summary, model: options.config.model }, isFinal: true };
}

/** The most tokens a result may have; null for any number. */
function limitOf({ wish, maxTokens, config }: SummarizeOptions, before: number): number | null {
  const own = wishedTokens(wish, config, before);
  if (maxTokens === null) return own;
  return own === null ? maxTokens : Math.min(own, maxTokens);
}

function wishedTokens(
  wish: Wish,
  { levels }: Config['summarization'],
  before: number,
): number | null {
  switch (wish.kind) {
    case 'tokens':
      return wish.tokens;
    case 'ratio':
      return Math.floor(before * wish.ratio);
    case 'level': {
      const limit = levels[wish.level].token_limit;
      return limit < 0 ? null : limit;
    }
  }
}

/** The offline method: the same bytes for the same document, always. */
function shortened(
  item: Item,
  limit: number | null,
  { wish, count }: Pick<SummarizeOptions, 'wish' | 'count'>,
): Compressed {
  if (wish.kind !== 'level') return compress(item, limit ?? Number.POSITIVE_INFINITY, count);
  if (wish.level === 'full' && limit !== null) return compress(item, limit, count);
  const limits: Limits = { detailed: limit, summary: limit, stub: limit };
  return atLevel(item, wish.level, limits, count);
}

/** Fewer tokens than this are no sentence. */
const LEAST_ASKED = 16;

/** A model writes what is a paragraph anyway; signatures and lesser cuts are better left to rules. */
function asksModel(
  { config, wish }: SummarizeOptions,
  limit: number | null,
  before: number,
): limit is number {
  if (config.provider === 'none' || limit === null) return false;
  if (before <= limit || limit < LEAST_ASKED) return false;
  return wish.kind === 'level' ? wish.level === 'summary' : strengthFor(limit / before) === 'heavy';
}

/** What the model wrote; null where it failed, which is said as a warning. */
async function writtenByModel(
  item: Item,
  limit: number,
  { config, env, count, warn, signal }: SummarizeOptions,
): Promise<string | null> {
  const stop = signal ?? new AbortController().signal;
  const fallBack = (sentence: string): null => {
    warn(`${sentence} The summary is made offline.`);
    return null;
  };
  try {
    const summarizer = await openSummarizer(config, env);
    if (summarizer === null) return null;
    const { max_calls: maxCalls } = config;
    const outcome = await summariseRecursively(item, limit, {
      summarizer,
      count,
      maxCalls,
      signal: stop,
    });
    if (outcome.kind === 'written') return outcome.text;
    return fallBack(`The model ${config.model} gave no summary: ${outcome.because}.`);
  } catch (error) {
    stop.throwIfAborted();
    const hint = error instanceof Error && 'hint' in error ? String(error.hint) : '';
    const message = error instanceof Error ? error.message : String(error);
    return fallBack(hint === '' ? message : `${message} ${hint}`);
  }
}

/** A model says everything anew, so every line went; definitions it does not name can't be found through it. */
function unsaid({ facts }: Item, written: string): Record<string, number> {
  const names = new Set(facts.definitions.map(({ name }) => name));
  const lines = facts.text === '' ? 0 : facts.text.replace(/\n$/, '').split('\n').length;
  return { lines, definitions: [...names].filter((name) => !written.includes(name)).length };
}

/** All that decides how a summary reads. Without the content, a summary outlives changes of its document. */
function keyOf(item: Item, options: SummarizeOptions): string {
  const { wish, maxTokens, tokenizer, config, content, hash } = options;
  const { provider, base_url: url, model, levels, caching } = config;
  const parts = [
    item.path,
    caching.invalidate_on_change ? [content, item.modified] : null,
    item.task ?? '',
    wish,
    wish.kind === 'level' ? levels[wish.level].token_limit : null,
    maxTokens,
    tokenizer,
    provider === 'none' ? provider : [provider, url, model],
  ];
  return `${SUMMARY_VERSION} ${hash(JSON.stringify(parts))}`;
}

interface Kept extends Omit<Summary, 'cached'> {
  readonly madeMs: number;
}

const encode = (kept: Kept): Uint8Array => new TextEncoder().encode(JSON.stringify(kept));

/** A kept summary that is not too old; one from the future is not trusted either. */
function readKept(
  bytes: Uint8Array | null,
  { config, nowMs }: SummarizeOptions,
): Omit<Summary, 'cached'> | null {
  if (bytes === null) return null;
  const kept = parsed(bytes);
  if (kept === null) return null;
  const { max_age_hours: hours } = config.caching;
  const age = nowMs - kept.madeMs;
  if (age < 0 || (hours > 0 && age >= hours * HOUR_MS)) return null;
  const { text, receipt, model } = kept;
  return { text, receipt, model };
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
