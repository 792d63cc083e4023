import { Basket } from './basket.ts';
import { coreOf, decided, NEAR } from './core.ts';
import { demandOf, type Ledger, ledgerOf, profitOf } from './ledger.ts';
import type { Packing, Piece, Room } from './piece.ts';
import { relaxation } from './relaxation.ts';
import { worths } from './worth.ts';

/** A packing, and what no other can be worth more than. */
export interface Optimum<P extends Piece> extends Packing<P> {
  readonly bound: number;
}

/**
 * A choice this near to its bound is not worth more work. By score alone is mostly that near, and where it is, it stays: filling the last
 * tokens better by worth finds no more of what is needed (bench/quality/localise.ts).
 */
const NEAR_ENOUGH = 0.008;
/** What a round wins makes the next one's question smaller. */
const ROUNDS = 3;

/**
 * The most worth that fits: first what pays at the price at which the room is full, then the rest by score, and where that may be
 * far from the best, everything near that price is decided anew, exactly.
 */
export function optimal<P extends Piece>(pieces: readonly P[], room: Room<P>): Optimum<P> {
  const limit = room.roomAt(room.available);
  const ledger = ledgerOf(pieces, room, limit);
  const worthOf = worths(pieces, room);
  const packed = (first: readonly number[]): Optimum<P> => {
    const packing = filled(first, ledger, room);
    return { ...packing, bound: worthOf(packing.taken) };
  };
  const byScore = packed([]);
  const relaxed = relaxation(ledger);
  if (relaxed === null) return byScore;
  const { bound } = relaxed;
  if (byScore.bound >= (1 - NEAR_ENOUGH) * bound) return { ...byScore, bound };
  let best = better(byScore, packed(paying(relaxed.price, ledger)));
  for (let round = 0; round < ROUNDS; round++) {
    const toWin = bound - best.bound;
    if (toWin < NEAR_ENOUGH * bound) break;
    const least = round === 0 ? NEAR : 0;
    const { chosen, isExact } = decided(coreOf(relaxed.price, toWin, least, ledger), limit);
    best = better(best, packed(chosen));
    if (isExact) return best;
  }
  return { ...best, bound };
}

const better = <P extends Piece>(a: Optimum<P>, b: Optimum<P>): Optimum<P> =>
  b.bound > a.bound ? b : a;

/** Some pieces as far as they fit, and then by score whatever else does. */
function filled<P extends Piece>(
  first: readonly number[],
  { order, limit }: Ledger<P>,
  room: Room<P>,
): Packing<P> {
  const basket = new Basket(room);
  const wanted = new Set(first);
  basket.fill(
    order.filter((_, entry) => wanted.has(entry)),
    limit,
  );
  basket.fill(order, limit);
  return basket.packing(order);
}

/** Everything that pays at a price. */
function paying<P extends Piece>(price: number, ledger: Ledger<P>): number[] {
  return ledger.folders.flatMap((folder) =>
    demandOf(folder, price, ledger).profit <= 0
      ? []
      : folder.members.filter(
          (entry) =>
            (ledger.perToken[entry] ?? 0) > price &&
            profitOf(entry, price, folder.path, ledger) > 0,
        ),
  );
}
