import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tokenizer } from '../../src/ports/tokenizer.ts';
import { truncateToTokens } from '../../src/text/truncate.ts';
import { processorMs } from '../support/effort.ts';

const SPECIAL = ['<|endoftext|>', '<|im_start|>system', '<|fim_prefix|>', '<|endofprompt|>'];
const LONG = 200_000;
const isWellFormed = (text: string): boolean => !/\p{Cs}/u.test(text);

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc
    .array(fc.constantFrom(...SPECIAL, '\ud800', '\0', ' ', '\n', '中', "I'll", '123456', 'aaaa'))
    .map((words) => words.join('')),
);

/** What every tokenizer keeps. */
export function tokenizerContract(loaded: () => Promise<Tokenizer>): void {
  describe('BU-2 the contract of tokenizers', () => {
    let tokenizer: Promise<Tokenizer> | undefined;
    /** Once for all of them: a vocabulary takes longer to read than a law to check. */
    const load = (): Promise<Tokenizer> => {
      tokenizer ??= loaded();
      return tokenizer;
    };

    it('counts nothing in an empty text, and something in any other', async () => {
      const { count } = await load();
      expect(count('')).toBe(0);
      fc.assert(
        fc.property(anyText, (text) => {
          const tokens = count(text);
          expect(Number.isInteger(tokens)).toBe(true);
          expect(tokens > 0).toBe(text !== '');
          expect(count(text)).toBe(tokens);
        }),
      );
    });

    it.each(SPECIAL)('takes %s in a text for text', async (special) => {
      const { count } = await load();
      expect(count(special)).toBeGreaterThan(1);
    });

    it.each(['a', '中', ' ', '=', '\n', 'ab1'])('counts a long run of %j soon', async (unit) => {
      const { count } = await load();
      const started = processorMs();
      expect(count(unit.repeat(LONG / unit.length))).toBeGreaterThan(0);
      expect(processorMs() - started).toBeLessThan(10_000);
    });

    it('cuts a text to what fits, never inside a character', async () => {
      const tokenizer = await load();
      fc.assert(
        fc.property(anyText, fc.integer({ min: 0, max: 30 }), (text, tokens) => {
          const cut = truncateToTokens(text, tokens, tokenizer.count);
          expect(tokenizer.count(cut)).toBeLessThanOrEqual(tokens);
          if (tokenizer.count(text) <= tokens) expect(cut).toBe(text);
          if (isWellFormed(text)) expect(isWellFormed(cut)).toBe(true);
        }),
      );
    });
  });
}
