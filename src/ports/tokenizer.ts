/** Counts tokens the way a model does. */
export interface Tokenizer {
  /** Named in the plan. */
  readonly name: string;
  /** True where the count is not the model's own. */
  readonly isEstimate: boolean;
  count(text: string): number;
  /** The text, or its beginning and an ellipsis, in at most so many tokens; never cut inside a character. */
  truncateToTokens(text: string, maxTokens: number): string;
}
