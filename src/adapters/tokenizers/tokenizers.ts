import { number, text, wrong } from '../../config/given.ts';
import { remembered, rememberedText } from '../../math/memo.ts';
import { TOKENIZER_NAMES } from '../../model/options.ts';
import type { Tokenizer } from '../../ports/tokenizer.ts';
import { truncateToTokens } from '../../text/truncate.ts';
import { bytePairCounter, type SplitName } from './byte-pairs.ts';
import { loadRanks, readRanks, type VocabularyName } from './vocabularies.ts';

/** `chars4` is another name of `estimate`. */
const NAMES = [...TOKENIZER_NAMES, 'estimate'] as const;
type Name = (typeof NAMES)[number];

/** How a rank file is to be used. */
export interface TokenizerOptions {
  /** How text is cut into words before the pairs of a rank file are merged. */
  readonly split?: SplitName;
}

/** Newer Claude models take 1.3 to 1.8 times as many tokens as o200k on code; the middle of that. */
export const CLAUDE_FACTOR = 1.5;
const CHARACTERS_PER_TOKEN = 4;

/** A rule of thumb: four characters a token. */
const estimate = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN);

const isName = (name: string): name is Name => (NAMES as readonly string[]).includes(name);

/**
 * A tokenizer by its name (`o200k`, `cl100k`, `claude`, `chars4`), or by the path of a rank file in the `.tiktoken` format. The
 * tables are loaded only when asked.
 */
export async function loadTokenizer(
  name: string,
  { split = 'o200k' }: TokenizerOptions = {},
): Promise<Tokenizer> {
  const wanted = text(name, 'the tokenizer');
  if (isName(wanted)) return tokenizerOf(wanted, ESTIMATES.has(wanted), await counterOf(wanted));
  return tokenizerOf(fileName(wanted), false, bytePairCounter(await readRanks(wanted), split));
}

const tokenizerOf = (
  name: string,
  isEstimate: boolean,
  counted: (text: string) => number,
): Tokenizer => {
  const checked = (given: unknown): string => {
    if (typeof given === 'string') return given;
    throw wrong('what is counted', 'a text', given);
  };
  const limited = number(0, Number.MAX_SAFE_INTEGER);
  return {
    name,
    isEstimate,
    count: (given) => counted(checked(given)),
    truncateToTokens: (given, maxTokens) =>
      truncateToTokens(checked(given), limited(maxTokens, 'maxTokens'), counted),
  };
};

const ESTIMATES: ReadonlySet<Name> = new Set(['claude', 'estimate', 'chars4']);

/** A plan names the file, not the folder it lies in on this machine. */
const fileName = (path: string): string => path.slice(path.search(/[^/\\]*$/));

async function counterOf(name: Name): Promise<(text: string) => number> {
  if (name === 'estimate' || name === 'chars4') return estimate;
  if (name !== 'claude') return vocabularyCounter(name);
  const count = await vocabularyCounter('o200k');
  return (text) => Math.ceil(count(text) * CLAUDE_FACTOR);
}

/** Of the texts that a running process counts, most are those it counted a moment ago. */
const REMEMBERED_CHARACTERS = 4_000_000;

/** Made once: a table of two hundred thousand entries is shared by all who count with it. */
const vocabularyCounter = remembered(async (name: VocabularyName) =>
  rememberedText(bytePairCounter(await loadRanks(name), name), REMEMBERED_CHARACTERS),
);
