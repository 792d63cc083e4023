import type { Count, Item } from '../compress/item.ts';
import type { Limits } from '../compress/levels.ts';
import type { Config } from '../config/defaults.ts';
import { remembered } from '../math/memo.ts';
import type { Context } from '../model/context.ts';
import type { PlannedSummary } from '../model/plan.ts';
import type { Wish } from '../model/summary.ts';
import type { SummaryStore } from '../ports/models.ts';
import type { Ports } from '../ports/ports.ts';
import type { Tokenizer } from '../ports/tokenizer.ts';
import { asksModel, writtenByModel } from './by-model.ts';
import type { KeptSummary } from './cache.ts';
import { keepSummary, keepWords, keptSummary, summaryKey, wordsOf } from './cache.ts';
import { offlineShortener, type Shortened, type Shortener } from './shortener.ts';

export interface Writing {
  readonly ports: Ports;
  readonly config: Config['summarization'];
  readonly limits: Limits;
  readonly tokenizer: Tokenizer;
  /** What a plan says was written; null to have it written. */
  readonly recorded: readonly PlannedSummary[] | null;
  /** Names the content of a document: equal names mean equal texts. */
  readonly contentOf: (path: string) => string;
  /** Null to keep nothing. */
  readonly store: SummaryStore | null;
}

export interface Written<M> {
  readonly made: M;
  readonly summaries: readonly PlannedSummary[];
}

/** Summaries that are shorter or longer than those made offline make room for others, or take it. */
const ROUNDS = 4;
/** Limits are rounded down to this many tokens, so that those that are nearly the same share a summary. */
const LIMIT_STEP = 64;

/**
 * A context whose summaries a model wrote, where one is configured. What the context shows of a document in few words is
 * written by the model, and the context composed again with that, until it shows nothing that the model could write.
 */
export async function withWrittenSummaries<M extends { readonly context: Context }>(
  compose: (shortener?: Shortener) => M,
  writing: Writing,
): Promise<Written<M>> {
  const { config, recorded } = writing;
  if (!config.enabled || config.provider === 'none') return { made: compose(), summaries: [] };
  const count = remembered(writing.tokenizer.count);
  const book = openBook(count, writing);
  const scribe = recorded === null ? scribeOf(count, writing) : null;
  for (let round = 0; ; round++) {
    const made = compose(book.shortener);
    const wanted = book.wantedIn(made.context);
    if (scribe === null || round === ROUNDS || wanted.length === 0) {
      return { made, summaries: book.summaries() };
    }
    for (const want of wanted) book.add(want, await scribe(want));
  }
}

const stepBelow = (tokens: number): number => Math.floor(tokens / LIMIT_STEP) * LIMIT_STEP;

/** A summary that a model could write in place of one that was made offline. */
interface Wanted {
  readonly key: string;
  readonly item: Item;
  readonly wish: Wish;
  readonly limit: number;
  readonly method: PlannedSummary['method'];
  readonly offline: string;
}

function openBook(count: Count, writing: Writing) {
  const { config, contentOf, limits } = writing;
  const { digest } = writing.ports;
  const offline = offlineShortener(limits, count, writing.ports.compressors);
  const entries = new Map<string, { planned: PlannedSummary; words: Shortened } | null>();
  const wanted = new Map<string, Wanted>();
  const keyOf = (path: string, method: string, limit: number, of = contentOf(path)): string =>
    JSON.stringify([path, method, limit, of]);
  // What a plan names of the summaries that are still kept.
  for (const planned of writing.recorded ?? []) {
    const { path, method, limit, of, cid, model } = planned;
    const kept = writing.store === null ? null : wordsOf(writing.store, cid);
    if (kept === null || digest(kept.text) !== cid) continue;
    const words = { text: kept.text, receipt: kept.receipt, model };
    entries.set(keyOf(path, method, limit, of), { planned, words });
  }
  const written = (item: Item, wish: Wish, limit: number | null, make: () => Shortened | null) => {
    if (!asksModel(config, wish, limit, count(item.facts.text))) return make();
    const method = wish.kind === 'level' ? 'summary' : 'heavy';
    const key = keyOf(item.path, method, limit);
    const entry = entries.get(key) ?? null;
    if (entry !== null) return entry.words;
    const made = make();
    if (made !== null) wanted.set(key, { key, item, wish, limit, method, offline: made.text });
    return made;
  };
  const shortener: Shortener = {
    atLevel: (item, level, most) => {
      const make = (): Shortened | null => offline.atLevel(item, level, most);
      // Where less room is left than the level allows, other rooms of nearly this size share the summary.
      const isWhole = most === undefined || (limits.summary ?? most + 1) <= most;
      const limit = isWhole ? limits.summary : stepBelow(most);
      return level === 'summary' && limit !== 0
        ? written(item, { kind: 'level', level }, limit, make)
        : make();
    },
    compress: (item, target) => {
      const tokens = stepBelow(target);
      return written(item, { kind: 'tokens', tokens }, tokens, () =>
        offline.compress(item, target),
      );
    },
  };
  return {
    shortener,
    /**
     * What stands in a context and could be written by the model, in the order it was tried. A document that is only named
     * there is among it: what the model writes may be short enough. So is one that always stands there, by some of its sections.
     */
    wantedIn: (context: Context): Wanted[] => {
      const shown = [...context.fixed, ...context.parts];
      const isShown = ({ item, offline: words }: Wanted): boolean =>
        shown.some(
          ({ path, text, level, tier }) =>
            path === item.path && (text === words || level === 'stub' || tier === 'system'),
        );
      return [...wanted.values()].filter((want) => !entries.has(want.key) && isShown(want));
    },
    /** Null where the model wrote none: it is not wanted again. */
    add: ({ key, item: { path }, limit, method }: Wanted, summary: KeptSummary | null): void => {
      if (summary === null) return void entries.set(key, null);
      const { text, receipt, model: name } = summary;
      const model = name ?? config.model;
      const planned = { path, of: contentOf(path), method, limit, model, cid: digest(text) };
      entries.set(key, { planned, words: { text, receipt, model } });
    },
    summaries: (): PlannedSummary[] =>
      [...entries.values()].flatMap((entry) => (entry === null ? [] : [entry.planned])),
  };
}

/**
 * Gets summaries, kept ones or new ones. Both count against what a context may ask, so that the next assembly of the same
 * request gets as far as this one. A model that does not answer is not asked again.
 */
function scribeOf(count: Count, { ports, config, contentOf, tokenizer, store: given }: Writing) {
  const { hash, digest, warn } = ports;
  const nowMs = ports.now();
  const store = config.caching.enabled ? given : null;
  const { max_age_hours: maxAge } = config.caching;
  let left = config.max_calls_per_context;
  let isSilent = false;
  let isSaid = false;
  const written = async ({ item, wish, limit }: Wanted): Promise<KeptSummary | null> => {
    if (isSilent) return null;
    const maxCalls = Math.min(config.max_calls, left);
    const answer = await writtenByModel(item, wish, limit, maxCalls, { ports, config, count });
    if (answer.kind === 'written') return answer.summary;
    left -= answer.calls;
    isSilent = answer.kind === 'silent';
    warn(`${answer.sentence} ${isSilent ? 'Summaries are' : 'The summary is'} made offline.`);
    return null;
  };
  return async (wanted: Wanted): Promise<KeptSummary | null> => {
    if (left <= 0) {
      if (!isSaid) {
        warn(
          `The model has been asked ${config.max_calls_per_context} times for this context, the limit of summarization.max_calls_per_context; further summaries are made offline.`,
        );
      }
      isSaid = true;
      return null;
    }
    const { wish, item } = wanted;
    // A summary serves every task: what it says does not depend on the one that came first.
    const { task: _, ...document } = item;
    const own = { item: document, wish, maxTokens: null, tokenizer: tokenizer.name, config, hash };
    const key = summaryKey({ ...own, content: contentOf(item.path), asks: true });
    const kept = store === null ? null : keptSummary(store, key, maxAge, nowMs);
    const summary = kept ?? (await written({ ...wanted, item: document }));
    if (summary === null) return null;
    left -= summary.calls;
    if (store !== null && kept === null) keepSummary(store, key, summary, nowMs);
    if (store !== null) keepWords(store, digest(summary.text), summary);
    return summary;
  };
}
