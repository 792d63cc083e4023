/* Lists of records in YAML, as programs that keep talk write them. */

const ITEM = /^(\s*)- (?=[\w-]+\s*:(?:\s|$))/;
const PAIR = /^(\s*)([\w-]+)\s*:(?:\s+(.*))?$/;
const BLOCK = /^([|>])[+\-\d]{0,3}\s*(?:#.*)?$/;

/** The items of a list in YAML with their plain values; whatever nests deeper is left out. */
export function yamlRecords(raw: string): Readonly<Record<string, string>>[] {
  const lines = raw.replace(/\r\n?/g, '\n').split('\n');
  const records: Record<string, string>[] = [];
  let listIndent = -1;
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? '';
    const item = ITEM.exec(line);
    const indent = item?.[1]?.length ?? 0;
    if (item !== null && (listIndent === -1 || indent === listIndent)) {
      listIndent = indent;
      records.push({});
    }
    const pair = PAIR.exec(item === null ? line : line.replace('- ', '  '));
    const open = records.at(-1);
    if (pair === null || open === undefined) continue;
    const [, before = '', key = '', value = ''] = pair;
    if (before.length <= listIndent) break;
    if (before.length !== listIndent + ITEM_INDENT) continue;
    const block = BLOCK.exec(value);
    if (block === null) {
      const rest = continued(lines, i + 1, before.length);
      open[key] = [scalar(value), ...rest].join(' ').trim();
      i += rest.length;
      continue;
    }
    const text = deeper(lines, i + 1, before.length);
    const left = text
      .filter((own) => own.trim() !== '')
      .map(indentOf)
      .reduce(least, Infinity);
    const said = text.map((own) => own.slice(left));
    open[key] = (block[1] === '>' ? folded(said) : said.join('\n')).trimEnd();
    i += text.length;
  }
  return records;
}

const ITEM_INDENT = 2;
const least = (a: number, b: number): number => Math.min(a, b);
const indentOf = (line: string): number => line.length - line.trimStart().length;

/** The lines from one on that are deeper than a key, or empty. */
function deeper(lines: readonly string[], from: number, indent: number): readonly string[] {
  let end = from;
  const isDeeper = (line: string): boolean => line.trim() === '' || indentOf(line) > indent;
  while (end < lines.length && isDeeper(lines[end] ?? '')) end++;
  return lines.slice(from, end);
}

/** A plain value may go on, deeper, on the next lines. */
const continued = (lines: readonly string[], from: number, indent: number): string[] => {
  const own = deeper(lines, from, indent);
  const isText = own.every((line) => !PAIR.test(line) && !/^\s*- /.test(line));
  return isText ? own.map((line) => line.trim()) : [];
};

function scalar(value: string): string {
  const quoted = /^(["'])(.*)\1\s*(?:#.*)?$/.exec(value);
  if (quoted === null) return value.replace(/\s+#.*$/, '').trim();
  const inside = quoted[2] ?? '';
  if (quoted[1] === "'") return inside.replaceAll("''", "'");
  return inside.replace(/\\(["\\n])/g, (_, char: string) => (char === 'n' ? '\n' : char));
}

/** `>` joins lines, and keeps the empty ones between paragraphs. */
const folded = (lines: readonly string[]): string =>
  lines
    .join('\n')
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replaceAll('\n', ' '))
    .join('\n');
