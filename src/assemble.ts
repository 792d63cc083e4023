import { fitting } from './fitting.ts';
import type { Gathering } from './gather.ts';
import type { Context, ContextPart } from './model/context.ts';
import type { DroppedFile, PlannedPart } from './model/plan.ts';
import { type Kept, refuseOverflow } from './overflow.ts';
import { atMostPerDocument } from './pack/piece.ts';
import { worthOf } from './pack/worth.ts';
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
  const pieces = piecesOf(gathering, bench.rules);
  if (bench.rules.overflow === 'error') refuseOverflow(pieces, roomOf(bench), bench);
  return result(fitting(pieces, bench), pieces, bench);
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

function result(
  { prompt, totalTokens, context, taken, isCut, bound }: Kept,
  pieces: readonly ChunkPiece[],
  bench: Workbench,
): Assembled {
  const { gathering, format, rules, count, factsOf } = bench;
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
    cid: part.cid,
    ...(part.receipt === undefined ? {} : { receipt: part.receipt }),
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
    gap: bound === null || bound === 0 ? 0 : Math.max(0, 1 - worthOf(taken, roomOf(bench)) / bound),
  };
}
