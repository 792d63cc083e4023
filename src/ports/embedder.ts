/** Turns texts into vectors whose cosines say how close their meanings are. */
export interface Embedder {
  /** Names the vectors: those of another name can't be compared with them. */
  readonly name: string;
  /** How long a vector is; 0 where only the first answer tells. */
  readonly dimensions: number;
  /** Most texts that one call of `embed` may get. */
  readonly maxBatch: number;
  /** One vector for each text, in order. Rejects where that can't be had. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly ArrayLike<number>[]>;
}

/** Says how well texts answer a query, better but slower than anything else. */
export interface Reranker {
  readonly name: string;
  /** One number from 0 to 1 for each text, in order. Rejects where that can't be had. */
  rerank(query: string, texts: readonly string[], signal: AbortSignal): Promise<readonly number[]>;
}
