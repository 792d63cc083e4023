import { eachIdentifier, stem } from '../math/terms.ts';
import type { Abbreviations, Task } from '../model/task.ts';
import type { StateView } from '../ports/store.ts';
import { STOP_WORDS } from './stop-words.ts';

/** A word that stands in more pieces than this is the project's own, whatever it is made of. */
const FEW = 2;
/** Shorter parts are found in any word. */
const LEAST_PART = 3;

/** Nobody writes longer ones; every place where a word may be parted is looked up. */
const LONGEST = 40;

/** Words that the project writes as one where the title has two, and as two where it has one: `ratelimit` and "rate limit". */
export function compoundsOf({ lexical }: StateView, { sections: { title } }: Task): Abbreviations {
  const chunksOf = (term: string): Int32Array => lexical.places(term).chunks.items;
  const words: string[] = [];
  eachIdentifier(title, (word) => {
    if (word.length <= LONGEST && /^[A-Za-z][a-z]+$/.test(word)) words.push(word.toLowerCase());
  });
  const forms = new Map<string, readonly string[]>();
  const add = (word: string, own: readonly string[]): void => {
    forms.set(word, [...(forms.get(word) ?? []), ...own]);
  };
  words.forEach((word, i) => {
    const next = words[i + 1] ?? '';
    const own = `p:${stem(word)}`;
    const joined = `p:${stem(word + next)}`;
    if (isPart(word) && isPart(next) && chunksOf(joined).length > 0) {
      // Twice, because it is both words and does not only stand for them.
      for (const part of [word, next]) add(`p:${stem(part)}`, [joined, joined]);
    } else if (chunksOf(own).length <= FEW) {
      const parts = partsOf(word, chunksOf);
      if (parts.length > 0) add(own, parts);
    }
  });
  return forms;
}

const isPart = (word: string): boolean => word.length >= LEAST_PART && !STOP_WORDS.has(stem(word));

/** The two words that a word is made of: those that stand together in most pieces. */
function partsOf(word: string, chunksOf: (term: string) => Int32Array): readonly string[] {
  let best: readonly string[] = [];
  let most = 0;
  for (let at = LEAST_PART; at <= word.length - LEAST_PART; at++) {
    const parts = [word.slice(0, at), word.slice(at)];
    if (!parts.every(isPart)) continue;
    const [first = '', second = ''] = parts.map((part) => `p:${stem(part)}`);
    const others = new Set(chunksOf(second));
    const together = others.size === 0 ? 0 : chunksOf(first).filter((c) => others.has(c)).length;
    if (together > most) [best, most] = [[first, second], together];
  }
  return best;
}
