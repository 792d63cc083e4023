import type { DropReason } from '../model/plan.ts';
import type { ScoredFile } from '../model/relevance.ts';
import { readPlace } from '../text/paths/place.ts';
import type { Composition } from './composition.ts';
import { isBeyondReach } from './overflow.ts';
import type { ChunkPiece } from './pieces.ts';

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
  { path, standing }: Pick<ScoredFile, 'path' | 'standing'>,
  { all, admitted, limited }: Outcome,
  composition: Composition,
): DropReason {
  const { factsOf, candidates } = composition;
  if (candidates.fixed.documents.some((document) => document.path === path)) return 'fixed-share';
  if (standing === 'room') return 'below-threshold';
  if (!factsOf.has(path)) {
    if (isBeyondReach(path, composition)) return 'over-budget';
    return standing === 'relevant' ? 'not-worth-it' : 'below-threshold';
  }
  const own = all.filter((piece) => piece.path === path);
  if (own.length === 0) {
    const isUnwanted = (candidates.drops ?? []).some((drop) => readPlace(drop)?.path === path);
    if (isUnwanted) return 'unwanted';
    const isCopy = candidates.duplicates.some(({ chunk }) => chunk.path === path);
    return isCopy ? 'duplicate' : 'no-match';
  }
  const able = own.filter((piece) => admitted.has(piece));
  if (able.length === 0) return 'not-worth-it';
  return able.every((piece) => limited.has(piece)) ? 'source-limit' : 'over-budget';
}
