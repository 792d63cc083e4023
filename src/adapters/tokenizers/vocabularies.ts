import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { SheafError } from '../../model/errors.ts';
import { TOKENIZER_NAMES } from '../../model/options.ts';
import { openRanks, packRanks, type Ranks } from './ranks.ts';

export type VocabularyName = 'o200k' | 'cl100k';

/** At its rank, each sequence as text or, where it is no text, as bytes; unused ranks leave holes. */
type Vocabulary = readonly (string | readonly number[])[];

/** Where the import of a module is a call of `require`, its default export lies one step further in. */
type Imported = { readonly default: Vocabulary | { readonly default: Vocabulary } };
const vocabularyOf = ({ default: found }: Imported): Vocabulary =>
  'default' in found ? found.default : found;

const VOCABULARIES: Readonly<Record<VocabularyName, () => Promise<Vocabulary>>> = {
  o200k: () => import('gpt-tokenizer/bpeRanks/o200k_base').then(vocabularyOf),
  cl100k: () => import('gpt-tokenizer/bpeRanks/cl100k_base').then(vocabularyOf),
};

/** The ranks of a vocabulary, packed: what the build puts beside the program. */
export async function packedRanks(name: VocabularyName): Promise<Uint8Array> {
  const encoder = new TextEncoder();
  const entries: [Uint8Array, number][] = [];
  // forEach passes over the holes.
  (await VOCABULARIES[name]()).forEach((sequence, rank) => {
    const bytes =
      typeof sequence === 'string' ? encoder.encode(sequence) : Uint8Array.from(sequence);
    entries.push([bytes, rank]);
  });
  return packRanks(entries);
}

/** From the file beside the program; run from the sources there is none, and the package is asked. */
export async function loadRanks(name: VocabularyName): Promise<Ranks> {
  const file = new URL(`./${name}.ranks`, import.meta.url);
  return openRanks(existsSync(file) ? readFileSync(file) : await packedRanks(name));
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const HINT = 'A rank file has one line per token: its bytes in base64, a space, its rank.';

const MAX_RANK = 0xffff_ffff;
const isRank = (rank: number): boolean => Number.isInteger(rank) && rank >= 0 && rank <= MAX_RANK;

/** Reads the text of a `.tiktoken` file; `name` stands in messages. */
export function parseRanks(text: string, name: string): Ranks {
  const entries: [Uint8Array, number][] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const entry = line.trim();
    if (entry === '') continue;
    const space = entry.indexOf(' ');
    const base64 = entry.slice(0, space);
    const rank = Number(entry.slice(space + 1));
    if (space < 1 || !BASE64.test(base64) || !isRank(rank)) {
      throw new SheafError('unreadable', `${name} is not a rank file: line ${index + 1}.`, HINT);
    }
    entries.push([Buffer.from(base64, 'base64'), rank]);
  }
  if (entries.length === 0) throw new SheafError('unreadable', `${name} holds no tokens.`, HINT);
  return openRanks(packRanks(entries));
}

export async function readRanks(path: string): Promise<Ranks> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    const sentence = `There is no tokenizer ${path}, and no rank file that can be read.`;
    const hint = `Name one of ${TOKENIZER_NAMES.join(', ')}, or a file in the .tiktoken format.`;
    throw new SheafError('not-found', sentence, hint, cause);
  });
  return parseRanks(text, path);
}
