import { describe, expect, it } from 'vitest';
import type { Shape } from '../model/shape.ts';
import { knownIn } from './known.ts';

const ENV: Shape = { source: 'deployment', kind: 'env', language: 'dotenv', options: '' };
const valuesIn = (text: string): string[] => knownIn(text, ENV).map(({ value }) => value);

describe('what a file of settings makes known', () => {
  it('is a password, a word of some length too', () => {
    expect(valuesIn('DB_PASSWORD=sword' + 'fish\n')).toEqual(['swordfish']);
    expect(valuesIn('DB_PASSWORD=hunt' + 'er2\n')).toEqual(['hunter2']);
  });
  it('is no word that names something beside it', () => {
    expect(valuesIn('DB_USER=wordpress\nDB_PASSWORD=wordpress\nPORT=3000\n')).toEqual([]);
  });
  it('is no name, path, address, time zone or list under a harmless name', () => {
    const plain = ['shop', '/run/secrets/key', 'ann@acme.io', 'Europe/Berlin', 'a,b', 'db:5432'];
    expect(valuesIn(plain.map((value, at) => `SETTING${at}=${value}`).join('\n'))).toEqual([]);
  });
});
