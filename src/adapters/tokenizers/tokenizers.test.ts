import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { countTokens as cl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { countTokens as o200k } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { tokenizerContract } from '../../../test/contracts/tokenizer.contract.ts';
import { runs } from '../../../test/support/runs.ts';
import { SheafError } from '../../model/errors.ts';
import { truncateToTokens } from '../../text/truncate.ts';
import { mergedCount } from './byte-pairs.ts';
import { CLAUDE_FACTOR, loadTokenizer } from './tokenizers.ts';
import { parseRanks } from './vocabularies.ts';

const DATA = join(
  dirname(createRequire(import.meta.url).resolve('gpt-tokenizer/package.json')),
  'data',
);
const AS_TEXT = { disallowedSpecial: new Set<string>() };

for (const name of ['estimate', 'o200k', 'cl100k', 'claude']) {
  describe(name, () => tokenizerContract(() => loadTokenizer(name)));
}
describe('a rank file', () => {
  tokenizerContract(() => loadTokenizer(join(DATA, 'o200k_base.tiktoken')));
});

/** Without the byte order mark, which the package counts as two tokens though it has a rank of its own. */
const anyText = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc
      .array(
        fc.constantFrom(
          ...[
            'a',
            'ab',
            'the',
            ' ',
            '  ',
            '\n',
            '\n\n',
            '\r\n',
            '=',
            '}',
            '#',
            '/',
            '\t',
            '\u2028',
          ],
          ...["'ll", 'é', '\u0301', '中', '12'],
        ),
        {
          maxLength: 400,
        },
      )
      .map((words) => words.join('')),
  )
  .map((text) => text.replaceAll('\ufeff', ''));

describe('BU-2 counts of vocabularies', () => {
  it.each([
    ['o200k', o200k],
    ['cl100k', cl100k],
  ] as const)('%s are those of the package and of its rank file', async (name, counted) => {
    const own = await loadTokenizer(name);
    const file = await loadTokenizer(join(DATA, `${name}_base.tiktoken`), { split: name });
    fc.assert(
      fc.property(anyText, (text) => {
        const tokens = counted(text, AS_TEXT);
        expect(own.count(text)).toBe(tokens);
        expect(file.count(text)).toBe(tokens);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('merge long pieces as short ones: best rank first, leftmost first', () => {
    const ranks = parseRanks('YQ== 0\nYg== 1\nYWE= 2\nYWI= 3\nYWFi 4\nYWFhYQ== 5\n', 'test');
    expect(mergedCount('aaab', ranks)).toBe(2);
    expect(mergedCount('a'.repeat(4), ranks)).toBe(1);
    expect(mergedCount('a'.repeat(4000), ranks)).toBe(1000);
    expect(mergedCount('b'.repeat(4000), ranks)).toBe(4000);
  });

  it('are estimates where they say so', async () => {
    const [claude, real] = await Promise.all([loadTokenizer('claude'), loadTokenizer('o200k')]);
    const text = 'export function call(url: string): Promise<Response> {';
    expect(claude.count(text)).toBe(Math.ceil(real.count(text) * CLAUDE_FACTOR));
    expect([claude.isEstimate, real.isEstimate]).toEqual([true, false]);
    const estimate = await loadTokenizer('estimate');
    expect([0, 1, 4, 5].map((length) => estimate.count('x'.repeat(length)))).toEqual([0, 1, 1, 2]);
  });

  it('name a rank file without the folder it lies in', async () => {
    const { name } = await loadTokenizer(join(DATA, 'cl100k_base.tiktoken'), { split: 'cl100k' });
    expect(name).toBe('cl100k_base.tiktoken');
  });

  it('refuse what is no rank file, naming the line', async () => {
    expect(() => parseRanks('YQ== 0\nnot a line\n', 'x.tiktoken')).toThrow('line 2');
    expect(() => parseRanks('', 'x.tiktoken')).toThrow(SheafError);
    await expect(loadTokenizer('no/such.tiktoken')).rejects.toThrow(SheafError);
  });
});

describe('a text cut to a number of tokens', () => {
  it('ends what it cuts with an ellipsis that is part of the price', async () => {
    const estimate = await loadTokenizer('estimate');
    expect(truncateToTokens('abcdefghij', 2, estimate.count)).toBe('abcde...');
    expect(truncateToTokens('abcd', 1, estimate.count)).toBe('abcd');
    expect(truncateToTokens('😀😀😀😀', 1, estimate.count)).toBe('...');
  });
});
