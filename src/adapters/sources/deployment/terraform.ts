import type { Import } from '../../../model/document.ts';
import { stated } from '../documentation/units.ts';
import { type Brace, bracesIn, HCL } from './braces.ts';
import { type Block, definitionOf, grouped, type Lines, type Scan } from './units.ts';

const HEADER = /^([A-Za-z_][\w-]*)((?:\s+(?:"[^"]*"|[A-Za-z_][\w-]*))*)\s*=?$/;
const ATTRIBUTE = /^["']?([A-Za-z_][\w-]*)["']?\s*=(?!=)/;
const SOURCE = /^\s*(?:source|config_path)\s*=\s*"(\.{1,2}\/[^"]+)"/;

export function scanTerraform(lines: Lines): Scan {
  const blocks = bracesIn(lines, HCL)
    .filter(({ depth }) => depth === 0)
    .flatMap(blockOf);
  const attributes: Block[] = [];
  let at = 0;
  for (let line = 1; line <= lines.count; line++) {
    while (at < blocks.length && (blocks[at]?.last ?? 0) < line) at++;
    const inside = blocks[at];
    if (inside !== undefined && line >= inside.first) continue;
    const name = ATTRIBUTE.exec(lines.at(line).slice(0, 300))?.[1];
    if (name !== undefined) {
      attributes.push({ first: line, last: line, kind: 'variables', name, names: [name] });
      continue;
    }
    const open = attributes.at(-1);
    // Lists and wrapped values go on until the next name.
    const goesOn = !/^\s*(?:$|#|\/\/)/.test(lines.at(line));
    if (open?.last === line - 1 && goesOn) attributes.splice(-1, 1, { ...open, last: line });
  }
  const all = [...blocks, ...attributes].sort((a, b) => a.first - b.first);
  const definitions = all.map((block) =>
    definitionOf(block, block.meta?.['kind'] ?? 'variable', block.names.at(-1) ?? block.name),
  );
  const imports = lines
    .matches(SOURCE, 1, lines.count, 400)
    .map(({ line, name }): Import => ({ module: name, names: [], line }));
  return { blocks: grouped(all), definitions, imports };
}

function blockOf({ header, first, last }: Brace): Block[] {
  const [, type, rest = ''] = HEADER.exec(header) ?? [];
  if (type === undefined) return [];
  const labels = Array.from(
    rest.matchAll(/"([^"]*)"|([A-Za-z_][\w-]*)/g),
    ([, quoted, bare = '']) => quoted ?? bare,
  );
  const ofType = labels.length > 1 ? { type: labels[0] ?? '' } : {};
  const meta = { kind: type, ...ofType, ...stated({ name: labels.at(-1) ?? '' }) };
  const names = labels.length === 0 ? [type] : labels;
  // What Terraform itself would call it.
  const kind = type === 'variable' ? 'var' : type;
  const name = (type === 'resource' ? labels : [kind, ...labels]).join('.');
  return [{ first, last, kind: 'resource', name, names, within: [type], meta }];
}
