import type { Hinted, Report, Scan } from './finding.ts';
import { isStandIn } from './values.ts';
import { after } from './written.ts';

const HINT = /\bkind\\?["']?\s*:\s*\\?["']?Secret\b/;
const KIND_LINE =
  /^([ \t]*(?:-[ \t]+)*)["']?kind["']?[ \t]*:[ \t]*["']?Secret["']?[ \t]*(?:#.*)?\r?$/gm;
const DATA_LINE = /["']?(?:data|stringData)["']?[ \t]*:[ \t]*(?:#.*)?\r?$/my;
const DATA_FLOW = /["']?(?:data|stringData)["']?[ \t]*:[ \t]*\{/y;
const ENTRY = /[ \t]*["']?([\w.-]+)["']?[ \t]*:[ \t]*/y;
const SEPARATOR = /---(?:\s|$)/y;

/** List dashes count as indentation: `- kind: Secret` and the `data:` below it lie at one depth. */
interface Line {
  readonly from: number;
  readonly to: number;
  readonly indent: number;
}

/** All values under `data` and `stringData` of a Kubernetes Secret, in YAML or JSON, templates apart. */
export const KUBERNETES: Hinted = {
  hints: ['Secret'],
  scan: (scan) => {
    const { text } = scan;
    if (!text.includes('kind') || !HINT.test(text)) return;
    scanYaml(scan);
    scanJson(text, scan.report);
  },
};

function scanYaml({ text, report }: Scan): void {
  // A mapping with many `kind` lines is read once for each depth.
  const seenTo = new Map<number, number>();
  for (const { 1: lead = '', index } of text.matchAll(KIND_LINE)) {
    const depth = lead.length;
    if (index <= (seenTo.get(depth) ?? -1)) continue;
    let line = firstOf(text, index, depth);
    do {
      const key = line.from + line.indent;
      if (line.indent === depth && /[ds"']/.test(text.charAt(key))) {
        if (after(DATA_LINE, text, key) > key) redactBlock(text, line, report);
        else if (after(DATA_FLOW, text, key) > key) redactFlow(text, key, report);
      }
      seenTo.set(depth, line.from);
      line = lineAt(text, line.to + 1);
    } while (line.from <= index || (belongs(text, line, depth) && !opensItem(text, line, depth)));
  }
}

const isBlank = (code: number): boolean => code === 32 || code === 9;

function lineAt(text: string, from: number): Line {
  const end = text.indexOf('\n', from);
  const to = end === -1 ? text.length : end;
  let at = from;
  while (isBlank(text.charCodeAt(at))) at++;
  while (text.charAt(at) === '-' && isBlank(text.charCodeAt(at + 1))) {
    at++;
    while (isBlank(text.charCodeAt(at))) at++;
  }
  return { from, to, indent: at - from };
}

/** The line with which the mapping begins that a line is of. */
function firstOf(text: string, from: number, depth: number): Line {
  let line = lineAt(text, from);
  while (line.from > 0 && !opensItem(text, line, depth)) {
    // Before the first character there is nothing, not even an end of line.
    const end = line.from < 2 ? -1 : text.lastIndexOf('\n', line.from - 2);
    const before = lineAt(text, end + 1);
    if (!belongs(text, before, depth)) break;
    line = before;
  }
  return line;
}

function opensItem(text: string, { from, indent }: Line, depth: number): boolean {
  return depth > 0 && indent === depth && text.slice(from, from + indent).includes('-');
}

function belongs(text: string, line: Line, depth: number): boolean {
  const { from, to, indent } = line;
  if (from > text.length || isSeparator(text, line)) return false;
  return indent >= depth || isEmpty(text, line) || /^\s*(?:#|\{\{)/.test(text.slice(from, to));
}

const isSeparator = (text: string, { from }: Line): boolean =>
  text.charAt(from) === '-' && after(SEPARATOR, text, from) > from;
const isEmpty = (text: string, { from, to }: Line): boolean => text.slice(from, to).trim() === '';

function redactBlock(text: string, { to, indent }: Line, report: Report): void {
  let line = lineAt(text, to + 1);
  while (belongs(text, line, indent + 1)) {
    ENTRY.lastIndex = line.from;
    const entry = ENTRY.exec(text);
    const valueFrom = ENTRY.lastIndex;
    // What lies deeper continues the value: block scalars and wrapped strings.
    let last = line;
    let next = lineAt(text, line.to + 1);
    const below = next;
    while (isDeeper(text, next, line.indent)) {
      last = next;
      next = lineAt(text, next.to + 1);
    }
    if (entry !== null && valueFrom <= line.to) {
      const opens = /^(?:[|>][-+\d]*)?[ \t]*(?:#.*)?\r?$/.test(text.slice(valueFrom, line.to));
      const from = opens ? below.from + below.indent : valueFrom;
      const end = last.from + text.slice(last.from, last.to).trimEnd().length;
      if (!opens || last !== line) redactValue(text, from, end, entry[1] ?? '', report);
    }
    line = next;
  }
}

function isDeeper(text: string, line: Line, depth: number): boolean {
  if (line.from > text.length || isSeparator(text, line)) return false;
  return line.indent > depth && !isEmpty(text, line);
}

function redactValue(text: string, from: number, to: number, name: string, report: Report): void {
  const raw = text.slice(from, to);
  const mark = raw.charAt(0);
  const isQuoted = (mark === '"' || mark === "'") && raw.length > 1;
  const bare = raw.replace(/^["']|["'],?$/g, '');
  if (bare === '' || isTemplateOnly(bare)) return;
  const end = isQuoted ? raw.lastIndexOf(mark) : raw.length;
  report(from + (isQuoted ? 1 : 0), from + (end > 0 ? end : raw.length), 'kubernetes-secret', name);
}

function isTemplateOnly(value: string): boolean {
  if (!isStandIn(value)) return false;
  return !/[A-Za-z0-9+/]{6,}/.test(
    value.replace(/\{\{[^}]*\}\}|\$\{[^}]*\}|\$\w+|<[^<>]*>|‹secret:[\w.-]*›|%\w+%/g, ''),
  );
}

const FLOW_PAIR = /["']?([\w.-]+)["']?\s*:\s*(["'])([^"'\n]{1,8192})\2/g;
const LONGEST_FLOW = 20_000;

/** `data: {a: "…"}`: the pairs up to the closing brace. Returns where it ended. */
function redactFlow(text: string, from: number, report: Report): number {
  const open = text.indexOf('{', from);
  if (open === -1) return text.length;
  const near = text.slice(open, open + LONGEST_FLOW);
  const close = near.indexOf('}');
  const flow = close === -1 ? near : near.slice(0, close);
  for (const match of flow.matchAll(FLOW_PAIR)) {
    const value = match[3] ?? '';
    if (isTemplateOnly(value)) continue;
    const at = open + match.index + match[0].length - 1 - value.length;
    report(at, at + value.length, 'kubernetes-secret', match[1] ?? '');
  }
  return open + flow.length;
}

const JSON_DATA = /"(?:data|stringData)"\s*:\s*\{/g;

function scanJson(text: string, report: Report): void {
  if (!/"kind"\s*:\s*"Secret"/.test(text)) return;
  let seenTo = 0;
  for (const match of text.matchAll(JSON_DATA)) {
    if (match.index >= seenTo) seenTo = redactFlow(text, match.index, report);
  }
}
