import { Basket } from './basket.ts';
import { decided, NEAR } from './core.ts';
import { type Ledger, ledgerOf } from './ledger.ts';
import type { Packing, Piece, Room } from './piece.ts';
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
    const { chosen, isExact } = decided(price, toWin, least, ledger);
    best = better(best, packed(chosen));
    if (isExact) return best;
  }
  return { ...best, bound };
}

const better = <P extends Piece>(a: Optimum<P>, b: Optimum<P>): Optimum<P> =>
  b.bound > a.bound ? b : a;

const HALVINGS = 40;
/** By how many more pieces the search goes on where all that pay fit. */
const STRIDE = 1.1;

/**
 * The choice without its "whole pieces only": the concave hull of what each document gives for its tokens, walked down to the
 * price per token at which the room is full. By duality the room at any price, and what pays beyond it, bounds every choice. Null where
 * everything fits.
 */
function relaxation(ledger: Ledger): { readonly price: number; readonly bound: number } | null {
  const { limit, perToken } = ledger;
  let at = firstNotFitting(ledger);
  if (at === -1) return null;
  let bound = Number.POSITIVE_INFINITY;
  const fits = (price: number): boolean => {
    let tokens = 0;
    let profit = 0;
    for (const folder of ledger.folders) {
      const [best] = folder.members;
      if (best === undefined || perToken(best) <= price) break;
      const own = ledger.demand(folder, price);
      if (own.profit <= 0) continue;
      tokens += own.tokens;
      profit += own.profit;
    }
    bound = Math.min(bound, price * limit + profit);
    return tokens <= limit;
  };
  let high = perToken(0);
  let low = perToken(at);
  while (low > 0 && fits(low)) {
    high = low;
    at = Math.ceil(at * STRIDE) + 1;
    low = perToken(at);
  }
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (fits(middle)) high = middle;
    else low = middle;
  }
  return { price: high, bound };
}

/** The first piece by score that finds no room; -1 if there is none. */
function firstNotFitting({ order, limit, openTokens, cost }: Ledger): number {
  const opened = new Set<string>();
  let used = 0;
  return order.findIndex(({ path }, entry) => {
    if (!opened.has(path)) used += openTokens(path);
    opened.add(path);
    used += cost(entry);
    return used > limit;
  });
}
