import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { expect, it } from 'vitest';

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
  flow: ['model', 'ports'],
  record: ['model', 'ports'],
  adapters: ['model', 'ports', 'config', 'math'],
  ingest: ['model', 'ports', 'math', 'config', 'chunk', 'redact', 'retrieve', 'adapters'],
  surfaces: ['model', 'config', 'adapters', '(root)'],
};
const PURE = [
  'model',
  'math',
  'ports',
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

const SRC = join(import.meta.dirname, '../src');
// Static, re-export, side-effect and dynamic imports.
const IMPORT =
  /^(?:import|export)\s(?:[^'"]*?from\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(sep).join('/'))
  .filter((file) => file.endsWith('.ts') && !/\.(test|bench)\.ts$/.test(file));

const folderOf = (file: string): string =>
  file.includes('/') ? (file.split('/')[0] ?? '') : '(root)';
const importsOf = (file: string): string[] =>
  [...readFileSync(join(SRC, file), 'utf8').matchAll(IMPORT)].map(
    (match) => match[1] ?? match[2] ?? '',
  );

it('sees the source tree', () => {
  expect(files.length).toBeGreaterThan(0); // a boundary check over zero files is green and worthless
  expect(files.map(folderOf).filter((f) => f !== '(root)' && !(f in MAY_IMPORT))).toEqual([]);
});

it('points every dependency one way', () => {
  const violations = files.flatMap((file) => {
    const from = folderOf(file);
    if (from === '(root)') return [];
    return importsOf(file)
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) =>
        relative(SRC, join(SRC, dirname(file), specifier))
          .split(sep)
          .join('/'),
      )
      .filter(
        (target) => folderOf(target) !== from && !MAY_IMPORT[from]?.includes(folderOf(target)),
      )
      .map((target) => `src/${file} must not import src/${target}`);
  });
  expect(violations).toEqual([]);
});

it('keeps the core free of Node and of packages', () => {
  const impure = files
    .filter((file) => PURE.includes(folderOf(file)))
    .flatMap((file) =>
      importsOf(file)
        .filter((s) => !s.startsWith('.'))
        .map((s) => `src/${file} imports ${s}`),
    );
  expect(impure).toEqual([]);
});
