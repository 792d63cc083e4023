import type { WeightedTerm } from '../math/bm25.ts';
import { countTerms, eachIdentifier, stem } from '../math/terms.ts';
import type { Sections, Task } from '../model/task.ts';
import { STOP_WORDS } from './stop-words.ts';
import { derivedForms, irregularForms } from './word-forms.ts';

/** How much an occurrence in each part of a task counts. */
export type SectionWeights = Readonly<Record<keyof Sections, number>>;

/** Over the code: measured on 300 real issues. */
export const FULL_QUERY: SectionWeights = {
  title: 4,
  prose: 1,
  inline: 1.5,
  code: 0.2,
  frames: 0.15,
  exception: 0.75,
};
/** Over commit messages: prose is worth more there, traces too. */
export const HISTORY_QUERY: SectionWeights = {
  title: 2,
  prose: 1,
  inline: 1,
  code: 0.7,
  frames: 0.3,
  exception: 1,
};

/** The words of a task, with what the project calls some of them. */
type Words = Task['sections'];
/** What the project may call a word that it does not use counts for less than the word itself. */
const ABBREVIATED = 0.5;

const NONE: ReadonlySet<string> = new Set();
const isStopWord = (term: string): boolean => STOP_WORDS.has(term.slice(2));

/** The weighted terms of a task, in a fixed order. */
export function fullQuery(sections: Words, weights: SectionWeights): WeightedTerm[] {
  const sums = new Map<string, number>();
  for (const key of ['title', 'prose', 'inline', 'code', 'frames', 'exception'] as const) {
    for (const [term, count] of countTerms(sections[key])) {
      sums.set(term, (sums.get(term) ?? 0) + weights[key] * count);
    }
  }
  return withDerived(
    finish(sections, sums, (sum) => Math.log(1 + sum)),
    sections.title,
  );
}

/** A word made of another one counts a little less than the word itself: what an expert wants was inside 106 instead of 104 times of 184. */
const DERIVED = 0.8;

/** With what suffixes make of the title's words: who writes "decompression" also means `decompress`. */
function withDerived(query: readonly WeightedTerm[], title: string): WeightedTerm[] {
  const weights = new Map(query.map(({ term, weight }) => [term, weight]));
  const derived = new Map<string, number>();
  eachIdentifier(title, (word) => {
    const weight = weights.get(`p:${stem(word.toLowerCase())}`);
    if (weight === undefined || !/^[A-Za-z][a-z]{3,}$/.test(word)) return;
    for (const form of [
      ...derivedForms(word.toLowerCase()),
      ...irregularForms(stem(word.toLowerCase())),
    ]) {
      const term = `p:${form}`;
      if (!weights.has(term)) derived.set(term, Math.max(derived.get(term) ?? 0, DERIVED * weight));
    }
  });
  const added = Array.from(derived, ([term, weight]) => ({ term, weight }));
  return [...query, ...added].sort((a, b) => (a.term < b.term ? -1 : 1));
}

/** The title's terms, each once. */
export function titleQuery(sections: Words): WeightedTerm[] {
  return finish(sections, countTerms(sections.title), (count) => Math.min(count, 1));
}

/** Written as in a program: in backticks, with inner capitals or underscores, joined by dots or colons, called. */
const CODE_LIKE =
  /`[^`\n]{1,300}`|\b[a-z]\w{0,60}[A-Z]\w*|\b[A-Z][a-z]\w{0,60}[A-Z]\w*|\b\w{1,60}_\w+|\b\w{1,60}(?:\.|::)\w[\w.:]*|\b\w{1,60}\(\)/g;
/** Whoever writes a name means it: +1 point of first places on 720 one-line tasks of 19 projects, nothing on 228 others. */
const CODE_LIKE_FACTOR = 1.5;
/** Words of the title as they are, beside their stems: an exact word says a little more. */
const WHOLE_WORD = 0.5;

/** The title's terms for names, paths and bodies: stems as in the full query, whole words, and names as names. */
export function titleWordsQuery(sections: Words, weights: SectionWeights): WeightedTerm[] {
  const { title, misread = NONE } = sections;
  const counts = countTerms(title);
  const stems = finish(sections, counts, (count) => Math.log(1 + weights.title * count));
  const known = new Set(stems.map(({ term }) => term));
  const wholes = [...counts.keys()]
    .filter((term) => term.startsWith('w:') && !known.has(term))
    .filter((term) => !isStopWord(term) && !misread.has(term))
    .map((term) => ({ term, weight: WHOLE_WORD }));
  const names = countTerms(Array.from(title.matchAll(CODE_LIKE), ([name]) => name).join(' '));
  return [...stems, ...wholes]
    .map(({ term, weight }) => ({
      term,
      weight: names.has(term) ? CODE_LIKE_FACTOR * weight : weight,
    }))
    .sort((a, b) => (a.term < b.term ? -1 : 1));
}

function finish(
  { abbreviations, misread = NONE }: Words,
  sums: ReadonlyMap<string, number>,
  weigh: (sum: number) => number,
): WeightedTerm[] {
  const terms: WeightedTerm[] = [];
  for (const [term, sum] of sums) {
    if (isStopWord(term) || misread.has(term)) continue;
    // A word of one part stands in the query once, as its stem.
    const stemmed = `p:${stem(term.slice(2))}`;
    if (term.startsWith('w:') && sums.has(stemmed) && !misread.has(stemmed)) continue;
    terms.push({ term, weight: weigh(sum) });
  }
  // What stands for two words of the task, as `ratelimit` for "rate limit", counts for both.
  const other = new Map<string, number>();
  for (const [word, forms] of abbreviations ?? []) {
    const sum = sums.get(word) ?? 0;
    for (const term of sum === 0 ? [] : forms) {
      if (!sums.has(term)) other.set(term, (other.get(term) ?? 0) + ABBREVIATED * weigh(sum));
    }
  }
  for (const [term, weight] of other) terms.push({ term, weight });
  return terms.sort((a, b) => (a.term < b.term ? -1 : 1));
}
