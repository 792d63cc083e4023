import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, nearest } from './nearest.ts';
import { parseSize } from './size.ts';

describe('sizes', () => {
  it.each([
    ['8000', 8000],
    ['8k', 8000],
    ['8K', 8000],
    ['1.5m', 1_500_000],
    ['1.1m', 1_100_000],
    ['0.5k', 500],
    ['100_000', 100_000],
    ['-1', -1],
    [' 7 ', 7],
  ])('reads %s', (text, size) => {
    expect(parseSize(text)).toBe(size);
  });

  it.each([
    '',
    'k',
    '8kb',
    '1.5',
    '8 k',
    '1e3',
    '0x10',
    '1_00',
    '--5',
    '9'.repeat(20),
    '9'.repeat(1e6),
  ])('refuses %.20s', (text) => {
    expect(parseSize(text)).toBeNull();
  });
});

describe('the nearest name', () => {
  it('forgives slips in proportion to the length of the word', () => {
    expect(nearest('serch', ['index', 'search'])).toBe('search');
    expect(nearest('max-tokens', ['max_tokens'])).toBe('max_tokens');
    expect(nearest('idnex', ['index'])).toBe('index');
    expect(nearest('authentication', ['index', 'search', 'completion'])).toBeNull();
    expect(nearest('x'.repeat(1e6), ['index'])).toBeNull();
  });

  it('measures a distance: zero only for equals, the same both ways', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (a, b) => {
        expect(editDistance(a, b)).toBe(editDistance(b, a));
        expect(editDistance(a, b) === 0).toBe(a === b);
      }),
    );
  });
});
