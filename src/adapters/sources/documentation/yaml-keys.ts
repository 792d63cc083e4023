import { unquoted } from '../../../text/prose/front-matter.ts';
import { indentOf } from '../../../text/prose/line.ts';
import type { KeyEvent } from './json-keys.ts';

const LONGEST_KEY_LINE = 2000;

/**
 * Calls back for the mapping keys of YAML down to a depth, by indentation alone: a full parser takes
 * seconds for the larger API descriptions and gives up on the broken ones. What is nested in
 * sequences or block scalars is deeper than its key and so never mistaken for a sibling.
 */
export function yamlKeys(
  lines: readonly string[],
  maxDepth: number,
  onKey: (event: KeyEvent) => void,
): void {
  const indents: number[] = [];
  let scalarIndent = -1;
  for (const [index, line] of lines.entries()) {
    const indent = indentOf(line);
    if (indent === line.length) continue;
    if (scalarIndent >= 0) {
      if (indent > scalarIndent) continue;
      scalarIndent = -1;
    }
    const first = line.charCodeAt(indent);
    if (first === 35 /* # */) continue;
    while (indents.length > 0 && (indents[indents.length - 1] ?? 0) > indent) indents.pop();
    if (first === 45 /* - */) {
      if (/:\s*[|>][-+\d]*\s*$/.test(line.slice(-LONGEST_KEY_LINE))) scalarIndent = indent + 1;
      continue;
    }
    const known = indents[indents.length - 1] === indent;
    if (indents.length >= maxDepth && !known) continue;
    if (line.length > LONGEST_KEY_LINE) continue;
    const entry = readKey(line.slice(indent).trimEnd());
    if (!entry) continue;
    if (!known) indents.push(indent);
    if (/^[|>][-+\d]*(?:\s+#.*)?$/.test(entry.value)) scalarIndent = indent;
    onKey({ line: index + 1, depth: indents.length, key: entry.key, value: unquoted(entry.value) });
  }
}

function readKey(text: string): { key: string; value: string } | null {
  const quote = text.charAt(0);
  if (quote === '"' || quote === "'") {
    const end = text.indexOf(quote, 1);
    if (end === -1 || !/^\s*:(?:\s|$)/.test(text.slice(end + 1))) return null;
    return { key: text.slice(1, end), value: text.slice(text.indexOf(':', end) + 1).trim() };
  }
  const colon = text.search(/:(?:\s|$)/);
  if (colon <= 0) return null;
  return { key: text.slice(0, colon).trimEnd(), value: text.slice(colon + 1).trim() };
}
