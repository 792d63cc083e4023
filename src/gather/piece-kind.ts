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

/** How many lines of a piece import something, and how many things it defines on others, besides the space that the whole file lies in; null if none does. */
function headOf(
  { firstLine, lastLine }: RankedChunk,
  facts: Facts,
): { readonly imported: number; readonly defined: number } | null {
  // Of every file that is looked at each piece is asked, and few import anything.
  const isHere = ({ line }: { readonly line: number }): boolean =>
    line >= firstLine && line <= lastLine;
  const imports = facts.imports.filter(isHere);
  if (imports.length === 0) return null;
  const lines = new Set(imports.map(({ line }) => line));
  const isOwn = (own: Definition): boolean =>
    isHere(own) && !lines.has(own.line) && own.kind !== 'namespace';
  return { imported: lines.size, defined: facts.definitions.filter(isOwn).length };
}

/** Imports, and not more definitions than imports. */
export function isHeader(chunk: RankedChunk, facts: Facts): boolean {
  const head = headOf(chunk, facts);
  return head !== null && head.defined <= head.imported;
}

/** Imports and nothing that a reader could call. */
export const isBare = (chunk: RankedChunk, facts: Facts): boolean =>
  headOf(chunk, facts)?.defined === 0;
