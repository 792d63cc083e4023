import { addRow, makeUnit, type PackedRows } from '../math/rows.ts';

/** Vectors of neighbouring chunks: row 0 belongs to the ordinal `start`. */
export interface PlacedRows {
  readonly rows: PackedRows;
  readonly start: number;
  readonly end: number;
}

/** Measured on four collections: ten chunks, or twice the weight, gain less. */
const LEADING = 5;
const MEANING_WEIGHT = 0.3;
/** With fewer chunks than this the leading ones are a large part of all, and say nothing. */
const CHUNKS_AT_LEAST = 100;

/**
 * The query moved half way to the chunks that lead by words and meaning together (relevance feedback
 * without a judge, Rocchio 1971); null where there is nothing to move to.
 */
export function movedQuery(
  placed: readonly PlacedRows[],
  query: Float64Array,
  { words, meaning }: { readonly words: Float64Array; readonly meaning: Float64Array },
): Float64Array | null {
  const mostWords = largest(placed, words);
  const mostMeaning = largest(placed, meaning);
  if (mostMeaning === 0) return null;
  let count = 0;
  const leading: { readonly rows: PackedRows; readonly row: number; readonly score: number }[] = [];
  for (const { rows, start, end } of placed) {
    count += end - start;
    for (let chunk = start; chunk < end; chunk++) {
      const score =
        (mostWords === 0 ? 0 : (words[chunk] ?? 0) / mostWords) +
        (MEANING_WEIGHT * (meaning[chunk] ?? 0)) / mostMeaning;
      let at = leading.length;
      while (at > 0 && (leading[at - 1]?.score ?? 0) < score) at--;
      if (at >= LEADING) continue;
      leading.splice(at, 0, { rows, row: chunk - start, score });
      if (leading.length > LEADING) leading.pop();
    }
  }
  if (count < CHUNKS_AT_LEAST) return null;
  const centre = new Float64Array(query.length);
  for (const { rows, row, score } of leading) addRow(rows, row, score, centre);
  makeUnit(centre);
  return makeUnit(query.map((value, j) => value + (centre[j] ?? 0)));
}

function largest(placed: readonly PlacedRows[], scores: Float64Array): number {
  let most = 0;
  for (const { start, end } of placed) {
    for (let chunk = start; chunk < end; chunk++) most = Math.max(most, scores[chunk] ?? 0);
  }
  return most;
}
