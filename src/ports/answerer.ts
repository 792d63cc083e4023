export interface AnswerRequest {
  /** What is to be done, apart from the material, which may hold anything. */
  readonly instruction: string;
  readonly material: string;
  /** Most tokens of the answer. */
  readonly maxTokens: number;
}

/** Answers a question from material. */
export interface Answerer {
  readonly name: string;
  /** Most tokens of instruction, material and answer together. */
  readonly maxTokens: number;
  /** Rejects where no answer can be had in time. */
  answer(request: AnswerRequest, signal: AbortSignal): Promise<string>;
}
