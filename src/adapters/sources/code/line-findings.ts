import { lineStarts } from '../../../math/lines.ts';
import type { Import, Reference } from '../../../model/document.ts';
import { languageNamed } from '../../../text/code/known.ts';
import { type Findings, noFindings } from './mark.ts';

/** A longer line is data or minified code; looking at its start is enough. */
const MAX_LINE = 400;
/** Names worth keeping of one document; beyond it the text is data. */
const MAX_MARKS = 20_000;
const CALL = /(?<!\w)([A-Za-z_]\w*)\s*\(/g;
const NOT_CALLED =
  /^(?:if|for|while|switch|catch|return|function|elif|elsif|unless|until|and|or|not|in|when|match|with|using|lock|sizeof|typeof|defined|def|fn|func|fun)$/;
const CLOSER = /^\s*(?:[)\]}]|end\b|\*\/|-->|esac\b|fi\b|done\b)/;
const OPENER = /^\s*(?:\{|begin\b|is\b)/;

interface Open {
  readonly kind: string;
  readonly name: string;
  readonly row: number;
  readonly indent: number;
}

type Definition = readonly [kind: string, pattern: RegExp];

function definedOn(line: string, definitions: readonly Definition[]) {
  for (const [kind, pattern] of definitions) {
    const match = pattern.exec(line);
    if (match === null) continue;
    const name = match[match.length - 1] ?? match[1] ?? '';
    if (name !== '' && !NOT_CALLED.test(name))
      return { kind, name: name.replace(/["`[\]]/g, '').trim() };
  }
  return null;
}

function importOn(line: string, row: number, patterns: readonly RegExp[]): readonly Import[] {
  for (const pattern of patterns) {
    const [, module, list = ''] = pattern.exec(line) ?? [];
    if (module === undefined) continue;
    const names = list.split(',').map((name) => name.trim());
    return [{ module, names: names.filter((name) => name !== ''), line: row + 1 }];
  }
  return [];
}

function callsOn(line: string, row: number): Reference[] {
  const names = new Set(Array.from(line.matchAll(CALL), ([, name = '']) => name));
  return [...names].flatMap((name) => (NOT_CALLED.test(name) ? [] : [{ name, line: row + 1 }]));
}

/** What lines that look like definitions tell, for languages without a grammar and texts no grammar can take. A definition reaches as far as its lines are indented. */
export function lineFindings(text: string, name: string): Findings {
  const findings = noFindings();
  const language = languageNamed(name);
  if (language?.definitions === undefined) return findings;
  const { marks, references, imports, docs } = findings;
  const { comments, calls = language.role === undefined } = language;
  const importing = [language.imports ?? []].flat();
  const definitions = Object.entries(language.definitions).flatMap(([kind, patterns]) =>
    [patterns].flat().map((pattern): Definition => [kind, pattern]),
  );
  const runs = new Set(language.runs?.split(' '));
  const starts = lineStarts(text);
  const open: Open[] = [];
  let lastFull = 0;

  const close = ({ kind, name: own, row, indent }: Open, lastRow: number): void => {
    const start = (starts[row] ?? 0) + indent;
    const end = Math.max(starts[lastRow + 1] ?? text.length, start + 1);
    const rows = { nameRow: row, firstRow: row, lastRow };
    marks.push({ kind, name: own, names: [own], ...rows, start, end, bases: [], owner: '' });
  };
  /** Ends what a row at this indentation ends; `next` is what it defines itself. */
  const closeTo = (indent: number, row: number, closing: boolean, next: string): void => {
    for (let top = open.at(-1); top !== undefined && top.indent >= indent; top = open.at(-1)) {
      if (runs.has(top.kind) && !runs.has(next) && row < starts.length) break;
      open.pop();
      close(top, closing && top.indent === indent ? row : Math.max(top.row, lastFull));
    }
  };

  for (let row = 0; row < starts.length; row++) {
    const start = starts[row] ?? 0;
    const end = Math.min((starts[row + 1] ?? text.length + 1) - 1, start + MAX_LINE);
    const line = text.slice(start, end);
    const indent = line.search(/[^ \t]|$/);
    if (indent === line.trimEnd().length) continue;
    if (comments?.opens.test(line)) {
      docs.push([row, row]);
      continue;
    }
    if (OPENER.test(line)) {
      lastFull = row;
      continue;
    }
    const isFull = marks.length >= MAX_MARKS;
    const found = isFull ? null : definedOn(line, definitions);
    closeTo(indent, row, CLOSER.test(line), found?.kind ?? '');
    lastFull = row;
    if (marks.length >= MAX_MARKS) continue;
    if (found !== null) open.push({ ...found, row, indent });
    imports.push(...importOn(line, row, importing));
    if (calls) references.push(...callsOn(line, row));
  }
  closeTo(0, starts.length, false, '');
  return findings;
}
