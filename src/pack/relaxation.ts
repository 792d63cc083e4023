import { costOf, type Demand, demandOf, type Ledger } from './ledger.ts';
import type { Piece } from './piece.ts';

/** The price per token at which what pays just fits, and what no choice can be worth more than. */
export interface Relaxation {
  readonly price: number;
  readonly bound: number;
}

const HALVINGS = 40;
/** By how many more pieces the search goes on where all that pay fit. */
const STRIDE = 1.1;

/**
 * The choice without its "whole pieces only": the concave hull of what each document gives for its tokens, walked down to the
 * price at which the room is full. By duality the room at any price, and what pays beyond it, bounds every choice. Null where
 * everything fits.
 */
export function relaxation<P extends Piece>(ledger: Ledger<P>): Relaxation | null {
  const { limit, perToken } = ledger;
  let at = firstNotFitting(ledger);
  if (at === null) return null;
  let bound = Number.POSITIVE_INFINITY;
  const fits = (price: number): boolean => {
    const { tokens, profit } = demand(price, ledger);
    bound = Math.min(bound, price * limit + profit);
    return tokens <= limit;
  };
  let high = perToken[0] ?? 0;
  let low = perToken[at] ?? 0;
  while (low > 0 && fits(low)) {
    high = low;
    at = Math.ceil(at * STRIDE) + 1;
    low = perToken[at] ?? 0;
  }
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (fits(middle)) high = middle;
    else low = middle;
  }
  return { price: high, bound };
}

/** What pays at a price, in all documents. */
function demand<P extends Piece>(price: number, ledger: Ledger<P>): Demand {
  let tokens = 0;
  let profit = 0;
  for (const folder of ledger.folders) {
    const [best] = folder.members;
    if (best === undefined || (ledger.perToken[best] ?? 0) <= price) break;
    const own = demandOf(folder, price, ledger);
    if (own.profit <= 0) continue;
    tokens += own.tokens;
    profit += own.profit;
  }
  return { tokens, profit };
}

/** The first piece by score that finds no room; null if there is none. */
function firstNotFitting<P extends Piece>(ledger: Ledger<P>): number | null {
  const opened = new Set<string>();
  let used = 0;
  for (const [entry, { path }] of ledger.order.entries()) {
    if (!opened.has(path)) used += ledger.openTokens(path);
    opened.add(path);
    used += costOf(entry, ledger);
    if (used > ledger.limit) return entry;
  }
  return null;
}
