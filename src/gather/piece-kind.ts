import type { RankedChunk } from '../model/candidate.ts';
import type { Definition, Facts } from '../model/document.ts';
import type { PieceKind } from '../score/value.ts';
import { languageNamed } from '../text/code/known.ts';

/** What the pieces of a file are, as far as their file tells. */
export function kindOfFile({ shape: { source, kind } }: Facts): PieceKind {
  if (source === 'documentation' || source === 'research') return 'prose';
  if (source !== 'code') return 'other';
  if (kind === 'test') return 'test';
  return kind === 'source' ? 'code' : 'other';
}

/** What a piece is: tests often stand in the file that they test. */
export function kindOfPiece(facts: Facts, chunk: RankedChunk): PieceKind {
  const kind = kindOfFile(facts);
  return kind === 'code' && isInnerTest(facts, chunk) ? 'test' : kind;
}

function isInnerTest({ shape, chunks, text }: Facts, chunk: RankedChunk): boolean {
  const own = chunks[chunk.sequence];
  if (own?.kind === 'case') return true;
  const tests = languageNamed(shape.language)?.innerTests;
  if (tests === undefined) return false;
  const isInside = own?.within.some((name) => tests.module.test(name)) ?? false;
  return isInside || tests.line.test(text.slice(chunk.start, chunk.end));
}

/** How many lines of a piece import something, and how many things it defines on others, besides the space that the whole file lies in. */
function headOf(
  { firstLine, lastLine }: RankedChunk,
  { imports, definitions }: Facts,
): { readonly imported: number; readonly defined: number } {
  const isHere = ({ line }: { readonly line: number }): boolean =>
    line >= firstLine && line <= lastLine;
  const lines = new Set(imports.filter(isHere).map(({ line }) => line));
  const isOwn = (own: Definition): boolean =>
    isHere(own) && !lines.has(own.line) && own.kind !== 'namespace';
  const defined = definitions.filter(isOwn).length;
  return { imported: lines.size, defined };
}

/** Imports, and not more definitions than imports. */
export function isHeader(chunk: RankedChunk, facts: Facts): boolean {
  const { imported, defined } = headOf(chunk, facts);
  return imported > 0 && defined <= imported;
}

/** Imports and nothing that a reader could call. */
export function isBare(chunk: RankedChunk, facts: Facts): boolean {
  const { imported, defined } = headOf(chunk, facts);
  return imported > 0 && defined === 0;
}
