import type { FieldWeights, Saturation, WeightedTerm } from '../../src/math/bm25.ts';
import { countTerms, pathTerms } from '../../src/math/terms.ts';
import type { Facts } from '../../src/model/document.ts';
import { NEIGHBOUR_CHARACTERS } from '../../src/retrieve/inverted.ts';

/**
 * BM25F written for reading, not for speed: it looks at every chunk for every term and shares
 * nothing with the index but the definition of a term. The sum runs in the same order, so results
 * must agree to the last bit.
 */
export function naiveScores(
  files: readonly { path: string; facts: Facts }[],
  terms: readonly WeightedTerm[],
  fields: FieldWeights,
  { k1, b }: Saturation,
): number[] {
  const sorted = [...files].sort((x, y) => (x.path < y.path ? -1 : 1));
  const chunks = sorted.flatMap(({ path, facts }) =>
    facts.chunks.map((chunk, i) => {
      const isTurn = facts.shape.source === 'conversation';
      const around = isTurn ? neighbours(facts, i) : [];
      const own = facts.text.slice(chunk.start, chunk.end);
      const body = sum([own, ...around].map(countTerms));
      const docs = isTurn
        ? around
        : facts.docLines.map(([first, last]) => linesBetween(facts.text, chunk, first, last));
      const outer = chunk.within.filter((name) => !chunk.names.includes(name));
      return {
        body,
        doc: sum(docs.map(countTerms)),
        name: sum(chunk.names.map(countTerms)),
        within: sum(outer.map(countTerms)),
        path: pathTerms(path),
        length: [...body.values()].reduce((a, c) => a + c, 0),
      };
    }),
  );
  const total = chunks.length;
  const average = chunks.reduce((a, chunk) => a + chunk.length, 0) / total || 1;
  const scores = chunks.map(() => 0);
  for (const { term, weight } of terms) {
    const frequencies = chunks.map((chunk) => {
      const own =
        fields.body * (chunk.body.get(term) ?? 0) +
        fields.doc * (chunk.doc.get(term) ?? 0) +
        fields.name * (chunk.name.get(term) ?? 0) +
        fields.within * Math.min(2, chunk.within.get(term) ?? 0);
      return Math.max(0, own) + fields.path * (chunk.path.get(term) ?? 0);
    });
    const containing = frequencies.filter((tf) => tf > 0).length;
    const factor =
      weight * Math.log(1 + (total - containing + 0.5) / (containing + 0.5)) * (k1 + 1);
    frequencies.forEach((tf, i) => {
      if (tf === 0) return;
      const norm = k1 * (1 - b + (b * (chunks[i]?.length ?? 0)) / average);
      scores[i] = (scores[i] ?? 0) + (factor * tf) / (tf + norm);
    });
  }
  return scores;
}

/** The text next to a turn: the end of the one before, the beginning of the one after. */
function neighbours(facts: Facts, i: number): string[] {
  const [before, after] = [facts.chunks[i - 1], facts.chunks[i + 1]];
  return [
    before === undefined
      ? ''
      : facts.text.slice(before.start, before.end).slice(-NEIGHBOUR_CHARACTERS),
    after === undefined
      ? ''
      : facts.text.slice(after.start, after.end).slice(0, NEIGHBOUR_CHARACTERS),
  ];
}

function linesBetween(
  text: string,
  chunk: Facts['chunks'][number],
  first: number,
  last: number,
): string {
  const lines = text.slice(chunk.start, chunk.end).split('\n');
  return lines
    .filter((_, i) => chunk.firstLine + i >= first && chunk.firstLine + i <= last)
    .join('\n');
}

function sum(maps: readonly Map<string, number>[]): Map<string, number> {
  const all = new Map<string, number>();
  for (const map of maps)
    for (const [term, count] of map) all.set(term, (all.get(term) ?? 0) + count);
  return all;
}
