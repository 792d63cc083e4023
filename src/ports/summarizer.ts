export interface SummaryRequest {
  /** What is to be done and what must stay, apart from the text, which may hold anything. */
  readonly instruction: string;
  /** Most tokens of the answer; a model may not keep to it, so the answer is counted. */
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

/** Answers a question from material, as a summarizer says it in fewer words. */
export interface Answerer extends Omit<Summarizer, 'summarise'> {
  answer: Summarizer['summarise'];
}
