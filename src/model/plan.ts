import type { SourceName } from './shape.ts';

/** A document's place in an assembled context. */
export interface PlannedPart {
  readonly rank: number;
  readonly tier: 'system' | 'primary' | 'supporting' | 'reference' | 'history';
  readonly role: 'system' | 'user' | 'evidence';
  readonly source: SourceName | 'task';
  readonly path: string;
  /** Inclusive line ranges, in order. */
  readonly spans: readonly (readonly [number, number])[];
  readonly level: 'full' | 'excerpts' | 'detailed' | 'summary' | 'stub';
  readonly tokens: number;
  readonly relevance: number;
  /** `sha256:` of the text that stands in the context. */
  readonly cid: string;
}

export interface DroppedFile {
  readonly path: string;
  readonly reason: string;
  readonly relevance: number;
}
