import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Folder -> folders it may import (besides itself). Each line may only name lines above it. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  model: [],
  math: [],
  ports: ['model', 'math'],
  config: ['model'],
  redact: ['model', 'math'],
  graph: ['model', 'ports', 'math'],
  chunk: ['model', 'ports', 'math'],
  task: ['model', 'math'],
  retrieve: ['model', 'ports', 'math'],
  score: ['model', 'math'],
  compress: ['model', 'ports', 'math'],
  pack: ['model', 'math'],
  format: ['model', 'ports'],
  flow: ['model', 'ports', 'math'],
  record: ['model', 'ports'],
  adapters: ['model', 'ports', 'config', 'math'],
  ingest: ['model', 'ports', 'math', 'config', 'chunk', 'redact', 'retrieve', 'adapters'],
  surfaces: ['model', 'config', 'record', 'adapters', '(root)'],
};
/** Folders that may use neither Node nor packages: all but those at the rim. */
const RIM = ['config', 'adapters', 'ingest', 'surfaces'];

interface Source {
  /** Below src/, with forward slashes. */
  readonly file: string;
  readonly text: string;
}

// Static, re-export, side-effect and dynamic imports.
const IMPORT =
  /^(?:import|export)\s(?:[^'"]*?from\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;

const folderOf = (file: string): string =>
  file.includes('/') ? (file.split('/')[0] ?? '') : '(root)';
const importsOf = ({ text }: Source): string[] =>
  [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? '');

/** Imports that point against the arrows, as sentences. */
function wrongArrows(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => {
    const from = folderOf(source.file);
    if (from === '(root)') return [];
    return importsOf(source)
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => posix.join(posix.dirname(source.file), specifier))
      .filter(
        (target) => folderOf(target) !== from && !MAY_IMPORT[from]?.includes(folderOf(target)),
      )
      .map((target) => `src/${source.file} must not import src/${target}`);
  });
}

/** Imports of Node or of packages where only our own code belongs, as sentences. */
function impureImports(sources: readonly Source[]): string[] {
  return sources
    .filter(({ file }) => folderOf(file) in MAY_IMPORT && !RIM.includes(folderOf(file)))
    .flatMap((source) =>
      importsOf(source)
        .filter((specifier) => !specifier.startsWith('.'))
        .map((specifier) => `src/${source.file} imports ${specifier}`),
    );
}

const SRC = join(dirname(import.meta.dirname), 'src');
const sources: Source[] = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(sep).join('/'))
  .filter((file) => file.endsWith('.ts') && !/\.(test|bench)\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(SRC, file), 'utf8') }));

describe('the architecture', () => {
  it('sees the source tree, and knows every folder of it', () => {
    expect(sources.length).toBeGreaterThan(100); // a check over no files is green and worthless
    expect(sources.flatMap(importsOf).length).toBeGreaterThan(300);
    const folders = new Set(sources.map(({ file }) => folderOf(file)));
    expect([...folders].filter((folder) => folder !== '(root)' && !(folder in MAY_IMPORT))).toEqual(
      [],
    );
  });

  it('points every dependency one way', () => {
    expect(wrongArrows(sources)).toEqual([]);
  });

  it('keeps the core free of Node and of packages', () => {
    expect(impureImports(sources)).toEqual([]);
  });

  it('declares no folder above the ones it may import', () => {
    const order = Object.keys(MAY_IMPORT);
    for (const [folder, allowed] of Object.entries(MAY_IMPORT)) {
      for (const other of allowed.filter((name) => name !== '(root)')) {
        expect(order.indexOf(other), `${folder} → ${other}`).toBeLessThan(order.indexOf(folder));
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
    ['a re-export', 'math/planted.ts', `export type { Shape } from '../model/shape.ts';`],
  ])('%s', (_, file, text) => {
    expect(wrongArrows(plant(file, text))).toHaveLength(1);
  });

  it.each([
    ['Node in the core', 'task/planted.ts', `import { join } from 'node:path';`],
    ['a package in the core', 'pack/planted.ts', `import { z } from 'zod';`],
    ['a lazily loaded package in the core', 'chunk/planted.ts', `await import('libsql');`],
  ])('%s', (_, file, text) => {
    expect(impureImports(plant(file, text))).toHaveLength(1);
  });
});
