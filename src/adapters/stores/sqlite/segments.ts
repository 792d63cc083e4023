import { groupBy } from '../../../math/groups.ts';
import { byCodePoint } from '../../../math/order.ts';
import type { Postings } from '../../../math/postings.ts';
import type { TermBlock } from '../../../math/term-block.ts';
import { blockOf, eachInBlock, openBlock } from '../../../math/term-block.ts';
import type { TermTable } from '../../../math/term-table.ts';
import { TermTableWriter } from '../../../math/term-table.ts';
import { SheafError } from '../../../model/errors.ts';
import { blob, bytes, type Db, integer, numbers, text } from './database.ts';
import { seal, sealJson, unseal, unsealJson } from './seal.ts';

/** Block ids are `segment × this + number`, so that the blocks of a segment are neighbours in the file. */
export const BLOCKS_PER_SEGMENT: number = 2 ** 24;

/** Holds a place in a segment for a content that lies in another. */
export const NO_CONTENT: number = 2 ** 32 - 1;

/** Which contents a segment holds and how their chunks lie in it. */
export type Layout<Numbers> = Readonly<Record<'contents' | 'chunkCounts' | 'lengths', Numbers>>;

export interface Segment extends Layout<Uint32Array> {
  readonly id: number;
  readonly firsts: readonly string[];
}

export interface OwnSegment extends Segment {
  /** The root it was made for: those of one root are joined, so that a query meets few postings of others. */
  readonly home: string;
}

export function packLayout(
  id: number,
  { contents, chunkCounts, lengths }: Layout<ArrayLike<number>>,
): Uint8Array {
  const packed = new Uint32Array(2 + contents.length * 2 + lengths.length);
  packed[0] = contents.length;
  packed[1] = lengths.length;
  packed.set(contents, 2);
  packed.set(chunkCounts, 2 + contents.length);
  packed.set(lengths, 2 + contents.length * 2);
  return seal(new Uint8Array(packed.buffer), String(id));
}

export function unpackLayout(id: number, bytes: Uint8Array): Layout<Uint32Array> {
  // A copy, because a blob from the driver need not be aligned for 32-bit numbers.
  const packed = new Uint32Array(new Uint8Array(unseal(bytes, String(id))).buffer);
  const contents = packed[0] ?? 0;
  const chunks = packed[1] ?? 0;
  if (packed.length !== 2 + contents * 2 + chunks) {
    throw new SheafError('damaged', 'A segment of the index has the wrong length.');
  }
  return {
    contents: packed.subarray(2, 2 + contents),
    chunkCounts: packed.subarray(2 + contents, 2 + contents * 2),
    lengths: packed.subarray(2 + contents * 2),
  };
}

export function nextSegmentId(db: Db): number {
  return integer(db.one('SELECT coalesce(max(id), 0) + 1 AS id FROM segments') ?? {}, 'id');
}

export function writeSegment(
  db: Db,
  id: number,
  home: string,
  layout: Layout<ArrayLike<number>>,
  table: TermTable,
): void {
  const chunks = layout.lengths.length;
  const firsts = sealJson(table.firsts);
  db.insert('segments', { id, home, chunks, firsts, layout: packLayout(id, layout) });
  for (const [number, block] of table.blocks.entries()) {
    const at = id * BLOCKS_PER_SEGMENT + number;
    db.insert('blocks', { id: at, body: seal(block, String(at)) });
  }
}

export function readSegments(db: Db, where = '', ...values: string[]): OwnSegment[] {
  const rows = db.all(
    `SELECT id, ${bytes('home', 'firsts', 'layout')} FROM segments ${where} ORDER BY id`,
    ...values,
  );
  return rows.map((row) => ({
    id: integer(row, 'id'),
    home: text(row, 'home'),
    firsts: unsealJson<string[]>(blob(row, 'firsts')),
    ...unpackLayout(integer(row, 'id'), blob(row, 'layout')),
  }));
}

/** The segments that hold some of the wanted contents. Of all others only that is looked at. */
export function segmentsWith(db: Db, wanted: ReadonlySet<number>): Segment[] {
  const ids = db
    .all(`SELECT id, ${bytes('layout')} FROM segments ORDER BY id`)
    .map((row) => ({ id: integer(row, 'id'), layout: blob(row, 'layout') }))
    .filter(({ id, layout }) => unpackLayout(id, layout).contents.some((each) => wanted.has(each)))
    .map(({ id }) => id);
  return readSegments(db, `WHERE ${IS_LISTED}`, JSON.stringify(ids));
}

/** The postings of terms in each of some segments. Terms must be sorted by code point. */
export type FindTerms = (
  segments: readonly Pick<Segment, 'id' | 'firsts'>[],
  terms: readonly string[],
) => readonly ReadonlyMap<string, Postings>[];

/** So many bytes of blocks are kept for the next query; more are forgotten, all of them, and read again. */
const KEPT_BYTES = 2 ** 25;

/** Blocks by number, checked; `read` gives those that are not kept, all of one query at once. */
function keptBlocks(
  read: (ids: readonly number[]) => ReadonlyMap<number, Uint8Array>,
): (ids: readonly number[]) => ReadonlyMap<number, TermBlock> {
  const kept = new Map<number, TermBlock>();
  let keptBytes = 0;
  return (ids) => {
    const missing = ids.filter((id) => !kept.has(id));
    const isTooMuch = keptBytes > KEPT_BYTES;
    if (missing.length === 0) return kept;
    const stored = isTooMuch ? read(ids) : read(missing);
    if (isTooMuch) {
      kept.clear();
      keptBytes = 0;
    }
    for (const [id, block] of stored) {
      kept.set(id, openBlock(unseal(block, String(id))));
      keptBytes += block.length;
    }
    return kept;
  };
}

/** Looks terms up in the blocks that may hold them; `read` gives blocks by number, all of one query at once. */
export function findIn(
  read: (ids: readonly number[]) => ReadonlyMap<number, Uint8Array>,
): FindTerms {
  const blocksOf = keptBlocks(read);
  return (segments, terms) => {
    // In each segment the block of each term, or -1 before the first.
    const wanted = segments.map(({ id, firsts }) =>
      terms.map((term) => {
        const number = blockOf(firsts, term);
        return number < 0 ? -1 : id * BLOCKS_PER_SEGMENT + number;
      }),
    );
    const blocks = blocksOf([...new Set(wanted.flat())].filter((id) => id >= 0));
    return wanted.map((ids) => {
      const found = new Map<string, Postings>();
      terms.forEach((term, i) => {
        const id = ids[i] ?? -1;
        if (id < 0) return;
        const block = blocks.get(id);
        if (block === undefined) throw new SheafError('damaged', MISSING);
        const postings = block(term);
        if (postings !== undefined) found.set(term, postings);
      });
      return found;
    });
  };
}

export const findPostings = (db: Db, table: BlockTable): FindTerms =>
  findIn((ids) => {
    // A list as one value, so that one prepared statement serves all reads.
    const wanted = `SELECT id, ${bytes('body')} FROM ${table} WHERE ${IS_LISTED}`;
    const rows = db.all(wanted, JSON.stringify(ids));
    return new Map(rows.map((row) => [integer(row, 'id'), blob(row, 'body')]));
  });

const MISSING = 'A block of the index is missing.';

/** Chunks and commits keep their blocks in tables of their own. */
export type BlockTable = 'blocks' | 'history_blocks';
const IS_LISTED = 'id IN (SELECT value FROM json_each(?))';

function removeSegment(db: Db, id: number): void {
  const [first, end] = [id * BLOCKS_PER_SEGMENT, (id + 1) * BLOCKS_PER_SEGMENT];
  db.run('DELETE FROM blocks WHERE id >= ? AND id < ?', first, end);
  db.run('DELETE FROM segments WHERE id = ?', id);
}

/**
 * The segments to join next: `count` of one root and size class, the smallest class first. Classes grow by
 * the same factor, so a chunk is rewritten once per class and a query meets few segments. Sizes are
 * looked at first: after most updates there is nothing to join, and nothing need be read.
 */
export function mergeable(db: Db, home: string, count: number): OwnSegment[] {
  const own = `SELECT id, ${numbers('chunks')} FROM segments WHERE home = ? ORDER BY id`;
  const sizes = db
    .all(own, home)
    .map((row) => ({ id: integer(row, 'id'), chunks: integer(row, 'chunks') }));
  return readSegments(db, `WHERE ${IS_LISTED}`, JSON.stringify(similar(sizes, count)));
}

/** The smallest `count` or more of one size class, by id; none where no class is full. */
export function similar(
  sizes: readonly { readonly id: number; readonly chunks: number }[],
  count: number,
): readonly number[] {
  const classes = groupBy(sizes, ({ chunks }) =>
    Math.floor(Math.log(Math.max(1, chunks)) / Math.log(count)),
  );
  const full = [...classes].filter(([, members]) => members.length >= count);
  const [, members = []] = full.sort(([a], [b]) => a - b)[0] ?? [];
  return members.map(({ id }) => id);
}

interface Entry {
  readonly term: string;
  readonly read: () => Postings;
}

type ReadBlock = (id: number) => Uint8Array | undefined;

function* entries(read: ReadBlock, { id, firsts }: Segment): Generator<Entry, undefined> {
  for (const number of firsts.keys()) {
    const at = id * BLOCKS_PER_SEGMENT + number;
    const block = read(at);
    if (block === undefined) throw new SheafError('damaged', MISSING);
    const found: Entry[] = [];
    eachInBlock(unseal(block, String(at)), (term, decode) => found.push({ term, read: decode }));
    yield* found;
  }
}

interface Cursor {
  readonly remap: Int32Array;
  readonly rest: Generator<Entry, undefined>;
  entry: Entry | undefined;
}

/** Writes the segments anew as one, without the contents that `keep` refuses; says which one holds which contents. */
export function joinSegments(
  db: Db,
  segments: readonly OwnSegment[],
  keep: (content: number) => boolean,
): { readonly id: number; readonly contents: readonly number[] } {
  const one = `SELECT ${bytes('body')} FROM blocks WHERE id = ?`;
  const read: ReadBlock = (at) => {
    const row = db.one(one, at);
    return row && blob(row, 'body');
  };
  const { table, ...layout } = joined(segments, read, keep);
  const id = nextSegmentId(db);
  for (const segment of segments) removeSegment(db, segment.id);
  const [{ home } = { home: '' }] = segments;
  if (layout.contents.length > 0) writeSegment(db, id, home, layout, table);
  return { id, contents: layout.contents };
}

/** What several segments hold, as one, without the contents that `keep` refuses. */
export function joined(
  segments: readonly Segment[],
  read: ReadBlock,
  keep: (content: number) => boolean,
): Layout<readonly number[]> & { readonly table: TermTable } {
  const contents: number[] = [];
  const chunkCounts: number[] = [];
  const lengths: number[] = [];
  const cursors: Cursor[] = segments.map((segment) => {
    const remap = new Int32Array(segment.lengths.length).fill(-1);
    let chunk = 0;
    segment.contents.forEach((content, slot) => {
      const count = segment.chunkCounts[slot] ?? 0;
      if (content !== NO_CONTENT && keep(content)) {
        contents.push(content);
        chunkCounts.push(count);
        for (let i = 0; i < count; i++) {
          remap[chunk + i] = lengths.length;
          lengths.push(segment.lengths[chunk + i] ?? 0);
        }
      }
      chunk += count;
    });
    const rest = entries(read, segment);
    return { remap, rest, entry: rest.next().value };
  });
  return { contents, chunkCounts, lengths, table: mergeTables(cursors) };
}

/** A k-way merge of sorted dictionaries; segments keep their order, so items stay ascending. */
function mergeTables(cursors: readonly Cursor[]): TermTable {
  const writer = new TermTableWriter();
  for (;;) {
    let term: string | undefined;
    for (const { entry } of cursors) {
      if (entry !== undefined && (term === undefined || byCodePoint(entry.term, term) < 0))
        term = entry.term;
    }
    if (term === undefined) return writer.finish();
    const items: number[] = [];
    const counts: number[] = [];
    for (const cursor of cursors) {
      if (cursor.entry?.term !== term) continue;
      const postings = cursor.entry.read();
      postings.items.forEach((item, i) => {
        const moved = cursor.remap[item] ?? -1;
        if (moved < 0) return;
        items.push(moved);
        counts.push(postings.counts[i] ?? 0);
      });
      cursor.entry = cursor.rest.next().value;
    }
    if (items.length > 0) writer.write(term, items, counts, 0, items.length);
  }
}
