import { bestChoice, type Item, type Group as Lot, MOST_CELLS } from '../math/knapsack.ts';
import {
  costOf,
  demandOf,
  type Folder,
  type Ledger,
  openWorth,
  profitOf,
  worthOfEntry,
} from './ledger.ts';
import type { Piece } from './piece.ts';

/** The decisions that are open, as a knapsack: a lot for each document, an item for each piece. */
export interface Core {
  readonly lots: readonly Lot[];
  /** The pieces that a lot holds in any case, if it is taken. */
  readonly kept: ReadonlyMap<Lot, readonly number[]>;
  readonly entryOf: ReadonlyMap<Item, number>;
  /** Whether everything that a better choice could decide otherwise is in it. */
  readonly isWhole: boolean;
}

/** Pieces in question at least, however large the room; beyond, only those nearest to the price. */
const LEAST_IN_QUESTION = 300;

/** What is worth less than this share of the price is looked at only when what is near it has been decided. */
export const NEAR: number = 0.3;

/**
 * What a better choice may decide otherwise: all whose other decision loses less than there is to win, and of what lies below the
 * price only what is near it, if there is so much else.
 */
export function coreOf<P extends Piece>(
  price: number,
  toWin: number,
  least: number,
  ledger: Ledger<P>,
): Core {
  const most = Math.max(LEAST_IN_QUESTION, MOST_CELLS / ledger.limit);
  for (let loss = toWin; ; loss /= 2) {
    const core = questions(price, loss, least * price, ledger);
    if (core.entryOf.size <= most) return { ...core, isWhole: loss === toWin && least === 0 };
  }
}

/** The best choice of what is in question, with what is not. */
export function decided(
  { lots, kept, entryOf, isWhole }: Core,
  limit: number,
): { readonly chosen: readonly number[]; readonly isExact: boolean } {
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

function questions<P extends Piece>(
  price: number,
  loss: number,
  leastPerToken: number,
  ledger: Ledger<P>,
): Omit<Core, 'isWhole'> {
  const kept = new Map<Lot, readonly number[]>();
  const entryOf = new Map<Item, number>();
  for (const folder of ledger.folders) {
    const { profit } = demandOf(folder, price, ledger);
    // No better choice has this document.
    if (-profit > loss) continue;
    const open = openEntries(folder, price, loss + Math.min(0, profit), leastPerToken, ledger);
    const sure = profit > 0 ? sureEntries(open, price, folder, loss, ledger) : [];
    const items = itemsOf(open, new Set(sure), ledger, entryOf);
    const sum = (of: (entry: number, ledger: Ledger<P>) => number): number =>
      sure.reduce((total, entry) => total + of(entry, ledger), 0);
    const weight = ledger.openTokens(folder.path) + sum(costOf);
    const value = openWorth(folder, ledger) + sum(worthOfEntry);
    const isEmpty = sure.length === 0;
    kept.set({ weight, value, isGiven: profit > loss, isEmpty, items }, sure);
  }
  return { lots: [...kept.keys()], kept, entryOf };
}

/** The pieces of a document that a better choice may have; those far below the price are not even counted. */
function openEntries<P extends Piece>(
  { path, members }: Folder,
  price: number,
  loss: number,
  leastPerToken: number,
  ledger: Ledger<P>,
): number[] {
  return members.filter((entry) => {
    if ((ledger.perToken[entry] ?? 0) < leastPerToken) return false;
    const under = price - (ledger.perToken[entry] ?? 0);
    const isFar = under > 0 && price * ledger.gapTokens + ledger.leastTokens(entry) * under > loss;
    return !isFar && -profitOf(entry, price, path, ledger) <= loss;
  });
}

/** Those of them that it can't do without, if it has the document. */
function sureEntries<P extends Piece>(
  open: readonly number[],
  price: number,
  { path }: Folder,
  loss: number,
  ledger: Ledger<P>,
): number[] {
  const sure = new Set<Piece>();
  return open.filter((entry) => {
    const piece = ledger.order[entry];
    if (piece === undefined || profitOf(entry, price, path, ledger) <= loss) return false;
    if (piece.needs !== undefined && !sure.has(piece.needs)) return false;
    sure.add(piece);
    return true;
  });
}

interface Question extends Item {
  readonly parts: Question[];
}

/** The rest as items, each below what it is a part of. */
function itemsOf<P extends Piece>(
  open: readonly number[],
  sure: ReadonlySet<number>,
  ledger: Ledger<P>,
  entryOf: Map<Item, number>,
): Question[] {
  const roots: Question[] = [];
  const questions = new Map<Piece, Question | null>();
  for (const entry of open) {
    const piece = ledger.order[entry];
    if (piece === undefined) continue;
    if (sure.has(entry)) {
      questions.set(piece, null);
      continue;
    }
    const parent = piece.needs === undefined ? null : questions.get(piece.needs);
    if (parent === undefined) continue;
    const item = { weight: costOf(entry, ledger), value: worthOfEntry(entry, ledger), parts: [] };
    (parent?.parts ?? roots).push(item);
    questions.set(piece, item);
    entryOf.set(item, entry);
  }
  return roots;
}
