import type { Packing, Piece, Room } from './piece.ts';

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

  /** Takes all that fits, in this order; most pieces do not, which is mostly known without counting them. */
  fill(order: readonly P[], limit: number): void {
    for (const piece of order) {
      if (this.taken.has(piece) || !this.admits(piece)) continue;
      if (this.used + (this.room.leastTokens?.(piece) ?? 0) > limit) continue;
      if (this.used + this.cost(piece) <= limit) this.take(piece);
    }
  }

  packing(order: readonly P[]): Packing<P> {
    return { taken: order.filter((piece) => this.taken.has(piece)), used: this.used };
  }
}
