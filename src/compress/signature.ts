import { lineStarts } from '../math/lines.ts';
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

const VALUES = new Set(['variable', 'constant', 'field', 'member', 'property', 'macro']);
const TYPES = new Set([
  'interface',
  'struct',
  'enum',
  'type',
  'union',
  'record',
  'trait',
  'protocol',
]);
/** A type's body says what the type is; one longer than this is shown by its members alone. */
const MOST_TYPE_LINES = 40;
const MOST_VALUE_LINES = 3;
const MOST_SIGNATURE_LINES = 30;
const MOST_DECORATOR_LINES = 12;

export const isValue = ({ kind }: Definition): boolean => VALUES.has(kind);
const isType = ({ kind }: Definition): boolean => TYPES.has(kind);

/** Line of each offset, by halving. */
function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

interface Mark {
  readonly line: number;
  readonly mark: string;
}

/** Brackets by line, so that the body of a definition can be told from its signature. */
class Brackets {
  private readonly marks: readonly Mark[];
  /** Index of the first mark on or after each line. */
  private readonly from: Int32Array;

  constructor(text: string, language: string, lines: number) {
    const starts = lineStarts(text);
    const lexed = lex(text, language);
    this.marks = (lexed?.brackets ?? []).map(({ at, mark }) => ({
      line: lineAt(starts, at),
      mark,
    }));
    this.from = new Int32Array(lines + 2).fill(this.marks.length);
    for (let i = this.marks.length - 1; i >= 0; i--) this.from[this.marks[i]?.line ?? 0] = i;
    for (let line = lines; line >= 1; line--) {
      this.from[line] = Math.min(this.from[line] ?? 0, this.from[line + 1] ?? 0);
    }
  }

  private *within(first: number, last: number): Generator<Mark> {
    for (let i = this.from[first] ?? 0; i < this.marks.length; i++) {
      const mark = this.marks[i];
      if (mark === undefined || mark.line > last) return;
      yield mark;
    }
  }

  /**
   * The line of the brace that opens the body: of the last pair of braces that stands inside nothing else.
   * 0 if there is none. Return types and defaults may hold pairs of their own before it.
   */
  bodyLine(first: number, last: number): number {
    let depth = 0;
    let opened = 0;
    let body = 0;
    for (const { line, mark } of this.within(first, last)) {
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
  balancedLine(first: number, last: number): number {
    let depth = 0;
    let line = first;
    for (const next of this.within(first, last)) {
      if (next.line > line && depth <= 0) return line;
      line = Math.max(line, next.line);
      depth += '([{'.includes(next.mark) ? 1 : -1;
    }
    return depth <= 0 ? line : Math.min(last, first + MOST_SIGNATURE_LINES);
  }
}

const DECORATOR = /^\s*(?:@[\w.]|#!?\[|\[[A-Z]\w*|@\()/;

/** The first line of the decorators and annotations right above a line. */
function decorated(lines: readonly string[], line: number): number {
  let first = line;
  for (let up = line - 1; up >= 1 && line - up <= MOST_DECORATOR_LINES; up--) {
    const text = lines[up - 1] ?? '';
    if (DECORATOR.test(text)) first = up;
    // Arguments of a decorator on lines of their own.
    else if (
      !/^\s*(?:[\w"'.\])},({[]|$)/.test(text) ||
      text.trim() === '' ||
      /[;{}:]\s*$/.test(text)
    )
      break;
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
  if (languageNamed(language)?.braceless !== true) {
    const body = brackets.bodyLine(line, lastLine);
    if (body > 0 && body - line <= MOST_SIGNATURE_LINES) {
      const alone = /^\s*\{\s*$/.test(lines[body - 1] ?? '');
      return alone && body > line ? body - 1 : body;
    }
  }
  const balanced = brackets.balancedLine(line, lastLine);
  return Math.min(balanced, line + MOST_SIGNATURE_LINES);
}

/** The comment that ends right above a line, or the docstring right below one. */
function docOf(
  facts: Facts,
  first: number,
  signature: number,
  last: number,
): readonly [number, number] | null {
  let best: readonly [number, number] | null = null;
  // Ranges lie in order; the one nearest above the definition is the last that ends before it.
  let low = 0;
  let high = facts.docLines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((facts.docLines[middle]?.[1] ?? 0) < first) low = middle + 1;
    else high = middle;
  }
  const above = facts.docLines[low - 1];
  if (above !== undefined && above[1] === first - 1) best = above;
  for (let i = low; i < Math.min(low + 3, facts.docLines.length); i++) {
    const range = facts.docLines[i];
    if (range !== undefined && range[0] === signature + 1 && range[1] <= last) return range;
  }
  return best;
}

/** The extents of a document's definitions, in line order; local variables are no part of an outline. */
export function extentsOf(facts: Facts, lines: readonly string[]): Extent[] {
  const { language } = facts.shape;
  const brackets = new Brackets(facts.text, language, lines.length);
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
