import { densityOf } from '../score/value.ts';

interface Weighed {
  readonly worth: number;
  /** What it is worth at least if it brings its file. */
  readonly opening: number;
  readonly tokens: number;
  /** Imports and nothing else. */
  readonly isBare: boolean;
}

/**
 * What the pieces of a file are worth when its best one brings the file. That is a body, where there is one: imports alone tell a reader
 * nothing, so they come after it.
 */
export function openedBy(pieces: readonly Weighed[]): number[] {
  const bodies = pieces.filter(({ isBare }) => !isBare);
  const [first, ...others] = bodies.length > 0 ? bodies : pieces;
  if (first === undefined) return [];
  const best = others.reduce((top, piece) => (piece.worth > top.worth ? piece : top), first);
  const opening = Math.max(best.worth, best.opening);
  const most = densityOf(opening, best.tokens);
  return pieces.map((piece) => {
    if (piece === best) return opening;
    const isBefore = piece.isBare && densityOf(piece.worth, piece.tokens) > most;
    return isBefore ? most / densityOf(1, piece.tokens) : piece.worth;
  });
}
