/** How short a document should become: at a level of detail, or to a size. */
export type Wish =
  | { readonly kind: 'level'; readonly level: 'full' | 'detailed' | 'summary' | 'stub' }
  | { readonly kind: 'tokens'; readonly tokens: number }
  | { readonly kind: 'ratio'; readonly ratio: number };

export interface SummarizeRequest {
  readonly path: string;
  readonly wish: Wish;
  /** What the reader wants to do; what speaks to it stays longest. */
  readonly task?: string | undefined;
  /** Lowers the limit of the level; null where that stands. */
  readonly maxTokens: number | null;
}

export interface SummaryResult {
  readonly path: string;
  readonly source: string;
  /** What was asked for: the name of a level, or `compressed`. */
  readonly level: string;
  /** How it was really made: `none` where the text fits as it is. */
  readonly method: string;
  /** The model that wrote it; null for the offline method. */
  readonly model: string | null;
  readonly from_cache: boolean;
  readonly tokenizer: string;
  /** What went: how many things of which kind, and what that did to the size. */
  readonly receipt: {
    readonly kinds: Readonly<Record<string, number>>;
    readonly tokens_before: number;
    readonly tokens_after: number;
    readonly lines_before: number;
    readonly lines_after: number;
  };
  readonly text: string;
}
