import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

const NOUNS = ['model', 'math', 'text'];
const STAGES = [
  'redact',
  'graph',
  'chunk',
  'task',
  'retrieve',
  'score',
  'compress',
  'pack',
  'format',
  'flow',
  'record',
];

/**
 * Room -> rooms it may import (besides itself). A room is a folder of src/, or a file at its root, which has a row of its own.
 * Each line may only name lines above it, so the arrows have one direction.
 */
const MAY_IMPORT: Record<string, readonly string[]> = {
  model: [],
  math: [],
  text: ['model', 'math'],
  config: ['model'],
  ports: ['model', 'math', 'config'],
  redact: NOUNS,
  graph: [...NOUNS, 'ports'],
  chunk: [...NOUNS, 'ports'],
  task: NOUNS,
  retrieve: [...NOUNS, 'ports'],
  score: NOUNS,
  compress: [...NOUNS, 'ports'],
  pack: NOUNS,
  format: [...NOUNS, 'ports'],
  flow: [...NOUNS, 'ports'],
  record: [...NOUNS, 'ports'],
  adapters: [...NOUNS, 'ports', 'config'],
  ingest: [...NOUNS, 'ports', 'config', 'chunk', 'redact', 'retrieve', 'adapters'],
  'ingest.ts': [...NOUNS, 'ports', 'redact', 'adapters', 'ingest'],
  gather: [...NOUNS, 'ports', 'config', ...STAGES],
  'gather.ts': ['ports', 'gather'],
  lookup: [...NOUNS, 'ports', 'config', ...STAGES, 'gather'],
  search: [...NOUNS, 'ports', 'config', ...STAGES, 'gather'],
  shortlist: [...NOUNS, 'ports', 'config', ...STAGES, 'gather'],
  summarize: [...NOUNS, 'ports', 'config', ...STAGES, 'lookup'],
  compose: [...NOUNS, 'ports', 'config', ...STAGES, 'gather', 'summarize'],
  push: [...NOUNS, 'ports', 'config', ...STAGES, 'gather', 'lookup', 'shortlist', 'compose'],
  explain: [...NOUNS, 'ports', 'config', ...STAGES, 'gather', 'lookup', 'compose'],
  flows: [...NOUNS, 'ports', 'config', ...STAGES, 'adapters', 'compose'],
  account: [...NOUNS, 'ports', 'config', ...STAGES, 'gather', 'compose'],
  'assemble.ts': [
    ...NOUNS,
    'ports',
    ...STAGES,
    'gather',
    'gather.ts',
    'lookup',
    'summarize',
    'compose',
    'flows',
    'account',
  ],
  replay: [...NOUNS, 'ports', 'config', ...STAGES, 'lookup', 'compose', 'assemble.ts'],
  evaluate: [...NOUNS, 'ports', 'config', 'compose', 'assemble.ts'],
  'engine.ts': [...NOUNS, 'ports', 'config', 'adapters', 'ingest', 'ingest.ts'],
  requests: [...NOUNS, 'ports', 'config', 'compose', 'adapters', 'engine.ts'],
  hits: [
    ...NOUNS,
    'ports',
    'config',
    'redact',
    'retrieve',
    'format',
    'adapters',
    'ingest',
    'compose',
    'requests',
  ],
  'workspace.ts': [
    ...NOUNS,
    'ports',
    'config',
    'record',
    'lookup',
    'account',
    'search',
    'shortlist',
    'push',
    'summarize',
    'explain',
    'flows',
    'assemble.ts',
    'replay',
    'evaluate',
    'engine.ts',
    'requests',
  ],
  'index.ts': ['model', 'config', 'ports', 'adapters', 'requests', 'hits', 'workspace.ts'],
  surfaces: ['model', 'config', 'record', 'adapters', 'flows', 'workspace.ts'],
};
/** Rooms that may use Node and packages: those at the rim. */
const RIM = ['config', 'adapters', 'ingest', 'surfaces'];
/** The story of the program; anything else belongs into a folder. */
const MOST_ROOT_FILES = 6;

interface Source {
  /** Below src/, with forward slashes. */
  readonly file: string;
  readonly text: string;
}

// Static, re-export, side-effect and dynamic imports.
const IMPORT =
  /^(?:import|export)\s(?:[^'"]*?from\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;

/** Without comments. */
const code = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');

/** The folder of a file, or the file itself if it stands at the root. */
const roomOf = (file: string): string => file.split('/')[0] ?? '';
const importsOf = ({ text }: Source): string[] =>
  [...code(text).matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? '');

/** Imports that point against the arrows, as sentences. */
function wrongArrows(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => {
    const from = roomOf(source.file);
    return importsOf(source)
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => posix.join(posix.dirname(source.file), specifier))
      .filter((target) => roomOf(target) !== from && !MAY_IMPORT[from]?.includes(roomOf(target)))
      .map((target) => `src/${source.file} must not import src/${target}`);
  });
}

/** Imports of Node or of packages where only our own code belongs, as sentences. */
function impureImports(sources: readonly Source[]): string[] {
  return sources
    .filter(({ file }) => !RIM.includes(roomOf(file)))
    .flatMap((source) =>
      importsOf(source)
        .filter((specifier) => !specifier.startsWith('.'))
        .map((specifier) => `src/${source.file} imports ${specifier}`),
    );
}

// A word of its own that is read from, not part of a name or of a text.
const AMBIENT =
  /(?<![\w.'"`$])(?:process\.(?:env|argv|cwd|platform|std\w+|hrtime|exit|on)|performance\.now|Date\.now)\b/g;

/** The environment and the clock, read where they should come in as arguments, as sentences. */
function ambientReads(sources: readonly Source[]): string[] {
  return sources
    .filter(({ file }) => !RIM.includes(roomOf(file)))
    .flatMap(({ file, text }) =>
      [...code(text).matchAll(AMBIENT)].map(([found]) => `src/${file} reads ${found}`),
    );
}

/** Files and folders without a row, and too many files at the root, as sentences. */
function homeless(sources: readonly Source[]): string[] {
  const rooms = [...new Set(sources.map(({ file }) => roomOf(file)))];
  const loose = rooms.filter((room) => room.endsWith('.ts'));
  return [
    ...rooms.filter((room) => !(room in MAY_IMPORT)).map((room) => `src/${room} has no row`),
    ...(loose.length > MOST_ROOT_FILES ? [`${loose.length} files stand at the root of src/`] : []),
  ];
}

const SRC = join(dirname(import.meta.dirname), 'src');
const sources: Source[] = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(sep).join('/'))
  .filter((file) => file.endsWith('.ts') && !/\.(test|bench)\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(SRC, file), 'utf8') }));

describe('the architecture', () => {
  it('sees the source tree, and has a row for every folder and every file at the root', () => {
    expect(sources.length).toBeGreaterThan(100); // a check over no files is green and worthless
    expect(sources.flatMap(importsOf).length).toBeGreaterThan(300);
    expect(homeless(sources)).toEqual([]);
  });

  it('points every dependency one way', () => {
    expect(wrongArrows(sources)).toEqual([]);
  });

  it('keeps the core free of Node and of packages', () => {
    expect(impureImports(sources)).toEqual([]);
  });

  it('reads environment and clock at the rim alone', () => {
    expect(ambientReads(sources)).toEqual([]);
  });

  it('declares no room above the ones it may import', () => {
    const order = Object.keys(MAY_IMPORT);
    for (const [room, allowed] of Object.entries(MAY_IMPORT)) {
      for (const other of allowed) {
        expect(order.indexOf(other), `${room} → ${other}`).toBeLessThan(order.indexOf(room));
      }
    }
  });
});

describe('the architecture test finds planted violations', () => {
  const plant = (file: string, text: string): Source[] => [...sources, { file, text }];

  it.each([
    ['a stage that imports another', 'pack/planted.ts', `import { cut } from '../chunk/cut.ts';`],
    [
      'a noun that imports a port',
      'model/planted.ts',
      `import type { Tree } from '../ports/tree.ts';`,
    ],
    [
      'an adapter that imports a stage',
      'adapters/sources/planted.ts',
      `import { cut } from '../../chunk/cut.ts';`,
    ],
    [
      'a door that reaches past the engine',
      'surfaces/cli/planted.ts',
      `export { cut } from '../../chunk/cut.ts';`,
    ],
    [
      'a core that reaches up to the root',
      'score/planted.ts',
      `const engine = import('../engine.ts');`,
    ],
    [
      'a root file that skips the engine',
      'gather.ts',
      `import { openStore } from './adapters/stores/sqlite/store.ts';`,
    ],
    ['a root file that reaches up', 'engine.ts', `import { openWorkspace } from './workspace.ts';`],
    [
      'a room of the middle that opens files itself',
      'compose/planted.ts',
      `import { walk } from '../adapters/files/walk.ts';`,
    ],
    ['a re-export', 'math/planted.ts', `export type { Shape } from '../model/shape.ts';`],
  ])('%s', (_, file, text) => {
    expect(wrongArrows(plant(file, text))).toHaveLength(1);
  });

  it('a loose file at the root, and a folder nobody declared', () => {
    expect(homeless(plant('loose.ts', ''))).toHaveLength(2);
    expect(homeless(plant('drawer/planted.ts', ''))).toEqual(['src/drawer has no row']);
  });

  it.each([
    ['the environment', 'compose/planted.ts', 'const home = process.env.HOME;'],
    ['the clock', 'assemble.ts', 'const now = Date.now();'],
    ['a stop watch', 'explain/planted.ts', 'const began = performance.now();'],
  ])('%s in the middle', (_, file, text) => {
    expect(ambientReads(plant(file, text))).toHaveLength(1);
  });

  it.each([
    ['Node in the core', 'task/planted.ts', `import { join } from 'node:path';`],
    ['Node at the root', 'assemble.ts', `import { join } from 'node:path';`],
    ['a package in the core', 'pack/planted.ts', `import { z } from 'zod';`],
    ['a lazily loaded package in the core', 'chunk/planted.ts', `await import('libsql');`],
  ])('%s', (_, file, text) => {
    expect(impureImports(plant(file, text))).toHaveLength(1);
  });
});
