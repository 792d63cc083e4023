import { indentOf, isBlankOrComment, type Lines } from './units.ts';

/** A key of a mapping, or an item of a list, with the lines that belong to it. */
export interface Entry {
  readonly key: string;
  readonly first: number;
  readonly last: number;
  /** What stands behind the colon on the same line. */
  readonly value: string;
  readonly indent: number;
}

const KEY =
  /^[ \t]*(?:-[ \t]+)?(?:"([^"]{1,200})"|'([^']{1,200})'|([^\s#'"{[&*!|>%@`,\]}:-][^:#{}[\]]{0,199}?|<<))[ \t]*:(?:[ \t]+(.*))?$/;
const LINE_LIMIT = 600;

/** `key: value`, also as the first key of a list item. */
export function pairAt(line: string): { key: string; value: string } | null {
  const match = KEY.exec(line.slice(0, LINE_LIMIT).trimEnd());
  if (match === null) return null;
  return { key: match[1] ?? match[2] ?? match[3] ?? '', value: plain(match[4] ?? '') };
}

/** A scalar without quotes, anchors, tags and trailing comment. */
export function plain(value: string): string {
  const bare = value.trim().replace(/^(?:[&!][^\s]*[ \t]*)+/, '');
  const quoted = /^(["'])(.*?)\1/.exec(bare);
  if (quoted !== null) return quoted[2] ?? '';
  return bare.replace(/(?:^|[ \t]+)#.*$/, '').trim();
}

const isItem = (line: string): boolean => /^[ \t]*-(?:[ \t]|$)/.test(line);
const isBorder = (line: string): boolean => /^(?:---|\.\.\.)/.test(line);
/** Neither a blank line nor a comment nor a template begins an entry. */
const isNoEntry = (line: string): boolean =>
  isBlankOrComment(line) || (/^[ \t]*\{\{/.test(line) && !/\}\}[ \t]*:/.test(line));

/** The ranges between `---` lines; a text without any is one document. */
export function documents(lines: Lines): (readonly [number, number])[] {
  const borders = lines.matches(/^(---)(?:[ \t]|\r?$)/).map(({ line }) => line);
  const hasContent = ([first, last]: readonly [number, number]): boolean =>
    lines.matches(/^(?!---)\s*([^\s#])/, first, last).length > 0;
  return [1, ...borders]
    .map((first, at) => [first, (borders[at] ?? lines.count + 1) - 1] as const)
    .filter(hasContent);
}

/**
 * The entries at one depth inside a range of lines: keys of a mapping, or items of a list. Only indentation counts, so templates,
 * broken quotes and block scalars do no harm: what is deeper belongs to the entry above it.
 */
export function entriesAt(lines: Lines, first: number, last: number, depth: number): Entry[] {
  const starts: { line: number; key: string; value: string }[] = [];
  // Comments right above an entry are about that entry, not about the one before; so are blank lines.
  const isAboutNext = (text: string): boolean =>
    text.trim() === '' || (text.trimStart().startsWith('#') && indentOf(text) <= depth);
  for (let line = first; line <= last; line++) {
    const text = lines.at(line);
    if (isNoEntry(text) || isBorder(text) || indentOf(text) !== depth) continue;
    const pair = pairAt(text);
    if (pair !== null) starts.push({ line, ...pair });
    else if (isItem(text)) starts.push({ line, key: '', value: plain(text.trim().slice(1)) });
  }
  return starts.map(({ line: own, key, value }, at) => {
    const end = lines.trimmed(own, (starts[at + 1]?.line ?? last + 1) - 1, isAboutNext);
    return { key, value, first: own, last: end, indent: depth };
  });
}

/** The entries of an entry's value. A list may lie at the depth of its key. */
export function childrenOf(lines: Lines, entry: Entry): Entry[] {
  for (let line = entry.first + 1; line <= entry.last; line++) {
    const text = lines.at(line);
    if (isNoEntry(text)) continue;
    const depth = indentOf(text);
    if (depth < entry.indent || (depth === entry.indent && !isItem(text))) return [];
    return entriesAt(lines, line, entry.last, depth);
  }
  return [];
}

/** The plain values below an entry, by key. */
export const valuesOf = (lines: Lines, entry: Entry): Map<string, string> =>
  new Map(childrenOf(lines, entry).map(({ key, value }) => [key, value]));

/** How deep the keys of a list item lie. */
export const dashOf = (lines: Lines, { first }: Entry): number | undefined =>
  /^[ \t]*-[ \t]+/.exec(lines.at(first))?.[0].length;

/** Keys of a list item's mapping: its first key stands behind the dash, the others below it. */
export function fieldsOf(lines: Lines, entry: Entry): Map<string, string> {
  const fields = new Map<string, string>();
  if (entry.key !== '') fields.set(entry.key, entry.value);
  const depth = dashOf(lines, entry) ?? entry.indent;
  for (let line = entry.first + 1; line <= entry.last; line++) {
    if (indentOf(lines.at(line)) !== depth) continue;
    const pair = pairAt(lines.at(line));
    if (pair !== null && !fields.has(pair.key)) fields.set(pair.key, pair.value);
  }
  return fields;
}

/** Keys at the top; a document indented as a whole counts from its own margin. */
export function topEntries(lines: Lines, first = 1, last: number = lines.count): Entry[] {
  let margin = Number.POSITIVE_INFINITY;
  for (let line = first; line <= last; line++) {
    const text = lines.at(line);
    if (isNoEntry(text) || isBorder(text)) continue;
    if (pairAt(text) !== null || isItem(text)) margin = Math.min(margin, indentOf(text));
    if (margin === 0) break;
  }
  return Number.isFinite(margin) ? entriesAt(lines, first, last, margin) : [];
}
