import { type Block, definitionOf, grouped, type Lines, type Scan, trimmedLast } from './units.ts';

const SECTION = /^[ \t]*\[{1,2}[ \t]*([^\][]{1,120}?)[ \t]*\]{1,2}[ \t]*(?:[#;].*)?\r?$/;
const KEY = /^[ \t]*["']?([A-Za-z_][\w.-]*)["']?[ \t]*=/;

/** systemd units, supervisor files, TOML and other texts in `[sections]`. */
export function scanIni(lines: Lines): Scan {
  const starts: { line: number; name: string }[] = [];
  for (let line = 1; line <= lines.count; line++) {
    const name = SECTION.exec(lines.at(line).slice(0, 300))?.[1];
    if (name !== undefined) starts.push({ line, name });
  }
  const blocks = starts.map(({ line, name }, at): Block => {
    const last = trimmedLast(lines, line, (starts[at + 1]?.line ?? lines.count + 1) - 1);
    return {
      first: line,
      last,
      kind: 'section',
      name,
      names: [name, ...keysIn(lines, line + 1, last)],
      meta: { kind: name },
    };
  });
  const firstLine = starts[0]?.line ?? lines.count + 1;
  const before = keysIn(lines, 1, firstLine - 1);
  if (before.length > 0) {
    blocks.unshift({
      first: 1,
      last: trimmedLast(lines, 1, firstLine - 1),
      kind: 'section',
      name: before[0] ?? '',
      names: before,
    });
  }
  const description = settingOf(lines, 'Description');
  return {
    blocks,
    ...(description === '' ? {} : { meta: { title: description } }),
  };
}

function keysIn(lines: Lines, first: number, last: number): string[] {
  const keys: string[] = [];
  for (let line = first; line <= last; line++) {
    const key = KEY.exec(lines.at(line).slice(0, 300))?.[1];
    if (key !== undefined) keys.push(key);
  }
  return keys;
}

function settingOf(lines: Lines, key: string): string {
  for (let line = 1; line <= lines.count; line++) {
    const text = lines.at(line).slice(0, 300);
    if (text.startsWith(`${key}=`)) return text.slice(key.length + 1).trim();
  }
  return '';
}

/** `web: command` lines. */
export function scanProcfile(lines: Lines): Scan {
  const blocks: Block[] = [];
  for (let line = 1; line <= lines.count; line++) {
    const name = /^([A-Za-z_][\w-]*):\s*\S/.exec(lines.at(line).slice(0, 300))?.[1];
    if (name !== undefined)
      blocks.push({ first: line, last: line, kind: 'section', name, names: [name] });
  }
  return {
    blocks: grouped(blocks),
    definitions: blocks.map((block) => definitionOf(block, 'process')),
  };
}

/** JSON settings: the keys at the first depth, as far as the layout shows them. */
export function scanJson(lines: Lines): Scan {
  const starts: { line: number; name: string; indent: number }[] = [];
  for (let line = 1; line <= lines.count; line++) {
    const match = /^([ \t]+)"([^"]{1,100})"[ \t]*:/.exec(lines.at(line).slice(0, 300));
    if (match?.[2] !== undefined)
      starts.push({ line, name: match[2], indent: (match[1] ?? '').length });
  }
  const margin = starts.reduce(
    (least, { indent }) => Math.min(least, indent),
    Number.POSITIVE_INFINITY,
  );
  const top = starts.filter(({ indent }) => indent === margin);
  const blocks = top.map(({ line, name }, at): Block => {
    const last = (top[at + 1]?.line ?? lines.count + 1) - 1;
    return { first: at === 0 ? 1 : line, last, kind: 'section', name, names: [name] };
  });
  return { blocks: grouped(blocks) };
}
