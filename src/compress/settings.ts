import { splitLines } from '../math/lines.ts';
import type { Facts } from '../model/document.ts';
import { isDefault, isWritten } from './defaults.ts';

/** A line of a manifest as a setting. */
export interface Setting {
  readonly text: string;
  readonly indent: number;
  /** Empty where the line sets nothing. */
  readonly key: string;
  readonly value: string;
  /** Starts an entry of a list. */
  readonly entry: boolean;
  /** Index of the line it lies inside; -1 at the outermost. */
  readonly parent: number;
  readonly default: boolean;
}

const YAML =
  /^(\s*)((?:- +)*)(?:"([^"]{1,200})"|'([^']{1,200})'|([\w$./@-][\w$./@ -]{0,200}?))\s*:(?:\s+(.*))?$/;
const ASSIGNED = /^(\s*)()()()([\w.-]{1,200})\s*=\s*(.*)$/;
const DIRECTIVE = /^(\s*)()()()([A-Za-z_][\w-]{0,100})\s+(.*?);?\s*$/;
const LONGEST_LINE = 2000;

function patternOf({ shape: { kind, language } }: Facts): RegExp {
  if (kind === 'nginx' || kind === 'dockerfile') return DIRECTIVE;
  return /^(?:systemd|terraform|env)$/.test(kind) || /^(?:ini|toml|hcl)$/.test(language)
    ? ASSIGNED
    : YAML;
}

/** The lines of a manifest that say something, each with the one it lies inside. */
export function settingsOf(facts: Facts, text: string): Setting[] {
  const pattern = patternOf(facts);
  const { kind: declared } = facts.shape;
  // The values of a chart are its defaults: left out, nobody would know them.
  const kind = declared === 'helm' && !/\{\{|^kind:/m.test(text) ? 'values' : declared;
  const found: Setting[] = [];
  const open: number[] = [];
  for (const raw of splitLines(text)) {
    if (raw.trim() === '') continue;
    if (/^(?:---|\.\.\.)\s*$/.test(raw)) open.length = 0;
    const line = raw.slice(0, LONGEST_LINE);
    const indent = line.length - line.trimStart().length;
    const [, , dashes = '', double, single, bare = '', behind = ''] = pattern.exec(line) ?? [];
    const entry = /^\s*- /.test(line);
    const isInside = (outer: Setting | undefined): boolean =>
      outer === undefined ||
      outer.indent < indent ||
      (entry && outer.indent === indent && !outer.entry && outer.value === '');
    while (!isInside(found[open.at(-1) ?? -1])) open.pop();
    const key = (double || single || bare).trim();
    const value = behind.trim();
    const parent = open.at(-1) ?? -1;
    const outer = found[parent];
    const isDefaulted =
      (outer?.default === true && isWritten(kind, outer.key, 0)) ||
      isDefault(kind, key, value) ||
      // The first key of an entry lies as deep as those below it.
      isWritten(kind, key, indent + dashes.length);
    open.push(found.length);
    found.push({ text: raw, indent, key, value, entry, parent, default: isDefaulted });
  }
  return found;
}
