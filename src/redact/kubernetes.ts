import type { Report, Scan } from './finding.ts';
import { isStandIn } from './values.ts';

const HINT = /\bkind\\?["']?\s*:\s*\\?["']?Secret\b/;
const KIND_LINE =
  /^([ \t]*(?:-[ \t]+)*)["']?kind["']?[ \t]*:[ \t]*["']?Secret["']?[ \t]*(?:#.*)?\r?$/;
const DATA_LINE = /^["']?(?:data|stringData)["']?[ \t]*:[ \t]*(?:#.*)?\r?$/;
const DATA_FLOW = /^["']?(?:data|stringData)["']?[ \t]*:[ \t]*\{/;
const ENTRY = /^[ \t]*["']?([\w.-]+)["']?[ \t]*:[ \t]*/;
const SEPARATOR = /^---(?:\s|$)/;

interface Line {
  readonly from: number;
  readonly text: string;
  readonly indent: number;
}

/** All values under `data` and `stringData` of a Kubernetes Secret, in YAML or JSON, templates apart. */
export function scanKubernetes(scan: Scan): void {
  const { text, report } = scan;
  if (!text.includes('ecret') || !HINT.test(text)) return;
  const lines = linesOf(text);
  // A mapping with many `kind` lines is read once for each depth.
  const seenTo = new Map<number, number>();
  lines.forEach((line, at) => {
    const lead = KIND_LINE.exec(line.text)?.[1];
    if (lead === undefined) return;
    if (at <= (seenTo.get(lead.length) ?? -1)) return;
    const [first, last] = mappingAround(lines, at, lead.length);
    seenTo.set(lead.length, last);
    for (let i = first; i <= last; i++) {
      const candidate = lines[i];
      if (candidate === undefined || candidate.indent !== lead.length) continue;
      const key = candidate.text.slice(candidate.indent);
      if (DATA_LINE.test(key)) redactBlock(scan, lines, i);
      else if (DATA_FLOW.test(key)) redactFlow(text, candidate.from, report);
    }
  });
  scanJson(text, report);
}

/** List dashes count as indentation: `- kind: Secret` and the `data:` below it lie at one depth. */
function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let from = 0;
  for (const line of text.split('\n')) {
    lines.push({ from, text: line, indent: /^[ \t]*(?:-[ \t]+)*/.exec(line)?.[0].length ?? 0 });
    from += line.length + 1;
  }
  return lines;
}

function mappingAround(lines: readonly Line[], at: number, depth: number): [number, number] {
  let first = at;
  while (first > 0 && belongs(lines[first - 1], depth) && !opensItem(lines[first], depth)) first--;
  let last = at;
  while (belongs(lines[last + 1], depth) && !opensItem(lines[last + 1], depth)) last++;
  return [first, last];
}

function opensItem(line: Line | undefined, depth: number): boolean {
  return line !== undefined && depth > 0 && line.indent === depth && /^[ \t]*-/.test(line.text);
}

function belongs(line: Line | undefined, depth: number): boolean {
  if (line === undefined || SEPARATOR.test(line.text)) return false;
  return line.text.trim() === '' || line.indent >= depth || /^\s*(?:#|\{\{)/.test(line.text);
}

function redactBlock({ text, report }: Scan, lines: readonly Line[], at: number): void {
  const depth = lines[at]?.indent ?? 0;
  let i = at + 1;
  for (let line = lines[i]; line !== undefined && belongs(line, depth + 1); line = lines[i]) {
    const entry = ENTRY.exec(line.text);
    const name = entry?.[1] ?? '';
    let end = i + 1;
    // What lies deeper continues the value: block scalars and wrapped strings.
    while (isDeeper(lines[end], line.indent)) end++;
    if (entry !== null) {
      const opens = /^(?:[|>][-+\d]*)?[ \t]*(?:#.*)?\r?$/.test(line.text.slice(entry[0].length));
      const firstLine = opens ? lines[i + 1] : line;
      const lastLine = lines[end - 1];
      if (firstLine !== undefined && lastLine !== undefined && (!opens || end > i + 1)) {
        const from = opens ? firstLine.from + firstLine.indent : line.from + entry[0].length;
        redactValue(text, from, lastLine.from + lastLine.text.trimEnd().length, name, report);
      }
    }
    i = end;
  }
}

function isDeeper(line: Line | undefined, depth: number): boolean {
  if (line === undefined || SEPARATOR.test(line.text)) return false;
  return line.text.trim() !== '' && line.indent > depth;
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
