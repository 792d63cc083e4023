import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faultOf, TARGETS } from './support/fuzz-targets.ts';

const FOLDER = join(import.meta.dirname, 'fixtures/fuzz');
const NAMES = readdirSync(FOLDER).sort();
const targetOf = (name: string): string => name.slice(0, name.indexOf('-'));

describe('SR-3 texts of strangers that were kept by npm run fuzz', () => {
  it('reach every reader', () =>
    expect(new Set(NAMES.map(targetOf))).toEqual(new Set(Object.keys(TARGETS))));

  it.each(NAMES)('%s is read or refused in words', async (name) => {
    expect(await faultOf(targetOf(name), readFileSync(join(FOLDER, name), 'utf8'))).toBeNull();
  });
});
