import { bestChoice, type Item, type Group as Lot, MOST_CELLS } from '../math/knapsack.ts';
import type { Ledger } from './ledger.ts';
import type { Piece } from './piece.ts';

/** Pieces in question at least, however large the room; beyond, only those nearest to the price. */
const LEAST_IN_QUESTION = 300;

/** What is worth less than this share of the price is looked at only when what is near it has been decided. */
export const NEAR: number = 0.3;

/**
 * The best choice of what a better one may decide otherwise, with what it may not: in question is all whose other decision loses less
 * than there is to win, and of what lies below the price only what is near it, if there is so much else.
 */
export function decided(
  price: number,
  toWin: number,
  least: number,
  ledger: Ledger,
): { readonly chosen: readonly number[]; readonly isExact: boolean } {
  const { limit } = ledger;
  const most = Math.max(LEAST_IN_QUESTION, MOST_CELLS / limit);
  let loss = toWin;
  let core = questions(price, loss, least * price, ledger);
  while (core.entryOf.size > most) {
    loss /= 2;
    core = questions(price, loss, least * price, ledger);
  }
  // Whether everything that a better choice could decide otherwise is in question.
  const isWhole = loss === toWin && least === 0;
  const { kept, entryOf } = core;
  const lots = [...kept.keys()];
  const given = lots.reduce((sum, { isGiven, weight }) => sum + (isGiven ? weight : 0), 0);
  // What no better choice could do without does not fit: so there is none.
  if (given > limit) return { chosen: [], isExact: isWhole };
  const best = bestChoice(lots, limit - given);
  const chosen = [
    ...[...best.groups].flatMap((lot) => kept.get(lot) ?? []),
    ...[...best.items].flatMap((item) => entryOf.get(item) ?? []),
  ];
  return { chosen, isExact: isWhole && best.isExact };
}

interface Question extends Item {
  readonly parts: Question[];
}

/**
 * What is open as a knapsack: a lot for each document, with the pieces that it holds in any case, if it is taken, and an item for each
 * other piece.
 */
function questions(price: number, loss: number, leastPerToken: number, ledger: Ledger) {
  const kept = new Map<Lot, readonly number[]>();
  const entryOf = new Map<Item, number>();
  for (const folder of ledger.folders) {
    const { path, members } = folder;
    const { profit } = ledger.demand(folder, price);
    // No better choice has this document.
    if (-profit > loss) continue;
    const most = loss + Math.min(0, profit);
    const items: Question[] = [];
    const sure: number[] = [];
    // Null for those that a better choice can't do without, if it has the document.
    const asked = new Map<Piece, Question | null>();
    for (const entry of members) {
      const piece = ledger.order[entry];
      const under = price - ledger.perToken(entry);
      // What is far below the price is not even counted.
      const isFar =
        under > 0 && price * ledger.gapTokens + ledger.leastTokens(entry) * under > most;
      if (piece === undefined || ledger.perToken(entry) < leastPerToken || isFar) continue;
      const own = ledger.profit(entry, price, path);
      // Each stands below what it is a part of.
      const parent = piece.needs === undefined ? null : asked.get(piece.needs);
      if (-own > most || parent === undefined) continue;
      if (parent === null && profit > 0 && own > loss) {
        sure.push(entry);
        asked.set(piece, null);
        continue;
      }
      const item = { weight: ledger.cost(entry), value: ledger.worth(entry), parts: [] };
      (parent?.parts ?? items).push(item);
      asked.set(piece, item);
      entryOf.set(item, entry);
    }
    const sum = (of: (entry: number) => number): number =>
      sure.reduce((total, entry) => total + of(entry), 0);
    const weight = ledger.openTokens(path) + sum(ledger.cost);
    const value = ledger.openWorth(folder) + sum(ledger.worth);
    const isEmpty = sure.length === 0;
    kept.set({ weight, value, isGiven: profit > loss, isEmpty, items }, sure);
  }
  return { kept, entryOf };
}
