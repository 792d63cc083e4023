import { byCodePoint } from '../math/order.ts';
import { type PackedRows, packRows, rowCosine, rowsFromBytes, rowsToBytes } from '../math/rows.ts';
import type { Chunk, Facts } from '../model/document.ts';
import { CODE_KINDS } from '../model/shape.ts';
import type { StateFile } from '../model/state.ts';
import type { Embedder } from '../ports/embedder.ts';
import type { StateView } from '../ports/store.ts';
import { isFunction } from '../retrieve/functions.ts';

/** What is compared by meaning: pieces of prose, or functions of the code. */
export type SemanticScope = 'prose' | 'functions';

/** A content of the state that is compared, under the name that it has for good. */
export interface Covered {
  readonly content: number;
  readonly name: string;
}

const isCovered = ({ content, shape }: StateFile, scope: SemanticScope): boolean =>
  content !== 0 &&
  (scope === 'prose'
    ? shape.source === 'documentation' || shape.source === 'research'
    : shape.source === 'code' && CODE_KINDS.includes(shape.kind));

const isCompared = (chunk: Chunk, scope: SemanticScope): boolean =>
  scope === 'prose' || isFunction(chunk);

export function coveredContents(view: StateView, scope: SemanticScope): Covered[] {
  const contents = new Set<number>();
  for (const file of view.state.files) if (isCovered(file, scope)) contents.add(file.content);
  const names = view.models?.contentNames([...contents]);
  return [...contents]
    .map((content) => ({ content, name: names?.get(content) ?? `#${content}` }))
    .sort((a, b) => byCodePoint(a.name, b.name));
}

/** What of a chunk is compared: its text under the headings or classes it stands in. */
const comparedText = ({ text }: Facts, chunk: Chunk): string =>
  [...chunk.within, text.slice(chunk.start, chunk.end)].join('\n');

/** The compared texts of a content. */
export function textsOf(
  view: StateView,
  { content, name }: Covered,
  scope: SemanticScope,
): CoveredText[] {
  const facts = view.facts(content);
  return facts.chunks
    .filter((chunk) => isCompared(chunk, scope))
    .map((chunk) => ({ id: name, text: comparedText(facts, chunk) }));
}

export interface CoveredText {
  readonly id: string;
  readonly text: string;
}

/** The vectors of each content's chunks: kept from before, or made now, as many texts at a time as the embedder takes. */
export async function vectorsOf(
  view: StateView,
  covered: readonly Covered[],
  scope: SemanticScope,
  embedder: Embedder,
  signal: AbortSignal,
): Promise<Map<number, PackedRows>> {
  const stored = view.models?.readVectors(
    embedder.name,
    covered.map(({ name }) => name),
  );
  const vectors = new Map<number, PackedRows>();
  const made = new Map<string, Uint8Array>();
  let held: Pending[] = [];
  let texts = 0;
  const pass = async (): Promise<void> => {
    for (const { item, rows } of await embedAll(held, embedder, signal)) {
      vectors.set(item.content, rows);
      made.set(item.name, rowsToBytes(rows));
    }
    held = [];
    texts = 0;
  };
  try {
    for (const item of covered) {
      const bytes = stored?.get(item.name);
      const known = bytes === undefined ? null : rowsFromBytes(bytes);
      if (known !== null) {
        vectors.set(item.content, known);
        continue;
      }
      const pending = pendingOf(view, item, scope);
      held.push(pending);
      texts += pending.texts.length;
      if (texts >= Math.min(embedder.maxBatch, TEXTS_HELD)) await pass();
    }
    await pass();
  } finally {
    // What a provider gave before it failed is kept: the next try starts there.
    if (made.size > 0) view.models?.writeVectors(embedder.name, made);
  }
  return vectors;
}

/** Texts in memory at a time. */
const TEXTS_HELD = 1024;

interface Pending {
  readonly item: Covered;
  readonly chunks: number;
  /** Which chunks the texts belong to. */
  readonly places: readonly number[];
  readonly texts: readonly string[];
}

function pendingOf(view: StateView, item: Covered, scope: SemanticScope): Pending {
  const facts = view.facts(item.content);
  const places = [...facts.chunks.keys()].filter((i) => {
    const chunk = facts.chunks[i];
    return chunk !== undefined && isCompared(chunk, scope);
  });
  const texts = places.map((i) => comparedText(facts, facts.chunks[i] as Chunk));
  return { item, chunks: facts.chunks.length, places, texts };
}

async function embedAll(
  held: readonly Pending[],
  embedder: Embedder,
  signal: AbortSignal,
): Promise<{ readonly item: Covered; readonly rows: PackedRows }[]> {
  const texts = held.flatMap((pending) => pending.texts);
  const embedded: ArrayLike<number>[] = [];
  for (let at = 0; at < texts.length; at += embedder.maxBatch) {
    embedded.push(...(await embedder.embed(texts.slice(at, at + embedder.maxBatch), signal)));
  }
  let next = 0;
  return held.map(({ item, chunks, places }) => {
    // Chunks that are not compared get a row of zeros, which is like nothing.
    const rows: ArrayLike<number>[] = Array.from({ length: chunks }, () => []);
    for (const place of places) rows[place] = embedded[next++] ?? [];
    return { item, rows: packRows(rows, embedder.dimensions) };
  });
}

/** Cosines with a vector of length 1 by chunk ordinal, none below 0. */
export function cosines(
  view: StateView,
  vectors: ReadonlyMap<number, PackedRows>,
  query: Float64Array,
): Float64Array {
  const { starts } = view.lexical;
  const scores = new Float64Array(starts[starts.length - 1] ?? 0);
  view.state.files.forEach((file, i) => {
    const rows = vectors.get(file.content);
    if (rows === undefined || rows.width !== query.length) return;
    const start = starts[i] ?? 0;
    for (let chunk = start; chunk < (starts[i + 1] ?? 0); chunk++) {
      scores[chunk] = Math.min(1, Math.max(0, rowCosine(rows, chunk - start, query)));
    }
  });
  return scores;
}
