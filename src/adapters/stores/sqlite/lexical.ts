import { bm25, type Collection, type TermPlaces } from '../../../math/bm25.ts';
import { addTo } from '../../../math/groups.ts';
import { byCodePoint } from '../../../math/order.ts';
import type { Postings } from '../../../math/postings.ts';
import type { LexicalIndex } from '../../../ports/store.ts';
import type { Db } from './database.ts';
import { openTable } from './path-tables.ts';
import { findPostings, readSegments, type Segment } from './segments.ts';
import type { StateRow } from './states.ts';

const NOWHERE: Postings = { items: new Int32Array(0), counts: new Uint32Array(0) };

/** Where a segment's chunks lie in the state: -1 where the state does not hold them. */
interface Placement {
  readonly segment: Segment;
  readonly ordinals: Int32Array;
  /** Further places of contents that lie at several paths. */
  readonly copies: ReadonlyMap<number, readonly number[]>;
}

interface Slot {
  readonly placement: number;
  readonly firstChunk: number;
  readonly chunks: number;
}

function place(
  segments: readonly Segment[],
  state: StateRow,
): { collection: Collection; placements: Placement[] } {
  const slots = new Map<number, Slot>();
  segments.forEach((segment, placement) => {
    let firstChunk = 0;
    segment.contents.forEach((content, i) => {
      const chunks = segment.chunkCounts[i] ?? 0;
      slots.set(content, { placement, firstChunk, chunks });
      firstChunk += chunks;
    });
  });
  const starts = new Int32Array(state.files.length + 1);
  state.files.forEach((file, i) => {
    starts[i + 1] = (starts[i] ?? 0) + (slots.get(file.content)?.chunks ?? 0);
  });
  const lengths = new Float64Array(starts[state.files.length] ?? 0);
  const copies = segments.map(() => new Map<number, number[]>());
  const ordinals = segments.map((segment) => new Int32Array(segment.lengths.length).fill(-1));
  state.files.forEach((file, i) => {
    const slot = slots.get(file.content);
    if (slot === undefined) return;
    const start = starts[i] ?? 0;
    const target = ordinals[slot.placement];
    const source = segments[slot.placement]?.lengths;
    const further = copies[slot.placement];
    if (target === undefined || source === undefined || further === undefined) return;
    for (let c = 0; c < slot.chunks; c++) {
      const chunk = slot.firstChunk + c;
      lengths[start + c] = source[chunk] ?? 0;
      if (target[chunk] === -1) target[chunk] = start + c;
      else addTo(further, chunk, start + c);
    }
  });
  let sum = 0;
  for (const length of lengths) sum += length;
  return {
    collection: { lengths, averageLength: lengths.length === 0 ? 0 : sum / lengths.length, starts },
    placements: segments.map((segment, i) => ({
      segment,
      ordinals: ordinals[i] ?? new Int32Array(0),
      copies: copies[i] ?? new Map(),
    })),
  };
}

/** A segment's postings in the numbers of the state, without the chunks the state does not hold. */
function translate({ ordinals, copies }: Placement, postings: Postings): Postings {
  const { length } = postings.items;
  const items = new Int32Array(length);
  const counts = new Uint32Array(length);
  const further: { ordinal: number; count: number }[] = [];
  let kept = 0;
  for (let i = 0; i < length; i++) {
    const chunk = postings.items[i] ?? 0;
    const ordinal = ordinals[chunk] ?? -1;
    if (ordinal < 0) continue;
    const count = postings.counts[i] ?? 0;
    items[kept] = ordinal;
    counts[kept] = count;
    kept++;
    if (copies.size === 0) continue;
    for (const copy of copies.get(chunk) ?? []) further.push({ ordinal: copy, count });
  }
  const own = { items: items.subarray(0, kept), counts: counts.subarray(0, kept) };
  if (further.length === 0) return own;
  return concat([
    own,
    {
      items: Int32Array.from(further, ({ ordinal }) => ordinal),
      counts: Uint32Array.from(further, ({ count }) => count),
    },
  ]);
}

function concat(parts: readonly Postings[]): Postings {
  const [first, ...others] = parts;
  if (first === undefined) return NOWHERE;
  if (others.length === 0) return first;
  const length = parts.reduce((sum, part) => sum + part.items.length, 0);
  const items = new Int32Array(length);
  const counts = new Uint32Array(length);
  let at = 0;
  for (const part of parts) {
    items.set(part.items, at);
    counts.set(part.counts, at);
    at += part.items.length;
  }
  return { items, counts };
}

/** Scores a state's chunks exactly, reading only the blocks of the query's terms; places are kept for the next query. */
export function openLexical(db: Db, state: StateRow): LexicalIndex {
  const { collection, placements } = place(readSegments(db), state);
  const inPaths = openTable(state.paths);
  const known = new Map<string, TermPlaces>();
  const load = (terms: readonly string[]): void => {
    const missing = terms.filter((term) => !known.has(term)).sort(byCodePoint);
    if (missing.length === 0) return;
    const found = placements.map(({ segment }) => findPostings(db, segment, missing));
    for (const term of missing) {
      const parts = placements.flatMap((placement, i) => {
        const postings = found[i]?.get(term);
        return postings === undefined ? [] : [translate(placement, postings)];
      });
      known.set(term, { chunks: concat(parts), documents: inPaths(term) ?? NOWHERE });
    }
  };
  const places = (term: string): TermPlaces => {
    load([term]);
    return known.get(term) ?? { chunks: NOWHERE, documents: NOWHERE };
  };
  return {
    starts: collection.starts,
    lengths: collection.lengths,
    averageLength: collection.averageLength,
    places,
    score: (terms, fields, saturation) => {
      load(terms.map(({ term }) => term));
      return bm25(collection, terms, places, fields, saturation);
    },
  };
}
