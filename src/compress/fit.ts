import { rankStatements } from '../math/extract.ts';
import type { Count, Item } from './item.ts';

/** Renderings tried before the best one found is taken. */
const MOST_TRIES = 8;
/** Closer to the target than this is near enough. */
const CLOSE = 0.985;

/** Places of pieces by their worth, the best first, equals in order. */
export const bestFirst = (worth: readonly number[]): number[] =>
  worth.map((_, i) => i).sort((a, b) => (worth[b] ?? 0) - (worth[a] ?? 0) || a - b);

/** What each text is worth for the task, or to the others if there is none. */
export const rankEach = (texts: readonly string[], { task = '' }: Item): number[] => {
  const statements = texts.map((text, paragraph) => ({ text, paragraph }));
  return rankStatements(statements, task);
};

/** The pieces that fit when taken in order of preference; one that is too long is passed over. */
function take(order: readonly number[], costs: readonly number[], room: number): Set<number> {
  const kept = new Set<number>();
  let left = room;
  for (const piece of order) {
    const cost = costs[piece] ?? 0;
    if (cost > left) continue;
    kept.add(piece);
    left -= cost;
  }
  return kept;
}

/**
 * Fills a target with pieces, the preferred first. Costs of pieces do not add up to the cost of the whole
 * (tokens are not additive, gaps need marks), so wholes are counted and the room is corrected. Without a text if nothing fits.
 */
export function fill(
  order: readonly number[],
  costs: readonly number[],
  target: number,
  count: Count,
  render: (kept: ReadonlySet<number>) => string,
): { readonly text: string; readonly kept: ReadonlySet<number> } {
  let best = { text: '', kept: new Set<number>(), tokens: -1 };
  let room = target;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const kept = take(order, costs, room);
    const text = render(kept);
    const tokens = count(text);
    if (tokens <= target) {
      if (tokens > best.tokens) best = { text, kept, tokens };
      if (kept.size === order.length || tokens >= target * CLOSE) break;
      room += target - tokens;
    } else room -= Math.max(1, (tokens - target) * (best.tokens < 0 ? 1.1 : 0.6));
    if (room < 1) break;
  }
  return best;
}

/** The largest number of steps whose rendering fits, by halving; rendering 0 is taken to fit. */
export function most(
  steps: number,
  target: number,
  count: Count,
  render: (n: number) => string,
): number {
  let low = 0;
  let high = steps;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (count(render(middle)) <= target) low = middle;
    else high = middle - 1;
  }
  return low;
}
