import type { Piece, Room } from './piece.ts';

/** Larger exponents would leave the numbers that can be counted with. */
const MOST_SCORE = 500;

/** A piece is worth its tokens, weighed by how likely they are needed; a score is the logarithm of that likelihood. */
export const worthPerToken = ({ score }: Piece): number => Math.exp(Math.min(score, MOST_SCORE));

export const worthOf = <P extends Piece>(taken: readonly P[], { tokens }: Room<P>): number =>
  taken.reduce((sum, piece) => sum + tokens(piece) * worthPerToken(piece), 0);
