import type { ScoredFile } from '../model/relevance.ts';
import { readPlace } from '../text/paths/place.ts';
import type { Composition } from './composition.ts';
import type { ChunkPiece } from './pieces.ts';

/** Why a piece or a document is not in a context. */
export type DropReason =
  | 'over-budget'
  | 'source-limit'
  | 'document-limit'
  | 'duplicate'
  | 'not-worth-it'
  | 'unwanted'
  | 'below-threshold';

/** What became of a candidate: exactly one for each. */
export type Decision = {
  readonly path: string;
  /** Inclusive lines. */
  readonly lines: readonly [number, number];
} & ({ readonly kind: 'kept' } | { readonly kind: 'dropped'; readonly reason: DropReason });

export interface Outcome {
  /** All pieces there were, and those that the limit of pieces for each document left. */
  readonly all: readonly ChunkPiece[];
  readonly admitted: ReadonlySet<ChunkPiece>;
  readonly taken: ReadonlySet<ChunkPiece>;
  /** Left out because their source has its maximum. */
  readonly limited: ReadonlySet<ChunkPiece>;
}

export function decisionsOf(outcome: Outcome, { candidates, rules }: Composition): Decision[] {
  const pieces = outcome.all.map((piece): Decision => {
    const place = { path: piece.path, lines: linesOf(piece) };
    const reason = pieceReason(piece, outcome, rules.isOpen);
    return reason === null ? { ...place, kind: 'kept' } : { ...place, kind: 'dropped', reason };
  });
  const duplicates = candidates.duplicates.map(({ chunk }): Decision => {
    const lines = [chunk.firstLine, chunk.lastLine] as const;
    return { path: chunk.path, lines, kind: 'dropped', reason: 'duplicate' };
  });
  const unwanted = (candidates.drops ?? []).flatMap((drop): Decision[] => {
    const place = readPlace(drop);
    if (place === null) return [];
    const { path, firstLine, lastLine } = place;
    return [{ path, lines: [firstLine, lastLine], kind: 'dropped', reason: 'unwanted' }];
  });
  return [...pieces, ...duplicates, ...unwanted];
}

const linesOf = ({ ranges }: ChunkPiece): readonly [number, number] => [
  ranges[0]?.firstLine ?? 0,
  ranges.at(-1)?.lastLine ?? 0,
];

function pieceReason(
  piece: ChunkPiece,
  { admitted, taken, limited }: Outcome,
  isOpen: boolean,
): DropReason | null {
  if (taken.has(piece)) return null;
  if (isOpen && !piece.isWorthIt) return 'not-worth-it';
  if (!admitted.has(piece)) return 'document-limit';
  return limited.has(piece) ? 'source-limit' : 'over-budget';
}

/** Why a document is nowhere in a context: by its pieces, the best of which decides. */
export function documentReason(
  { path }: ScoredFile,
  { all, limited }: Outcome,
  { factsOf, candidates, rules }: Composition,
): DropReason {
  if (!factsOf.has(path)) return 'below-threshold';
  const own = all.filter((piece) => piece.path === path);
  if (own.length > 0) {
    if (rules.isOpen && !own.some(({ isWorthIt }) => isWorthIt)) return 'not-worth-it';
    return own.every((piece) => limited.has(piece)) ? 'source-limit' : 'over-budget';
  }
  if ((candidates.drops ?? []).some((drop) => readPlace(drop)?.path === path)) return 'unwanted';
  return candidates.duplicates.some(({ chunk }) => chunk.path === path)
    ? 'duplicate'
    : 'below-threshold';
}
