import type { Grammar } from '../../../text/code/language.ts';
import { type Findings, type Mark, noFindings } from './mark.ts';
import { calleeEnd, MAX_NAME, wordBefore } from './names.ts';

/** How much of a call's text an import or a title may need: `require('…')`. */
export const CALL_TEXT = 300;
const IDENTIFIERS = /[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*/g;
const KEYWORDS = new Set(
  'super this self import constructor function async new return if while'.split(' '),
);

/** What is being collected while one text is read. */
export interface Notes extends Findings {
  readonly grammar: Grammar;
  readonly text: string;
  /** The row in which a name was used last: one is noted once in a row. */
  readonly seen: Map<string, number>;
}

export const newNotes = (text: string, grammar: Grammar): Notes => ({
  ...noFindings(),
  text,
  grammar,
  seen: new Map(),
});

/** What a reader holds before it is given a text. */
export const NO_NOTES: Notes = newNotes('', { wasm: '', query: '' });

/** A name is used in a row. */
export function refer({ seen, references }: Notes, name: string, row: number): void {
  if (name === '' || KEYWORDS.has(name)) return;
  if (seen.get(name) === row) return;
  seen.set(name, row);
  references.push({ name, line: row + 1 });
}

/** All names in an expression full of types. */
export function referTypes(notes: Notes, types: string, row: number): void {
  for (const type of types.match(IDENTIFIERS) ?? []) refer(notes, type, row);
}

export function noteImports({ imports, grammar }: Notes, statement: string, row: number): void {
  imports.push(...(grammar.imports?.(statement, row + 1) ?? []));
}

/** True if what looks like a call or a use imports something. `from` is where its arguments begin. */
export function noteCallImport(notes: Notes, name: string, from: number, row: number): boolean {
  const { callImport } = notes.grammar;
  if (callImport === undefined) return false;
  const rest = (): string => notes.text.slice(from, from + CALL_TEXT);
  const found = callImport(name, rest, row + 1);
  if (found !== null) notes.imports.push(found);
  return found !== null;
}

/** The call whose arguments begin at an offset. Gives the row of a called name that may hold a test case. */
export function noteCall(notes: Notes, at: number, argumentsRow: number): number {
  const { text } = notes;
  const end = calleeEnd(text, at);
  const name = end < 0 ? '' : wordBefore(text, end);
  if (name === '') return NO_CASE;
  // Between the name and its arguments lines may end.
  let row = argumentsRow;
  for (let i = end; i < at; i++) if (text.charCodeAt(i) === 10) row--;
  if (noteCallImport(notes, name, at, row)) return NO_CASE;
  refer(notes, name, row);
  // `Class.method()` also uses the class.
  const dot = end - name.length - 1;
  if (dot > 0 && text.charCodeAt(dot) === 46) {
    const object = wordBefore(text, dot);
    if (/^[A-Z]/.test(object)) refer(notes, object, row);
  }
  return notes.grammar.cases?.test(name) ? row : NO_CASE;
}

export const NO_CASE = -1;

/** A test case is cut out like a function and bears its title, if it has one and more than a line. */
export function noteCase(
  { marks, text }: Notes,
  { start, end, row, lastRow }: { start: number; end: number; row: number; lastRow: number },
): void {
  if (lastRow === row) return;
  const head = text.slice(start, start + CALL_TEXT);
  const name = /^[\w\s(]{0,40}['"`]([^\n'"`]+)/.exec(head)?.[1]?.slice(0, MAX_NAME);
  if (name === undefined) return;
  const rows = { nameRow: row, firstRow: row, lastRow };
  marks.push({ kind: 'case', name, names: [], ...rows, start, end, bases: [], owner: '' });
}

const NO_BASES: readonly string[] = [];

/** A definition of one name; most have no bases and no owner. */
export const plainMark = (
  kind: string,
  name: string,
  {
    nameRow,
    firstRow,
    lastRow,
    start,
    end,
  }: Omit<Mark, 'kind' | 'name' | 'names' | 'bases' | 'owner'>,
  bases: readonly string[] = NO_BASES,
  owner = '',
): Mark => ({ kind, name, names: [name], nameRow, firstRow, lastRow, start, end, bases, owner });
