import { type FieldWeights, idf, type Saturation, type WeightedTerm } from '../math/bm25.ts';
import type { StateFile } from '../model/state.ts';
import type { StateView } from '../ports/store.ts';
import { rootOf } from '../text/paths/roots.ts';

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
  placesOf: (term: string) => ArrayLike<number>,
  of: Int32Array,
  counts: Float64Array,
): Float64Array {
  const sums = new Float64Array(counts.length);
  const all = counts.reduce((sum, count) => sum + count, 0);
  for (const { term, weight } of terms) {
    const found = countsIn(placesOf(term), of, counts.length);
    const usual = found.reduce((sum, count) => sum + count, 0) / all;
    if (!(usual > 0)) continue;
    for (let root = 0; root < counts.length; root++) {
      const own = ((found[root] ?? 0) + SMOOTHING * usual) / ((counts[root] ?? 0) + SMOOTHING);
      sums[root] = (sums[root] ?? 0) + weight * Math.log(own / usual);
    }
  }
  return sums;
}

/*
 * How much the best file, the words of the contents, those of the commits and the size say on which root is meant, as logarithms of odds: fitted on 394
 * one-line tasks of ten projects with one left out at a time (bench/quality/roots.ts). Size counts against a root: among more files one fits by chance.
 */
const BEST = 2.5;
const CONTENT = 0.075;
const HISTORY = 0.13;
const SIZE = 0.55;
/** Below this nothing in a root speaks for the task. */
const LEAST_BEST = 0.001;
/** What a unit of odds takes from the scores of a root: by the curve of relevance a tenth of the best score is most of one. Measured: 0.16 to 0.3 differ little. */
const STEP = 0.25;
const LEAST_FACTOR = 0.1;

/**
 * What the scores of each root's files are multiplied by: 1 for the root that is most likely meant. `sums` are scores of files that compare
 * across roots.
 */
export function rootFactors(
  view: StateView,
  roots: Roots,
  terms: readonly WeightedTerm[],
  sums: Float64Array,
): Float64Array {
  const { chunks, chunkCounts, commits, commitCounts } = spreadOf(view, roots);
  const best = largestIn(sums, roots);
  const content = likelihoods(
    terms,
    (term) => view.lexical.places(term).chunks.items,
    chunks,
    chunkCounts,
  );
  const places = view.history.places(terms.map(({ term }) => term));
  const byTerm = new Map(terms.map(({ term }, i) => [term, places[i]?.items ?? []]));
  const history = likelihoods(terms, (term) => byTerm.get(term) ?? [], commits, commitCounts);
  const odds = best.map(
    (value, root) =>
      BEST * Math.log(Math.max(value, LEAST_BEST)) +
      CONTENT * (content[root] ?? 0) +
      HISTORY * (history[root] ?? 0) -
      SIZE * Math.log(Math.max(1, chunkCounts[root] ?? 0)),
  );
  const most = odds.reduce((max, value) => Math.max(max, value), Number.NEGATIVE_INFINITY);
  return odds.map((value) => Math.max(LEAST_FACTOR, 1 + STEP * (value - most)));
}
