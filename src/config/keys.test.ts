import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runs } from '../../test/support/runs.ts';
import { configSchema } from '../../tools/config-schema.ts';
import { checkValue } from './check.ts';
import { DEFAULTS, valueAt } from './defaults.ts';
import { variableOf } from './key-spec.ts';
import { KEYS, SECTIONS } from './keys.ts';
import { loadConfig } from './load.ts';
import { CLASSIC } from './presets.ts';
import { configTemplate } from './template.ts';

/** `a.b.c`, 1 → { a: { b: { c: 1 } } } */
const nest = (path: string, value: unknown): unknown =>
  path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);

/** The schema as another program reads it. */
const published = z.fromJSONSchema(configSchema());

describe('IF-3 one declaration per key', () => {
  it('gives every key a default that it accepts itself', () => {
    expect(KEYS.length).toBeGreaterThan(80);
    for (const key of KEYS) {
      expect(checkValue(key, key.default)).toBeNull();
      expect(valueAt(DEFAULTS, key.path)).toEqual(key.default);
    }
  });

  it('gives the defaults to readers of the JSON Schema too', () => {
    expect(published.parse(DEFAULTS)).toEqual(DEFAULTS);
  });

  it('has a help sentence for every key and section', () => {
    for (const { path, help } of [...KEYS, ...SECTIONS]) expect(help, path).toMatch(/^.{5,}[.?]$/);
  });

  it('gives every key a variable of its own', () => {
    expect(new Set(KEYS.map((key) => variableOf(key.path))).size).toBe(KEYS.length);
  });

  it('has only valid keys and values in the classic preset', () => {
    for (const [path, value] of Object.entries(CLASSIC)) {
      const key = KEYS.find((candidate) => candidate.path === path);
      expect(key, path).toBeDefined();
      if (key !== undefined) expect(checkValue(key, value)).toBeNull();
    }
  });

  it('checks single values exactly as the JSON Schema says', () => {
    const words = KEYS.flatMap((key) => (key.kind === 'choice' ? key.values : []));
    const numbers = KEYS.flatMap((key) =>
      key.kind === 'integer' || key.kind === 'number'
        ? [...key.range, key.range[0] - 1, key.range[1] + 1, key.range[1] + 0.5]
        : [],
    );
    const value = fc.oneof(
      fc.constantFrom(...numbers, ...words, '', 'x'.repeat(4097), null, true, false),
      fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60, -0, 1e-320),
      fc.constant(Array.from({ length: 1001 }, () => 'x')),
      fc.double(),
      fc.string(),
      fc.array(fc.oneof(fc.string(), fc.integer()), { maxLength: 3 }),
      fc.dictionary(fc.string(), fc.integer(), { maxKeys: 2 }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...KEYS), value, (key, tried) => {
        const { success } = published.safeParse(nest(key.path, tried));
        expect(checkValue(key, tried) === null, key.path).toBe(success);
      }),
      { numRuns: runs(2000) },
    );
  });
});

describe('sheaf init', () => {
  const load = (text: string): ReturnType<typeof loadConfig> => {
    const readText = (path: string): string | null => (path === '/p/sheaf.toml' ? text : null);
    return loadConfig({ root: '/p', env: {}, home: '/home/u', readText });
  };

  it('writes a file that changes nothing', async () => {
    const { config, origins, files } = await load(configTemplate());
    expect(files.project).toBe('/p/sheaf.toml');
    expect(config).toEqual(DEFAULTS);
    expect(new Set(Object.values(origins))).toEqual(new Set(['default']));
  });

  it('writes every key a project may set at its default, one character away from being set', async () => {
    const uncommented = configTemplate().replaceAll(/^#(?=[a-z0-9_]+ = )/gm, '');
    const { config, origins } = await load(uncommented);
    expect(config).toEqual(DEFAULTS);
    const unset = Object.keys(origins).filter((path) => origins[path] === 'default');
    expect(unset).toEqual(KEYS.filter(({ guard }) => guard === 'user').map(({ path }) => path));
  });

  it('keeps its lines short', () => {
    for (const line of configTemplate().split('\n')) expect(line.length).toBeLessThanOrEqual(100);
  });
});
