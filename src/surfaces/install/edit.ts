import { applyEdits, type Edit, modify, type ParseError, parse } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { SheafError } from '../../model/errors.ts';
import type { Entry } from './clients.ts';

/* Entries of ours in a file of the user's: everything else stays as it is, to the byte. */

const BOM = '\uFEFF';
const OWN = /\bsheaf\b/;

/** The file with an entry; the same text where it has it already. `null` is a file that is not there. */
export function withEntry(text: string | null, entry: Entry, file: string): string {
  switch (entry.kind) {
    case 'text':
      return text ?? entry.text;
    case 'toml':
      return withTable(text ?? '', entry, file);
    case 'value':
    case 'item':
      return withJson(text ?? '', entry, file);
  }
}

type JsonEntry = Extract<Entry, { kind: 'value' | 'item' }>;
type TomlEntry = Extract<Entry, { kind: 'toml' }>;

function withJson(text: string, entry: JsonEntry, file: string): string {
  const bom = text.startsWith(BOM) ? BOM : '';
  const own = text.slice(bom.length);
  const holder = own.trim() === '' ? {} : readJson(own, file);
  const there = valueAt(holder, entry.at, file);
  if (own.trim() === '') return `${bom}${applied('{}', entry, false, own)}\n`;
  if (entry.kind === 'value')
    return there === undefined ? bom + applied(own, entry, false, own) : text;
  if (there !== undefined && !Array.isArray(there))
    throw refusal(file, `${entry.at.join('.')} is not a list`);
  const isThere = Array.isArray(there) && there.some(isOwnHook);
  return isThere ? text : bom + applied(own, entry, Array.isArray(there), own);
}

/** A hook that starts Sheaf, whatever its form was when it was written. */
const isOwnHook = (value: unknown): boolean => {
  const text = JSON.stringify(value) ?? '';
  return OWN.test(text) && /\bhook\b/.test(text);
};

function applied(
  text: string,
  { kind, at, value }: JsonEntry,
  hasList: boolean,
  like: string,
): string {
  const [, indent = ''] = /^([\t ]+)\S/m.exec(like) ?? [];
  const formattingOptions = {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length || 2,
    eol: like.includes('\r\n') ? '\r\n' : '\n',
  };
  const path = kind === 'item' && hasList ? [...at, -1] : [...at];
  const given = kind === 'item' && !hasList ? [value] : value;
  const isArrayInsertion = kind === 'item' && hasList;
  const edits: Edit[] = modify(text, path, given, { formattingOptions, isArrayInsertion });
  return applyEdits(text, edits);
}

function readJson(text: string, file: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0) throw refusal(file, 'it is not valid JSON');
  return value;
}

function valueAt(value: unknown, at: readonly string[], file: string): unknown {
  let here = value;
  for (const key of at) {
    if (here === undefined) return undefined;
    if (typeof here !== 'object' || here === null || Array.isArray(here)) {
      throw refusal(file, `what stands above ${key} is not an object`);
    }
    here = (here as Record<string, unknown>)[key];
  }
  return here;
}

function withTable(text: string, { table, lines }: TomlEntry, file: string): string {
  if (valueAt(readToml(text, file), table.split('.'), file) !== undefined) return text;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const before = text === '' || text.endsWith('\n') ? '' : eol;
  const gap = text.trim() === '' ? '' : eol;
  const next = `${text}${before}${gap}${[`[${table}]`, ...lines, ''].join(eol)}`;
  readToml(next, file);
  return next;
}

function readToml(text: string, file: string): unknown {
  try {
    return parseToml(text.replace(BOM, ''));
  } catch (error) {
    throw refusal(file, 'it is not valid TOML', error);
  }
}

/** The file without entries of ours, where the user has changed it since; null where nothing else is left in it. */
export function withoutEntry(text: string, entry: Entry, file: string): string | null {
  switch (entry.kind) {
    case 'text':
      return text === entry.text ? null : text;
    case 'toml':
      return withoutTable(text, entry);
    case 'value':
    case 'item': {
      const bom = text.startsWith(BOM) ? BOM : '';
      const own = text.slice(bom.length);
      const there = valueAt(readJson(own, file), entry.at, file);
      if (there === undefined) return text;
      if (entry.kind === 'value') return bom + removed(own, entry.at);
      const at = Array.isArray(there) ? there.findIndex(isOwnHook) : -1;
      if (at < 0 || !Array.isArray(there)) return text;
      return bom + removed(own, there.length === 1 ? entry.at : [...entry.at, at]);
    }
  }
}

const removed = (text: string, at: readonly (string | number)[]): string =>
  applyEdits(text, modify(text, [...at], undefined, {}));

function withoutTable(text: string, { table }: TomlEntry): string {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => line.trim() === `[${table}]`);
  if (first < 0) return text;
  const rest = lines.slice(first + 1);
  const next = rest.findIndex((line) => /^\s*\[/.test(line));
  // A comment right above the next table belongs to it.
  let end = next < 0 ? lines.length : first + 1 + next;
  while (next >= 0 && /^\s*(?:#|$)/.test(lines[end - 1] ?? '')) end--;
  const tail = next < 0 ? [''] : lines.slice(end);
  const head = lines.slice(0, first);
  while (head.length > 0 && head.at(-1)?.trim() === '') head.pop();
  return [...head, ...tail].join('\n');
}

const refusal = (file: string, why: string, cause?: unknown): SheafError =>
  new SheafError(
    'unreadable',
    `${file} is left as it is: ${why}`,
    'repair it, or add the entry by hand',
    cause,
  );
