/** Where summaries are kept; like models, they can all be made again. */
export interface SummaryStore {
  readSummary(key: string): Uint8Array | null;
  writeSummary(key: string, body: Uint8Array): void;
}

/**
 * What was learnt or computed from contents, kept so that it is made once. All of it can be made
 * again: reading may find nothing, writing may be refused, and neither is an error.
 */
export interface ModelStore extends SummaryStore {
  /** What names each content for good, by its number: its hash and shape. */
  contentNames(contents: readonly number[]): ReadonlyMap<number, string>;
  readModel(key: string): Uint8Array | null;
  writeModel(key: string, body: Uint8Array): void;
  /** The packed vectors of those contents that have some under this model, by content name. */
  readVectors(model: string, contents: readonly string[]): ReadonlyMap<string, Uint8Array>;
  writeVectors(model: string, vectors: ReadonlyMap<string, Uint8Array>): void;
}
