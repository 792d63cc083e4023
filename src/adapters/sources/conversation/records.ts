import { isRecord, parseJson } from '../../../text/imports/loose-json.ts';
import { csvRows } from '../logs/csv.ts';
import { anyField, field, textField } from './json.ts';
import { CONTENTS, speakerOf, TIMES } from './messages.ts';

/* What people said to each other, as any program may have written it down: records with who, what, and mostly when. */

/** So many of the records of a file say something, or what they hold is no talk. */
const SAID_SHARE = 0.6;
const LEAST_RECORDS = 2;
/** Records in a record in a list of conversations, and no deeper. */
const MOST_NESTED = 4;
/** A sentence has a few words; a title or a name has fewer. */
const PROSE = /\p{L}{2,}\S*\s+\S+\s+\S+/u;
/** What programs write of themselves has such a key beside its message. */
const OF_A_PROGRAM =
  /^(?:level|severity|lvl|loglevel|log_level|logger|log|action|event|status|code|exit|rating|score|price|translation|locale|lang)$/i;

/** Whether the beginning of a file of JSON is a list of records, most of which somebody says. */
export function isRecordedTalk(head: string, isTimed: boolean): boolean {
  const found = objectsIn(head);
  for (let depth = 0; depth < MOST_NESTED; depth++) {
    const records = found.filter((each) => each.depth === depth).map(({ value }) => value);
    const said = records.filter(isSaid);
    const isMost = said.length >= LEAST_RECORDS && said.length >= SAID_SHARE * records.length;
    if (isMost) return !isTimed || isTalkByItself(said);
  }
  return false;
}

/** The rows of a table as records, by the names of its columns. */
export function rowsOf(raw: string): Readonly<Record<string, string>>[] {
  const [header = [], ...rows] = csvRows(raw);
  return rows.map((row) =>
    Object.fromEntries(header.map((name, i) => [name.toLowerCase(), row[i] ?? ''])),
  );
}

/** Whether the rows of a table are said by somebody. */
export const isTalkInTable = (head: string): boolean =>
  isTalkInRecords(rowsOf(head.slice(0, head.lastIndexOf('\n') + 1)));

/** Whether most of some records are said by somebody. */
export function isTalkInRecords(records: readonly unknown[]): boolean {
  const said = records.filter(isSaid);
  return said.length > 0 && said.length >= SAID_SHARE * records.length;
}

/** Without a folder that says so: everybody speaks at a time, and somebody speaks again. */
function isTalkByItself(said: readonly unknown[]): boolean {
  const speakers = new Set(said.map(speakerOf));
  const isTimed = said.every((record) => anyField(record, ...TIMES) !== undefined);
  return isTimed && speakers.size > 1 && speakers.size < said.length;
}

function isSaid(record: unknown): boolean {
  if (!isRecord(record) || speakerOf(record) === '') return false;
  if (Object.keys(record).some((key) => OF_A_PROGRAM.test(key))) return false;
  const content = anyField(record, ...CONTENTS);
  return textsIn(content).some((text) => PROSE.test(text));
}

/** The texts of a content: itself, its blocks, or what the message in it says. */
function textsIn(content: unknown, depth = 0): string[] {
  if (typeof content === 'string') return [content];
  if (depth >= MOST_NESTED) return [];
  if (Array.isArray(content)) return content.flatMap((block) => textsIn(block, depth + 1));
  const own = textField(content, 'text', 'content', 'input');
  if (own !== '') return [own];
  const inner = field(content, 'content') ?? field(content, 'parts') ?? field(content, 'input');
  return isRecord(inner) ? ['a call of a tool'] : textsIn(inner ?? '', depth + 1);
}

interface Found {
  readonly depth: number;
  readonly value: unknown;
}

/** The whole objects of a beginning that may be cut anywhere, each with how many objects it lies in. */
function objectsIn(head: string): Found[] {
  const open: number[] = [];
  const found: Found[] = [];
  for (let i = 0; i < head.length; i++) {
    const char = head[i];
    if (char === '"') i = stringEnd(head, i);
    else if (char === '{') open.push(i);
    else if (char === '}') {
      const start = open.pop();
      if (start === undefined) continue;
      const value = parseJson(head.slice(start, i + 1));
      if (value !== undefined) found.push({ depth: open.length, value });
    }
  }
  return found;
}

function stringEnd(text: string, quote: number): number {
  for (let i = quote + 1; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === '"') return i;
  }
  return text.length;
}
