import { groupBy } from '../math/groups.ts';
import { byCodePoint } from '../math/order.ts';

export interface Piece {
  readonly path: string;
  readonly sequence: number;
  readonly start: number;
  /** The higher, the sooner it is taken. */
  readonly score: number;
  /** What it is a part of: it never comes without that. */
  readonly needs?: Piece;
}

/** What pieces cost, and how much there is. Counting is dear, so tokens are asked for one by one. */
export interface Room<P extends Piece> {
  /** The tokens of the whole context. */
  readonly available: number;
  /** What is left for pieces of a context of so many tokens. */
  readonly roomAt: (available: number) => number;
  readonly tokens: (piece: P) => number;
  /** Fewer tokens than a piece can have, known without counting; most pieces do not fit into what is left, and need not be counted. */
  readonly leastTokens?: (piece: P) => number;
  /** Tokens a document needs once, and each further piece of it. */
  readonly documentTokens: (path: string) => number;
  readonly gapTokens: number;
}

export interface Packing<P extends Piece> {
  /** In the order they stand in the context. */
  readonly taken: readonly P[];
  /** Tokens by the prices above. */
  readonly used: number;
  /** What no choice of pieces can be worth more than, where that is known. */
  readonly bound?: number;
}

/** RT-2: best first, then by path, sequence and offset. */
export const byScore = (a: Piece, b: Piece): number =>
  b.score - a.score || byCodePoint(a.path, b.path) || a.sequence - b.sequence || a.start - b.start;

/** Documents by their best piece, the pieces of each best first (PK-2). */
export function grouped<P extends Piece>(
  pieces: readonly P[],
): { readonly path: string; readonly pieces: readonly P[] }[] {
  const groups = groupBy([...pieces].sort(byScore), ({ path }) => path);
  return [...groups].map(([path, own]) => ({ path, pieces: own }));
}

export const inReadingOrder = <P extends Piece>(pieces: readonly P[]): P[] =>
  [...pieces].sort((a, b) => a.sequence - b.sequence || a.start - b.start);

export const atMostPerDocument = <P extends Piece>(pieces: readonly P[], most: number): P[] =>
  grouped(pieces).flatMap((group) => group.pieces.slice(0, most));
