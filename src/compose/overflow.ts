import type { Composition } from './composition.ts';
import { partsOf } from './fit.ts';
import type { Fitted } from './fitted.ts';
import type { ChunkPiece } from './pieces.ts';

/** What only fills room that is left over is not missed; everything else that has pieces is wanted. */
const isWanted = (path: string, { scoredOf }: Composition): boolean =>
  scoredOf.get(path)?.standing !== 'room';

/**
 * Files that would be relevant but rank below all that were looked at: those above them take more than twice the budget. Where nobody gave a
 * size, they are not worth their tokens.
 */
export const isBeyondReach = (path: string, { scoredOf, factsOf, rules }: Composition): boolean =>
  !rules.isOpen && !factsOf.has(path) && scoredOf.get(path)?.standing === 'relevant';

/** Documents of which something was wanted and did not fit (BU-4), best first: they are gone, cut or in fewer words. */
export function overflowing(
  { taken, limited }: Pick<Fitted, 'taken' | 'limited'>,
  pieces: readonly ChunkPiece[],
  composition: Composition,
): string[] {
  const there = new Set(taken);
  const missing = new Set(
    pieces
      .filter((piece) => !there.has(piece) && !limited.has(piece))
      .map(({ path }) => path)
      .filter((path) => isWanted(path, composition)),
  );
  return composition.candidates.files
    .map(({ path }) => path)
    .filter((path) => missing.has(path) || isBeyondReach(path, composition));
}

/** About how many tokens a context takes that holds all that is wanted. */
export function wantedTokens(pieces: readonly ChunkPiece[], composition: Composition): number {
  const { fixedAt, available, format, rules, count } = composition;
  const wanted = pieces.filter(({ path }) => isWanted(path, composition));
  const context = composition.contextOf(fixedAt(available), partsOf(wanted, composition));
  return count(format.render(context, rules.formatOptions)) + rules.minHeadroom;
}
