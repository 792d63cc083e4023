import fc from 'fast-check';
import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/support/runs.ts';
import { checkValue } from './check.ts';
import { DEFAULTS } from './defaults.ts';
import { keyTable } from './generate.ts';
import { variableOf } from './key-spec.ts';
import { KEYS, SECTIONS } from './keys.ts';
import { CLASSIC } from './presets.ts';
import { jsonSchema, schema } from './schema.ts';
import { configTemplate } from './template.ts';

/** `a.b.c`, 1 → { a: { b: { c: 1 } } } */
const nest = (path: string, value: unknown): unknown =>
  path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);

describe('IF-3 one declaration per key', () => {
  it('gives the defaults that are kept as plain data', () => {
    expect(schema.parse({})).toEqual(DEFAULTS);
  });

  it('gives the key table that is kept as plain data', () => {
    expect({ keys: KEYS, sections: SECTIONS }).toEqual(keyTable(jsonSchema()));
    expect(KEYS.length).toBeGreaterThan(80);
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

  it('checks single values by the table exactly as zod does', () => {
    const words = KEYS.flatMap((key) => (key.kind === 'choice' ? key.values : []));
    const numbers = KEYS.flatMap((key) =>
      key.kind === 'integer' || key.kind === 'number'
        ? [key.min, key.max, key.min - 1, key.max + 1, key.max + 0.5]
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
        const outcome = schema.safeParse(nest(key.path, tried));
        // Rules between keys are the same code on both sides; here only the key itself counts.
        const own = outcome.error?.issues.filter((issue) => issue.code !== 'custom') ?? [];
        expect(checkValue(key, tried) === null).toBe(own.length === 0);
      }),
      { numRuns: runs(2000) },
    );
  });
});

describe('sheaf init', () => {
  it('writes a file that changes nothing', () => {
    expect(schema.parse(plain(parse(configTemplate())))).toEqual(DEFAULTS);
  });

  it('writes every key at its default, one character away from being set', () => {
    const uncommented = configTemplate().replaceAll(/^#(?=[a-z0-9_]+ = )/gm, '');
    expect(plain(parse(uncommented))).toEqual(DEFAULTS);
  });

  it('keeps its lines short', () => {
    for (const line of configTemplate().split('\n')) expect(line.length).toBeLessThanOrEqual(100);
  });
});

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;
