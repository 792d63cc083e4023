import type { Definition } from '../../../model/document.ts';
import type { Block, Lines, Scan } from './units.ts';

const VARIABLE = /^[ \t]*(?:#[ \t]*)?(?:export[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*=/;
const TINY_LINES = 6;
const LARGEST_GROUP = 30;
const TITLE_LENGTH = 80;

/** Variables in groups: blank lines part them, as the people who wrote the file did. */
export function scanEnv(lines: Lines): Scan {
  const blocks: Block[] = [];
  const definitions: Definition[] = [];
  let first = 0;
  let names: string[] = [];
  let title = '';
  const close = (last: number): void => {
    const joins = last - first < TINY_LINES;
    const name = title === '' ? prefixOf(names) : title;
    if (first > 0) blocks.push({ first, last, kind: 'variables', name, names, joins });
    first = 0;
    names = [];
    title = '';
  };
  for (let line = 1; line <= lines.count; line++) {
    const text = lines.at(line).slice(0, 400);
    if (text.trim() === '') {
      close(line - 1);
      continue;
    }
    if (first > 0 && line - first >= LARGEST_GROUP) close(line - 1);
    if (first === 0) first = line;
    const name = VARIABLE.exec(text)?.[1];
    if (name !== undefined) {
      names.push(name);
      if (!text.trimStart().startsWith('#'))
        definitions.push({ name, kind: 'variable', line, lastLine: line, within: [] });
    } else if (names.length === 0 && title === '' && text.trimStart().startsWith('#')) {
      title = text.replace(/^[ \t#=*-]+|[ \t#=*-]+$/g, '').slice(0, TITLE_LENGTH);
    }
  }
  close(lines.count);
  return { blocks, definitions };
}

/** `DB_HOST`, `DB_PORT` → `DB_*`; a single variable is its own name. */
function prefixOf(names: readonly string[]): string {
  const [head = '', ...rest] = names;
  if (rest.length === 0) return head;
  const prefix = head.slice(0, head.indexOf('_') + 1);
  return prefix !== '' && rest.every((name) => name.startsWith(prefix)) ? `${prefix}*` : head;
}
