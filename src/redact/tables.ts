import type { Hinted, Report, Scan } from './finding.ts';
import { isFieldName, isPassphrase, nameKindOf } from './names.ts';
import { strengthOf } from './strength.ts';
import { isConstant, isPlaceholder, isStandIn } from './values.ts';
import { after } from './written.ts';

const LONGEST_TABLE_LINE = 2000;
/** How a dump of PostgreSQL heads its rows. */
const COPY = /^COPY \S{1,120} \(([^()]{1,1500})\) FROM stdin;/;
const MOST_CELLS = 40;

/** Columns whose heading names a secret: of a CSV file or a table in Markdown, and of HTML. */
export const TABLES: readonly Hinted[] = [
  { hints: [], scan: scanTables },
  { hints: ['<th'], ignoresCase: true, scan: scanHtml },
  { hints: ['==  =', '== ='], scan: scanRuled },
  { hints: ['|==='], scan: scanAsciidoc },
];

function scanTables({ text, reading, report }: Scan): void {
  const isCsv = /^(?:csv|tsv|text)$/.test(reading.language);
  // Not `includes`, which V8 takes for free and moves into the loop.
  const isDump = /FROM stdin/.test(text);
  let at = 0;
  let heading: { readonly sign: string; readonly cells: Cells } | null = null;
  let lines = 0;
  while (at < text.length) {
    // Most texts have no table: the next line that may open one.
    if (heading === null && !isDump && (lines > 0 || !isCsv)) {
      const next = text.indexOf('|', at);
      if (next === -1) return;
      at = Math.max(at, text.lastIndexOf('\n', next) + 1);
    }
    const end = text.indexOf('\n', at);
    const to = end === -1 ? text.length : end;
    const line = to - at > LONGEST_TABLE_LINE ? '' : text.slice(at, to);
    const isHead =
      heading === null &&
      line.includes('|') &&
      (after(RULE, text, to) > to || (reading.speaks && namesColumn(line)));
    const sign: string = heading?.sign ?? (isHead ? '|' : signOf(line, isCsv && lines === 0));
    const cells = sign === '' || !line.includes(sign) ? [] : line.split(sign);
    const copied = isDump ? COPY.exec(line)?.[1] : undefined;
    if (copied !== undefined) heading = { sign: '\t', cells: copied.split(',') };
    else if (heading !== null && GRID.test(line)) {
      at = to + 1;
      continue;
    } else if (cells.length < 2 || cells.length > MOST_CELLS) heading = null;
    else if (heading === null && isPairOf(cells))
      reportCell(at + (cells[0]?.length ?? 0) + 1, cells[1] ?? '', cells[0] ?? '', report);
    else if (heading === null) heading = { sign, cells };
    else if (cells.length === heading.cells.length) reportRow(at, cells, heading.cells, report);
    at = to + 1;
    lines++;
  }
}

/** The line under the heading of a table in Markdown. */
const RULE =
  /\r?\n[ \t]*(?:\|?[ \t]*:?-{2,}:?[ \t]*\|[-:| \t]{0,400}|\+=+(?:\+=+){1,40}\+)(?=[\r\n]|$)/y;
/** Between the rows of a table in reStructuredText. */
const GRID = /^[ \t]*\+[-=]+\+[-=+]*\r?$/;

/** A heading without a line under it, as tables of HTML are shown. */
const namesColumn = (line: string): boolean =>
  line.includes(' | ') &&
  line.split(' | ').some((cell) => /^pass(?:word|phrase|code)$/i.test(cell.trim()));

/** `Password | x`: a row whose first cell names the second, as tables without a heading have it. */
const isPairOf = ([name = '', value = '', ...others]: Cells): boolean =>
  others.length === 0 &&
  /^\s*pass(?:word|phrase|code)\s*$/i.test(name) &&
  !/^\s*\p{Lu}\p{Ll}+\s*$/u.test(value) &&
  strengthOf(value.trim()) !== 'none';

const signOf = (line: string, isFirstOfCsv: boolean): string => {
  const trimmed = line.trim();
  if (trimmed.length > 1 && trimmed.startsWith('|') && trimmed.endsWith('|')) return '|';
  return isFirstOfCsv ? (/[,;|\t]/.exec(line)?.[0] ?? '') : '';
};

type Cells = readonly string[];

function reportRow(base: number, cells: Cells, heading: Cells, report: Report): void {
  let at = base;
  const filled = cells.filter((cell) => cell.trim() !== '');
  const isPair =
    filled.length === 2 &&
    /^value|^setting/i.test(heading.filter((cell) => cell.trim() !== '')[1]?.trim() ?? '');
  cells.forEach((cell, index) => {
    const name = isPair && cell === filled[1] ? filled[0] : heading[index];
    reportCell(at, cell, name ?? '', report);
    at += cell.length + 1;
  });
}

const HTML_CELL =
  /<(\/?table|tr|th|td)\b[^<>]{0,200}>(?:\s{0,40}<(?:code|b|strong|span|kbd|p)\b[^<>]{0,80}>)?([^<]{0,200})/gi;

/** The columns of `<table>`. */
function scanHtml({ text, report }: Scan): void {
  let heading: string[] = [];
  let column = 0;
  for (const match of text.matchAll(HTML_CELL)) {
    const tag = (match[1] ?? '').toLowerCase();
    const cell = match[2] ?? '';
    if (tag.endsWith('table')) heading = [];
    if (tag.length !== 2 || tag === 'tr') column = 0;
    else {
      if (tag === 'th') heading[column] = cell;
      else
        reportCell(
          match.index + match[0].length - cell.length,
          cell,
          heading[column] ?? '',
          report,
        );
      column++;
    }
  }
}

/** What stands over, under and below the heading of a table in reStructuredText, each column as wide as its sign. */
const RULED = /^[ \t]*={2,}(?:[ \t]+={2,})+[ \t]*$/;
const MOST_RULED = 200;

function scanRuled({ text, report }: Scan): void {
  const lines = text.split('\n');
  let at = 0;
  lines.forEach((line, number) => {
    const from = at;
    at += line.length + 1;
    if (line.length > LONGEST_TABLE_LINE || !RULED.test(line) || lines[number + 2] !== line) return;
    const columns = [...line.matchAll(/=+/g)].map(({ index }) => index);
    const cellsOf = (row: string): Cells =>
      columns.map((column, i) => row.slice(column, columns[i + 1]));
    const heading = cellsOf(lines[number + 1] ?? '');
    let rowAt = from + line.length * 2 + (lines[number + 1]?.length ?? 0) + 3;
    for (const row of lines.slice(number + 3, number + 3 + MOST_RULED)) {
      if (row === line) return;
      cellsOf(row).forEach((cell, i) => {
        reportCell(rowAt + (columns[i] ?? 0), cell, heading[i] ?? '', report);
      });
      rowAt += row.length + 1;
    }
  });
}

const ASCIIDOC = /^\|={3,}[ \t]*\n([\s\S]{0,20000}?)^\|={3,}/gm;
const ASCIIDOC_CELL = /(?<=^|[ \t])[\d.*+<>^]{0,6}[aehlmsv]?\|([^|\n]*)/gm;

/** Tables of AsciiDoc: as many columns as the first line has, or one cell a line after a heading. */
function scanAsciidoc({ text, report }: Scan): void {
  for (const table of text.matchAll(ASCIIDOC)) {
    const body = table[1] ?? '';
    const base = table.index + table[0].indexOf('\n') + 1;
    const heading = headingOf(body.trimStart());
    if (heading.length < 2) continue;
    const cells = [...body.matchAll(ASCIIDOC_CELL)];
    cells.forEach(({ 0: whole, 1: cell = '', index }, at) => {
      if (at < heading.length) return;
      const own = heading[at % heading.length] ?? '';
      // Under “Setting” and “Value” the cell before it names one.
      const isPair = heading.length === 2 && /^\s*value/i.test(own);
      const name = isPair ? (cells[at - 1]?.[1] ?? '') : own;
      reportCell(base + index + whole.length - cell.length, cell, name, report);
    });
  }
}

/** The cells of the first line, or those up to an empty one, each on its own. */
function headingOf(body: string): Cells {
  const cellsOf = (lines = ''): Cells =>
    [...lines.matchAll(ASCIIDOC_CELL)].map(([, cell = '']) => cell);
  const first = cellsOf(body.split('\n', 1)[0]);
  return first.length > 1 ? first : cellsOf(body.split(/\n[ \t]*\n/, 1)[0]);
}

function reportCell(at: number, cell: string, head: string, report: Report): void {
  const name = head.trim().replace(/^["'*`]+|["'*`]+$/g, '');
  const value = cell.trim().replace(/^["'*`]+|["'*`]+$/g, '');
  const isNamed = /^[\w .-]{2,30}$/.test(name) && ['password', 'token'].includes(nameKindOf(name));
  const isValue =
    value.length > 2 && (!/\s/.test(value) || isPassphrase(value)) && !/^[-:]+$/.test(value);
  // What a format calls its tokens, what a setting is called: `:date_full`, `auth.existingSecret`.
  const isSymbol = /^[:%]\w+$|^[a-z]\w*(?:\.[a-zA-Z]{2,}){1,5}$/.test(value);
  if (
    isNamed &&
    isValue &&
    !isSymbol &&
    !isStandIn(value) &&
    !isConstant(value) &&
    !isPlaceholder(value) &&
    !isFieldName(value)
  ) {
    const from = at + cell.indexOf(value);
    report(from, from + value.length, 'column', name);
  }
}
