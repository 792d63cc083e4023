import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eachIdentifier } from './terms.ts';
import { Words } from './words.ts';

/** Words that stand for their place in a list. */
function listed(): { readonly words: Words; readonly made: string[] } {
  const made: string[] = [];
  return { words: new Words((word) => made.push(word) - 1), made };
}
const found = (
  { words, made }: ReturnType<typeof listed>,
  text: string,
  from = 0,
  to = text.length,
): string[] => {
  const all: string[] = [];
  words.each(text, from, to, (value) => all.push(made[value] ?? ''));
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
    const words = listed();
    fc.assert(
      fc.property(texts, fc.nat(300), fc.nat(300), (text, a, b) => {
        const from = Math.min(a, b, text.length);
        const to = Math.min(Math.max(a, b), text.length);
        expect(found(words, text, from, to)).toEqual(expected(text.slice(from, to)));
      }),
    );
  });

  it('makes a value once for each word, however many there are', () => {
    const words = listed();
    const text = Array.from({ length: 40_000 }, (_, i) => `name${i}`).join(' ');
    expect(found(words, text)).toEqual(found(words, text));
    expect(words.made).toHaveLength(40_000);
  });

  it('says of each word whether it will be asked for again', () => {
    const told: [number, boolean][] = [];
    const words = new Words((word, isKept) => told.push([word.length, isKept]));
    const text = `short ${'世'.repeat(64)} ${'世'.repeat(65)}`;
    for (let i = 0; i < 2; i++) words.each(text, 0, text.length, () => undefined);
    expect(told).toEqual([
      [5, true],
      [64, true],
      [65, false],
      [65, false],
    ]);
  });
});
