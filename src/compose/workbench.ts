import { truncate } from '../adapters/tokenizers/truncate.ts';
import type { Limits } from '../compress/levels.ts';
import type { Format, FormatOptions } from '../format/format.ts';
import type { FormatName } from '../format/formats.ts';
import { FORMATS } from '../format/formats.ts';
import type { Gathering } from '../gather.ts';
import type { Budget } from '../model/budget.ts';
import type { Context, ContextPart } from '../model/context.ts';
import type { Facts } from '../model/document.ts';
import { SheafError } from '../model/errors.ts';
import type { ScoredFile, Tier } from '../model/relevance.ts';
import type { SourceName } from '../model/shape.ts';
import type { Strategy } from '../pack/strategies.ts';
import type { Tokenizer } from '../ports/tokenizer.ts';
import { offlineShortener, type Shortener } from '../summarize/shortener.ts';
import { fixedParts } from './fixed-parts.ts';
import { inBands, shown } from './parts.ts';

/** A task longer than half of the context is shortened: the other half is what it is for. */
const REQUEST_SHARE = 0.5;

/** How contexts are made; the shape of `[assembly]` and of what belongs to it. */
export interface AssemblyRules {
  readonly format: FormatName;
  readonly formatOptions: FormatOptions;
  readonly strategy: Strategy;
  readonly overflow: 'truncate' | 'summarize' | 'prioritize' | 'error';
  /** 0 for no limit. */
  readonly maxChunksPerDoc: number;
  readonly preferRecent: boolean;
  /** The least a document counts beside its text (S2). */
  readonly documentOverhead: number;
  /** Percentages that bind the tiers (BU-3); null lets all pieces compete, which finds more. */
  readonly allocation: Readonly<Record<Tier, number>> | null;
  readonly levels: Limits;
  /** The most tokens of each source that has a maximum. */
  readonly sourceLimits: ReadonlyMap<SourceName, number>;
  /** Tokens that packing leaves free. */
  readonly minHeadroom: number;
  /** Whether documents may stand in fewer words, and conversations among them. */
  readonly shortens: { readonly any: boolean; readonly conversation: boolean };
  /** Days after which a document is no longer recent. */
  readonly recentDays: number;
}

export const USUAL_RULES: AssemblyRules = {
  format: 'mdctx',
  formatOptions: {},
  strategy: 'optimal',
  overflow: 'prioritize',
  maxChunksPerDoc: 0,
  preferRecent: false,
  documentOverhead: 0,
  allocation: null,
  levels: { detailed: 2000, summary: 500, stub: 100 },
  sourceLimits: new Map(),
  minHeadroom: 0,
  shortens: { any: true, conversation: true },
  recentDays: 7,
};

export interface AssembleRequest {
  readonly flowId: string;
  readonly budget: Budget;
  readonly tokenizer: Tokenizer;
  readonly rules?: AssemblyRules;
  /** How documents are made shorter; offline unless it is given. */
  readonly shortener?: Shortener | undefined;
}

/** What all steps look things up in. */
export interface Workbench {
  readonly gathering: Gathering;
  readonly rules: AssemblyRules;
  readonly format: Format;
  readonly available: number;
  /** Kept free of pieces for documents in fewer words. */
  readonly reservedTokens: number;
  readonly count: (text: string) => number;
  readonly tokenizer: Tokenizer;
  readonly shortener: Shortener;
  readonly factsOf: ReadonlyMap<string, Facts>;
  readonly scoredOf: ReadonlyMap<string, ScoredFile>;
  readonly fixedAt: (available: number) => readonly ContextPart[];
  readonly contextOf: (fixed: readonly ContextPart[], parts: readonly ContextPart[]) => Context;
  /** Whether a document may stand in fewer words than its own. */
  readonly mayShorten: (facts: Facts) => boolean;
  /** The same for another budget, or with another reserve. */
  readonly at: (available: number, reservedTokens?: number) => Workbench;
}

/** Under `summarize` this much of the context is kept for documents in fewer words. */
const SUMMARY_SHARE = 0.2;

const reservedFor = ({ overflow }: AssemblyRules, available: number): number =>
  overflow === 'summarize' ? Math.floor(available * SUMMARY_SHARE) : 0;

export function workbench(
  gathering: Gathering,
  { flowId, budget, tokenizer, rules = USUAL_RULES, shortener: given }: AssembleRequest,
): Workbench {
  const count = remembered((text: string) => tokenizer.count(text));
  const factsOf = new Map(gathering.chunks.map(({ ranked, facts }) => [ranked.path, facts]));
  const scoredOf = new Map(gathering.files.map((file) => [file.path, file]));
  const mayShorten = ({ shape }: Facts): boolean =>
    rules.shortens.any && (shape.source !== 'conversation' || rules.shortens.conversation);
  const { sourceLimits } = rules;
  const shortener = given ?? offlineShortener(rules.levels, count);
  const fixedAt = remembered((tokens: number) =>
    fixedParts(gathering.fixed, gathering.task, tokens, {
      count,
      shortener,
      sourceLimits,
      mayShorten,
    }),
  );
  const at = (
    available: number,
    reservedTokens: number = reservedFor(rules, available),
  ): Workbench => {
    const request = requestFor(gathering.task.text, available, { ...tokenizer, count });
    return {
      gathering,
      rules,
      format: FORMATS[rules.format],
      available,
      reservedTokens,
      count,
      tokenizer,
      factsOf,
      scoredOf,
      fixedAt,
      mayShorten,
      shortener,
      contextOf: (fixed, parts) => ({
        flowId,
        request,
        fixed: inBands(fixed).map(shown),
        parts: inBands(parts).map(shown),
      }),
      at,
    };
  };
  return at(filling(budget.available, rules));
}

/** What may be filled of what is available. */
function filling(available: number, { minHeadroom }: AssemblyRules): number {
  if (minHeadroom < available) return available - minHeadroom;
  throw new SheafError(
    'over-budget',
    `The headroom of ${minHeadroom} tokens leaves nothing of the ${available} there are for context.`,
    'Raise the budget, or lower min_headroom_tokens under [assembly].',
  );
}

function remembered<K, V>(make: (key: K) => V): (key: K) => V {
  const known = new Map<K, { readonly value: V }>();
  return (key) => {
    const found = known.get(key) ?? { value: make(key) };
    known.set(key, found);
    return found.value;
  };
}

/** The task as far as it may take room. */
function requestFor(text: string, available: number, tokenizer: Tokenizer): string {
  const limit = Math.floor(available * REQUEST_SHARE);
  return tokenizer.count(text) <= limit ? text : truncate(text, limit, tokenizer);
}
