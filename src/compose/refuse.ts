import { SheafError } from '../model/errors.ts';
import type { Composition } from './composition.ts';
import { fitPieces, partsOf } from './fit.ts';
import type { Fitted } from './fitted.ts';
import type { ChunkPiece } from './pieces.ts';

/** Overflow `error` (BU-4): everything that is relevant must stand in the context as it is. */
export function refuseOverflow(
  { taken }: Fitted,
  pieces: readonly ChunkPiece[],
  composition: Composition,
): void {
  const { scoredOf, available, rules } = composition;
  const needed = pieces.filter(({ path }) => {
    const standing = scoredOf.get(path)?.standing;
    return standing === 'relevant' || standing === 'mentioned' || standing === 'fixed';
  });
  if (hasAll(taken, needed)) return;
  const enough = enoughFor(needed, pieces, composition) + rules.minHeadroom;
  const over = enough - available - rules.minHeadroom;
  throw new SheafError(
    'over-budget',
    `The relevant content takes ${enough} tokens, ${over} more than the budget allows.`,
    `Raise the budget by ${over} tokens, or use --overflow prioritize, summarize or truncate.`,
  );
}

function hasAll(taken: readonly ChunkPiece[], needed: readonly ChunkPiece[]): boolean {
  const there = new Set(taken);
  return needed.every((piece) => there.has(piece));
}

/** Prices are careful, so a little more than the count may be needed: more each round, until a context holds all of it. */
const ROUNDS = 12;
const MORE = 1.02;

/** A number of tokens at which a context holds all that is needed. */
function enoughFor(
  needed: readonly ChunkPiece[],
  pieces: readonly ChunkPiece[],
  composition: Composition,
): number {
  let tokens = tokensOf(needed, composition);
  for (let round = 0; round < ROUNDS; round++) {
    const larger = composition.at(tokens);
    if (hasAll(fitPieces(pieces, larger).taken, needed)) return tokens;
    tokens = Math.ceil(Math.max(tokensOf(needed, larger), tokens * MORE) + round);
  }
  return tokens;
}

/** What a context of these pieces counts, with the fixed context of this size. */
function tokensOf(pieces: readonly ChunkPiece[], composition: Composition): number {
  const { fixedAt, available, format, rules, count } = composition;
  const context = composition.contextOf(fixedAt(available), partsOf(pieces, composition));
  return count(format.render(context, rules.formatOptions));
}
