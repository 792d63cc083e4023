import { Basket } from './basket.ts';
import { coreOf, decided, NEAR } from './core.ts';
import { ledgerOf } from './ledger.ts';
import type { Packing, Piece, Room } from './piece.ts';
import { relaxation } from './relaxation.ts';
import { worths } from './worth.ts';

/** A packing, and what no other can be worth more than. */
type Optimum<P extends Piece> = Required<Packing<P>>;

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
  const { order, folders } = ledger;
  const worthOf = worths(pieces, room);
  const packed = (first: readonly number[]): Optimum<P> => {
    // Some pieces as far as they fit, and then by score whatever else does.
    const basket = new Basket(room);
    const wanted = new Set(first);
    const chosen = order.filter((_, entry) => wanted.has(entry));
    basket.fill(chosen, limit);
    basket.fill(order, limit);
    const packing = basket.packing(order);
    return { ...packing, bound: worthOf(packing.taken) };
  };
  const byScore = packed([]);
  const relaxed = relaxation(ledger);
  if (relaxed === null) return byScore;
  const { bound, price } = relaxed;
  if (byScore.bound >= (1 - NEAR_ENOUGH) * bound) return { ...byScore, bound };
  const paying = folders.flatMap((folder) =>
    ledger.demand(folder, price).profit <= 0
      ? []
      : folder.members.filter(
          (entry) => ledger.perToken(entry) > price && ledger.profit(entry, price, folder.path) > 0,
        ),
  );
  let best = better(byScore, packed(paying));
  for (let round = 0; round < ROUNDS; round++) {
    const toWin = bound - best.bound;
    if (toWin < NEAR_ENOUGH * bound) break;
    const least = round === 0 ? NEAR : 0;
    const { chosen, isExact } = decided(coreOf(price, toWin, least, ledger), limit);
    best = better(best, packed(chosen));
    if (isExact) return best;
  }
  return { ...best, bound };
}

const better = <P extends Piece>(a: Optimum<P>, b: Optimum<P>): Optimum<P> =>
  b.bound > a.bound ? b : a;
