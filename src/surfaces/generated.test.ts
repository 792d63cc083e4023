import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cliReference } from '../../tools/cli-reference.ts';
import { configReference } from '../../tools/config-reference.ts';
import { configSchema } from '../../tools/config-schema.ts';
import { manPage } from '../../tools/man-page.ts';
import { pageTypes } from '../../tools/page-types.ts';
import { VERSION } from '../model/version.ts';
import { OPERATIONS } from './table.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

describe('IF-3 generated files are up to date (else: npm run docs)', () => {
  it('docs/config.md', () => {
    expect(read('docs/config.md')).toBe(configReference());
  });
  it('docs/cli.md', () => {
    expect(read('docs/cli.md')).toBe(cliReference(OPERATIONS));
  });
  it('docs/sheaf.1', () => {
    expect(read('docs/sheaf.1')).toBe(manPage(OPERATIONS, VERSION));
  });
  it('page/src/api-types.ts', () => {
    expect(read('page/src/api-types.ts')).toBe(pageTypes());
  });
  it('schema/sheaf.schema.json', () => {
    expect(JSON.parse(read('schema/sheaf.schema.json'))).toEqual(
      JSON.parse(JSON.stringify(configSchema())),
    );
  });
});

/** What a module loads as soon as it is imported itself, types aside. */
const STATIC = /^(?:import|export)\s+(?!type\s)(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gm;

function loadedWith(entry: string): { files: Set<string>; packages: Set<string> } {
  const files = new Set<string>();
  const packages = new Set<string>();
  const visit = (path: string): void => {
    if (files.has(path)) return;
    files.add(path);
    for (const [, specifier = ''] of readFileSync(path, 'utf8').matchAll(STATIC)) {
      if (specifier.startsWith('.')) visit(join(dirname(path), specifier));
      else packages.add(specifier);
    }
  };
  visit(join(ROOT, entry));
  return { files, packages };
}

describe('start-up loads nothing heavy', () => {
  it('the command line needs no package at all until an operation runs', () => {
    const { files, packages } = loadedWith('src/surfaces/cli/entry.ts');
    expect(files.size).toBeGreaterThan(15); // a check that saw nothing would be worthless
    expect([...packages].filter((name) => !name.startsWith('node:'))).toEqual([]);
  });

  it('the configuration needs no package where there is no file', () => {
    const { files, packages } = loadedWith('src/config/load.ts');
    expect(files.size).toBeGreaterThan(2);
    expect([...packages]).toEqual(['node:path']);
  });

  it('sees packages where they are', () => {
    expect([...loadedWith('src/config/keys.test.ts').packages]).toContain('zod');
  });
});
