import { isRecord, parseJson } from '../../../text/imports/loose-json.ts';
import { csvRows } from './csv.ts';

/* A short table or trail reads best as it was written: whoever looks for a line of it finds it again. */

/** With more rows than this, what they say together is shorter. */
const MOST_ROWS = 30;
const LONGEST_LINE = 320;

const linesOf = (raw: string): string[] => raw.split(/\r?\n/).filter((line) => line.trim() !== '');
const isShort = (lines: readonly string[]): boolean =>
  lines.every(({ length }) => length <= LONGEST_LINE);

/** A table with few rows, or a few samples without buckets. */
export function isShortTable(raw: string, format: string): boolean {
  const lines = linesOf(raw);
  if (format === 'csv') return lines.length <= MOST_ROWS && isShort(lines);
  if (format !== 'prometheus' || /_bucket\{|\ble="/.test(raw)) return false;
  return lines.filter((line) => !line.startsWith('#')).length <= MOST_ROWS && isShort(lines);
}

/** So many rows are kept beside what they say together: who names a day wants its row. */
const MOST_ROWS_KEPT = 2000;
/** Rows of a block, each with the names of the columns. */
const BLOCK_ROWS = 40;

/** The rows of a longer table as they were written; empty for one that is too long. */
export function rowsText(raw: string): string {
  const [header = '', ...rows] = linesOf(raw);
  if (rows.length > MOST_ROWS_KEPT || !isShort(rows)) return '';
  const blocks = Array.from({ length: Math.ceil(rows.length / BLOCK_ROWS) }, (_, i) =>
    [`rows ${header}`, ...rows.slice(i * BLOCK_ROWS, (i + 1) * BLOCK_ROWS)].join('\n  '),
  );
  return `\n${blocks.join('\n')}\n`;
}

/** A trail with an entry in each line, of which none is long. */
export function hasShortEntries(raw: string): boolean {
  const lines = linesOf(raw);
  const isEntry = (line: string): boolean => isFlat(parseJson(line)) || isPairs(line);
  return isShort(lines) && (lines.every(isEntry) || isTable(lines));
}

/** `2026-03-01T10:00:00Z user=mara action=apply`: a time and what it says by name. */
const isPairs = (line: string): boolean =>
  /^\[?\d{4}-\d\d-\d\d/.test(line) && (line.match(/(?:^|\s)[\w.@-]{1,60}=/g) ?? []).length > 1;

/** A row for each entry below the names of the columns. */
function isTable(lines: readonly string[]): boolean {
  const [header = [], ...rows] = csvRows(lines.join('\n'));
  return (
    header.length > 2 &&
    rows.length > 0 &&
    !/^\s*[[{]/.test(lines[0] ?? '') &&
    rows.every(({ length }) => length === header.length)
  );
}

const isFlat = (value: unknown): boolean =>
  isRecord(value) && !Object.values(value).some((own) => isRecord(own));

/** The first and last lines of what belongs together: the samples of a metric with what is said of it, or the whole table. */
export function familiesIn(lines: readonly string[]): {
  readonly name: string;
  readonly first: number;
  readonly last: number;
}[] {
  if (!lines.some((line) => /^# (?:TYPE|HELP) /.test(line))) {
    return [{ name: lines[0] ?? '', first: 0, last: lines.length - 1 }];
  }
  const found: { name: string; first: number; last: number }[] = [];
  lines.forEach((line, i) => {
    const name =
      /^# (?:TYPE|HELP) (\S+)/.exec(line)?.[1] ?? /^[A-Za-z_:][\w:]*/.exec(line)?.[0] ?? '';
    const before = found.at(-1);
    const isSame = before !== undefined && (name === '' || name.startsWith(before.name));
    if (isSame) before.last = i;
    else found.push({ name, first: i, last: i });
  });
  return found;
}
