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

const NOWHERE = -1;

/** The root of each chunk and each commit, and how many of them and of files each root has. */
export interface Spread {
  readonly chunks: Int32Array;
  readonly chunkCounts: Float64Array;
  readonly fileCounts: Float64Array;
  readonly commits: Int32Array;
  readonly commitCounts: Float64Array;
}

const spreads = new WeakMap<StateView['lexical'], Spread>();

export function spreadOf({ lexical, history }: StateView, { of, names }: Roots): Spread {
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
  const made = {
    chunks,
    commits,
    chunkCounts: counted(chunks),
    fileCounts: counted(of),
    commitCounts: counted(commits),
  };
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
export function countsIn(places: ArrayLike<number>, of: Int32Array, roots: number): Float64Array {
  const counts = new Float64Array(roots);
  for (let i = 0; i < places.length; i++) {
    const root = of[places[i] ?? 0] ?? NOWHERE;
    if (root !== NOWHERE) counts[root] = (counts[root] ?? 0) + 1;
  }
  return counts;
}
