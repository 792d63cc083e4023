import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anchorsOf } from './anchors.ts';
import { lowBytesOf } from './bytes.ts';

const LITERALS = ['pw', '密码', 'key', 'pwd', ' -u', 'pass', 'password', 'Secret', '<th'];
const find = anchorsOf(LITERALS.map((literal) => [literal, null]));

/** Each literal at each place, one after the other. */
const naive = (text: string): string[] =>
  LITERALS.flatMap((literal, number) =>
    Array.from(text, (_, at) => at)
      .filter((at) => text.startsWith(literal, at))
      .map((at) => `${at} ${number}`),
  ).sort();

const found = (text: string): string[] => {
  const hits = find(text, lowBytesOf(text));
  return hits.flatMap((number, i) => (i % 2 === 0 ? [`${hits[i + 1]} ${number}`] : [])).sort();
};

describe('literals in one pass', () => {
  it('are found wherever they stand, however short, and nothing else is', () => {
    const piece = fc.constantFrom(
      ...LITERALS,
      'k',
      'a',
      ' ',
      '.',
      '\n',
      '1',
      'ł',
      '码',
      'PASS',
      's',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        expect(found(text)).toEqual(naive(text));
      }),
    );
  });
});
