import type { Import } from '../../../model/document.ts';
import { stated } from '../documentation/units.ts';
import { type Block, definitionOf, type Lines, type Scan } from './units.ts';
import * as yaml from './yaml.ts';

/** Templates in names: `{{ include "app.fullname" . }}-api` is called `*-api`. */
const withoutTemplates = (value = ''): string =>
  value.replace(/\{\{[^}]*\}\}/g, '*').replace(/["'\s]/g, '');

/** Manifests: one resource per document, and one per item of a List. */
export function scanKubernetes(lines: Lines): Scan {
  const blocks: Block[] = [];
  const imports: Import[] = [];
  for (const [first, last] of yaml.documents(lines)) {
    const top = yaml.topEntries(lines, first, last);
    const items = top.find(({ key }) => key === 'items');
    const kind = top.find(({ key }) => key === 'kind')?.value ?? '';
    const itemBlocks = kind.endsWith('List') && items !== undefined ? listBlocks(lines, items) : [];
    if (itemBlocks.length > 0) blocks.push(...itemBlocks);
    else blocks.push(resourceBlock(lines, first, last, top));
    if (kind === 'Kustomization' || kind === '') imports.push(...kustomized(lines, top));
  }
  const definitions = blocks
    .filter(({ meta }) => meta?.['name'] !== undefined)
    .map((block) => definitionOf(block, block.meta?.['kind'] ?? 'resource'));
  return { blocks, definitions, imports };
}

function resourceBlock(
  lines: Lines,
  first: number,
  last: number,
  top: readonly yaml.Entry[],
): Block {
  const entryOf = (key: string): yaml.Entry | undefined => top.find((entry) => entry.key === key);
  const kind = withoutTemplates(entryOf('kind')?.value);
  const apiVersion = withoutTemplates(entryOf('apiVersion')?.value);
  const metadata = entryOf('metadata');
  const facts = metadata && yaml.valuesOf(lines, metadata);
  const name = withoutTemplates(facts?.get('name') ?? facts?.get('generateName'));
  const namespace = withoutTemplates(facts?.get('namespace'));
  const called = name === '' ? kind : `${kind}/${name}`;
  const title = kind === '' ? definedName(lines, first, last) : called;
  const names = [name, kind, ...containers(lines, first, last)];
  const within = namespace === '' ? [] : [namespace];
  const meta = stated({ kind, name, namespace, apiVersion });
  return { first, last, kind: 'resource', name: title, names, within, meta };
}

/** A helper template is known by what it defines; another file by its first key. */
function definedName(lines: Lines, first: number, last: number): string {
  const [defined] = lines.matches(/\{\{-?\s*define\s+"([^"]{1,200})"/, first, last, 600);
  if (defined !== undefined) return defined.name;
  for (let line = first; line <= last; line++) {
    const pair = yaml.pairAt(lines.at(line));
    if (pair !== null) return pair.key;
  }
  return '';
}

/** Container, port and volume names: what logs and commands call the parts. */
const containers = (lines: Lines, first: number, last: number): string[] =>
  lines
    .matches(/^[ \t]*-[ \t]+name:[ \t]*["']?([\w.-]{2,80})/, first, last)
    .map(({ name }) => name);

function listBlocks(lines: Lines, items: yaml.Entry): Block[] {
  return yaml.childrenOf(lines, items).map((item) => {
    const indent = yaml.dashOf(lines, item) ?? item.indent;
    const rest = yaml.entriesAt(lines, item.first + 1, item.last, indent);
    // The item's first key stands behind the dash; seen from its own depth it is a key like the others.
    const last = (rest[0]?.first ?? item.last + 1) - 1;
    const head = item.key === '' ? [] : [{ ...item, last, indent }];
    return resourceBlock(lines, item.first, item.last, [...head, ...rest]);
  });
}

const KUSTOMIZED = new Set(
  'resources bases components patches patchesStrategicMerge configurations crds'.split(' '),
);

function kustomized(lines: Lines, top: readonly yaml.Entry[]): Import[] {
  return top
    .filter(({ key }) => KUSTOMIZED.has(key))
    .flatMap((entry) => yaml.childrenOf(lines, entry))
    .filter(({ key }) => key === '' || key === 'path')
    .map((item) => ({ module: item.value, names: [], line: item.first }))
    .filter(({ module }) => /^[.\w][\w./-]*$/.test(module));
}
