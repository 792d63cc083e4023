export interface SummaryRequest {
  /** What the summary is for and what must stay in it. */
  readonly instruction: string;
  /** How long the summary should be at most; a model may not keep to it, so the answer is counted. */
  readonly maxTokens: number;
  readonly signal: AbortSignal;
}

/** Says a text in fewer words. */
export interface Summarizer {
  /** Names the model: a summary by another is another summary. */
  readonly name: string;
  /** Most tokens of text and instruction and answer that one call can hold. */
  readonly maxTokens: number;
  /** Rejects where no answer can be had in time. */
  summarise(text: string, request: SummaryRequest): Promise<string>;
}
