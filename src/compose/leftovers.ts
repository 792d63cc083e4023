import { byCodePoint } from '../math/order.ts';
import type { Context, ContextPart } from '../model/context.ts';
import { SheafError } from '../model/errors.ts';
import type { ScoredFile } from '../model/relevance.ts';
import type { Room } from '../pack/piece.ts';
import { grouped } from '../pack/piece.ts';
import { LEAST_RUNG } from '../pack/strategies.ts';
import { excerptsOf, shortenedPart, textOf } from './parts.ts';
import type { ChunkPiece } from './pieces.ts';
import { roomOf } from './prices.ts';
import { overSource } from './source-limits.ts';
import type { Workbench } from './workbench.ts';

/** BU-4's `error`: everything that is relevant must fit as it is. */
export function refuseOverflow(
  pieces: readonly ChunkPiece[],
  room: Room<ChunkPiece>,
  { scoredOf, available }: Workbench,
): void {
  const isNeeded = ({ path }: ChunkPiece): boolean => {
    const standing = scoredOf.get(path)?.standing;
    return standing === 'relevant' || standing === 'mentioned' || standing === 'fixed';
  };
  const groups = grouped(pieces.filter(isNeeded));
  const needed = groups.reduce(
    (sum, group) =>
      sum +
      room.documentTokens(group.path) +
      group.pieces.reduce((tokens, piece) => tokens + room.tokens(piece), 0),
    0,
  );
  const over = needed - room.roomAt(available);
  if (over <= 0) return;
  throw new SheafError(
    'over-budget',
    `What is relevant takes ${needed} tokens, ${over} more than there is room for in ${available}.`,
    `Raise the budget by ${over} tokens, or use --overflow prioritize, summarize or truncate.`,
  );
}

export interface Kept {
  readonly prompt: string;
  readonly totalTokens: number;
  readonly context: Context;
  readonly taken: readonly ChunkPiece[];
  /** Left out because their source has its maximum. */
  readonly limited: ReadonlySet<ChunkPiece>;
  readonly isCut: boolean;
  /** What no choice of pieces can be worth more than, where that is known. */
  readonly bound: number | null;
}

/** Fewer tokens than this hold no further part. */
const LEAST_LEFT = 60;

/** What goes into the room that is left (BU-4), of documents that have pieces. */
export function fill(kept: Kept, pieces: readonly ChunkPiece[], bench: Workbench): Kept {
  let best = kept;
  const absent = new Set(pieces.map(({ path }) => path));
  for (const { path } of [...kept.context.fixed, ...kept.context.parts]) absent.delete(path);
  for (const { path, partFor } of offers(absent, bench)) {
    const { context, totalTokens } = best;
    const left = bench.available - totalTokens;
    if (left < LEAST_LEFT) break;
    if (context.parts.some((part) => part.path === path)) continue;
    const part = partFor(left);
    if (part === null) continue;
    const next = bench.contextOf(context.fixed, [...context.parts, part]);
    const prompt = bench.format.render(next, bench.rules.formatOptions);
    const tokens = bench.count(prompt);
    if (tokens > bench.available || overSource(next, bench) !== null) continue;
    best = { ...kept, prompt, totalTokens: tokens, context: next, isCut: true };
  }
  return best;
}

/** A document that found no room, and a part of it for so many tokens; null if it would say nothing. */
interface Offer {
  readonly path: string;
  readonly partFor: (left: number) => ContextPart | null;
}

function offers(absent: ReadonlySet<string>, bench: Workbench): Offer[] {
  const { overflow, strategy } = bench.rules;
  switch (overflow) {
    case 'error':
      return [];
    case 'truncate':
      return cutOffers(absent, bench);
    case 'summarize':
      return shorterOffers(absent, SHORTENED_FILES, bench);
    case 'prioritize':
      // What greedy holds must be there with twice the budget too, so it holds nothing but pieces.
      return strategy === 'greedy' && bench.available >= LEAST_RUNG
        ? []
        : shorterOffers(absent, FURTHER_FILES, bench);
  }
}

const SHORTENED_FILES = 30;
/** Where documents in fewer words only use the last tokens, few are tried. */
const FURTHER_FILES = 3;
/** Stubs of less relevant documents are dropped (S1). */
const LEAST_STUB_RELEVANCE = 0.3;
/** Fewer tokens than this say nothing. */
const LEAST_WORDS = 12;

/** Documents at the level their tier prefers, and then at each lower one (S1). */
function shorterOffers(absent: ReadonlySet<string>, files: number, bench: Workbench): Offer[] {
  const { gathering, factsOf, scoredOf, shortener } = bench;
  const { documentTokens } = roomOf(bench);
  return gathering.files
    .filter(({ path }) => {
      const facts = factsOf.get(path);
      return facts !== undefined && absent.has(path) && bench.mayShorten(facts);
    })
    .slice(0, files)
    .flatMap((file) =>
      levelsFor(file).map(
        (level): Offer => ({
          path: file.path,
          partFor: (left) => {
            const facts = factsOf.get(file.path);
            const most = left - documentTokens(file.path);
            if (facts === undefined || most < LEAST_WORDS) return null;
            const item = { path: file.path, modified: null, facts, task: gathering.task.text };
            const shorter = shortener.atLevel(item, level, most);
            if (shorter === null || shorter.text.trim() === '') return null;
            return shortenedPart(file.path, facts, scoredOf.get(file.path), level, shorter);
          },
        }),
      ),
    );
}

function levelsFor({ tier, relevance }: ScoredFile): ('detailed' | 'summary' | 'stub')[] {
  return [
    ...(tier === 'reference' ? [] : (['detailed'] as const)),
    'summary',
    ...(relevance < LEAST_STUB_RELEVANCE ? [] : (['stub'] as const)),
  ];
}

/** Chunks that are tried until one can be cut to what is left. */
const CUT_CHUNKS = 3;

/** The best chunks that found no room, cut at a line to what is left (S2's partial fit). */
function cutOffers(absent: ReadonlySet<string>, bench: Workbench): Offer[] {
  const { gathering, factsOf, scoredOf, count } = bench;
  const { documentTokens } = roomOf(bench);
  return gathering.chunks
    .flatMap((entry) => entry.chunks)
    .filter(({ path, priority }) => priority > 0 && absent.has(path))
    .sort((a, b) => b.priority - a.priority || byCodePoint(a.path, b.path) || a.start - b.start)
    .slice(0, CUT_CHUNKS)
    .map(
      (chunk): Offer => ({
        path: chunk.path,
        partFor: (left) => {
          const facts = factsOf.get(chunk.path);
          if (facts === undefined) return null;
          const most = left - documentTokens(chunk.path);
          const lines = textOf(chunk, facts).split('\n');
          for (let kept = lines.length - 1; kept > 0; kept--) {
            const text = `${lines.slice(0, kept).join('\n')}\n`;
            if (count(text) > most) continue;
            const lastLine = chunk.firstLine + kept - 1;
            const cut = { ...chunk, lastLine, end: chunk.start + text.length };
            return excerptsOf([cut], facts, scoredOf.get(chunk.path), chunk.path);
          }
          return null;
        },
      }),
    );
}
