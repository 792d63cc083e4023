import type { Strategy } from '../model/options.ts';
import { Basket } from './basket.ts';
import { optimal } from './optimal.ts';
import { byScore, grouped, inReadingOrder, type Packing, type Piece, type Room } from './piece.ts';

/** What retrieval gave is packed, which is at most this many pieces (RT-1); a large window takes more to fill. */
const PIECES_RETRIEVED = 100;
const TOKENS_PER_PIECE = 100;

/** The best of pieces in order of their scores, and twice as many as long as all of them found room. */
function* retrieved<P extends Piece>(order: readonly P[], available: number, { taken }: Basket<P>) {
  let most = Math.max(PIECES_RETRIEVED, Math.ceil(available / TOKENS_PER_PIECE));
  for (;;) {
    const best = order.slice(0, most);
    yield best;
    if (most >= order.length || !best.every((piece) => taken.has(piece))) return;
    most *= 2;
  }
}

/** Below this a context holds so few pieces that what half of it would hold says nothing. */
export const LEAST_RUNG = 1000;

/** A budget and its halves, smallest first. */
function rungs(available: number): number[] {
  const found = [available];
  for (let half = Math.floor(available / 2); half >= LEAST_RUNG; half = Math.floor(half / 2)) {
    found.unshift(half);
  }
  return found;
}

/**
 * Greedy packing: documents by their best piece, pieces in reading order, what does not fit is passed over. It begins with what
 * half of the budget would hold, and so on down: twice the budget then never loses a piece. What half of it did hold can be given.
 */
export function greedy<P extends Piece>(
  pieces: readonly P[],
  room: Room<P>,
  start: readonly P[] = [],
): Packing<P> {
  const basket = new Basket(room, start);
  const best = [...pieces].sort(byScore);
  let order: readonly P[] = [];
  for (const available of rungs(room.available)) {
    const limit = room.roomAt(available);
    for (const few of retrieved(best, available, basket)) {
      order = grouped(few).flatMap((group) => inReadingOrder(group.pieces));
      for (const piece of order) if (!basket.taken.has(piece)) basket.takeIfFits(piece, limit);
    }
  }
  return basket.packing(order);
}

/** Interleaved packing: one piece of each document in turn, for variety. */
export function interleaved<P extends Piece>(
  pieces: readonly P[],
  room: Room<P>,
  start: readonly P[] = [],
): Packing<P> {
  const limit = room.roomAt(room.available);
  const basket = new Basket(room, start);
  const order: P[] = [...start];
  for (const best of retrieved([...pieces].sort(byScore), room.available, basket)) {
    const groups = grouped(best.filter((piece) => !basket.taken.has(piece)));
    for (let round = 0, hasTaken = true; hasTaken; round++) {
      hasTaken = false;
      for (const group of groups) {
        const piece = group.pieces[round];
        if (piece === undefined || !basket.takeIfFits(piece, limit)) continue;
        order.push(piece);
        hasTaken = true;
      }
    }
  }
  return basket.packing(order);
}

/** Score-weighted packing: strictly by score, whatever the document, until one does not fit. */
export function scoreWeighted<P extends Piece>(pieces: readonly P[], room: Room<P>): Packing<P> {
  const order = [...pieces].sort(byScore);
  const limit = room.roomAt(room.available);
  const basket = new Basket(room);
  for (const piece of order) if (!basket.takeIfFits(piece, limit)) break;
  return basket.packing(order);
}

/** Packing by value: strictly by score, whatever the document, and what does not fit is passed over. */
export function byValue<P extends Piece>(pieces: readonly P[], room: Room<P>): Packing<P> {
  const order = [...pieces].sort(byScore);
  const basket = new Basket(room);
  basket.fill(order, room.roomAt(room.available));
  return basket.packing(order);
}

const PACKERS = { value: byValue, greedy, interleaved, 'score-weighted': scoreWeighted, optimal };

/** What a strategy takes. Those that go document by document go on from a start; for the others scores say what comes first. */
export const pack = <P extends Piece>(
  strategy: Strategy,
  pieces: readonly P[],
  room: Room<P>,
  start: readonly P[] = [],
): Packing<P> => PACKERS[strategy](pieces, room, start);
