/*
 * Places of keys in a TOML document. The parser gives values without places; this gives places
 * without values. It expects a document the parser has accepted.
 */

/** Joins a key path so that a quoted key with dots in it stays one part. */
export const pathKey = (path: readonly string[]): string => path.join('\u0000');

/** No key of ours lies deeper; what lies deeper is reported at its ancestor. */
const DEEPEST = 8;

interface Cursor {
  readonly text: string;
  at: number;
}
/** Called for every key with its path and the offset at which it is written. */
type Note = (path: readonly string[], at: number) => void;

const BARE_KEY = /[A-Za-z0-9_-]*/y;
const SPACE = /[ \t]*/y;
const WHITE = /[ \t\r\n\uFEFF]*/y;
const LINE_REST = /[^\n]*/y;
/** A number, date or boolean ends where something else begins. */
const BARE_VALUE = /[^,\]}#\n]*/y;

function take(cursor: Cursor, pattern: RegExp): string {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text)?.[0] ?? '';
  cursor.at += found.length;
  return found;
}

const peek = (cursor: Cursor): string => cursor.text[cursor.at] ?? '';

/** Passes spaces, newlines and comments. */
function takeBlank(cursor: Cursor): void {
  take(cursor, WHITE);
  while (peek(cursor) === '#') {
    take(cursor, LINE_REST);
    take(cursor, WHITE);
  }
}

function unescaped(body: string): string {
  try {
    return JSON.parse(`"${body}"`) as string;
  } catch {
    return body; // an escape JSON does not know; such a key is unknown to us anyway
  }
}

/** Passes a string in quotes of any kind and returns what is between them. */
function takeString(cursor: Cursor): string {
  const { text } = cursor;
  const quote = peek(cursor);
  const open = text.startsWith(quote.repeat(3), cursor.at) ? quote.repeat(3) : quote;
  const start = cursor.at + open.length;
  let end = start;
  while (end < text.length && !text.startsWith(open, end)) {
    end += quote === '"' && text[end] === '\\' ? 2 : 1;
  }
  cursor.at = Math.min(text.length, end + open.length);
  // A multi-line string may end in up to two quotes of its own.
  while (open.length > 1 && peek(cursor) === quote) cursor.at++;
  const body = text.slice(start, end);
  return quote === '"' ? unescaped(body) : body;
}

function takePath(cursor: Cursor): string[] {
  const path: string[] = [];
  for (;;) {
    take(cursor, SPACE);
    const quote = peek(cursor);
    path.push(quote === '"' || quote === "'" ? takeString(cursor) : take(cursor, BARE_KEY));
    take(cursor, SPACE);
    if (peek(cursor) !== '.') return path;
    cursor.at++;
  }
}

/** Passes `[…]` or `{…}`; `item` passes one of its items. */
function takeItems(cursor: Cursor, close: string, item: () => void): void {
  cursor.at++;
  takeBlank(cursor);
  while (cursor.at < cursor.text.length && peek(cursor) !== close) {
    const before = cursor.at;
    item();
    takeBlank(cursor);
    if (peek(cursor) === ',') cursor.at++;
    takeBlank(cursor);
    if (cursor.at === before) cursor.at++; // never stand still
  }
  cursor.at++;
}

function takeValue(cursor: Cursor, path: readonly string[], note: Note): void {
  take(cursor, SPACE);
  const first = peek(cursor);
  if (first === '"' || first === "'") takeString(cursor);
  else if (first === '[') takeItems(cursor, ']', () => takeValue(cursor, path, note));
  else if (first === '{') takeItems(cursor, '}', () => takePair(cursor, path, note));
  else take(cursor, BARE_VALUE);
}

function takePair(cursor: Cursor, table: readonly string[], note: Note): void {
  const start = cursor.at;
  const path = [...table, ...takePath(cursor)];
  note(path, start);
  if (peek(cursor) !== '=') return;
  cursor.at++;
  takeValue(cursor, path, note);
}

/** Maps every key path (see `pathKey`) of a TOML document to the line it is first written on. */
export function keyLines(toml: string): Map<string, number> {
  const lines = new Map<string, number>();
  let line = 1;
  let nextBreak = toml.indexOf('\n');
  const note: Note = (path, at) => {
    for (; nextBreak !== -1 && nextBreak < at; line++)
      nextBreak = toml.indexOf('\n', nextBreak + 1);
    for (let length = 1; length <= Math.min(path.length, DEEPEST); length++) {
      const key = pathKey(path.slice(0, length));
      if (!lines.has(key)) lines.set(key, line);
    }
  };

  const cursor: Cursor = { text: toml, at: 0 };
  let table: string[] = [];
  takeBlank(cursor);
  while (cursor.at < toml.length) {
    const before = cursor.at;
    if (peek(cursor) === '[') {
      cursor.at += toml[cursor.at + 1] === '[' ? 2 : 1;
      table = takePath(cursor);
      note(table, before);
      take(cursor, LINE_REST);
    } else {
      takePair(cursor, table, note);
    }
    takeBlank(cursor);
    if (cursor.at === before) cursor.at++;
  }
  return lines;
}
