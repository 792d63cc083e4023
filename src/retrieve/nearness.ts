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
  if (pairs.length === 0) return values;
  const wanted = new Set(pairs.flatMap(({ first, second }) => [first, second, first + second]));
  const reader = stemReader(wanted);
  for (const file of best) {
    const { content = 0 } = view.state.files[file] ?? {};
    if (content === 0) continue;
    const { chunks, text } = view.facts(content);
    for (const at of bestChunks(view.lexical.starts, file, chunkScores)) {
      const chunk = chunks[at];
      if (chunk === undefined) continue;
      const value = closenessIn(pairs, reader(text.slice(chunk.start, chunk.end)));
      if (value > (values[file] ?? 0)) values[file] = value;
    }
  }
  return values;
}

function pairsOf(view: StateView, stems: readonly string[]): Pair[] {
  const telling = tellingOf(view, stems);
  return stems.slice(1).flatMap((second, i) => {
    const first = stems[i] ?? '';
    const weight = ((telling.get(first) ?? 0) + (telling.get(second) ?? 0)) / 2;
    return first === second ? [] : [{ first, second, weight }];
  });
}

function bestChunks(starts: Int32Array, file: number, scores: Float64Array): number[] {
  const start = starts[file] ?? 0;
  const best: number[] = [];
  for (let at = 0; at < (starts[file + 1] ?? 0) - start; at++) {
    const score = scores[start + at] ?? 0;
    if (score <= 0) continue;
    let place = best.length;
    while (place > 0 && (scores[start + (best[place - 1] ?? 0)] ?? 0) < score) place--;
    if (place >= CHUNKS_READ) continue;
    best.splice(place, 0, at);
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
