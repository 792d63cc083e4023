import type { Piece } from '../pack/piece.ts';
import type { Candidates } from './candidates.ts';
import type { ChunkPiece } from './pieces.ts';

const CHARACTERS_PER_TOKEN = 4;

/**
 * Who needs a piece of a short file needs the rest of it more often than not: the defaults below the type, the function behind the table.
 * Where nobody gave a size, a file of so many tokens comes whole if its best piece is this dense (bench/RESULTS.md).
 */
const SHORT_FILE_TOKENS = 350;
const DENSE = Math.log(0.08);

export function withShortFiles(
  pieces: readonly ChunkPiece[],
  chunks: Candidates['chunks'],
): readonly ChunkPiece[] {
  const short = new Set(
    chunks
      .filter(({ facts: { shape, text } }) => {
        const isCode = shape.source === 'code' && shape.kind !== 'test';
        return isCode && text.length <= SHORT_FILE_TOKENS * CHARACTERS_PER_TOKEN;
      })
      .map(({ ranked }) => ranked.path),
  );
  const dense = new Set(
    pieces.filter(({ isWorthIt, score }) => isWorthIt && score >= DENSE).map(({ path }) => path),
  );
  const whole = new Map<Piece, ChunkPiece>();
  return pieces.map((piece) => {
    if (!short.has(piece.path) || !dense.has(piece.path)) return piece;
    // The inside of a comment needs the very piece around it, which comes before it.
    const around = piece.needs && whole.get(piece.needs);
    const made = { ...piece, isWorthIt: true, ...(around && { needs: around }) };
    whole.set(piece, made);
    return made;
  });
}
