import { byScore, grouped, inReadingOrder, type Packing, type Piece, type Room } from './piece.ts';

export type Strategy = 'greedy' | 'interleaved' | 'score-weighted' | 'optimal';

/** What has been taken so far, and what the next piece would cost. */
class Basket<P extends Piece> {
  readonly taken = new Set<P>();
  used = 0;
  private readonly opened = new Set<string>();
  private readonly room: Room<P>;

  constructor(room: Room<P>) {
    this.room = room;
  }

  cost(piece: P): number {
    const { gapTokens, documentTokens, tokens } = this.room;
    return tokens(piece) + (this.opened.has(piece.path) ? gapTokens : documentTokens(piece.path));
  }

  take(piece: P): void {
    this.used += this.cost(piece);
    this.opened.add(piece.path);
    this.taken.add(piece);
  }

  /** Whether what a piece is a part of is there. */
  admits({ needs }: P): boolean {
    return needs === undefined || this.taken.has(needs as P);
  }

  /** Takes the piece if it leaves a token over. That is how S2's vector comes out: 50 and 100 do not fit into 150. */
  takeIfFits(piece: P, limit: number): boolean {
    const fits = this.admits(piece) && this.used + this.cost(piece) < limit;
    if (fits) this.take(piece);
    return fits;
  }
}

const packed = <P extends Piece>({ taken, used }: Basket<P>, order: readonly P[]): Packing<P> => ({
  taken: order.filter((piece) => taken.has(piece)),
  used,
});

/** S2 packs what retrieval gave, which is at most this many pieces (RT-1); a large window takes more to fill. */
const PIECES_RETRIEVED = 100;
const TOKENS_PER_PIECE = 100;

const retrieved = <P extends Piece>(pieces: readonly P[], available: number): P[] =>
  [...pieces]
    .sort(byScore)
    .slice(0, Math.max(PIECES_RETRIEVED, Math.ceil(available / TOKENS_PER_PIECE)));

/** Below this a context holds so few pieces that what half of it would hold says nothing. */
const LEAST_RUNG = 1000;

/** A budget and its halves, smallest first. */
function rungs(available: number): number[] {
  const found = [available];
  for (let half = Math.floor(available / 2); half >= LEAST_RUNG; half = Math.floor(half / 2)) {
    found.unshift(half);
  }
  return found;
}

/**
 * S2's greedy packing: documents by their best piece, pieces in reading order, what does not fit is passed over. It begins with what
 * half of the budget would hold, and so on down: twice the budget then never loses a piece.
 */
export function greedy<P extends Piece>(pieces: readonly P[], room: Room<P>): Packing<P> {
  const basket = new Basket(room);
  let order: readonly P[] = [];
  for (const available of rungs(room.available)) {
    const limit = room.roomAt(available);
    order = grouped(retrieved(pieces, available)).flatMap((group) => inReadingOrder(group.pieces));
    for (const piece of order) if (!basket.taken.has(piece)) basket.takeIfFits(piece, limit);
  }
  return packed(basket, order);
}

/** S2's interleaved packing: one piece of each document in turn, for variety. */
export function interleaved<P extends Piece>(pieces: readonly P[], room: Room<P>): Packing<P> {
  const groups = grouped(retrieved(pieces, room.available));
  const limit = room.roomAt(room.available);
  const basket = new Basket(room);
  const order: P[] = [];
  for (let round = 0; ; round++) {
    let hasTaken = false;
    for (const group of groups) {
      const piece = group.pieces[round];
      if (piece === undefined || !basket.takeIfFits(piece, limit)) continue;
      order.push(piece);
      hasTaken = true;
    }
    if (!hasTaken) return packed(basket, order);
  }
}

/** S2's score-weighted packing: strictly by score, whatever the document, until one does not fit. */
export function scoreWeighted<P extends Piece>(pieces: readonly P[], room: Room<P>): Packing<P> {
  const order = [...pieces].sort(byScore);
  const limit = room.roomAt(room.available);
  const basket = new Basket(room);
  for (const piece of order) if (!basket.takeIfFits(piece, limit)) break;
  return packed(basket, order);
}

/**
 * The most worth that fits. A piece is worth its tokens, weighed by how likely they are needed, and a score is the logarithm of that
 * likelihood; so worth per token grows with the score alone, and taking by score, passing over what does not fit, is within the last
 * piece of the best there is. `worthOf` and `bestWorth` tell how far.
 */
export function optimal<P extends Piece>(pieces: readonly P[], room: Room<P>): Packing<P> {
  const order = [...pieces].sort(byScore);
  const limit = room.roomAt(room.available);
  const basket = new Basket(room);
  for (const piece of order) {
    if (basket.used + (room.leastTokens?.(piece) ?? 0) > limit || !basket.admits(piece)) continue;
    if (basket.used + basket.cost(piece) <= limit) basket.take(piece);
  }
  return packed(basket, order);
}

const worth = <P extends Piece>(piece: P, tokens: number): number => tokens * Math.exp(piece.score);

export const worthOf = <P extends Piece>(taken: readonly P[], { tokens }: Room<P>): number =>
  taken.reduce((sum, piece) => sum + worth(piece, tokens(piece)), 0);

/** What no choice of pieces can exceed: all that fits by score, and of the next one the part that would. */
export function bestWorth<P extends Piece>(pieces: readonly P[], room: Room<P>): number {
  let left = room.roomAt(room.available);
  let sum = 0;
  for (const piece of [...pieces].sort(byScore)) {
    if (left <= 0) break;
    const tokens = room.tokens(piece);
    sum += worth(piece, Math.min(tokens, left));
    left -= tokens;
  }
  return sum;
}

const STRATEGIES: Readonly<
  Record<Strategy, <P extends Piece>(pieces: readonly P[], room: Room<P>) => Packing<P>>
> = { greedy, interleaved, 'score-weighted': scoreWeighted, optimal };

export function pack<P extends Piece>(
  strategy: Strategy,
  pieces: readonly P[],
  room: Room<P>,
): Packing<P> {
  return STRATEGIES[strategy](pieces, room);
}
