import type { Limits } from '../compress/levels.ts';
import { type Config, DEFAULTS } from '../config/defaults.ts';
import type { Format, FormatOptions } from '../format/format.ts';
import { isWindowOf } from '../model/model-presets.ts';
import type { FormatName, Overflow, Strategy } from '../model/options.ts';
import type { Tier } from '../model/relevance.ts';
import type { ContextLook } from '../model/results.ts';
import { SOURCES, type SourceName } from '../model/shape.ts';
import type { Compressors } from '../ports/source.ts';
import type { ContextRequest } from './request.ts';

/** How contexts are made; the shape of `[assembly]` and of what belongs to it. */
export interface CompositionRules {
  readonly format: FormatName;
  /** Written in place of `format`, by those who have their own way to write. */
  readonly writer?: Format;
  readonly formatOptions: FormatOptions;
  /** The workspace has several roots, so that paths name theirs. */
  readonly hasRoots: boolean;
  readonly strategy: Strategy;
  /** Nobody gave a size: only what is worth its tokens is taken, and the window is a ceiling (BU-6). */
  readonly isOpen: boolean;
  readonly lineNumbers: boolean;
  /** Hidden characters stay as they are. */
  readonly rawUnicode: boolean;
  /** Whether the relevance of a file is how likely it is needed. */
  readonly isCalibrated: boolean;
  readonly overflow: Overflow;
  /** 0 for no limit. */
  readonly maxChunksPerDoc: number;
  readonly preferRecent: boolean;
  /** The least a document counts beside its text. */
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
  /** Of sources that have their own way to shorten. */
  readonly compressors: Compressors;
}

/** The most tokens of a context whose size nobody gave, unless something is pinned: beyond, 4 points more of tasks have every file for three times the tokens. */
export const OPEN_CEILING = 27_000;

/** The ranks of a flow say what comes first. */
export const FLOW_STRATEGY: Strategy = 'greedy';

export const USUAL_RULES: CompositionRules = {
  format: 'mdctx',
  formatOptions: {},
  hasRoots: false,
  strategy: 'value',
  isOpen: false,
  lineNumbers: false,
  rawUnicode: false,
  isCalibrated: true,
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
  compressors: new Map(),
};

/** How the configuration wants contexts to be made. */
export function compositionRules(
  { assembly, budget, relevance, summarization, sources, workspace }: Config,
  compressors: Compressors,
  { look: { lineNumbers = false, ...look } = {}, ...size }: { readonly look?: ContextLook } & Size,
): CompositionRules {
  const { levels } = summarization;
  return {
    format: assembly.format,
    formatOptions: { includeMetadata: assembly.include_metadata, ...look },
    hasRoots: workspace.roots.length > 0,
    strategy: assembly.packing_strategy,
    lineNumbers,
    rawUnicode: assembly.raw_unicode,
    isCalibrated: relevance.preset !== 'classic',
    isOpen: isOpen({ assembly, budget, relevance }, size),
    overflow: budget.overflow_strategy,
    maxChunksPerDoc: assembly.max_chunks_per_doc,
    preferRecent: assembly.prefer_recent,
    documentOverhead: budget.per_document_overhead_tokens,
    allocation: bindsShares(relevance.preset, budget.allocation) ? budget.allocation : null,
    levels: {
      detailed: limitOf(levels.detailed),
      summary: limitOf(levels.summary),
      stub: limitOf(levels.stub),
    },
    sourceLimits: new Map(
      SOURCES.flatMap((name): [SourceName, number][] =>
        sources[name].max_tokens > 0 ? [[name, sources[name].max_tokens]] : [],
      ),
    ),
    minHeadroom: assembly.min_headroom_tokens,
    shortens: { any: summarization.enabled, conversation: sources.conversation.compress_older },
    recentDays: relevance.factors.recency.decay_days,
    compressors,
  };
}

type Size = Pick<ContextRequest, 'maxTokens' | 'isSizeGiven'>;

/** Whether the size of a context is left to what is worth its tokens: a window that is neither the usual one nor the model's is a size somebody gave. */
export const isOpen = (
  { assembly, budget, relevance }: Pick<Config, 'assembly' | 'budget' | 'relevance'>,
  { maxTokens, isSizeGiven = false }: Size,
): boolean =>
  maxTokens === null &&
  !isSizeGiven &&
  (budget.max_tokens === DEFAULTS.budget.max_tokens || isWindowOf(budget)) &&
  !assembly.fill &&
  relevance.preset !== 'classic';

/** What there is room for: the budget, or, where nobody gave a size, pinned or picked anything, what is usually worth it. */
export function roomFor(
  available: number,
  config: Config,
  request: Size & Pick<ContextRequest, 'pins' | 'picks'>,
): { readonly tokens: number; readonly isFilled: boolean } {
  const isFilled = !isOpen(config, request);
  const isUsual = !isFilled && request.pins.length + (request.picks ?? []).length === 0;
  return { tokens: isUsual ? Math.min(available, OPEN_CEILING) : available, isFilled };
}

/** Shares of the tiers bind where they are asked for (BU-3): otherwise they would only find less. */
const bindsShares = (preset: string, allocation: Config['budget']['allocation']): boolean =>
  preset === 'classic' || JSON.stringify(allocation) !== JSON.stringify(DEFAULTS.budget.allocation);

const limitOf = ({ token_limit: limit }: { readonly token_limit: number }): number | null =>
  limit < 0 ? null : limit;
