import { remembered } from '../math/memo.ts';
import { byScore, grouped, type Piece, type Room } from './piece.ts';
import { worthPerToken } from './worth.ts';

/** A document with its pieces, by their numbers in the ledger, best first. */
export interface Folder {
  readonly path: string;
  readonly members: readonly number[];
}

/** The books of a packing. Pieces go by numbers, best first; what they cost is counted when first asked for. */
export interface Ledger<P extends Piece> {
  readonly order: readonly P[];
  readonly folders: readonly Folder[];
  readonly limit: number;
  readonly perToken: Float64Array;
  readonly gapTokens: number;
  readonly tokens: (entry: number) => number;
  readonly leastTokens: (entry: number) => number;
  /** What a document costs beside its pieces, each of which is counted with a gap. */
  readonly openTokens: (path: string) => number;
}

export function ledgerOf<P extends Piece>(
  pieces: readonly P[],
  room: Room<P>,
  limit: number,
): Ledger<P> {
  const { gapTokens } = room;
  const order = [...pieces].sort(byScore);
  const numbers = new Map(order.map((piece, entry) => [piece, entry]));
  const counted = new Float64Array(order.length).fill(-1);
  return {
    order,
    folders: grouped(order).map(({ path, pieces: own }) => ({
      path,
      members: own.map((piece) => numbers.get(piece) ?? 0),
    })),
    limit,
    perToken: Float64Array.from(order, worthPerToken),
    gapTokens,
    tokens: (entry) => {
      const known = counted[entry] ?? 0;
      const piece = order[entry];
      if (known >= 0 || piece === undefined) return known;
      const tokens = room.tokens(piece);
      counted[entry] = tokens;
      return tokens;
    },
    leastTokens: (entry) => {
      const piece = order[entry];
      return piece === undefined ? 0 : (room.leastTokens?.(piece) ?? 0);
    },
    openTokens: remembered((path) => room.documentTokens(path) - gapTokens),
  };
}

export const costOf = <P extends Piece>(entry: number, { tokens, gapTokens }: Ledger<P>): number =>
  tokens(entry) + gapTokens;

export const worthOfEntry = <P extends Piece>(entry: number, ledger: Ledger<P>): number =>
  costOf(entry, ledger) * (ledger.perToken[entry] ?? 0);

/** What it is worth that a document is there: what that costs, weighed like its best piece. */
export const openWorth = <P extends Piece>(
  { path, members: [best = -1] }: Folder,
  { openTokens, perToken }: Ledger<P>,
): number => openTokens(path) * (perToken[best] ?? 0);

/** What a piece is worth beyond the price of its tokens; nothing at any price if it has more than fit. */
export function profitOf<P extends Piece>(
  entry: number,
  price: number,
  path: string,
  ledger: Ledger<P>,
): number {
  const cost = costOf(entry, ledger);
  if (cost + ledger.openTokens(path) > ledger.limit) return Number.NEGATIVE_INFINITY;
  return worthOfEntry(entry, ledger) - price * cost;
}

/** What pays at a price: in tokens, and what it is worth beyond them. */
export interface Demand {
  readonly tokens: number;
  readonly profit: number;
}

/** A document's demand: all pieces that pay, and opening it, which may cost more than it brings. */
export function demandOf<P extends Piece>(
  folder: Folder,
  price: number,
  ledger: Ledger<P>,
): Demand {
  const { path, members } = folder;
  let tokens = ledger.openTokens(path);
  let profit = openWorth(folder, ledger) - price * tokens;
  for (const entry of members) {
    // Worse ones than this are worth less than the price of their tokens, however many they are.
    if ((ledger.perToken[entry] ?? 0) <= price) break;
    const own = profitOf(entry, price, path, ledger);
    if (own <= 0) continue;
    profit += own;
    tokens += costOf(entry, ledger);
  }
  return { tokens, profit };
}
