import { remembered } from '../math/memo.ts';
import { byScore, grouped, type Piece, type Room } from './piece.ts';
import { worthPerToken } from './worth.ts';

/** A document with its pieces, by their numbers in the ledger, best first. */
export interface Folder {
  readonly path: string;
  readonly members: readonly number[];
}

/** The books of a packing. Pieces go by numbers, best first; what they cost is counted when first asked for. */
export interface Ledger<P extends Piece = Piece> {
  readonly order: readonly P[];
  readonly folders: readonly Folder[];
  readonly limit: number;
  readonly gapTokens: number;
  perToken(entry: number): number;
  leastTokens(entry: number): number;
  /** What a piece costs, with a gap, and what that is worth. */
  cost(entry: number): number;
  worth(entry: number): number;
  /** What a document costs beside its pieces, each of which is counted with a gap. */
  openTokens(path: string): number;
  /** What it is worth that a document is there: what that costs, weighed like its best piece. */
  openWorth(folder: Folder): number;
  /** What a piece is worth beyond the price of its tokens; nothing at any price if it has more than fit. */
  profit(entry: number, price: number, path: string): number;
  /** What pays at a price, in tokens, and its worth beyond them: all such pieces, and opening the document, which may cost more than it brings. */
  demand(folder: Folder, price: number): { readonly tokens: number; readonly profit: number };
}

export function ledgerOf<P extends Piece>(
  pieces: readonly P[],
  room: Room<P>,
  limit: number,
): Ledger<P> {
  const { gapTokens } = room;
  const order = [...pieces].sort(byScore);
  const numbers = new Map(order.map((piece, entry) => [piece, entry]));
  const perTokens = Float64Array.from(order, worthPerToken);
  const counted = new Float64Array(order.length).fill(-1);
  const perToken = (entry: number): number => perTokens[entry] ?? 0;
  const cost = (entry: number): number => {
    const piece = order[entry];
    if (piece !== undefined && (counted[entry] ?? 0) < 0) counted[entry] = room.tokens(piece);
    return (counted[entry] ?? 0) + gapTokens;
  };
  const worth = (entry: number): number => cost(entry) * perToken(entry);
  const openTokens = remembered((path: string) => room.documentTokens(path) - gapTokens);
  const openWorth = ({ path, members: [best = -1] }: Folder): number =>
    openTokens(path) * perToken(best);
  const profit = (entry: number, price: number, path: string): number =>
    cost(entry) + openTokens(path) > limit
      ? Number.NEGATIVE_INFINITY
      : worth(entry) - price * cost(entry);
  return {
    order,
    folders: grouped(order).map(({ path, pieces: own }) => ({
      path,
      members: own.map((piece) => numbers.get(piece) ?? 0),
    })),
    limit,
    gapTokens,
    perToken,
    leastTokens: (entry) => {
      const piece = order[entry];
      return piece === undefined ? 0 : (room.leastTokens?.(piece) ?? 0);
    },
    cost,
    worth,
    openTokens,
    openWorth,
    profit,
    demand: (folder, price) => {
      const { path, members } = folder;
      let tokens = openTokens(path);
      let all = openWorth(folder) - price * tokens;
      for (const entry of members) {
        // Worse ones than this are worth less than the price of their tokens, however many they are.
        if (perToken(entry) <= price) break;
        const own = profit(entry, price, path);
        if (own <= 0) continue;
        all += own;
        tokens += cost(entry);
      }
      return { tokens, profit: all };
    },
  };
}
