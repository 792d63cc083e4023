import { remembered } from '../../math/memo.ts';
import { mergedCount } from './merge.ts';
import type { Ranks } from './ranks.ts';
import type { VocabularyName } from './vocabularies.ts';

/** Text is cut into words before pairs are merged; the pattern belongs to the vocabulary. */
export type SplitName = VocabularyName;

const MARKS = '\\p{M}';
const UPPER = `[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}${MARKS}]`;
const LOWER = `[\\p{Ll}\\p{Lm}\\p{Lo}${MARKS}]`;
const SHORT_FORMS = "'(?:[sS]|[tT]|[rR][eE]|[vV][eE]|[mM]|[lL][lL]|[dD])";
const NUMBER = '\\p{N}{1,3}';

const SPLITS: Readonly<Record<SplitName, RegExp>> = {
  o200k: new RegExp(
    `[^\\r\\n\\p{L}\\p{N}]?${UPPER}*${LOWER}+(?:${SHORT_FORMS})?|[^\\r\\n\\p{L}\\p{N}]?${UPPER}+${LOWER}*(?:${SHORT_FORMS})?|${NUMBER}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+`,
    'gu',
  ),
  cl100k: new RegExp(
    `${SHORT_FORMS}|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|${NUMBER}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s+$|\\s*[\\r\\n]|\\s+(?!\\S)|\\s`,
    'gu',
  ),
};

/** Words remembered with their counts; the same words come again and again. */
const REMEMBERED = 100_000;
const LONGEST_REMEMBERED = 64;
const ASCII = /^\p{ASCII}*$/u;

/** UTF-8 as a string of units below 256; a lone surrogate becomes U+FFFD, as in any file. */
const bytesOf = (text: string): string =>
  ASCII.test(text) ? text : Buffer.from(text, 'utf8').toString('latin1');

/** Counts tokens as the vocabulary does, special tokens in the text being text like any other. */
export function bytePairCounter(ranks: Ranks, split: SplitName): (text: string) => number {
  const pattern = SPLITS[split];
  const countOf = (word: string): number => {
    const bytes = bytesOf(word);
    const isToken = ranks.rankOf(bytes, 0, bytes.length) !== Number.POSITIVE_INFINITY;
    return isToken ? 1 : mergedCount(bytes, ranks);
  };
  const counted = remembered(countOf, REMEMBERED);
  return (text) => {
    let total = 0;
    for (const [word] of text.matchAll(pattern)) {
      total += word.length > LONGEST_REMEMBERED ? countOf(word) : counted(word);
    }
    return total;
  };
}
