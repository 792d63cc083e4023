import { stated } from '../documentation/units.ts';
import { type Brace, bracesIn, GROOVY, NGINX } from './braces.ts';
import { type Block, definitionOf, type Lines, type Scan } from './units.ts';

/** A server longer than this is read by its locations. */
const LONG_SERVER_LINES = 40;
const HOLDERS = /^(?:http|stream|events|mail)$/;

/** nginx: a unit per server, upstream, map …; long servers by location. */
export function scanNginx(lines: Lines): Scan {
  const braces = bracesIn(lines, NGINX);
  const places = new Map(braces.map((brace, at) => [brace, at]));
  /** Blocks directly inside another; they lie in line order, so the search ends with the parent. */
  const childrenOf = (parent: Brace): Brace[] => {
    const children: Brace[] = [];
    for (let at = (places.get(parent) ?? 0) + 1; at < braces.length; at++) {
      const brace = braces[at];
      if (brace === undefined || brace.first > parent.last) break;
      if (brace.depth === parent.depth + 1 && brace.last <= parent.last) children.push(brace);
    }
    return children;
  };
  const blocksOf = (brace: Brace): Block[] => {
    const inside = childrenOf(brace);
    return HOLDERS.test(brace.header) && inside.length > 0
      ? inside.flatMap(blocksOf)
      : serverBlocks(lines, brace, inside);
  };
  const found = braces.filter(({ depth }) => depth === 0).flatMap(blocksOf);
  const blocks = found.length > 0 ? found : sectionOf(1, lines.count, 'directives');
  const upstreams = blocks.filter(({ meta }) => meta?.['kind'] === 'upstream');
  return { blocks, definitions: upstreams.map((block) => definitionOf(block, 'upstream')) };
}

function serverBlocks(lines: Lines, brace: Brace, inside: readonly Brace[]): Block[] {
  const [word = '', ...rest] = brace.header.split(/\s+/);
  const isServer = word === 'server';
  const listen = isServer ? directive(lines, brace, 'listen') : '';
  const servers = isServer ? directive(lines, brace, 'server_name').split(/\s+/) : [];
  const called = isServer ? (servers[0] ?? '') : rest.join(' ');
  const { first, last } = brace;
  const name = called === '' ? word : `${word} ${called}`;
  const names = (word === 'upstream' ? rest : servers).filter((each) => /^[\w.-]{2,}$/.test(each));
  const own = { kind: word, ...stated({ name: called, listen }) };
  const whole: Block = { first, last, kind: 'resource', name, names, meta: own };
  const locations = inside.filter(({ header }) => header.startsWith('location'));
  const [start] = locations;
  if (last - first < LONG_SERVER_LINES || start === undefined) return [whole];
  const meta = { kind: 'location', server: called };
  const parts = locations.map((location, at): Block => {
    const next = locations[at + 1];
    const end = next === undefined ? last : lines.trimmed(location.last, next.first - 1);
    const place = { first: location.first, last: end, within: [name] };
    return { ...place, kind: 'resource', name: location.header.slice(0, 120), names: [], meta };
  });
  return [{ ...whole, last: Math.max(first, start.first - 1) }, ...parts];
}

function directive(lines: Lines, { first, last }: Brace, name: string): string {
  const pattern = new RegExp(`(?:^|[\\s{;])${name}\\s([^;]*)`);
  return lines.matches(pattern, first, last, 400)[0]?.name.trim() ?? '';
}

/** Jenkinsfile: a unit per stage, deepest first where stages hold stages. */
export function scanJenkins(lines: Lines): Scan {
  const stages = bracesIn(lines, GROOVY).filter(({ header }) => /^stage\s*\(/.test(header));
  // In line order a stage that holds another is followed by it.
  const leaves = stages.filter(({ last }, at) => (stages[at + 1]?.first ?? Infinity) > last);
  const blocks = leaves.map(({ first, last, header }): Block => {
    const name = /["']([^"']*)["']/.exec(header)?.[1] ?? '';
    const names = /^[\w.-]+$/.test(name) ? [name] : [];
    const meta = { kind: 'stage', name };
    return { first, last, kind: 'job', name: `stage/${name}`, names, meta };
  });
  const [first] = blocks;
  if (first === undefined) return { blocks: sectionOf(1, lines.count, 'pipeline') };
  return {
    blocks: [
      ...sectionOf(1, first.first - 1, 'pipeline'),
      ...blocks,
      ...sectionOf((blocks.at(-1) ?? first).last + 1, lines.count, 'post'),
    ],
    definitions: blocks.map((block) => definitionOf(block, 'stage')),
  };
}

/** What lies around the blocks that have names; nothing if there are no lines. */
const sectionOf = (first: number, last: number, name: string): Block[] =>
  last < first ? [] : [{ first, last, kind: 'section', name, names: [] }];
