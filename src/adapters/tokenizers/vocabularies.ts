import { existsSync, readFileSync } from 'node:fs';
import { openRanks, packRanks, type Ranks } from './ranks.ts';

export type VocabularyName = 'o200k' | 'cl100k';

/** At its rank, each sequence as text or, where it is no text, as bytes; unused ranks leave holes. */
type Vocabulary = readonly (string | readonly number[])[];

/** Where the import of a module is a call of `require`, its default export lies one step further in. */
const vocabularyOf = ({
  default: found,
}: {
  default: Vocabulary | { default: Vocabulary };
}): Vocabulary => ('default' in found ? found.default : found);

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
