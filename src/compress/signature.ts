import { lineStarts, rowAt } from '../math/lines.ts';
import type { Definition, Facts } from '../model/document.ts';
import { languageNamed } from '../text/code/known.ts';
import { lex } from '../text/code/lex.ts';

/** Where the parts of a definition lie. Lines count from 1, both ends included. */
export interface Extent {
  readonly definition: Definition;
  /** With the decorators above it. */
  readonly first: number;
  readonly signatureLast: number;
  /** The documentation above the signature or below it; null if there is none. */
  readonly doc: readonly [number, number] | null;
  readonly last: number;
}

const VALUES = new Set('variable constant field member property macro'.split(' '));
const TYPES = new Set('interface struct enum type union record trait protocol'.split(' '));
/** A type's body says what the type is; one longer than this is shown by its members alone. */
const MOST_TYPE_LINES = 40;
const MOST_VALUE_LINES = 3;
const MOST_SIGNATURE_LINES = 30;
const MOST_DECORATOR_LINES = 12;

export const isValue = ({ kind }: Definition): boolean => VALUES.has(kind);
const isType = ({ kind }: Definition): boolean => TYPES.has(kind);

interface Mark {
  readonly line: number;
  readonly mark: string;
}

/** The brackets of some lines, by which the body of a definition is told from its signature. */
type Brackets = (first: number, last: number) => readonly Mark[];

function bracketsOf(text: string, language: string): Brackets {
  const starts = lineStarts(text);
  const byLine: Mark[][] = [];
  let row = 0;
  for (const { at, mark } of lex(text, language)?.brackets ?? []) {
    row = rowAt(starts, at, row);
    byLine[row + 1] ??= [];
    byLine[row + 1]?.push({ line: row + 1, mark });
  }
  return (first, last) => byLine.slice(first, last + 1).flat();
}

/**
 * The line of the brace that opens the body: of the last pair of braces that stands inside nothing else.
 * 0 if there is none. Return types and defaults may hold pairs of their own before it.
 */
function bodyLine(marks: readonly Mark[], last: number): number {
  let depth = 0;
  let opened = 0;
  let body = 0;
  for (const { line, mark } of marks) {
    if ('([{'.includes(mark)) {
      if (depth === 0 && mark === '{') opened = line;
      depth++;
    } else if (depth > 0) {
      depth--;
      if (depth === 0 && mark === '}' && line >= last) body = opened;
    }
  }
  // The last brace of a range may stay open where the range was cut.
  return body === 0 && depth > 0 ? opened : body;
}

/** The first line from `first` on at whose end no bracket is open. */
function balancedLine(marks: readonly Mark[], first: number, last: number): number {
  let depth = 0;
  let line = first;
  for (const next of marks) {
    if (next.line > line && depth <= 0) return line;
    line = Math.max(line, next.line);
    depth += '([{'.includes(next.mark) ? 1 : -1;
  }
  return depth <= 0 ? line : Math.min(last, first + MOST_SIGNATURE_LINES);
}

const DECORATOR = /^\s*(?:@[\w.]|#!?\[|\[[A-Z]\w*|@\()/;

/** The first line of the decorators and annotations right above a line. */
function decorated(lines: readonly string[], line: number): number {
  let first = line;
  for (let up = line - 1; up >= 1 && line - up <= MOST_DECORATOR_LINES; up--) {
    const text = lines[up - 1] ?? '';
    if (DECORATOR.test(text)) first = up;
    // Arguments of a decorator on lines of their own.
    else if (!/^\s*[\w"'.\])},({[]/.test(text) || /[;{}:]\s*$/.test(text)) break;
  }
  return first;
}

function signatureLast(
  definition: Definition,
  lines: readonly string[],
  brackets: Brackets,
  language: string,
): number {
  const { line, lastLine } = definition;
  if (lastLine <= line) return line;
  if (isType(definition) && lastLine - line < MOST_TYPE_LINES) return lastLine;
  if (isValue(definition)) return lastLine - line < MOST_VALUE_LINES ? lastLine : line;
  const marks = brackets(line, lastLine);
  if (languageNamed(language)?.braceless !== true) {
    const body = bodyLine(marks, lastLine);
    if (body > 0 && body - line <= MOST_SIGNATURE_LINES) {
      const alone = /^\s*\{\s*$/.test(lines[body - 1] ?? '');
      return alone && body > line ? body - 1 : body;
    }
  }
  return Math.min(balancedLine(marks, line, lastLine), line + MOST_SIGNATURE_LINES);
}

/** The comment that ends right above a line, or the docstring right below one. */
function docOf({ docLines }: Facts, first: number, end: number, last: number): Extent['doc'] {
  // Ranges lie in order; the one nearest above the definition is the last that ends before it.
  let low = 0;
  let high = docLines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((docLines[middle]?.[1] ?? 0) < first) low = middle + 1;
    else high = middle;
  }
  const below = docLines
    .slice(low, low + 3)
    .find((range) => range[0] === end + 1 && range[1] <= last);
  const above = docLines[low - 1];
  return below ?? (above?.[1] === first - 1 ? above : null);
}

/** The extents of a document's definitions, in line order; local variables are no part of an outline. */
export function extentsOf(facts: Facts, lines: readonly string[]): Extent[] {
  const { language } = facts.shape;
  const brackets = bracketsOf(facts.text, language);
  const functions: Definition[] = [];
  const found: Extent[] = [];
  const sorted = [...facts.definitions].sort((a, b) => a.line - b.line || b.lastLine - a.lastLine);
  for (const definition of sorted) {
    while ((functions.at(-1)?.lastLine ?? Number.POSITIVE_INFINITY) < definition.line)
      functions.pop();
    const inside = functions.at(-1);
    const isFunction = definition.kind === 'function' || definition.kind === 'method';
    if (isValue(definition) && inside !== undefined && definition.line > inside.line) continue;
    if (isFunction) functions.push(definition);
    const first = Math.max(1, decorated(lines, definition.line));
    const last = Math.min(lines.length, Math.max(definition.line, definition.lastLine));
    const signature = Math.min(last, signatureLast(definition, lines, brackets, language));
    const doc = docOf(facts, first, signature, last);
    found.push({ definition, first, signatureLast: signature, doc, last });
  }
  return found;
}
