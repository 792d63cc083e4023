import type { Gathering } from './gather.ts';
import type { Context, ContextPart } from './model/context.ts';
import { SheafError } from './model/errors.ts';
import type { DroppedFile, PlannedPart } from './model/plan.ts';
import type { Tier } from './model/relevance.ts';
import { fill, type Kept, refuseOverflow } from './overflow.ts';
import type { Room } from './pack/piece.ts';
import { atMostPerDocument, byScore, grouped } from './pack/piece.ts';
import { bestWorth, pack, worthOf } from './pack/strategies.ts';
import { allotted } from './pack/tiers.ts';
import { contentId, excerptsOf, tierOf } from './parts.ts';
import type { ChunkPiece } from './pieces.ts';
import { insidesOf, piecesOfChunk } from './pieces.ts';
import { roomOf } from './room.ts';
import {
  type AssembleRequest,
  type AssemblyRules,
  type Workbench,
  workbench,
} from './workbench.ts';

const RECENT_WEIGHT = 0.25;
const DROPPED_SHOWN = 50;

export interface Assembled {
  readonly prompt: string;
  readonly totalTokens: number;
  /** Whether anything that could have been there was left out or cut. */
  readonly truncated: boolean;
  readonly parts: readonly PlannedPart[];
  readonly dropped: readonly DroppedFile[];
  readonly context: Context;
  /** How far the choice may be from the best there is, from 0 to 1. */
  readonly gap: number;
}

/** From ranked chunks to a prompt that fits: fixed context → pack → compress → format → count. */
export function assemble(gathering: Gathering, request: AssembleRequest): Assembled {
  const bench = workbench(gathering, request);
  const { available } = request.budget;
  const fixed = bench.fixedAt(available);
  const pieces = piecesOf(gathering, bench.rules);
  const room = roomOf(bench);
  if (bench.rules.overflow === 'error') refuseOverflow(pieces, room, bench);
  const kept = fullest(pieces, room, fixed, bench);
  return result(kept, pieces, room, bench);
}

/** Rounds in which room that careful prices left over is given out again. */
const REFILLS = 3;
/** Less than this share of the context is not worth another round. */
const WORTH_REFILLING = 0.015;

/** Packs, counts, and packs again with what turned out to be left; S2's strategies stay with their own prices. */
function fullest(
  pieces: readonly ChunkPiece[],
  room: Room<ChunkPiece>,
  fixed: readonly ContextPart[],
  bench: Workbench,
): Kept {
  const { strategy } = bench.rules;
  let kept = fitted(chosen(pieces, room, bench), fixed, bench);
  if (strategy !== 'optimal' || bench.rules.allocation !== null) return kept;
  let bonus = 0;
  for (let round = 0; round < REFILLS && kept.taken.length < pieces.length; round++) {
    const left = bench.available - kept.totalTokens;
    if (left < WORTH_REFILLING * bench.available) break;
    bonus += left;
    const more = { ...room, roomAt: (available: number) => room.roomAt(available) + bonus };
    const next = fitted(pack(strategy, pieces, more).taken, fixed, bench);
    if (next.totalTokens <= kept.totalTokens || pushesOut(kept, next, bench)) break;
    kept = next;
  }
  return kept;
}

/** Under `summarize` more of one document is not worth another that is there in few words. */
const pushesOut = (kept: Kept, next: Kept, { rules }: Workbench): boolean =>
  rules.overflow === 'summarize' && next.context.parts.length < kept.context.parts.length;

/** What the strategy takes: of all pieces, or of each tier's pieces within its share. */
function chosen(
  pieces: readonly ChunkPiece[],
  room: Room<ChunkPiece>,
  { rules: { strategy, allocation }, scoredOf }: Workbench,
): readonly ChunkPiece[] {
  if (allocation === null) return pack(strategy, pieces, room).taken;
  const own: Record<Tier, ChunkPiece[]> = {
    primary: [],
    supporting: [],
    reference: [],
    history: [],
  };
  for (const piece of pieces) own[tierOf(scoredOf.get(piece.path))].push(piece);
  const wanted = (tier: Tier): number =>
    grouped(own[tier]).reduce(
      (sum, group) =>
        sum +
        room.documentTokens(group.path) +
        group.pieces.reduce((tokens, piece) => tokens + room.tokens(piece) + room.gapTokens, 0),
      1,
    );
  const share = allotted(room.roomAt(room.available), allocation, {
    primary: wanted('primary'),
    supporting: wanted('supporting'),
    reference: wanted('reference'),
    history: wanted('history'),
  });
  return (Object.keys(own) as Tier[]).flatMap(
    (tier) => pack(strategy, own[tier], { ...room, roomAt: () => share[tier] }).taken,
  );
}

function piecesOf(
  { chunks, files, fixed }: Gathering,
  { maxChunksPerDoc, preferRecent }: AssemblyRules,
): ChunkPiece[] {
  const isFixed = new Set(fixed.documents.map(({ path }) => path));
  const recency = new Map(
    files.map(({ path, factors }) => [
      path,
      factors.find(({ name }) => name === 'recency')?.value ?? 0,
    ]),
  );
  const pieces = chunks.flatMap((entry) => {
    if (isFixed.has(entry.ranked.path)) return [];
    const insides = insidesOf(entry.facts);
    const recent = preferRecent ? RECENT_WEIGHT * (recency.get(entry.ranked.path) ?? 0) : 0;
    return entry.chunks
      .filter(({ priority }) => priority > 0)
      .flatMap((chunk) => piecesOfChunk(chunk, chunk.priority + recent, insides));
  });
  return maxChunksPerDoc > 0 ? atMostPerDocument(pieces, maxChunksPerDoc) : pieces;
}

/** Prices are careful, but only the count of the whole is the truth: while it is too high, the least wanted goes. */
function fitted(
  packed: readonly ChunkPiece[],
  fixedContext: readonly ContextPart[],
  bench: Workbench,
): Kept {
  const { available, count, format, rules } = bench;
  let taken = packed;
  let fixed = fixedContext;
  for (;;) {
    const context = bench.contextOf(fixed, partsOf(taken, bench));
    const prompt = format.render(context, rules.formatOptions);
    const totalTokens = count(prompt);
    if (totalTokens <= available) {
      const filled = fill(context, totalTokens, taken, bench);
      return filled ?? { prompt, totalTokens, context, taken, isCut: false };
    }
    if (taken.length > 0) taken = withoutWorst(taken);
    else if (fixed.length > 0) fixed = fixed.slice(0, -1);
    else {
      throw new SheafError(
        'over-budget',
        `The task alone takes ${totalTokens} tokens in this format, more than the ${available} there are.`,
        'Raise --budget or --context-tokens, or shorten the task.',
      );
    }
  }
}

function withoutWorst(taken: readonly ChunkPiece[]): ChunkPiece[] {
  const worst = [...taken].sort(byScore).at(-1);
  return taken.filter((piece) => piece !== worst && piece.needs !== worst);
}

function partsOf(taken: readonly ChunkPiece[], { factsOf, scoredOf }: Workbench): ContextPart[] {
  return grouped(taken).flatMap(({ path, pieces }) => {
    const facts = factsOf.get(path);
    const ranges = pieces.flatMap((piece) => piece.ranges);
    return facts === undefined ? [] : [excerptsOf(ranges, facts, scoredOf.get(path), path)];
  });
}

function result(
  { prompt, totalTokens, context, taken, isCut }: Kept,
  pieces: readonly ChunkPiece[],
  room: Room<ChunkPiece>,
  { gathering, format, rules, count, factsOf }: Workbench,
): Assembled {
  const planned = (part: ContextPart): PlannedPart => ({
    rank: part.rank,
    tier: part.tier,
    role: part.role,
    source: part.source,
    path: part.path,
    spans: part.stretches.map(({ firstLine, lastLine }) => [firstLine, lastLine] as const),
    level: part.level,
    tokens: count(format.partText(part, rules.formatOptions)),
    relevance: part.relevance,
    cid: contentId(part),
    ...(part.receipt === undefined ? {} : { receipt: part.receipt }),
    ...(part.method === undefined ? {} : { method: part.method, model: part.model ?? null }),
  });
  const all = [...context.fixed, ...context.parts];
  const present = new Set(all.map(({ path }) => path));
  const duplicates = new Set(gathering.duplicates.map(({ chunk }) => chunk.path));
  const reasonOf = (path: string): string => {
    if (!factsOf.has(path)) return 'below-threshold';
    return duplicates.has(path) && !pieces.some((piece) => piece.path === path)
      ? 'duplicate'
      : 'over-budget';
  };
  const bound = rules.strategy === 'optimal' ? bestWorth(pieces, room) : 0;
  return {
    prompt,
    totalTokens,
    truncated: isCut || taken.length < pieces.length,
    parts: all.map(planned),
    dropped: gathering.files
      .filter(({ path, score }) => score > 0 && !present.has(path))
      .slice(0, DROPPED_SHOWN)
      .map(({ path, relevance }) => ({ path, reason: reasonOf(path), relevance })),
    context,
    gap: bound === 0 ? 0 : Math.max(0, 1 - worthOf(taken, room) / bound),
  };
}
