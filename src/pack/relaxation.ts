import type { Ledger } from './ledger.ts';

const HALVINGS = 40;
/** By how many more pieces the search goes on where all that pay fit. */
const STRIDE = 1.1;

/**
 * The choice without its "whole pieces only": the concave hull of what each document gives for its tokens, walked down to the
 * price per token at which the room is full. By duality the room at any price, and what pays beyond it, bounds every choice. Null where
 * everything fits.
 */
export function relaxation(
  ledger: Ledger,
): { readonly price: number; readonly bound: number } | null {
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
