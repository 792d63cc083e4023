import { type FieldWeights, idf, type Saturation, type WeightedTerm } from '../math/bm25.ts';
import { remembered } from '../math/memo.ts';
import { termsOf } from '../math/terms.ts';
import type { StateFile } from '../model/state.ts';
import type { Task } from '../model/task.ts';
import type { StateView } from '../ports/store.ts';
import { languagesSaid } from '../text/code/known.ts';
import { rootOf } from '../text/paths/roots.ts';
import { FULL_QUERY, fullQuery, HISTORY_QUERY, titleWordsQuery } from './query.ts';

/* Several roots in one ranking: each is ranked as if it were alone, then counts as far as the task speaks its language. */

/** The root of each file, by number, where there are several. */
export interface Roots {
  readonly names: readonly string[];
  readonly of: Int32Array;
}

const known = new WeakMap<readonly StateFile[], Roots | null>();

/** Null for a state of one root. */
export function rootsIn(files: readonly StateFile[]): Roots | null {
  const before = known.get(files);
  if (before !== undefined) return before;
  const numbers = new Map<string, number>();
  const of = Int32Array.from(files, ({ path }) => {
    const name = rootOf(path) ?? '';
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return number;
  });
  const roots = numbers.size < 2 ? null : { names: [...numbers.keys()], of };
  known.set(files, roots);
  return roots;
}

/** Values of files as shares of the largest in their root. */
export function scaledIn(values: Float64Array, { of, names }: Roots): Float64Array {
  const most = largestIn(values, { of, names });
  return values.map((value, file) => {
    const max = most[of[file] ?? 0] ?? 0;
    return max === 0 ? 0 : value / max;
  });
}

/** The largest value of each root. */
export function largestIn(values: Float64Array, { of, names }: Roots): Float64Array {
  const most = new Float64Array(names.length);
  values.forEach((value, file) => {
    const root = of[file] ?? 0;
    if (value > (most[root] ?? 0)) most[root] = value;
  });
  return most;
}

/** The root of each chunk and each commit, and how many each root has. */
interface Spread {
  readonly chunks: Int32Array;
  readonly chunkCounts: Float64Array;
  readonly commits: Int32Array;
  readonly commitCounts: Float64Array;
}

const spreads = new WeakMap<StateView['lexical'], Spread>();

function spreadOf({ lexical, history }: StateView, { of, names }: Roots): Spread {
  const before = spreads.get(lexical);
  if (before !== undefined) return before;
  const { starts, lengths } = lexical;
  const chunks = new Int32Array(lengths.length);
  of.forEach((root, file) => {
    chunks.fill(root, starts[file] ?? 0, starts[file + 1] ?? 0);
  });
  const touched = history.touched();
  const commits = Int32Array.from({ length: history.count }, (_, commit) => {
    const from = touched.starts[commit] ?? 0;
    return from < (touched.starts[commit + 1] ?? 0) ? (of[touched.files[from] ?? 0] ?? 0) : NOWHERE;
  });
  const counted = (roots: Int32Array): Float64Array => {
    const counts = new Float64Array(names.length);
    for (const root of roots) if (root !== NOWHERE) counts[root] = (counts[root] ?? 0) + 1;
    return counts;
  };
  const made = { chunks, commits, chunkCounts: counted(chunks), commitCounts: counted(commits) };
  spreads.set(lexical, made);
  return made;
}

/**
 * Scores of chunks, each root's by how rare the words are in it: what is common in one repository may be rare among others, and would hide what the
 * task is about.
 */
export function scoresByRoot(
  view: StateView,
  terms: readonly WeightedTerm[],
  fields: FieldWeights,
  saturation: Saturation,
): Float64Array {
  const { lexical } = view;
  const roots = rootsIn(view.state.files);
  if (roots === null) return lexical.score(terms, fields, saturation);
  const { chunks } = spreadOf(view, roots);
  const scores = new Float64Array(chunks.length);
  termsByRoot(view, roots, terms).forEach((own, root) => {
    lexical.score(own, fields, saturation).forEach((score, chunk) => {
      if (chunks[chunk] === root) scores[chunk] = score;
    });
  });
  return scores;
}

/** Terms as they count in the root of a file. */
export function termsAt(
  view: StateView,
  terms: readonly WeightedTerm[],
  file: number,
): readonly WeightedTerm[] {
  const roots = rootsIn(view.state.files);
  return (roots && termsByRoot(view, roots, terms)[roots.of[file] ?? 0]) ?? terms;
}

function termsByRoot(
  view: StateView,
  roots: Roots,
  terms: readonly WeightedTerm[],
): readonly (readonly WeightedTerm[])[] {
  const { chunks, chunkCounts } = spreadOf(view, roots);
  const found = terms.map(({ term, weight }) => {
    const { items } = view.lexical.places(term).chunks;
    const counts = countsIn(items, chunks, roots.names.length);
    return { term, weight: weight / idf(chunks.length, items.length), counts };
  });
  return roots.names.map((_, root) =>
    found.map(({ term, weight, counts }) => {
      return { term, weight: weight * idf(chunkCounts[root] ?? 0, counts[root] ?? 0) };
    }),
  );
}

/** How many of some places lie in each root. */
function countsIn(places: ArrayLike<number>, of: Int32Array, roots: number): Float64Array {
  const counts = new Float64Array(roots);
  for (let i = 0; i < places.length; i++) {
    const root = of[places[i] ?? 0] ?? NOWHERE;
    if (root !== NOWHERE) counts[root] = (counts[root] ?? 0) + 1;
  }
  return counts;
}

const NOWHERE = -1;
/** As many pieces of the average root are mixed in where a root has few of its own. */
const SMOOTHING = 300;

/**
 * How much better each root explains the words of a task than the whole workspace does, as a logarithm: the difference of how often the
 * words occur there and anywhere.
 */
function likelihoods(
  terms: readonly WeightedTerm[],
  foundIn: (term: string) => Float64Array,
  counts: Float64Array,
): Float64Array {
  const sums = new Float64Array(counts.length);
  const all = counts.reduce((sum, count) => sum + count, 0);
  for (const { term, weight } of terms) {
    const found = foundIn(term);
    const usual = found.reduce((sum, count) => sum + count, 0) / all;
    if (!(usual > 0)) continue;
    for (let root = 0; root < counts.length; root++) {
      const own = ((found[root] ?? 0) + SMOOTHING * usual) / ((counts[root] ?? 0) + SMOOTHING);
      sums[root] = (sums[root] ?? 0) + weight * Math.log(own / usual);
    }
  }
  return sums;
}

/** How much each root has of what few of them have: a word of one root alone tells most, a word of all nothing. */
function rarities(
  terms: readonly WeightedTerm[],
  foundIn: (term: string) => Float64Array,
  roots: number,
): Float64Array {
  const sums = new Float64Array(roots);
  for (const { term, weight } of terms) {
    const found = foundIn(term);
    const having = found.reduce((sum, count) => sum + Number(count > 0), 0);
    found.forEach((count, root) => {
      if (count > 0) sums[root] = (sums[root] ?? 0) + weight * Math.log(roots / having);
    });
  }
  return sums;
}

/*
 * What tells which root is meant, as logarithms of odds: the best file, words of the title and of the whole task, those of commits, words that few
 * roots have, and size, which counts against a root: among more files one fits by chance. A task that names a root, or the language of one, hardly ever means another. Fitted on
 * 1,331 tasks in four workspaces of ten projects each; with one workspace left out, the right root comes first for 86 to 94 % of the commit messages and
 * issues and 70 % of the subjects (bench/RESULTS.md).
 */
const BEST = 2.35;
const TITLE = 0.09;
const CONTENT = 0.1;
const HISTORY = 0.54;
/** On 210 messages and subjects of two further workspaces, nothing else changed: 42.4/67.1/73.8/76.7 instead of 41.4/66.2/72.9/76.2 % at 1/3/5/10. */
const RARE = 0.3;
const SIZE = 0.43;
const NAMED = 4;
const LANGUAGE = 4;
/** Below this nothing in a root speaks for the task. */
const LEAST_BEST = 0.001;
/** What a unit of odds takes from the scores of a root: by the curve of relevance a tenth of the best score is most of one. Measured: 0.2 to 0.35 differ little. */
const STEP = 0.3;
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
  const { chunks, chunkCounts, commits, commitCounts } = spreadOf(view, roots);
  const best = largestIn(sums, roots);
  const count = roots.names.length;
  const inContent = remembered((term: string) =>
    countsIn(view.lexical.places(term).chunks.items, chunks, count),
  );
  const likely = (terms: readonly WeightedTerm[]): Float64Array =>
    likelihoods(terms, inContent, chunkCounts);
  const title = likely(titleWordsQuery(sections, FULL_QUERY));
  const full = fullQuery(sections, FULL_QUERY);
  const content = perWord(likely(full), full);
  const rare = rarities(full, inContent, count);
  const past = fullQuery(sections, HISTORY_QUERY);
  const places = view.history.places(past.map(({ term }) => term));
  const byTerm = new Map(past.map(({ term }, i) => [term, places[i]?.items ?? []]));
  const inPast = (term: string): Float64Array => countsIn(byTerm.get(term) ?? [], commits, count);
  const history = perWord(likelihoods(past, inPast, commitCounts), past);
  const named = namesIn(text, view, roots);
  const spoken = languagesIn(text, view, roots);
  const odds = best.map(
    (value, root) =>
      BEST * Math.log(Math.max(value, LEAST_BEST)) +
      TITLE * (title[root] ?? 0) +
      CONTENT * (content[root] ?? 0) +
      HISTORY * (history[root] ?? 0) +
      RARE * (rare[root] ?? 0) +
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
