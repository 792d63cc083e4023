import { idf } from '../math/bm25.ts';
import { eachIdentifier, termsOf } from '../math/terms.ts';
import type { StateView } from '../ports/store.ts';
import { STOP_WORDS } from './stop-words.ts';

/** Only files that may come first are read, and of each only the chunks that match best. */
const CHUNKS_READ = 3;
/** Words further apart than this stand together by chance. */
const FARTHEST = 5;

interface Pair {
  readonly first: string;
  readonly second: string;
  /** What finding the two side by side is worth: the mean of what each tells. */
  readonly weight: number;
}

/** The stems of a text in its order, without words that say nothing. */
export function stemsIn(text: string): string[] {
  const stems: string[] = [];
  eachIdentifier(text, (identifier) => {
    for (const term of termsOf(identifier)) {
      if (term.startsWith('p:') && !STOP_WORDS.has(term.slice(2))) stems.push(term.slice(2));
    }
  });
  return stems;
}

/** How much each stem tells: its inverse frequency in the chunks of the state. */
export function tellingOf({ lexical }: StateView, stems: readonly string[]): Map<string, number> {
  const total = lexical.lengths.length;
  return new Map(
    stems.map((stem) => [stem, idf(total, lexical.places(`p:${stem}`).chunks.items.length)]),
  );
}

/** How close neighbouring words of the title stand to each other in the best chunks of the best files, by number of the file. */
export function nearness(
  view: StateView,
  title: string,
  best: readonly number[],
  chunkScores: Float64Array,
): Float64Array {
  const values = new Float64Array(view.state.files.length);
  const pairs = pairsOf(view, stemsIn(title));
  const { starts } = view.lexical;
  const chunksOf = best.map((file) => bestChunks(starts, file, chunkScores));
  const holdsPair = pairHolders(view, pairs, chunksOf.flat());
  const wanted = new Set(pairs.flatMap(({ first, second }) => [first, second, first + second]));
  const reader = stemReader(wanted);
  const read = best.flatMap((file, i) => {
    const { content = 0 } = view.state.files[file] ?? {};
    const ordinals = (chunksOf[i] ?? []).filter(holdsPair);
    return content === 0 || ordinals.length === 0 ? [] : [{ file, content, ordinals }];
  });
  view.expect?.(read.map(({ content }) => content));
  for (const { file, content, ordinals } of read) {
    const { chunks, text } = view.facts(content);
    for (const ordinal of ordinals) {
      const chunk = chunks[ordinal - (starts[file] ?? 0)];
      if (chunk === undefined) continue;
      const value = closenessIn(pairs, reader(text.slice(chunk.start, chunk.end)));
      if (value > (values[file] ?? 0)) values[file] = value;
    }
  }
  return values;
}

/** Which of the chunks hold both words of a pair, or the two as one: the postings know it, so the other texts need not be read. */
function pairHolders(
  { lexical }: StateView,
  pairs: readonly Pair[],
  ordinals: readonly number[],
): (ordinal: number) => boolean {
  const candidates = new Set(ordinals);
  const known = new Map<string, ReadonlySet<number>>();
  const holders = (stem: string): ReadonlySet<number> => {
    const before = known.get(stem);
    if (before !== undefined) return before;
    const found = new Set<number>();
    for (const item of lexical.places(`p:${stem}`).chunks.items) {
      if (candidates.has(item)) found.add(item);
    }
    known.set(stem, found);
    return found;
  };
  return (ordinal) =>
    pairs.some(
      ({ first, second }) =>
        (holders(first).has(ordinal) && holders(second).has(ordinal)) ||
        holders(first + second).has(ordinal),
    );
}

function pairsOf(view: StateView, stems: readonly string[]): Pair[] {
  const telling = tellingOf(view, stems);
  return stems.slice(1).flatMap((second, i) => {
    const first = stems[i] ?? '';
    const weight = ((telling.get(first) ?? 0) + (telling.get(second) ?? 0)) / 2;
    return first === second ? [] : [{ first, second, weight }];
  });
}

/** The ordinals of the chunks of a file that match best. */
function bestChunks(starts: Int32Array, file: number, scores: Float64Array): number[] {
  const best: number[] = [];
  for (let ordinal = starts[file] ?? 0; ordinal < (starts[file + 1] ?? 0); ordinal++) {
    const score = scores[ordinal] ?? 0;
    if (score <= 0) continue;
    let place = best.length;
    while (place > 0 && (scores[best[place - 1] ?? 0] ?? 0) < score) place--;
    if (place >= CHUNKS_READ) continue;
    best.splice(place, 0, ordinal);
    if (best.length > CHUNKS_READ) best.pop();
  }
  return best;
}

type Places = ReadonlyMap<string, readonly number[]>;

/** Reads where the wanted stems stand in a text; identifiers repeat, so each is cut into stems once. */
function stemReader(wanted: ReadonlySet<string>): (text: string) => Places {
  const cut = new Map<string, readonly string[]>();
  return (text) => {
    const places = new Map<string, number[]>();
    let at = 0;
    eachIdentifier(text, (identifier) => {
      let stems = cut.get(identifier);
      if (stems === undefined) {
        stems = termsOf(identifier)
          .filter((term) => term.startsWith('p:'))
          .map((term) => term.slice(2));
        cut.set(identifier, stems);
      }
      for (const stem of stems) {
        if (wanted.has(stem)) {
          const list = places.get(stem);
          if (list === undefined) places.set(stem, [at]);
          else list.push(at);
        }
        at++;
      }
    });
    return places;
  };
}

function closenessIn(pairs: readonly Pair[], places: Places): number {
  let sum = 0;
  for (const { first, second, weight } of pairs) {
    const distance = places.has(first + second)
      ? 1
      : distanceOf(places.get(first) ?? [], places.get(second) ?? []);
    if (distance <= FARTHEST) sum += weight / distance;
  }
  return sum;
}

/** The fewest steps from one of the first to a later one of the second. */
function distanceOf(first: readonly number[], second: readonly number[]): number {
  let least = Number.POSITIVE_INFINITY;
  let j = 0;
  for (const from of first) {
    while (j < second.length && (second[j] ?? 0) <= from) j++;
    if (j < second.length) least = Math.min(least, (second[j] ?? 0) - from);
  }
  return least;
}
