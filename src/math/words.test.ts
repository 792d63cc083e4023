import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eachIdentifier } from './terms.ts';
import { Words } from './words.ts';

const found = (words: Words<string>, text: string, from = 0, to = text.length): string[] => {
  const all: string[] = [];
  words.each(text, from, to, (word) => all.push(word));
  return all;
};
const expected = (text: string): string[] => {
  const all: string[] = [];
  eachIdentifier(text, (word) => all.push(word));
  return all;
};

describe('words', () => {
  const texts = fc.string({
    unit: fc.constantFrom(...'aBz_09 .-é世\u{1f600}'),
    maxLength: 300,
  });

  it('finds what eachIdentifier finds, in any stretch of a text', () => {
    const words = new Words((word) => word);
    fc.assert(
      fc.property(texts, fc.nat(300), fc.nat(300), (text, a, b) => {
        const from = Math.min(a, b, text.length);
        const to = Math.min(Math.max(a, b), text.length);
        expect(found(words, text, from, to)).toEqual(expected(text.slice(from, to)));
      }),
    );
  });

  it('makes a value once for each word, however many there are', () => {
    const made: string[] = [];
    const words = new Words((word) => {
      made.push(word);
      return word;
    });
    const text = Array.from({ length: 40_000 }, (_, i) => `name${i}`).join(' ');
    expect(found(words, text)).toEqual(found(words, text));
    expect(made).toHaveLength(40_000);
  });
});
