import type { Piece, Room } from './piece.ts';

/** Larger exponents would leave the numbers that can be counted with. */
const MOST_SCORE = 500;

/** A score is the logarithm of how likely the tokens of a piece are needed. */
export const worthPerToken = ({ score }: Piece): number => Math.exp(Math.min(score, MOST_SCORE));

/**
 * What packings of some pieces are worth: all their tokens, each weighed by how likely it is needed. What a document costs beside its
 * pieces counts like its best one: that it is there at all is worth something. Without that, 8k tokens held all files of
 * 83 instead of 87 of 100 fixes.
 */
export function worths<P extends Piece>(
  pieces: readonly P[],
  { tokens, gapTokens, documentTokens }: Room<P>,
): (taken: readonly P[]) => number {
  const best = new Map<string, number>();
  for (const piece of pieces) {
    best.set(piece.path, Math.max(worthPerToken(piece), best.get(piece.path) ?? 0));
  }
  return (taken) => {
    const paths = new Set(taken.map(({ path }) => path));
    const opening = [...paths].reduce(
      (sum, path) => sum + (documentTokens(path) - gapTokens) * (best.get(path) ?? 0),
      0,
    );
    return taken.reduce(
      (sum, piece) => sum + (tokens(piece) + gapTokens) * worthPerToken(piece),
      opening,
    );
  };
}
