import type { ContextPart } from '../model/context.ts';
import { SheafError } from '../model/errors.ts';
import type { Tier } from '../model/relevance.ts';
import { byScore, grouped, type Packing, type Room } from '../pack/piece.ts';
import { LEAST_RUNG, pack } from '../pack/strategies.ts';
import { allotted } from '../pack/tiers.ts';
import { worths } from '../pack/worth.ts';
import type { Composition } from './composition.ts';
import type { Fitted } from './fitted.ts';
import { fill, withCopies } from './leftovers.ts';
import { lowered } from './lower.ts';
import { tierOf } from './parts.ts';
import type { ChunkPiece } from './pieces.ts';
import { pricesOf } from './prices.ts';
import { beyondSources, overSource } from './source-limits.ts';

/** Rounds in which the room is set anew by what turned out to be left, or too much. */
const ROUNDS = 6;
/** Less than this share of the context is not worth another round. */
const WORTH_REFILLING = 0.01;

/** From pieces to the fullest context that fits, and what overflow puts into the rest. */
export function fitPieces(pieces: readonly ChunkPiece[], composition: Composition): Fitted {
  const { overflow } = composition.rules;
  if (composition.candidates.flow !== undefined && overflow !== 'truncate') {
    const order = overflow === 'summarize' ? 'summarize' : 'prioritize';
    const fitted = lowered(pieces, order, composition);
    if (fitted !== null) return fitted;
  }
  const packed = nested(pieces, composition);
  if (composition.rules.isOpen) return withCopies(packed, composition);
  const kept = fill(packed, pieces, composition);
  const left = composition.available - kept.totalTokens;
  if (composition.reservedTokens === 0 || left < WORTH_REFILLING * composition.available)
    return kept;
  // What documents in fewer words did not need of their reserve is for pieces.
  const needed = composition.at(composition.available, kept.totalTokens - packed.totalTokens);
  const more = fill(nested(pieces, needed), pieces, needed);
  return more.totalTokens > kept.totalTokens ? more : kept;
}

/**
 * Greedy packing goes on from what half of the budget holds, as it turned out when that was counted: so twice the budget holds all
 * of it. Where somebody picked, it goes on from that.
 */
function nested(pieces: readonly ChunkPiece[], composition: Composition): Fitted {
  const { minHeadroom } = composition.rules;
  const half = Math.floor((composition.available + minHeadroom) / 2) - minHeadroom;
  const hasPicks = pieces.some(({ isPicked }) => isPicked === true);
  const isNested = composition.rules.strategy === 'greedy' && half >= LEAST_RUNG && !hasPicks;
  return fullest(
    pieces,
    composition,
    isNested
      ? nested(pieces, composition.at(half, Math.floor(composition.reservedTokens / 2))).taken
      : pickedFirst(pieces, composition),
  );
}

/** What somebody picked, as much of it as fits: packing goes on from there. */
function pickedFirst(
  pieces: readonly ChunkPiece[],
  composition: Composition,
): readonly ChunkPiece[] {
  const picked = pieces.filter(({ isPicked }) => isPicked === true);
  return picked.length === 0 ? [] : pack('value', picked, pricesOf(composition)).taken;
}

/** Packs, counts part by part, and packs again with what turned out to be left: prices are careful, so there mostly is something. */
function fullest(
  pieces: readonly ChunkPiece[],
  composition: Composition,
  start: readonly ChunkPiece[],
): Fitted {
  const room = pricesOf(composition);
  const worthOf = worths(pieces, room);
  const goal = composition.available - composition.reservedTokens;
  let next = chosen(pieces, room, composition, start);
  let best: Chosen | null = null;
  let bonus = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const left = goal - tokensOfParts(next.taken, composition);
    const isBetter = best === null || worthOf(next.taken) > worthOf(best.taken);
    if (left >= 0 && isBetter) best = next;
    const isFull = left >= 0 && left < WORTH_REFILLING * composition.available;
    if (isFull || next.taken.length === pieces.length) break;
    bonus += left;
    const more = bonus;
    next = chosen(
      pieces,
      { ...room, roomAt: (available) => room.roomAt(available) + more },
      composition,
      start,
    );
  }
  return fitted(best ?? next, start, room, composition);
}

/** The tokens of a context, counted part by part: nearly its own, and the parts that stay from round to round are counted once. */
function tokensOfParts(taken: readonly ChunkPiece[], composition: Composition): number {
  const { count, format, rules } = composition;
  const context = composition.contextOf(
    composition.fixedAt(composition.available),
    partsOf(taken, composition),
  );
  return [...context.fixed, ...context.parts].reduce(
    (sum, part) => sum + count(format.partText(part, rules.formatOptions)),
    count(format.headText(context, rules.formatOptions)),
  );
}

interface Chosen extends Packing<ChunkPiece> {
  readonly limited: ReadonlySet<ChunkPiece>;
}

/** What the strategy takes: of what the sources may have, and of each tier's pieces within its share where shares bind. */
function chosen(
  pieces: readonly ChunkPiece[],
  room: Room<ChunkPiece>,
  composition: Composition,
  start: readonly ChunkPiece[],
): Chosen {
  const { strategy, allocation } = composition.rules;
  const limited = beyondSources(pieces, room, composition, start);
  const allowed = limited.size === 0 ? pieces : pieces.filter((piece) => !limited.has(piece));
  if (allocation === null) return { ...pack(strategy, allowed, room, start), limited };
  const own = byTier(allowed, composition);
  const begun = byTier(start, composition);
  const wanted = (tier: Tier): number => tokensOf(own[tier], room) + 1;
  const share = allotted(room.roomAt(room.available), allocation, {
    primary: wanted('primary'),
    supporting: wanted('supporting'),
    reference: wanted('reference'),
    history: wanted('history'),
  });
  const packings = (Object.keys(own) as Tier[]).map((tier) =>
    pack(strategy, own[tier], { ...room, roomAt: () => share[tier] }, begun[tier]),
  );
  const bounds = packings.map(({ bound }) => bound ?? 0);
  return {
    limited,
    taken: packings.flatMap(({ taken }) => taken),
    used: packings.reduce((sum, { used }) => sum + used, 0),
    ...(strategy === 'optimal' ? { bound: bounds.reduce((sum, bound) => sum + bound, 0) } : {}),
  };
}

function byTier(
  pieces: readonly ChunkPiece[],
  { scoredOf }: Composition,
): Record<Tier, ChunkPiece[]> {
  const own: Record<Tier, ChunkPiece[]> = {
    primary: [],
    supporting: [],
    reference: [],
    history: [],
  };
  for (const piece of pieces) own[tierOf(scoredOf.get(piece.path))].push(piece);
  return own;
}

/** What all of these pieces cost together. */
const tokensOf = (pieces: readonly ChunkPiece[], room: Room<ChunkPiece>): number =>
  grouped(pieces).reduce(
    (sum, group) =>
      sum +
      room.documentTokens(group.path) +
      group.pieces.reduce((tokens, piece) => tokens + room.tokens(piece) + room.gapTokens, 0),
    0,
  );

/** Prices are careful, but only the count of the whole is the truth: while it is too high, the least wanted goes. */
function fitted(
  { taken: packed, bound, limited: beyond }: Chosen,
  start: readonly ChunkPiece[],
  room: Room<ChunkPiece>,
  composition: Composition,
): Fitted {
  const { available, count, format, rules } = composition;
  const begun = new Set(start);
  const limited = new Set(beyond);
  let taken = packed;
  let fixed = composition.fixedAt(available);
  for (;;) {
    const context = composition.contextOf(fixed, partsOf(taken, composition));
    const prompt = format.render(context, rules.formatOptions);
    const totalTokens = count(prompt);
    const over = overSource(context, composition);
    if (totalTokens <= available && over === null) {
      return { prompt, totalTokens, context, taken, limited, isCut: false, bound: bound ?? null };
    }
    const offending = taken.filter(
      ({ path }) => over === null || composition.factsOf.get(path)?.shape.source === over,
    );
    if (offending.length > 0) {
      const fewer = relieved(taken, offending, begun, totalTokens - available, room);
      if (over !== null) for (const piece of goneOf(taken, fewer)) limited.add(piece);
      taken = fewer;
    } else if (fixed.length > 0) fixed = fixed.slice(0, -1);
    else {
      throw new SheafError(
        'over-budget',
        `The task alone takes ${totalTokens} tokens in this format, more than the ${available} available.`,
        'Raise --budget or --context-tokens, or shorten the task.',
      );
    }
  }
}

function goneOf(before: readonly ChunkPiece[], after: readonly ChunkPiece[]): ChunkPiece[] {
  const left = new Set(after);
  return before.filter((piece) => !left.has(piece));
}

/** Without the least wanted, as many as are too much; what there was with half of the budget stays as long as anything else can go. */
function relieved(
  taken: readonly ChunkPiece[],
  offending: readonly ChunkPiece[],
  begun: ReadonlySet<ChunkPiece>,
  surplus: number,
  { tokens }: Room<ChunkPiece>,
): ChunkPiece[] {
  const added = offending.filter((piece) => !begun.has(piece));
  const worstFirst = [...(added.length > 0 ? added : offending)].sort(byScore).reverse();
  const gone = new Set<ChunkPiece>();
  let less = 0;
  for (const piece of worstFirst) {
    if (gone.size > 0 && less >= surplus) break;
    gone.add(piece);
    less += tokens(piece);
  }
  return taken.filter(
    (piece) =>
      !gone.has(piece) && !(piece.needs !== undefined && gone.has(piece.needs as ChunkPiece)),
  );
}

export function partsOf(
  taken: readonly ChunkPiece[],
  { factsOf, scoredOf, excerpts, rules }: Composition,
): ContextPart[] {
  const relevance = ({ path }: { readonly path: string }): number =>
    scoredOf.get(path)?.relevance ?? 0;
  const groups = grouped(taken);
  const isByFile = rules.isCalibrated && ['value', 'optimal'].includes(rules.strategy);
  if (isByFile) groups.sort((a, b) => relevance(b) - relevance(a));
  return groups.flatMap(({ path, pieces }) => {
    const facts = factsOf.get(path);
    const ranges = pieces.flatMap((piece) => piece.ranges);
    return facts === undefined ? [] : [excerpts(path, facts, ranges)];
  });
}
