import type { Tokenizer } from '../../ports/tokenizer.ts';

export type TokenizerName = 'o200k' | 'cl100k' | 'claude' | 'chars4';

/** Newer Claude models take 1.3 to 1.8 times as many tokens as o200k on code; the middle of that. */
const CLAUDE_FACTOR = 1.5;
const CHARACTERS_PER_TOKEN = 4;

/** Special tokens in a file are text like any other. */
const AS_TEXT = { disallowedSpecial: new Set<string>() };

/** Loads the tables only when asked: they take a fifth of a second. */
export async function loadTokenizer(name: TokenizerName): Promise<Tokenizer> {
  switch (name) {
    case 'chars4':
      return {
        name,
        isEstimate: true,
        count: (text) => Math.ceil(text.length / CHARACTERS_PER_TOKEN),
      };
    case 'cl100k': {
      const { countTokens } = await import('gpt-tokenizer/encoding/cl100k_base');
      return { name, isEstimate: false, count: (text) => countTokens(text, AS_TEXT) };
    }
    case 'o200k': {
      const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
      return { name, isEstimate: false, count: (text) => countTokens(text, AS_TEXT) };
    }
    case 'claude': {
      const o200k = await loadTokenizer('o200k');
      return {
        name,
        isEstimate: true,
        count: (text) => Math.ceil(o200k.count(text) * CLAUDE_FACTOR),
      };
    }
  }
}
