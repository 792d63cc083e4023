import { remembered } from '../math/memo.ts';
import { byCodePoint } from '../math/order.ts';
import {
  addRow,
  makeUnit,
  type PackedRows,
  packRows,
  rowsFromBytes,
  rowsToBytes,
} from '../math/rows.ts';
import { type SparseMatrix, truncatedSvd } from '../math/svd.ts';
import { eachIdentifier, termsOf } from '../math/terms.ts';
import { STOP_WORDS } from './stop-words.ts';

/**
 * Meaning without a pretrained model: terms that keep the same company in this corpus come to lie
 * close together (latent semantic analysis, Deerwester et al. 1990).
 */
export interface LsaModel {
  /** Sorted by code point; the number of a term is its row. */
  readonly terms: ReadonlyMap<string, number>;
  /** How much each term tells: its inverse document frequency. */
  readonly weights: Float32Array;
  readonly rows: PackedRows;
}

export interface LsaText {
  /** Says where the text stands among the others, so that the order they come in does not matter. */
  readonly id: string;
  readonly text: string;
}

/** Names the recipe below: a space made by another one is not used. */
export const LSA_VERSION = 1;

/** Measured on four collections: 64 and 200 both find less. */
const DIMENSIONS = 128;
/** A direction drawn from fewer texts than this repeats them instead of summing them up. */
const TEXTS_PER_DIMENSION = 3;
/**
 * Below this there is nothing to learn: terms meet by chance as often as by meaning, and every text
 * would lie in a direction of its own.
 */
const TEXTS_AT_LEAST = 12;
/** A term of one text keeps no company elsewhere. */
const TEXTS_PER_TERM = 2;
/** The most telling terms of a large corpus are among its frequent ones; more only cost space. */
const TERMS_AT_MOST = 30_000;
const ITERATIONS = 2;
const OVERSAMPLING = 8;

/** Stemmed words only: whole identifiers would count every plain word twice. */
function meaningfulTerms(identifier: string): string[] {
  return termsOf(identifier).filter(
    (term) => term.startsWith('p:') && !STOP_WORDS.has(term.slice(2)),
  );
}

/** Numbers terms as they come and counts them text by text. */
function counter(): {
  readonly ids: ReadonlyMap<string, number>;
  count(text: string): Map<number, number>;
} {
  const ids = new Map<string, number>();
  const idsOf = remembered((identifier: string) =>
    meaningfulTerms(identifier).map((term) => {
      const id = ids.get(term) ?? ids.size;
      ids.set(term, id);
      return id;
    }),
  );
  return {
    ids,
    count: (text) => {
      const counts = new Map<number, number>();
      eachIdentifier(text, (identifier) => {
        for (const id of idsOf(identifier)) counts.set(id, (counts.get(id) ?? 0) + 1);
      });
      return counts;
    },
  };
}

const localWeight = (count: number): number => Math.log(1 + count);
const globalWeight = (texts: number, containing: number): number =>
  Math.log(1 + (texts - containing + 0.5) / (containing + 0.5));

/** Learns a space from texts; null where there are too few of them. */
export function trainLsa(texts: readonly LsaText[]): LsaModel | null {
  const { ids, count } = counter();
  const counted = [...texts]
    .sort((a, b) => byCodePoint(a.id, b.id) || byCodePoint(a.text, b.text))
    .map(({ text }) => count(text))
    .filter((counts) => counts.size > 0);
  if (counted.length < TEXTS_AT_LEAST) return null;
  const kept = chooseTerms(ids, counted);
  if (kept.length < TEXTS_AT_LEAST) return null;
  const columns = new Int32Array(ids.size).fill(-1);
  kept.forEach(({ id }, column) => {
    columns[id] = column;
  });
  const weights = Float32Array.from(kept, ({ texts: n }) => globalWeight(counted.length, n));
  const rank = Math.min(DIMENSIONS, Math.floor(counted.length / TEXTS_PER_DIMENSION));
  const svd = truncatedSvd(weightedMatrix(counted, columns, weights), {
    rank,
    iterations: ITERATIONS,
    oversampling: OVERSAMPLING,
  });
  if (svd.rank === 0) return null;
  // The first directions say what is common to all texts; damped a little, the later ones are heard.
  const damping = svd.values.map((value) => 1 / Math.sqrt(Math.sqrt(value)));
  const rows = kept.map((_, row) =>
    svd.right
      .subarray(row * svd.rank, (row + 1) * svd.rank)
      .map((value, j) => value * (damping[j] ?? 0)),
  );
  return {
    terms: new Map(kept.map(({ term }, row) => [term, row])),
    weights,
    rows: packRows(rows, svd.rank),
  };
}

interface KeptTerm {
  readonly term: string;
  readonly id: number;
  /** In how many texts it stands. */
  readonly texts: number;
}

function chooseTerms(
  ids: ReadonlyMap<string, number>,
  counted: readonly ReadonlyMap<number, number>[],
): KeptTerm[] {
  const containing = new Int32Array(ids.size);
  for (const counts of counted) {
    for (const id of counts.keys()) containing[id] = (containing[id] ?? 0) + 1;
  }
  return [...ids]
    .map(([term, id]) => ({ term, id, texts: containing[id] ?? 0 }))
    .filter(({ texts }) => texts >= TEXTS_PER_TERM)
    .sort((a, b) => b.texts - a.texts || byCodePoint(a.term, b.term))
    .slice(0, TERMS_AT_MOST)
    .sort((a, b) => byCodePoint(a.term, b.term));
}

/** Texts by terms; each row has length 1, so that long texts do not decide on the directions. */
function weightedMatrix(
  counted: readonly ReadonlyMap<number, number>[],
  columns: Int32Array,
  weights: Float32Array,
): SparseMatrix {
  const starts = new Int32Array(counted.length + 1);
  const indices: number[] = [];
  const values: number[] = [];
  counted.forEach((counts, row) => {
    const cells: { column: number; value: number }[] = [];
    for (const [id, count] of counts) {
      const column = columns[id] ?? -1;
      if (column >= 0) cells.push({ column, value: localWeight(count) * (weights[column] ?? 0) });
    }
    cells.sort((a, b) => a.column - b.column);
    const unit = makeUnit(Float64Array.from(cells, ({ value }) => value));
    cells.forEach(({ column }, i) => {
      indices.push(column);
      values.push(unit[i] ?? 0);
    });
    starts[row + 1] = indices.length;
  });
  return {
    rows: counted.length,
    columns: weights.length,
    starts,
    indices: Int32Array.from(indices),
    values: Float64Array.from(values),
  };
}

/** Where a text lies in the space: a vector of length 1, or zeros if the model knows none of its terms. */
export function foldLsa({ terms, weights, rows }: LsaModel, text: string): Float64Array {
  const counts = new Map<number, number>();
  eachIdentifier(text, (identifier) => {
    for (const term of meaningfulTerms(identifier)) {
      const row = terms.get(term);
      if (row !== undefined) counts.set(row, (counts.get(row) ?? 0) + 1);
    }
  });
  const sum = new Float64Array(rows.width);
  for (const [row, count] of [...counts].sort(([a], [b]) => a - b)) {
    addRow(rows, row, localWeight(count) * (weights[row] ?? 0), sum);
  }
  return makeUnit(sum);
}

/** The model as bytes: length of the list of terms, the list, weights, rows. */
export function lsaToBytes({ terms, weights, rows }: LsaModel): Uint8Array {
  const list = new TextEncoder().encode(JSON.stringify([...terms.keys()]));
  const body = rowsToBytes(rows);
  const bytes = new Uint8Array(4 + list.length + weights.length * 4 + body.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, list.length, true);
  bytes.set(list, 4);
  weights.forEach((weight, i) => {
    view.setFloat32(4 + list.length + i * 4, weight, true);
  });
  bytes.set(body, 4 + list.length + weights.length * 4);
  return bytes;
}

/** Null where the bytes are no model: it is then trained anew. */
export function lsaFromBytes(bytes: Uint8Array): LsaModel | null {
  if (bytes.length < 4) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = 4 + view.getUint32(0, true);
  if (end > bytes.length) return null;
  try {
    const list = JSON.parse(new TextDecoder().decode(bytes.subarray(4, end))) as string[];
    const weights = Float32Array.from(list, (_, i) => view.getFloat32(end + i * 4, true));
    const rows = rowsFromBytes(bytes.subarray(end + list.length * 4));
    if (rows === null || rows.scales.length !== list.length) return null;
    return { terms: new Map(list.map((term, row) => [term, row])), weights, rows };
  } catch {
    return null; // damaged bytes are as good as none: a model can always be trained again
  }
}
