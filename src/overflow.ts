import type { Context, ContextPart } from './model/context.ts';
import { SheafError } from './model/errors.ts';
import type { Room } from './pack/piece.ts';
import { grouped } from './pack/piece.ts';
import { excerptsOf, shortenedPart, textOf } from './parts.ts';
import type { ChunkPiece } from './pieces.ts';
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
  readonly isCut: boolean;
}

/** What `truncate` and `summarize` put into the room that is left; null for the other ways, and where nothing fits. */
export function fill(
  context: Context,
  totalTokens: number,
  taken: readonly ChunkPiece[],
  bench: Workbench,
): Kept | null {
  const { overflow } = bench.rules;
  if (overflow !== 'truncate' && overflow !== 'summarize') return null;
  const present = new Set(context.parts.map(({ path }) => path));
  let best: Kept | null = null;
  let parts = context.parts;
  let left = bench.available - totalTokens;
  for (const part of overflow === 'summarize'
    ? shorter(present, bench)
    : cutPart(present, left, bench)) {
    // At most one level of each document.
    if (present.has(part.path)) continue;
    const next = bench.contextOf(context.fixed, [...parts, part]);
    const prompt = bench.format.render(next, bench.rules.formatOptions);
    const tokens = bench.count(prompt);
    if (tokens > bench.available) continue;
    best = { prompt, totalTokens: tokens, context: next, taken, isCut: true };
    parts = next.parts;
    present.add(part.path);
    left = bench.available - tokens;
    if (overflow === 'truncate' || left < LEAST_LEFT) break;
  }
  return best;
}

/** Fewer tokens than this hold no further part. */
const LEAST_LEFT = 60;
const SHORTENED_FILES = 30;

/** Documents that found no room, at the level their tier prefers, and then at each lower one (S1). */
function* shorter(present: ReadonlySet<string>, bench: Workbench): Generator<ContextPart> {
  const { gathering, factsOf, scoredOf, shortener } = bench;
  const rest = gathering.files.filter(({ path }) => !present.has(path) && factsOf.has(path));
  for (const { path, tier } of rest.slice(0, SHORTENED_FILES)) {
    const facts = factsOf.get(path);
    if (facts === undefined) continue;
    const item = { path, modified: null, facts, task: gathering.task.text };
    const levels =
      tier === 'reference'
        ? (['summary', 'stub'] as const)
        : (['detailed', 'summary', 'stub'] as const);
    for (const level of levels) {
      const shorter = shortener.atLevel(item, level);
      if (shorter !== null) yield shortenedPart(path, facts, scoredOf.get(path), level, shorter);
    }
  }
}

/** The best chunk that found no room, cut at a line to what is left (S2's partial fit). */
function* cutPart(
  present: ReadonlySet<string>,
  left: number,
  { gathering, factsOf, scoredOf, count }: Workbench,
): Generator<ContextPart> {
  const candidates = gathering.chunks
    .flatMap((entry) => entry.chunks)
    .filter(({ path, priority }) => priority > 0 && !present.has(path))
    .sort((a, b) => b.priority - a.priority);
  const [chunk] = candidates;
  const facts = chunk === undefined ? undefined : factsOf.get(chunk.path);
  if (chunk === undefined || facts === undefined) return;
  const lines = textOf(chunk, facts).split('\n');
  for (let kept = lines.length - 1; kept > 0; kept--) {
    const text = `${lines.slice(0, kept).join('\n')}\n`;
    if (count(text) > left) continue;
    const shortened = {
      ...chunk,
      lastLine: chunk.firstLine + kept - 1,
      end: chunk.start + text.length,
    };
    yield excerptsOf([shortened], facts, scoredOf.get(chunk.path), chunk.path);
  }
}
