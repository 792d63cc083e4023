import type { CallOptions } from './call.ts';
import type { Receipt } from './receipt.ts';

/** How short a document should become: at a level of detail, or to a size. */
export type Wish =
  | { readonly kind: 'level'; readonly level: 'full' | 'detailed' | 'summary' | 'stub' }
  | { readonly kind: 'tokens'; readonly tokens: number }
  | { readonly kind: 'ratio'; readonly ratio: number };

/** Which file to shorten, and how: at a level, to a number of tokens, or to a share. One of these; `summary` unless one is given. */
export interface SummarizeRequest extends CallOptions {
  /** Relative to the root. */
  readonly path: string;
  readonly level?: 'full' | 'detailed' | 'summary' | 'stub' | undefined;
  /** At most so many tokens. */
  readonly compress?: number | undefined;
  /** At most this share of the tokens, from 0 to 1. */
  readonly ratio?: number | undefined;
  /** What the reader wants to do; what speaks to it stays longest. */
  readonly task?: string | undefined;
  /** Lowers the limit of the level. */
  readonly maxTokens?: number | undefined;
}

/** A file made shorter. */
export interface SummaryResult {
  readonly path: string;
  readonly source: string;
  /** What was asked for: the name of a level, or `compressed`. */
  readonly level: string;
  /** How it was really made: `none` where the text fits as it is. */
  readonly method: string;
  /** The model that wrote it; null for the offline method. */
  readonly model: string | null;
  readonly fromCache: boolean;
  readonly tokenizer: string;
  /** What went: how many things of which kind, and what that did to the size. */
  readonly receipt: Omit<Receipt, 'method'>;
  readonly text: string;
}
