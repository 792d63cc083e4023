import { kindOfPiece } from '../gather/piece-kind.ts';
import { lineStarts } from '../math/lines.ts';
import type { RankedChunk } from '../model/candidate.ts';
import type { Definition, Facts } from '../model/document.ts';
import type { ChunkPiece } from './pieces.ts';

/**
 * Where nobody gave a size, a file behind so many others that is needed less than this is shown by the lines that begin what was found in it:
 * they tell where to look. Of 29 files in a context 17 were such ones, 28 of 246 needed files among them (bench/RESULTS.md).
 */
const FILES_BEFORE = 12;
const UNLIKELY = 0.03;
/** So many beginnings tell what a piece is. */
const MOST_BEGINNINGS = 2;
/** What has a body. */
const BODIES: ReadonlySet<string> = new Set(
  'class enum function interface method struct trait type'.split(' '),
);

/** Pieces of files at the end by the beginnings of what they define; the others as they are. */
export function withTail(
  pieces: readonly ChunkPiece[],
  needed: (path: string) => number,
  isLedTo: (path: string) => boolean,
  factsOf: ReadonlyMap<string, Facts>,
): ChunkPiece[] {
  const shown = pieces.filter(({ isWorthIt }) => isWorthIt);
  const paths = [...new Set(shown.map(({ path }) => path))];
  const behind = paths.sort((a, b) => needed(b) - needed(a)).slice(FILES_BEFORE);
  const tail = new Set(behind.filter((path) => needed(path) < UNLIKELY && !isLedTo(path)));
  return pieces.map((piece) => {
    const facts = factsOf.get(piece.path);
    if (!tail.has(piece.path) || facts === undefined || piece.isPicked === true) return piece;
    const ranges = piece.ranges.flatMap((range) => beginningsOf(range, facts));
    return ranges.length === 0 ? piece : { ...piece, ranges };
  });
}

function beginningsOf(chunk: RankedChunk, facts: Facts): RankedChunk[] {
  const kind = kindOfPiece(facts, chunk);
  if (kind !== 'code' && kind !== 'test') return [];
  const isHere = ({ kind: own, line, lastLine }: Definition): boolean =>
    BODIES.has(own) && lastLine > line && line >= chunk.firstLine && line <= chunk.lastLine;
  const lines = facts.definitions.filter(isHere).map(({ line }) => line);
  if (lines.length === 0) return [];
  const starts = lineStarts(facts.text);
  return [...new Set(lines)].slice(0, MOST_BEGINNINGS).map((line) => ({
    ...chunk,
    firstLine: line,
    lastLine: line,
    start: starts[line - 1] ?? chunk.start,
    end: starts[line] ?? chunk.end,
  }));
}
