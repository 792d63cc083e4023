import { stated } from '../documentation/units.ts';
import { type Block, definitionOf, grouped, type Lines, type Scan } from './units.ts';

const SECTION = /^[ \t]*\[{1,2}[ \t]*([^\][]{1,120}?)[ \t]*\]{1,2}[ \t]*(?:[#;].*)?\r?$/;
const KEY = /^[ \t]*["']?([A-Za-z_][\w.-]*)["']?[ \t]*=/;

/** systemd units, supervisor files, TOML and other texts in `[sections]`. */
export function scanIni(lines: Lines): Scan {
  const starts = lines.matches(SECTION);
  const blocks = starts.map(({ line, name }, at): Block => {
    const last = lines.trimmed(line, (starts[at + 1]?.line ?? lines.count + 1) - 1);
    const names = [name, ...keysIn(lines, line + 1, last)];
    return { first: line, last, kind: 'section', name, names, meta: { kind: name } };
  });
  const end = (starts[0]?.line ?? lines.count + 1) - 1;
  const names = keysIn(lines, 1, end);
  const [name] = names;
  if (name !== undefined) {
    blocks.unshift({ first: 1, last: lines.trimmed(1, end), kind: 'section', name, names });
  }
  const title = lines.matches(/^Description=([\s\S]*)/)[0]?.name.trim() ?? '';
  return { blocks, meta: stated({ title }) };
}

const keysIn = (lines: Lines, first: number, last: number): string[] =>
  lines.matches(KEY, first, last).map(({ name }) => name);

/** `web: command` lines. */
export function scanProcfile(lines: Lines): Scan {
  const blocks = lines.matches(/^([A-Za-z_][\w-]*):\s*\S/).map(({ line, name }): Block => {
    return { first: line, last: line, kind: 'section', name, names: [name] };
  });
  const definitions = blocks.map((block) => definitionOf(block, 'process'));
  return { blocks: grouped(blocks), definitions };
}

/** Lines made from records, each with what is indented below it. */
export function scanRecords(lines: Lines): Scan {
  const starts = lines.matches(/^(\S.{0,100})/);
  const blocks = starts.map(({ line, name }, at): Block => {
    const last = (starts[at + 1]?.line ?? lines.count + 1) - 1;
    return { first: line, last, kind: 'record', name, names: [] };
  });
  return { blocks: grouped(blocks) };
}

/** JSON settings: the keys at the first depth, as far as the layout shows them. */
export function scanJson(lines: Lines): Scan {
  const starts = lines.matches(/^[ \t]+"([^"]{1,100})"[ \t]*:/);
  const indentAt = ({ line }: { readonly line: number }): number => lines.at(line).indexOf('"');
  const margin = starts.reduce((least, start) => Math.min(least, indentAt(start)), Infinity);
  const top = starts.filter((start) => indentAt(start) === margin);
  const blocks = top.map(({ line, name }, at): Block => {
    const last = (top[at + 1]?.line ?? lines.count + 1) - 1;
    return { first: at === 0 ? 1 : line, last, kind: 'section', name, names: [name] };
  });
  return { blocks: grouped(blocks) };
}
