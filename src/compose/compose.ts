import type { Gathering } from '../gather.ts';
import type { Context, ContextPart } from '../model/context.ts';
import type { DroppedFile, PlannedPart } from '../model/plan.ts';
import { atMostPerDocument } from '../pack/piece.ts';
import { worths } from '../pack/worth.ts';
import { type Decision, decisionsOf, documentReason, type Outcome } from './decisions.ts';
import { fitting } from './fit.ts';
import { type Kept, refuseOverflow } from './leftovers.ts';
import { contentId } from './parts.ts';
import { type ChunkPiece, piecesOf } from './pieces.ts';
import { roomOf } from './prices.ts';
import { type AssembleRequest, type Workbench, workbench } from './workbench.ts';

/** Documents that were no candidates are named up to this many; those that were, all of them. */
const DROPPED_SHOWN = 50;

export interface Assembled {
  readonly prompt: string;
  readonly totalTokens: number;
  /** Whether anything that could have been there was left out or cut. */
  readonly truncated: boolean;
  readonly parts: readonly PlannedPart[];
  readonly dropped: readonly DroppedFile[];
  /** What became of each candidate piece. */
  readonly decisions: readonly Decision[];
  readonly context: Context;
  /** How far the choice may be from the best there is, from 0 to 1. */
  readonly gap: number;
}

/** From ranked chunks to a prompt that fits: fixed context → pack → compress → format → count. */
export function assemble(gathering: Gathering, request: AssembleRequest): Assembled {
  const bench = workbench(gathering, request);
  const all = piecesOf(gathering, bench.rules);
  const { maxChunksPerDoc: most, overflow } = bench.rules;
  const pieces = most > 0 ? atMostPerDocument(all, most) : all;
  if (overflow === 'error') refuseOverflow(pieces, roomOf(bench), bench);
  return result(fitting(pieces, bench), all, pieces, bench);
}

function result(
  kept: Kept,
  all: readonly ChunkPiece[],
  pieces: readonly ChunkPiece[],
  bench: Workbench,
): Assembled {
  const { prompt, totalTokens, context, taken, limited, isCut } = kept;
  const { format, rules, count } = bench;
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
  const outcome = { all, admitted: new Set(pieces), taken: new Set(taken), limited };
  const parts = [...context.fixed, ...context.parts];
  return {
    prompt,
    totalTokens,
    truncated: isCut || taken.length < all.length,
    parts: parts.map(planned),
    dropped: droppedFiles(new Set(parts.map(({ path }) => path)), outcome, bench),
    decisions: decisionsOf(outcome, bench),
    context,
    gap: gapOf(kept, pieces, bench),
  };
}

/** Every candidate that is not in the context, and the best of the other files. */
function droppedFiles(
  present: ReadonlySet<string>,
  outcome: Outcome,
  bench: Workbench,
): DroppedFile[] {
  const absent = bench.gathering.files.filter(
    ({ path, score }) => !present.has(path) && (score > 0 || bench.factsOf.has(path)),
  );
  const shown = absent.filter(({ path }, i) => i < DROPPED_SHOWN || bench.factsOf.has(path));
  return shown.map((file) => ({
    path: file.path,
    reason: documentReason(file, outcome, bench),
    relevance: file.relevance,
  }));
}

function gapOf({ taken, bound }: Kept, pieces: readonly ChunkPiece[], bench: Workbench): number {
  if (bound === null || bound === 0) return 0;
  return Math.max(0, 1 - worths(pieces, roomOf(bench))(taken) / bound);
}
