import { type Brace, bracesIn, GROOVY, NGINX } from './braces.ts';
import {
  type Block,
  definitionOf,
  type Lines,
  matchesIn,
  type Scan,
  stated,
  trimmedLast,
} from './units.ts';

/** A server longer than this is read by its locations. */
const LONG_SERVER_LINES = 40;
const HOLDERS = /^(?:http|stream|events|mail)$/;

/** nginx: a unit per server, upstream, map …; long servers by location. */
export function scanNginx(lines: Lines): Scan {
  const braces = bracesIn(lines, NGINX);
  const places = new Map(braces.map((brace, at) => [brace, at]));
  const blocks: Block[] = [];
  const top = (brace: Brace): void => {
    const inside = childrenOf(braces, places, brace);
    if (HOLDERS.test(brace.header) && inside.length > 0) {
      for (const child of inside) top(child);
      return;
    }
    blocks.push(...serverBlocks(lines, brace, inside));
  };
  for (const brace of braces.filter(({ depth }) => depth === 0)) top(brace);
  if (blocks.length === 0) blocks.push(...sectionOf(1, lines.count, 'directives'));
  return {
    blocks,
    definitions: blocks
      .filter(({ meta }) => meta?.['kind'] === 'upstream')
      .map((block) => definitionOf(block, 'upstream')),
  };
}

/** Blocks directly inside another; `braces` lie in line order, so the search ends with the parent. */
function childrenOf(
  braces: readonly Brace[],
  places: ReadonlyMap<Brace, number>,
  parent: Brace,
): Brace[] {
  const children: Brace[] = [];
  for (let at = (places.get(parent) ?? 0) + 1; at < braces.length; at++) {
    const brace = braces[at];
    if (brace === undefined || brace.first > parent.last) break;
    if (brace.depth === parent.depth + 1 && brace.last <= parent.last) children.push(brace);
  }
  return children;
}

function serverBlocks(lines: Lines, brace: Brace, inside: readonly Brace[]): Block[] {
  const [word = '', ...rest] = brace.header.split(/\s+/);
  const server = word === 'server' ? directive(lines, brace, 'server_name') : '';
  const listen = word === 'server' ? directive(lines, brace, 'listen') : '';
  const called = word === 'server' ? (server.split(/\s+/)[0] ?? '') : rest.join(' ');
  const names = [...server.split(/\s+/), ...(word === 'upstream' ? rest : [])];
  const whole: Block = {
    first: brace.first,
    last: brace.last,
    kind: 'resource',
    name: called === '' ? word : `${word} ${called}`,
    names: names.filter((name) => /^[\w.-]{2,}$/.test(name)),
    meta: { kind: word, ...stated({ name: called, listen }) },
  };
  const locations = inside.filter(({ header }) => header.startsWith('location'));
  const firstLocation = locations[0];
  if (brace.last - brace.first < LONG_SERVER_LINES || firstLocation === undefined) return [whole];
  const head: Block = { ...whole, last: Math.max(brace.first, firstLocation.first - 1) };
  const parts = locations.map((location, at): Block => {
    const next = locations[at + 1];
    const last =
      next === undefined ? brace.last : trimmedLast(lines, location.last, next.first - 1);
    return {
      first: location.first,
      last,
      kind: 'resource',
      name: location.header.slice(0, 120),
      names: [],
      within: [whole.name],
      meta: { kind: 'location', server: called },
    };
  });
  return [head, ...parts];
}

function directive(lines: Lines, { first, last }: Brace, name: string): string {
  const pattern = new RegExp(`(?:^|[\\s{;])${name}\\s([^;]*)`);
  return matchesIn(lines, pattern, first, last, 400)[0]?.name.trim() ?? '';
}

/** Jenkinsfile: a unit per stage, deepest first where stages hold stages. */
export function scanJenkins(lines: Lines): Scan {
  const braces = bracesIn(lines, GROOVY);
  const stages = braces.filter(({ header }) => /^stage\s*\(/.test(header));
  // In line order a stage that holds another is followed by it.
  const leaves = stages.filter((stage, at) => {
    const next = stages[at + 1];
    return next === undefined || next.first > stage.last;
  });
  const blocks = leaves.map((stage): Block => {
    const name = /["']([^"']*)["']/.exec(stage.header)?.[1] ?? '';
    return {
      first: stage.first,
      last: stage.last,
      kind: 'job',
      name: `stage/${name}`,
      names: /^[\w.-]+$/.test(name) ? [name] : [],
      meta: { kind: 'stage', name },
    };
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
