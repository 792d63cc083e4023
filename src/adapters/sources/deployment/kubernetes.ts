import type { Definition, Import } from '../../../model/document.ts';
import {
  type Block,
  definitionOf,
  indentOf,
  type Lines,
  matchesIn,
  type Scan,
  stated,
} from './units.ts';
import {
  childrenOf,
  documents,
  type Entry,
  entriesAt,
  pairAt,
  topEntries,
  valuesOf,
} from './yaml.ts';

/** Templates in names: `{{ include "app.fullname" . }}-api` is called `*-api`. */
const withoutTemplates = (value: string): string =>
  value.replace(/\{\{[^}]*\}\}/g, '*').replace(/["'\s]/g, '');

/** Manifests: one resource per document, and one per item of a List. */
export function scanKubernetes(lines: Lines): Scan {
  const blocks: Block[] = [];
  const imports: Import[] = [];
  for (const [first, last] of documents(lines)) {
    const top = topEntries(lines, first, last);
    const items = top.find(({ key }) => key === 'items');
    const kind = top.find(({ key }) => key === 'kind')?.value ?? '';
    const itemBlocks = kind.endsWith('List') && items !== undefined ? listBlocks(lines, items) : [];
    if (itemBlocks.length > 0) blocks.push(...itemBlocks);
    else blocks.push(resourceBlock(lines, first, last, top));
    if (kind === 'Kustomization' || kind === '') imports.push(...kustomized(lines, top));
  }
  const definitions: Definition[] = blocks
    .filter(({ meta }) => meta?.['name'] !== undefined)
    .map((block) => definitionOf(block, block.meta?.['kind'] ?? 'resource', block.meta?.['name']));
  return { blocks, definitions, imports };
}

function resourceBlock(lines: Lines, first: number, last: number, top: readonly Entry[]): Block {
  const scalarOf = (key: string): string =>
    withoutTemplates(top.find((entry) => entry.key === key)?.value ?? '');
  const kind = scalarOf('kind');
  const metadata = top.find(({ key }) => key === 'metadata');
  const facts = metadata === undefined ? new Map<string, string>() : valuesOf(lines, metadata);
  const name = withoutTemplates(facts.get('name') ?? facts.get('generateName') ?? '');
  const namespace = withoutTemplates(facts.get('namespace') ?? '');
  const called = name === '' ? kind : `${kind}/${name}`;
  const title = kind === '' ? definedName(lines, first, last) : called;
  return {
    first,
    last,
    kind: 'resource',
    name: title,
    names: [name, kind, ...containers(lines, first, last)],
    within: namespace === '' ? [] : [namespace],
    meta: stated({ kind, name, namespace, apiVersion: scalarOf('apiVersion') }),
  };
}

/** A helper template is known by what it defines; another file by its first key. */
function definedName(lines: Lines, first: number, last: number): string {
  const [defined] = matchesIn(lines, /\{\{-?\s*define\s+"([^"]{1,200})"/, first, last, 600);
  if (defined !== undefined) return defined.name;
  for (let line = first; line <= last; line++) {
    const pair = pairAt(lines.at(line));
    if (pair !== null) return pair.key;
  }
  return '';
}

/** Container, port and volume names: what logs and commands call the parts. */
const containers = (lines: Lines, first: number, last: number): string[] =>
  matchesIn(lines, /^[ \t]*-[ \t]+name:[ \t]*["']?([\w.-]{2,80})/, first, last).map(
    ({ name }) => name,
  );

function listBlocks(lines: Lines, items: Entry): Block[] {
  return childrenOf(lines, items).map((item) => {
    const dash =
      /^[ \t]*-[ \t]+/.exec(lines.at(item.first))?.[0].length ?? indentOf(lines.at(item.first));
    // The item's first key stands behind the dash; seen from its own depth it is a key like the others.
    const own: Entry = { ...item, last: item.first, indent: dash };
    const rest = entriesAt(lines, item.first + 1, item.last, dash);
    const head = item.key === '' ? [] : [{ ...own, last: (rest[0]?.first ?? item.last + 1) - 1 }];
    return resourceBlock(lines, item.first, item.last, [...head, ...rest]);
  });
}

const KUSTOMIZED = new Set(
  'resources bases components patches patchesStrategicMerge configurations crds'.split(' '),
);

function kustomized(lines: Lines, top: readonly Entry[]): Import[] {
  return top
    .filter(({ key }) => KUSTOMIZED.has(key))
    .flatMap((entry) => childrenOf(lines, entry))
    .filter(({ key }) => key === '' || key === 'path')
    .map((item) => ({ module: item.value, names: [], line: item.first }))
    .filter(({ module }) => /^[.\w][\w./-]*$/.test(module));
}
