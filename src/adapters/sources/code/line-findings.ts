import { lineStarts } from '../../../math/lines.ts';
import type { Import, Reference } from '../../../model/document.ts';
import { type LineRules, lineRulesOf } from './line-rules.ts';
import type { Findings, Mark } from './mark.ts';

/** A longer line is data or minified code; looking at its start is enough. */
const MAX_LINE = 400;
/** Names worth keeping of one document; beyond it the text is data. */
const MAX_MARKS = 20_000;
const CALL = /(?<!\w)([A-Za-z_]\w*)\s*\(/g;
const NOT_CALLED = new Set(
  'if for while switch catch return function elif elsif unless until and or not in when match with using lock sizeof typeof defined def fn func fun'.split(
    ' ',
  ),
);
const CLOSER = /^\s*(?:[)\]}]|end\b|\*\/|-->|esac\b|fi\b|done\b)/;
const OPENER = /^\s*(?:\{|begin\b|is\b)/;

interface Open {
  readonly kind: string;
  readonly name: string;
  readonly row: number;
  readonly indent: number;
}

const indentOf = (line: string): number => {
  let i = 0;
  while (i < line.length && (line.charCodeAt(i) === 32 || line.charCodeAt(i) === 9)) i++;
  return i;
};

function definedOn(
  line: string,
  rules: LineRules,
): { readonly kind: string; readonly name: string } | null {
  for (const [kind, pattern] of rules.rules) {
    const match = pattern.exec(line);
    if (match === null) continue;
    const name = match[match.length - 1] ?? match[1] ?? '';
    if (name !== '' && !NOT_CALLED.has(name))
      return { kind, name: name.replace(/["`[\]]/g, '').trim() };
  }
  return null;
}

function importsOn(line: string, row: number, rules: LineRules, into: Import[]): void {
  for (const pattern of rules.imports) {
    const match = pattern.exec(line);
    if (match?.[1] === undefined) continue;
    const names = (match[2] ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '');
    into.push({ module: match[1], names, line: row + 1 });
    return;
  }
}

function callsOn(line: string, row: number, into: Reference[]): void {
  const seen = new Set<string>();
  for (const match of line.matchAll(CALL)) {
    const name = match[1] ?? '';
    if (seen.has(name) || NOT_CALLED.has(name)) continue;
    seen.add(name);
    into.push({ name, line: row + 1 });
  }
}

/** What lines that look like definitions tell, for languages without a grammar and texts no grammar can take. A definition reaches as far as its lines are indented. */
export function lineFindings(text: string, language: string): Findings {
  const rules = lineRulesOf(language);
  const starts = lineStarts(text);
  const marks: Mark[] = [];
  const references: Reference[] = [];
  const imports: Import[] = [];
  const docs: [number, number][] = [];
  const open: Open[] = [];
  let lastFull = 0;

  const close = (mark: Open, lastRow: number): void => {
    const start = (starts[mark.row] ?? 0) + mark.indent;
    const end = starts[lastRow + 1] ?? text.length;
    marks.push({
      kind: mark.kind,
      name: mark.name,
      names: [mark.name],
      nameRow: mark.row,
      firstRow: mark.row,
      lastRow,
      start,
      end: Math.max(end, start + 1),
      bases: [],
      owner: '',
    });
  };
  const runs = new Set(rules.runs);
  /** Ends what a row at this indentation ends; `next` is what it defines itself. */
  const closeTo = (indent: number, row: number, closing: boolean, next: string): void => {
    for (
      let top = open[open.length - 1];
      top !== undefined && top.indent >= indent;
      top = open[open.length - 1]
    ) {
      if (runs.has(top.kind) && !runs.has(next) && row < starts.length) break;
      open.pop();
      close(top, closing && top.indent === indent ? row : Math.max(top.row, lastFull));
    }
  };

  for (let row = 0; row < starts.length; row++) {
    const start = starts[row] ?? 0;
    const end = Math.min((starts[row + 1] ?? text.length + 1) - 1, start + MAX_LINE);
    const line = text.slice(start, end);
    const indent = indentOf(line);
    if (indent === line.trimEnd().length) continue;
    if (rules.comment.test(line)) {
      docs.push([row, row]);
      continue;
    }
    if (OPENER.test(line)) {
      lastFull = row;
      continue;
    }
    const found = marks.length < MAX_MARKS ? definedOn(line, rules) : null;
    closeTo(indent, row, CLOSER.test(line), found?.kind ?? '');
    lastFull = row;
    if (marks.length < MAX_MARKS) {
      if (found !== null) open.push({ ...found, row, indent });
      importsOn(line, row, rules, imports);
      if (rules.calls) callsOn(line, row, references);
    }
  }
  closeTo(0, starts.length, false, '');
  return { marks, references, imports, docs, leads: [] };
}
