import type { Piece } from './piece.ts';

/**
 * A gap of at most so many tokens between pieces that are taken is closed: to say that lines are left out costs tokens too, and a function
 * without its middle or its comment reads badly. On 24 tasks 6,000 tokens hold 110 instead of 108 of 184 things an expert wants.
 */
export const SMALL_GAP = 100;
/** A longer run of pieces is no small gap, whatever their sizes. */
const MOST_PIECES = 4;

/** The gaps beside and inside a piece that is taken now, each as the pieces that would close it. */
export type GapsAt<P extends Piece> = (piece: P, taken: ReadonlySet<P>) => readonly P[][];

export function gapsAmong<P extends Piece>(pieces: readonly P[]): GapsAt<P> {
  const insides = new Map<Piece, P[][]>();
  const wholes = new Map<string, Map<number, P>>();
  for (const piece of pieces) {
    const { path, sequence, needs } = piece;
    if (needs !== undefined) insides.set(needs, [...(insides.get(needs) ?? []), [piece]]);
    else {
      const own = wholes.get(path) ?? new Map<number, P>();
      wholes.set(path, own.set(sequence, piece));
    }
  }
  const insidesOf = (piece: P): P[][] => insides.get(piece) ?? [];
  return (piece, taken) => {
    if (piece.needs !== undefined) return [];
    const run = (step: 1 | -1): P[] => {
      const passed: P[] = [];
      while (passed.length <= MOST_PIECES) {
        const next = wholes.get(piece.path)?.get(piece.sequence + step * (passed.length + 1));
        if (next === undefined) return [];
        if (taken.has(next)) return passed;
        passed.push(next);
      }
      return [];
    };
    const runs = [run(-1), run(1)].filter(({ length }) => length > 0);
    return [...insidesOf(piece), ...runs, ...runs.flat().flatMap(insidesOf)];
  };
}
