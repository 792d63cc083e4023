import { bm25, type Collection, type TermPlaces } from '../../../math/bm25.ts';
import { addTo } from '../../../math/groups.ts';
import { remembered } from '../../../math/memo.ts';
import { byCodePoint } from '../../../math/order.ts';
import { ascending, type Postings } from '../../../math/postings.ts';
import { blockOf, openBlock } from '../../../math/term-block.ts';
import type { StateFile } from '../../../model/state.ts';
import type { LexicalIndex } from '../../../ports/store.ts';
import { unsealParts } from './seal.ts';
import type { FindTerms, Segment } from './segments.ts';
import type { StateRow } from './states.ts';

export const NOWHERE: Postings = { items: new Int32Array(0), counts: new Uint32Array(0) };

/** Where the items of a segment lie in a collection: -1 where that does not hold them. */
export interface Placement {
  readonly segment: Pick<Segment, 'id' | 'firsts'>;
  readonly ordinals: Int32Array;
  /** Further places of contents that lie at several paths. */
  readonly copies: ReadonlyMap<number, readonly number[]>;
  /** 1 for each item that has some: every posting asks. */
  readonly isCopied: Uint8Array;
}

function place(
  segments: readonly Segment[],
  state: { readonly files: readonly Pick<StateFile, 'content'>[] },
) {
  const placements = segments.map((segment) => ({
    segment,
    ordinals: new Int32Array(segment.lengths.length).fill(-1),
    copies: new Map<number, number[]>(),
    isCopied: new Uint8Array(segment.lengths.length),
  }));
  const slots = new Map(
    placements.flatMap((placement) => {
      let end = 0;
      return Array.from(placement.segment.contents, (content, i) => {
        const chunks = placement.segment.chunkCounts[i] ?? 0;
        end += chunks;
        return [content, { placement, firstChunk: end - chunks, chunks }] as const;
      });
    }),
  );
  const starts = new Int32Array(state.files.length + 1);
  state.files.forEach((file, i) => {
    starts[i + 1] = (starts[i] ?? 0) + (slots.get(file.content)?.chunks ?? 0);
  });
  const lengths = new Float64Array(starts[state.files.length] ?? 0);
  let sum = 0;
  state.files.forEach((file, i) => {
    const slot = slots.get(file.content);
    if (slot === undefined) return;
    const { segment, ordinals, copies, isCopied } = slot.placement;
    const start = starts[i] ?? 0;
    for (let c = 0; c < slot.chunks; c++) {
      const chunk = slot.firstChunk + c;
      const length = segment.lengths[chunk] ?? 0;
      lengths[start + c] = length;
      sum += length;
      if (ordinals[chunk] === -1) {
        ordinals[chunk] = start + c;
        continue;
      }
      addTo(copies, chunk, start + c);
      isCopied[chunk] = 1;
    }
  });
  const averageLength = sum / Math.max(1, lengths.length);
  return { collection: { lengths, averageLength, starts }, placements };
}

/** Postings, or the same in plain lists. */
export type Lists = Readonly<Record<keyof Postings, ArrayLike<number>>>;

/** Puts a segment's postings into lists, in the numbers of the collection and without the items that it does not hold; returns their end. */
function translate(
  { ordinals, copies, isCopied }: Placement,
  postings: Postings,
  { items, counts }: Postings,
  from: number,
): number {
  let at = from;
  const copied: number[] = [];
  for (let i = 0; i < postings.items.length; i++) {
    const item = postings.items[i] ?? 0;
    const ordinal = ordinals[item] ?? -1;
    if (ordinal < 0) continue;
    items[at] = ordinal;
    counts[at] = postings.counts[i] ?? 0;
    at++;
    if (isCopied[item] === 1) copied.push(i);
  }
  for (const i of copied) {
    for (const copy of copies.get(postings.items[i] ?? 0) ?? []) {
      items[at] = copy;
      counts[at] = postings.counts[i] ?? 0;
      at++;
    }
  }
  return at;
}

/** How long the postings of a segment become at most. */
function roomFor({ copies, isCopied }: Placement, { items }: Postings): number {
  let length = items.length;
  for (let i = 0; i < items.length && copies.size > 0; i++) {
    const item = items[i] ?? 0;
    if (isCopied[item] === 1) length += copies.get(item)?.length ?? 0;
  }
  return length;
}

/** What segments tell of one term, as one list. */
function joined(
  placements: readonly Placement[],
  parts: readonly (Postings | undefined)[],
): Postings {
  const length = placements.reduce(
    (sum, placement, i) => sum + roomFor(placement, parts[i] ?? NOWHERE),
    0,
  );
  const lists = { items: new Int32Array(length), counts: new Uint32Array(length) };
  let end = 0;
  placements.forEach((placement, i) => {
    const part = parts[i];
    if (part !== undefined) end = translate(placement, part, lists, end);
  });
  if (end === length) return ascending(lists);
  return ascending({ items: lists.items.subarray(0, end), counts: lists.counts.subarray(0, end) });
}

export function concat(parts: readonly Lists[]): Postings {
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

/** The postings of terms in a collection, in the order of the terms. Only their blocks are read; what was read is kept for the next query. */
export function openPostings(
  placements: readonly Placement[],
  find: FindTerms,
): (terms: readonly string[]) => Postings[] {
  const known = new Map<string, Postings>();
  const segments = placements.map(({ segment }) => segment);
  return (terms) => {
    const missing = terms.filter((term) => !known.has(term)).sort(byCodePoint);
    if (missing.length > 0) {
      const found = find(segments, missing);
      for (const term of missing) {
        known.set(
          term,
          joined(
            placements,
            found.map((inSegment) => inSegment.get(term)),
          ),
        );
      }
    }
    return terms.map((term) => known.get(term) ?? NOWHERE);
  };
}

/** Looks terms up in a table of paths without unpacking the rest. */
function openTable(packed: Uint8Array): (term: string) => Postings | undefined {
  const { header, parts } = unsealParts<{ readonly firsts: readonly string[] }>(packed);
  const blockAt = remembered((number: number) => {
    const part = parts[number];
    return part && openBlock(part);
  });
  return (term) => blockAt(blockOf(header.firsts, term))?.(term);
}

/** The chunks of some files, and where terms occur in them. */
export interface Chunks {
  readonly collection: Collection;
  postings(terms: readonly string[]): readonly Postings[];
}

export function openChunks(
  segments: readonly Segment[],
  state: { readonly files: readonly Pick<StateFile, 'content'>[] },
  find: FindTerms,
): Chunks {
  const { collection, placements } = place(segments, state);
  return { collection, postings: openPostings(placements, find) };
}

/** Scores a state's chunks exactly. */
export function openLexical(
  segments: readonly Segment[],
  state: Pick<StateRow, 'files' | 'paths'>,
  find: FindTerms,
): LexicalIndex {
  const { collection, postings: inChunks } = openChunks(segments, state, find);
  const inPaths = remembered(openTable(state.paths));
  const places = (term: string): TermPlaces => {
    const [chunks = NOWHERE] = inChunks([term]);
    return { chunks, documents: inPaths(term) ?? NOWHERE };
  };
  return {
    ...collection,
    places,
    score: (terms, fields, saturation) => {
      inChunks(terms.map(({ term }) => term)); // all at once, so that each block is read once
      return bm25(collection, terms, places, fields, saturation);
    },
  };
}
