import type { Packing, Piece, Room } from './piece.ts';

/** Pieces that were counted and did not fit, one after the other, before it is given up. */
const MOST_MISSES = 60;

/** What has been taken so far, and what the next piece would cost. */
export class Basket<P extends Piece> {
  readonly taken: Set<P> = new Set();
  used: number = 0;
  private readonly opened = new Set<string>();
  private readonly room: Room<P>;

  constructor(room: Room<P>, start: Iterable<P> = []) {
    this.room = room;
    for (const piece of start) this.take(piece);
  }

  cost(piece: P): number {
    return this.room.tokens(piece) + this.opening(piece);
  }

  /** What a piece costs beside its own tokens. */
  private opening({ path }: P): number {
    const { gapTokens, documentTokens } = this.room;
    return this.opened.has(path) ? gapTokens : documentTokens(path);
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

  /** Takes the piece if it leaves a token over. 50 and 100 do not fit into 150. */
  takeIfFits(piece: P, limit: number): boolean {
    const fits = this.admits(piece) && this.used + this.cost(piece) < limit;
    if (fits) this.take(piece);
    return fits;
  }

  /** Takes what fits, in this order, until many in a row did not; most do not, which is mostly known without counting them. */
  fill(order: readonly P[], limit: number): void {
    let misses = 0;
    for (const piece of order) {
      if (misses >= MOST_MISSES) return;
      if (this.taken.has(piece) || !this.admits(piece)) continue;
      if (this.used + this.opening(piece) + (this.room.leastTokens?.(piece) ?? 0) > limit) continue;
      if (this.used + this.cost(piece) <= limit) {
        this.take(piece);
        misses = 0;
      } else misses++;
    }
  }

  packing(order: readonly P[]): Packing<P> {
    return { taken: order.filter((piece) => this.taken.has(piece)), used: this.used };
  }
}
