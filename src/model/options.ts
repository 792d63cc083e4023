/** Names of the formats a context may have (FM-1). */
export const FORMAT_NAMES = [
  'mdctx',
  'docs',
  'markdown',
  'xml',
  'plain',
  'json',
  'messages',
] as const;
/** A format of contexts. */
export type FormatName = (typeof FORMAT_NAMES)[number];

/** How pieces are chosen (PK-1). */
export const STRATEGIES = ['value', 'optimal', 'greedy', 'interleaved', 'score-weighted'] as const;
/** A way to choose pieces. */
export type Strategy = (typeof STRATEGIES)[number];

/** What to do when content exceeds the budget (BU-4). */
export const OVERFLOWS = ['truncate', 'summarize', 'prioritize', 'error'] as const;
/** A way to handle what does not fit. */
export type Overflow = (typeof OVERFLOWS)[number];

/** How tokens may be counted (BU-2). */
export const TOKENIZER_NAMES = ['o200k', 'cl100k', 'claude', 'chars4'] as const;
/** A way to count tokens. */
export type TokenizerName = (typeof TOKENIZER_NAMES)[number];

const GROUPED: readonly FormatName[] = ['markdown', 'xml', 'plain'];
const LISTED: readonly FormatName[] = [...GROUPED, 'json'];
const NAMED: readonly FormatName[] = [...LISTED, 'docs'];

/** How a context may look beside its format: the value that changes something, and the formats that have a place for it. */
export const LOOKS: Readonly<
  Record<
    'includeSources' | 'includeCodeContent' | 'groupByType' | 'style' | 'api' | 'lineNumbers',
    { readonly value: unknown; readonly formats: readonly FormatName[] }
  >
> = {
  includeSources: { value: true, formats: LISTED },
  includeCodeContent: { value: false, formats: NAMED },
  groupByType: { value: true, formats: GROUPED },
  style: { value: 'compact', formats: NAMED },
  api: { value: 'openai', formats: ['messages'] },
  lineNumbers: { value: true, formats: FORMAT_NAMES },
};
