import { truncate } from './adapters/tokenizers/truncate.ts';
import type { Limits } from './compress/levels.ts';
import { fixedParts } from './fixed.ts';
import type { Format, FormatOptions } from './format/format.ts';
import type { FormatName } from './format/formats.ts';
import { FORMATS } from './format/formats.ts';
import type { Gathering } from './gather.ts';
import type { Budget } from './model/budget.ts';
import type { Context, ContextPart } from './model/context.ts';
import type { Facts } from './model/document.ts';
import type { ScoredFile, Tier } from './model/relevance.ts';
import type { Strategy } from './pack/strategies.ts';
import { inBands, shown } from './parts.ts';
import type { Tokenizer } from './ports/tokenizer.ts';
import { offlineShortener, type Shortener } from './shorten.ts';

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
  readonly count: (text: string) => number;
  readonly tokenizer: Tokenizer;
  readonly shortener: Shortener;
  readonly factsOf: ReadonlyMap<string, Facts>;
  readonly scoredOf: ReadonlyMap<string, ScoredFile>;
  readonly fixedAt: (available: number) => readonly ContextPart[];
  readonly contextOf: (fixed: readonly ContextPart[], parts: readonly ContextPart[]) => Context;
}

export function workbench(
  gathering: Gathering,
  { flowId, budget, tokenizer, rules = USUAL_RULES, shortener: given }: AssembleRequest,
): Workbench {
  const counts = new Map<string, number>();
  const count = (text: string): number => {
    const known = counts.get(text);
    if (known !== undefined) return known;
    const tokens = tokenizer.count(text);
    counts.set(text, tokens);
    return tokens;
  };
  const shortener = given ?? offlineShortener(rules.levels, count);
  const limit = Math.floor(budget.available * REQUEST_SHARE);
  const text = gathering.task.text;
  const request = count(text) <= limit ? text : truncate(text, limit, { ...tokenizer, count });
  return {
    gathering,
    rules,
    format: FORMATS[rules.format],
    available: budget.available,
    count,
    tokenizer,
    shortener,
    factsOf: new Map(gathering.chunks.map(({ ranked, facts }) => [ranked.path, facts])),
    scoredOf: new Map(gathering.files.map((file) => [file.path, file])),
    fixedAt: (available) =>
      fixedParts(gathering.fixed, gathering.task, available, { count, shortener }),
    contextOf: (fixed, parts) => ({
      flowId,
      request,
      fixed: inBands(fixed).map(shown),
      parts: inBands(parts).map(shown),
    }),
  };
}
