import { rememberedOf } from '../math/memo.ts';
import { identifiersIn, termFinder } from '../math/terms.ts';
import type { RankedChunk } from '../model/candidate.ts';
import type { Facts } from '../model/document.ts';

/** A record or table of so many lines is shown by the stretches that match; a function stays whole. */
const LARGE_UNIT = 100;
const RECORDS: ReadonlySet<string> = new Set(
  'constant enum interface struct type variable'.split(' '),
);
const ROWS: ReadonlySet<string> = new Set(['constant', 'macro', 'variable']);
/** Definitions of one line, one below the other, are a table, too: so many of its lines have one. */
const TABLE_SHARE = 1 / 3;

/** Lines shown before and behind one that matches: its comment, its neighbour. */
const AROUND = 3;
/** A word that more of the lines have tells none of them from the others. */
const COMMON_SHARE = 1 / 4;
/** Where more than this matches, the piece is shown whole. */
const MOST_SHOWN = 2 / 3;

const finderOf = rememberedOf(termFinder);

/** Which of the terms of a task a text has. */
export const termsFound = (text: string, terms: ReadonlySet<string>): ReadonlySet<string> =>
  finderOf(terms)(identifiersIn(text));

/** Whether a piece is a stretch of a large record or table. */
function isOfLarge({ firstLine, lastLine }: RankedChunk, facts: Facts): boolean {
  const { shape } = facts;
  if (shape.source !== 'code') return false;
  if (shape.kind !== 'source') {
    return shape.kind !== 'test' && isLarge(1, facts.chunks.at(-1)?.lastLine ?? 0);
  }
  return largeRecords(facts).some(
    ({ line, lastLine: end }) => line <= firstLine && lastLine <= end + 1,
  );
}

const isLarge = (first: number, last: number): boolean => last - first >= LARGE_UNIT;

/** Asked for every piece of a file. */
const largeRecords = rememberedOf(({ definitions }: Facts) =>
  definitions.filter(({ kind, line, lastLine }) => RECORDS.has(kind) && isLarge(line, lastLine)),
);

/** Whether a piece of a large record or table has no word of the task. All pieces of a unit have its names, so that only their texts tell. */
export function isSilentStretch(
  chunk: RankedChunk,
  facts: Facts,
  terms: ReadonlySet<string>,
): boolean {
  return (
    isParted(chunk, facts) && termsFound(facts.text.slice(chunk.start, chunk.end), terms).size === 0
  );
}

/** Whether only the lines of a piece count that have a word of the task: of a large record, or of a table. */
const isParted = (chunk: RankedChunk, facts: Facts): boolean =>
  isOfLarge(chunk, facts) ||
  (chunk.lastLine - chunk.firstLine + 1 >= LEAST_LINES && isTable(chunk, facts));

/** Whether each line of a piece stands for itself: what is not meant says nothing of what is. */
export const hasRows = (chunk: RankedChunk, facts: Facts): boolean =>
  facts.shape.kind === 'config' || isTable(chunk, facts);

/** Whether most of a piece are definitions of a line each. What a file imports is none, though some languages keep it in a variable. */
function isTable({ firstLine, lastLine }: RankedChunk, facts: Facts): boolean {
  const { source, kind } = facts.shape;
  if (source !== 'code' || kind !== 'source') return false;
  const own = rowsOf(facts).filter((line) => line >= firstLine && line <= lastLine);
  return own.length >= TABLE_SHARE * (lastLine - firstLine + 1);
}

/** The lines that are a definition each. */
const rowsOf = rememberedOf(({ definitions, imports }: Facts): readonly number[] => {
  const imported = new Set(imports.map(({ line }) => line));
  return definitions
    .filter(({ kind, line, lastLine }) => ROWS.has(kind) && lastLine <= line + 1)
    .map(({ line }) => line)
    .filter((line) => !imported.has(line));
});

/** Which lines of a record or table are meant, from first to last; none where it is to be shown whole. */
export function stretchesOf(
  chunk: RankedChunk,
  facts: Facts,
  terms: ReadonlySet<string>,
): readonly (readonly [number, number])[] | undefined {
  const { firstLine, lastLine, start, end } = chunk;
  const count = lastLine - firstLine + 1;
  const isLarge = count >= LEAST_LINES && isParted(chunk, facts);
  const hasData = facts.shape.source === 'code' && end - start > DATA_LINE + count * USUAL_LINE;
  if (!isLarge && !hasData) return undefined;
  const lines = facts.text.slice(start, end).split('\n').slice(0, count);
  if (!isLarge) return besideData(lines, firstLine, terms);
  const found = lines.map((line) => [...termsFound(line, terms)]);
  const having = new Map<string, number>();
  for (const term of found.flat()) having.set(term, (having.get(term) ?? 0) + 1);
  const isTelling = (term: string): boolean => (having.get(term) ?? 0) <= COMMON_SHARE * count;
  const spans: [number, number][] = [];
  found.forEach((own, i) => {
    if (!own.some(isTelling)) return;
    const [first, last] = [Math.max(0, i - AROUND), Math.min(count - 1, i + AROUND)];
    const before = spans.at(-1);
    if (before !== undefined && first <= before[1] + 1 + AROUND) before[1] = last;
    else spans.push([first, last]);
  });
  const shown = spans.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  if (shown === 0 || shown > MOST_SHOWN * count) return undefined;
  return spans.map(([first, last]) => [firstLine + first, firstLine + last] as const);
}

/** A shorter piece is shown whole. */
const LEAST_LINES = 25;

const DATED = /\d{4}-\d\d-\d\d/;
/** Of an audit trail each line stands for itself; a shorter one is shown whole. */
const LEAST_ENTRIES = 4;
/** Lines that have nearly as many of the words as the best. */
const BESIDE_BEST = 0.75;

/** The lines of an audit trail that answer a question, each by itself; none where it is to be shown whole. */
export function entriesOf(
  { firstLine, start, end }: RankedChunk,
  { shape, text }: Facts,
  terms: ReadonlySet<string>,
): readonly (readonly [number, number])[] | undefined {
  if (shape.kind !== 'audit') return undefined;
  const lines = text.slice(start, end).trimEnd().split('\n');
  const found = lines.map((line) => termsFound(line, terms).size);
  const least = BESIDE_BEST * Math.max(...found);
  const shown = found.flatMap((count, i) => (count >= least ? [firstLine + i] : []));
  if (lines.length < LEAST_ENTRIES || !lines.every((line, i) => i === 0 || DATED.test(line)))
    return undefined;
  if (shown.length > MOST_SHOWN * lines.length) return undefined;
  return shown.map((line) => [line, line] as const);
}

/** Of a log the line before and behind one that is meant tell what led to it and what came of it. */
const BESIDE_LINE = 1;
/** A shorter piece of a log is shown whole. */
const SHORT_LOG = 4;

/**
 * The lines of a log that are meant, with their neighbours; of a trail or a table each by itself, below the names of its columns. None where
 * all are to be shown, or none is meant.
 */
export function linesAround(
  { firstLine, lastLine, start, end, sequence }: RankedChunk,
  { shape, text, chunks }: Facts,
  meant: ReadonlySet<number>,
): readonly (readonly [number, number])[] | undefined {
  const isTable = chunks[sequence]?.kind === 'rows';
  if (shape.kind === 'metrics' && !isTable) return undefined;
  const count = text.slice(start, end).trimEnd().split('\n').length;
  const last = Math.min(lastLine, firstLine + count - 1);
  const around = shape.kind === 'audit' || isTable ? 0 : BESIDE_LINE;
  const isShown = (line: number): boolean => {
    if (isTable && line === firstLine) return true;
    for (let at = line - around; at <= line + around; at++) if (meant.has(at)) return true;
    return false;
  };
  const spans: [number, number][] = [];
  for (let line = firstLine; line <= last; line++) {
    if (!isShown(line)) continue;
    const before = spans.at(-1);
    if (before !== undefined && before[1] === line - 1) before[1] = line;
    else spans.push([line, line]);
  }
  const shown = spans.reduce((sum, [first, end]) => sum + end - first + 1, 0);
  if (shown === 0 || count < SHORT_LOG || shown === count) return undefined;
  return spans;
}

/** So many characters in a line are no code, but what was put into it: colours, keys, a picture. */
const DATA_LINE = 1000;
const USUAL_LINE = 60;
/** Where a line says what it is. */
const BEGINNING = 200;

/** The lines around those that are nothing but data, unless the task speaks of them; none where there is no such line. */
function besideData(
  lines: readonly string[],
  firstLine: number,
  terms: ReadonlySet<string>,
): readonly (readonly [number, number])[] | undefined {
  const isData = (line: string): boolean =>
    line.length >= DATA_LINE && termsFound(line.slice(0, BEGINNING), terms).size === 0;
  const spans: [number, number][] = [];
  lines.forEach((line, i) => {
    if (isData(line)) return;
    const before = spans.at(-1);
    if (before !== undefined && before[1] === firstLine + i - 1) before[1] = firstLine + i;
    else spans.push([firstLine + i, firstLine + i]);
  });
  const isWhole = spans.length === 1 && spans[0]?.[1] === firstLine + lines.length - 1;
  return spans.length === 0 || (isWhole && spans[0]?.[0] === firstLine) ? undefined : spans;
}
