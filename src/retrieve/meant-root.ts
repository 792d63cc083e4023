import type { WeightedTerm } from '../math/bm25.ts';
import { remembered } from '../math/memo.ts';
import { eachIdentifier, termsOf } from '../math/terms.ts';
import type { Task } from '../model/task.ts';
import type { StateView } from '../ports/store.ts';
import { languagesSaid } from '../text/code/known.ts';
import { FULL_QUERY, fullQuery, HISTORY_QUERY, titleWordsQuery } from './query.ts';
import { countsIn, largestIn, type Roots, spreadOf } from './roots.ts';

/* Which of several roots a task means: what speaks for each, as logarithms of odds. */

/** As many pieces, commits, names or paths of the average root are mixed in where a root has few of its own. */
const SMOOTHING = { pieces: 300, commits: 300, names: 100, paths: 30 } as const;

/**
 * How much better each root explains the words of a task than the whole workspace does, as a logarithm: the difference of how often the
 * words occur there and anywhere.
 */
function likelihoods(
  terms: readonly WeightedTerm[],
  foundIn: (term: string) => Float64Array,
  counts: Float64Array,
  smoothing: number,
): Float64Array {
  const sums = new Float64Array(counts.length);
  const all = counts.reduce((sum, count) => sum + count, 0);
  for (const { term, weight } of terms) {
    const found = foundIn(term);
    const usual = found.reduce((sum, count) => sum + count, 0) / all;
    if (!(usual > 0)) continue;
    for (let root = 0; root < counts.length; root++) {
      const own = ((found[root] ?? 0) + smoothing * usual) / ((counts[root] ?? 0) + smoothing);
      sums[root] = (sums[root] ?? 0) + weight * Math.log(own / usual);
    }
  }
  return sums;
}

/*
 * What a unit of each counts, as logarithms of odds. Size counts against a root: among more files one fits by chance. A task that names a root, or
 * the language of one, hardly ever means another. Fitted on 423 subjects and messages of commits of 27 projects in random workspaces of nine; with
 * nine projects left out, the right root comes first for 87 % of the messages and 74 % of the subjects (bench/RESULTS.md).
 */
const BEST = 1.43;
const TITLE = 0.08;
const CONTENT = 0.18;
const HISTORY = 0.22;
const PATHS = 0.17;
const WRITTEN = 0.46;
const NUMBERED = 1.75;
const NAMED = 5.6;
const LANGUAGE = 5.3;
const SIZE = 0.22;
/** Below this nothing in a root speaks for the task. */
const LEAST_BEST = 0.001;
/** What a unit of odds takes from the scores of a root: by the curve of relevance a tenth of the best score is most of one. Measured: 0.15 to 0.25 differ little. */
const STEP = 0.2;
const LEAST_FACTOR = 0.1;

/**
 * What the scores of each root's files are multiplied by: 1 for the root that is most likely meant. `sums` are scores of files that compare
 * across roots.
 */
export function rootFactors(
  view: StateView,
  roots: Roots,
  { text, sections }: Pick<Task, 'text' | 'sections'>,
  sums: Float64Array,
): Float64Array {
  const { chunks, chunkCounts, fileCounts, commits, commitCounts } = spreadOf(view, roots);
  const best = largestIn(sums, roots);
  const count = roots.names.length;
  const inContent = remembered((term: string) =>
    countsIn(view.lexical.places(term).chunks.items, chunks, count),
  );
  const likely = (terms: readonly WeightedTerm[]): Float64Array =>
    likelihoods(terms, inContent, chunkCounts, SMOOTHING.pieces);
  const title = likely(titleWordsQuery(sections, FULL_QUERY));
  const full = fullQuery(sections, FULL_QUERY);
  const content = perWord(likely(full), full);
  const past = fullQuery(sections, HISTORY_QUERY);
  const places = view.history.places(past.map(({ term }) => term));
  const byTerm = new Map(past.map(({ term }, i) => [term, places[i]?.items ?? []]));
  const inPast = (term: string): Float64Array => countsIn(byTerm.get(term) ?? [], commits, count);
  const history = perWord(likelihoods(past, inPast, commitCounts, SMOOTHING.commits), past);
  const inPaths = (term: string): Float64Array =>
    countsIn(view.lexical.places(term).documents.items, roots.of, count);
  const paths = perWord(likelihoods(full, inPaths, fileCounts, SMOOTHING.paths), full);
  const written = writtenNames(text, view, roots);
  const numbered = numbersIn(text, view, roots);
  const named = namesIn(text, view, roots);
  const spoken = languagesIn(text, view, roots);
  const odds = best.map(
    (value, root) =>
      BEST * Math.log(Math.max(value, LEAST_BEST)) +
      TITLE * (title[root] ?? 0) +
      CONTENT * (content[root] ?? 0) +
      HISTORY * (history[root] ?? 0) +
      PATHS * (paths[root] ?? 0) +
      WRITTEN * (written[root] ?? 0) +
      NUMBERED * (numbered[root] ?? 0) +
      NAMED * (named[root] ?? 0) +
      LANGUAGE * (spoken[root] ?? 0) -
      SIZE * Math.log(Math.max(1, chunkCounts[root] ?? 0)),
  );
  const most = odds.reduce((max, value) => Math.max(max, value), Number.NEGATIVE_INFINITY);
  return odds.map((value) => Math.max(LEAST_FACTOR, 1 + STEP * (value - most)));
}

/** A long task says the same in many words: they count as if some of them said nothing new. */
function perWord(sums: Float64Array, terms: readonly WeightedTerm[]): Float64Array {
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  return total > 0 ? sums.map((sum) => sum / Math.sqrt(total)) : sums;
}

/** How far a text names each root: a name that is a word of other roots as well is only a word. */
function namesIn(text: string, view: StateView, roots: Roots): Float64Array {
  const { chunks, chunkCounts } = spreadOf(view, roots);
  const lower = text.toLowerCase();
  return Float64Array.from(roots.names, (name, root) => {
    if (!hasWord(lower, name.toLowerCase())) return 0;
    const { items } = view.lexical.places(termsOf(name)[0] ?? '').chunks;
    const rates = countsIn(items, chunks, roots.names.length).map(
      (count, i) => count / Math.max(1, chunkCounts[i] ?? 0),
    );
    const all = rates.reduce((sum, rate) => sum + rate, 0);
    return all > 0 ? (rates[root] ?? 0) / all : 1;
  });
}

const IN_WORD = /[\p{L}\p{N}]/u;
/** Whether a word stands in a text by itself; `_` and `-` end one. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const isInside =
      IN_WORD.test(text.charAt(at - 1)) || IN_WORD.test(text.charAt(at + word.length));
    if (!isInside) return true;
  }
  return false;
}

const ADDRESS = /https?:\/\/\S+/g;
/** Written as in a program: in backticks, as an option, joined by signs, with underscores or inner capitals. */
const WRITTEN_NAME =
  /`[^`\n]{2,80}`|--[a-z][\w-]{1,60}|\b\w{1,60}(?:(?:\.|::|->|[-/#])\w{1,60})+|\b\w{1,60}_\w+|\b[a-z]{1,60}[A-Z]\w*|\b[A-Z][a-z]{1,60}[A-Z]\w*/g;
const MOST_NAMES = 25;
const MOST_WORDS = 5;

/** How much better each root explains the names that a text writes: by pieces in which all words of one stand, such as `app` and `render` of `app.render`. */
function writtenNames(text: string, view: StateView, roots: Roots): Float64Array {
  const names = new Map<string, readonly string[]>();
  for (const [name] of text.replace(ADDRESS, ' ').matchAll(WRITTEN_NAME)) {
    const words = wordsOf(name);
    if (words.length > 0 && words.length <= MOST_WORDS) names.set(words.join(' '), words);
  }
  const asked = [...names.keys()].slice(0, MOST_NAMES).map((term) => ({ term, weight: 1 }));
  const { chunks, chunkCounts } = spreadOf(view, roots);
  const having = (name: string): Float64Array =>
    countsIn(sharedBy(names.get(name) ?? [], view), chunks, roots.names.length);
  return perWord(likelihoods(asked, having, chunkCounts, SMOOTHING.names), asked);
}

function wordsOf(name: string): string[] {
  const words = new Set<string>();
  eachIdentifier(name, (identifier) => {
    for (const term of termsOf(identifier)) if (term.startsWith('w:')) words.add(term);
  });
  return [...words];
}

/** The pieces that have all of some words. */
function sharedBy(words: readonly string[], { lexical }: StateView): ArrayLike<number> {
  const [first, ...others] = words
    .map((term) => lexical.places(term).chunks.items)
    .sort((a, b) => a.length - b.length);
  return others.reduce<ArrayLike<number>>((found, items) => {
    const own = new Set(Array.from(items));
    return Array.from(found).filter((item) => own.has(item));
  }, first ?? []);
}

/** A number of an issue or a request. */
const NUMBER = /(?<![\w&])#(\d{2,6})\b/g;
/** Numbers are looked for among so many, spread from a quarter below the one that is cited to a third above. */
const NUMBERS_TRIED = 50;
const BELOW = 0.75;
const ABOVE = 1.33;
/** The share of numbers that stand in commits by chance. */
const BY_CHANCE = 0.05;

/**
 * How far the newest number that a text cites lies where each root has arrived: repositories count their issues one by one and name them in commits,
 * so those below it are there and those above are not. 0 for a root that is far from it, on either side.
 */
function numbersIn(text: string, view: StateView, roots: Roots): Float64Array {
  const newest = Array.from(text.matchAll(NUMBER)).reduce(
    (most, [, n]) => Math.max(most, Number(n)),
    0,
  );
  if (newest === 0) return new Float64Array(roots.names.length);
  const { commits } = spreadOf(view, roots);
  const known = (from: number, to: number): Float64Array => {
    const step = Math.max(1, Math.floor((to - from) / NUMBERS_TRIED));
    const tried = Array.from({ length: Math.ceil((to - from) / step) }, (_, i) => to - i * step);
    const shares = new Float64Array(roots.names.length);
    for (const { items } of view.history.places(tried.map((number) => `w:${number}`))) {
      countsIn(items, commits, shares.length).forEach((count, root) => {
        if (count > 0) shares[root] = (shares[root] ?? 0) + 1 / tried.length;
      });
    }
    return shares;
  };
  const above = known(newest, Math.floor(ABOVE * newest));
  return known(Math.floor(BELOW * newest), newest).map((below, root) =>
    Math.log((below + BY_CHANCE) / ((above[root] ?? 0) + BY_CHANCE)),
  );
}

/** A language is that of a root if so much of its code is written in it. */
const LANGUAGE_SHARE = 0.2;

/** 1 for the roots in whose language a text speaks of code. */
function languagesIn(text: string, { state }: StateView, { of, names }: Roots): Float64Array {
  const spoken = new Float64Array(names.length);
  const said = languagesSaid(text);
  if (said.size === 0) return spoken;
  const code = new Float64Array(names.length);
  const byLanguage = new Map([...said].map((name) => [name, new Float64Array(names.length)]));
  state.files.forEach(({ shape: { source, kind, language } }, file) => {
    if (source !== 'code' || (kind !== 'source' && kind !== 'test')) return;
    const root = of[file] ?? 0;
    code[root] = (code[root] ?? 0) + 1;
    const counts = byLanguage.get(language);
    if (counts !== undefined) counts[root] = (counts[root] ?? 0) + 1;
  });
  for (const counts of byLanguage.values()) {
    counts.forEach((count, root) => {
      if (count > 0 && count >= LANGUAGE_SHARE * (code[root] ?? 0)) spoken[root] = 1;
    });
  }
  return spoken;
}
