import type { Context } from '../model/context.ts';
import type { ChunkPiece } from './pieces.ts';

/** A context that fits, and what was taken for it. */
export interface Fitted {
  readonly prompt: string;
  readonly totalTokens: number;
  readonly context: Context;
  readonly taken: readonly ChunkPiece[];
  /** Left out because their source has its maximum. */
  readonly limited: ReadonlySet<ChunkPiece>;
  readonly isCut: boolean;
  /** What no choice of pieces can be worth more than, where that is known. */
  readonly bound: number | null;
}
