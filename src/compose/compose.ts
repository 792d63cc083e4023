import { pathOf } from '../format/body.ts';
import type { Budget } from '../model/budget.ts';
import type { Context, ContextPart } from '../model/context.ts';
import type { Section } from '../model/inspection.ts';
import type { DroppedFile, Expected, PlannedPart } from '../model/plan.ts';
import { atMostPerDocument } from '../pack/piece.ts';
import { worths } from '../pack/worth.ts';
import { insideAny } from '../text/paths/place.ts';
import type { Candidates } from './candidates.ts';
import { type ComposeRequest, type Composition, compositionOf } from './composition.ts';
import { type Decision, decisionsOf, documentReason, type Outcome } from './decisions.ts';
import { expectedOf } from './expected.ts';
import { fitPieces } from './fit.ts';
import type { Fitted } from './fitted.ts';
import { overflowing, wantedTokens } from './overflow.ts';
import { contentId } from './parts.ts';
import { type ChunkPiece, piecesOf } from './pieces.ts';
import { pricesOf } from './prices.ts';
import { sectionsOf } from './sections.ts';

/** Documents that were no candidates are named up to this many; those that were, all of them. */
const DROPPED_SHOWN = 50;

export interface Composed {
  readonly budget: Budget;
  readonly prompt: string;
  readonly totalTokens: number;
  /** Whether anything that could have been there was left out or cut. */
  readonly truncated: boolean;
  readonly parts: readonly PlannedPart[];
  readonly dropped: readonly DroppedFile[];
  /** What became of each candidate piece. */
  readonly decisions: readonly Decision[];
  /** Places that were picked and are not there, or not all of them. */
  readonly picksLeftOut: readonly string[];
  readonly context: Context;
  /** How far the choice may be from the best there is, from 0 to 1. */
  readonly gap: number;
  /** Null for a flow, and where relevance is no probability. */
  readonly expected: Expected | null;
  /** Documents of which something was wanted and did not fit, best first. */
  readonly overflow: readonly string[];
  /** About how many tokens it would take to hold all that is wanted. */
  readonly wantedTokens: () => number;
  /** Where its parts stand in the prompt. */
  readonly sections: () => readonly Section[];
}

/** From candidates to a prompt that fits: fixed context → pack → shorten → format → count. */
export function compose(candidates: Candidates, request: ComposeRequest): Composed {
  const composition = compositionOf(candidates, request);
  const all = piecesOf(candidates, composition.rules, composition.available);
  const { maxChunksPerDoc: most, isOpen } = composition.rules;
  const few = most > 0 ? atMostPerDocument(all, most) : all;
  const pieces = isOpen ? few.filter(({ isWorthIt }) => isWorthIt) : few;
  const fitted = fitPieces(pieces, composition);
  return result(fitted, { all, pieces, composition, request });
}

interface Composing {
  readonly all: readonly ChunkPiece[];
  readonly pieces: readonly ChunkPiece[];
  readonly composition: Composition;
  readonly request: ComposeRequest;
}

function result(fitted: Fitted, { all, pieces, composition, request }: Composing): Composed {
  const { prompt, totalTokens, context, taken, limited, isCut } = fitted;
  const { format, rules, count } = composition;
  const planned = (part: ContextPart): PlannedPart => ({
    rank: part.rank,
    tier: part.tier,
    role: part.role,
    source: part.source,
    path: pathOf(part),
    spans: part.stretches.map(({ firstLine, lastLine }) => [firstLine, lastLine] as const),
    level: part.level,
    tokens: count(format.partText(part, rules.formatOptions)),
    relevance: part.relevance,
    cid: contentId(part, request.digest),
    ...(part.receipt === undefined ? {} : { receipt: part.receipt }),
    ...(part.method === undefined ? {} : { method: part.method, model: part.model ?? null }),
  });
  const outcome = { all, admitted: new Set(pieces), taken: new Set(taken), limited };
  const parts = [...context.fixed, ...context.parts];
  const present = new Set(parts.map(({ path }) => path));
  const left = all.filter((piece) => !outcome.taken.has(piece));
  const absent = left.filter(({ isPicked }) => isPicked === true);
  const holdsAbsent = (place: string): boolean =>
    absent.some(({ path, ranges }) => ranges.some((range) => insideAny([place])(path, range)));
  const dropped = droppedFiles(present, outcome, composition);
  const overflow = named(overflowing(fitted, pieces, composition), parts, dropped);
  return {
    budget: request.budget,
    prompt,
    totalTokens,
    truncated: isCut || taken.length < all.length || overflow.length > 0,
    parts: parts.map(planned),
    dropped,
    decisions: decisionsOf(outcome, composition),
    picksLeftOut: (composition.candidates.picks ?? []).filter(holdsAbsent),
    context,
    gap: gapOf(fitted, pieces, composition),
    expected: expectedOf(present, left, composition),
    overflow,
    wantedTokens: () => wantedTokens(pieces, composition),
    sections: () => sectionsOf(prompt, context, composition),
  };
}

/** Documents by the names they have elsewhere in the account; of those that nobody looked at, as many as are told of. */
function named(
  paths: readonly string[],
  parts: readonly ContextPart[],
  dropped: readonly DroppedFile[],
): string[] {
  const names = new Map([
    ...dropped.map(({ path }) => [path, path] as const),
    ...parts.map((part) => [part.path, pathOf(part)] as const),
  ]);
  const told = paths.flatMap((path) => names.get(path) ?? []);
  return told.length > 0 ? [...new Set(told)] : paths.slice(0, 1);
}

/** Every candidate that is not in the context, and the best of the other files. */
function droppedFiles(
  present: ReadonlySet<string>,
  outcome: Outcome,
  composition: Composition,
): DroppedFile[] {
  const absent = composition.candidates.files.filter(
    ({ path, score }) => !present.has(path) && (score > 0 || composition.factsOf.has(path)),
  );
  const shown = absent.filter(({ path }, i) => i < DROPPED_SHOWN || composition.factsOf.has(path));
  return shown.map((file) => ({
    path: file.path,
    reason: documentReason(file, outcome, composition),
    relevance: composition.candidates.flow?.evidence.get(file.path)?.relevance ?? file.relevance,
  }));
}

function gapOf(
  { taken, bound }: Fitted,
  pieces: readonly ChunkPiece[],
  composition: Composition,
): number {
  if (bound === null || bound === 0) return 0;
  return Math.max(0, 1 - worths(pieces, pricesOf(composition))(taken) / bound);
}
