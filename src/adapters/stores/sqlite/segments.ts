import { addTo, groupBy } from '../../../math/groups.ts';
import { byCodePoint } from '../../../math/order.ts';
import type { Postings, TermTable } from '../../../math/postings.ts';
import { blockOf, eachInBlock, findInBlock, TermTableWriter } from '../../../math/postings.ts';
import { SheafError } from '../../../model/errors.ts';
import { blob, type Db, integer, text } from './database.ts';
import { seal, sealJson, sealOf, unseal, unsealJson } from './seal.ts';

/** Block ids are `segment × this + number`, so that the blocks of a segment are neighbours in the file. */
export const BLOCKS_PER_SEGMENT: number = 2 ** 24;

/** Which contents a segment holds and how their chunks lie in it. */
type Layout<Numbers> = Readonly<Record<'contents' | 'chunkCounts' | 'lengths', Numbers>>;

export interface Segment extends Layout<Uint32Array> {
  readonly id: number;
  readonly firsts: readonly string[];
}

function packLayout(
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

function unpackLayout(id: number, bytes: Uint8Array): Layout<Uint32Array> {
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
  layout: Layout<ArrayLike<number>>,
  table: TermTable,
): void {
  const chunks = layout.lengths.length;
  const firsts = sealJson(table.firsts);
  db.insert('segments', { id, chunks, firsts, layout: packLayout(id, layout) });
  for (const [number, block] of table.blocks.entries()) {
    const at = id * BLOCKS_PER_SEGMENT + number;
    db.insert('blocks', { id: at, body: seal(block, String(at)) });
  }
}

export function readSegments(db: Db, where = '', ...values: string[]): Segment[] {
  const rows = db.all(`SELECT id, firsts, layout FROM segments ${where} ORDER BY id`, ...values);
  return rows.map((row) => ({
    id: integer(row, 'id'),
    firsts: unsealJson<string[]>(blob(row, 'firsts')),
    ...unpackLayout(integer(row, 'id'), blob(row, 'layout')),
  }));
}

/** The postings of terms in a segment, each block read once. Terms must be sorted by code point. */
export function findPostings(
  db: Db,
  segment: Pick<Segment, 'id' | 'firsts'>,
  terms: readonly string[],
  table: BlockTable,
): Map<string, Postings> {
  const byBlock = new Map<number, string[]>();
  for (const term of terms) {
    const number = blockOf(segment.firsts, term);
    if (number >= 0) addTo(byBlock, segment.id * BLOCKS_PER_SEGMENT + number, term);
  }
  const found = new Map<string, Postings>();
  const ids = JSON.stringify([...byBlock.keys()]);
  // A list as one value, so that one prepared statement serves all reads.
  const rows = db.all(`SELECT id, body FROM ${table} WHERE ${IS_LISTED}`, ids);
  if (rows.length !== byBlock.size) throw new SheafError('damaged', MISSING);
  for (const row of rows) {
    const id = integer(row, 'id');
    const here = findInBlock(unseal(blob(row, 'body'), String(id)), byBlock.get(id) ?? []);
    for (const [term, postings] of here) found.set(term, postings);
  }
  return found;
}

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
 * The segments to join next: `count` of one size class, the smallest class first. Classes grow by
 * the same factor, so a chunk is rewritten once per class and a query meets few segments. Sizes are
 * looked at first: after most updates there is nothing to join, and nothing need be read.
 */
export function mergeable(db: Db, count: number): Segment[] {
  const classes = groupBy(db.all('SELECT id, chunks FROM segments ORDER BY id'), (row) =>
    Math.floor(Math.log(Math.max(1, integer(row, 'chunks'))) / Math.log(count)),
  );
  const full = [...classes].filter(([, members]) => members.length >= count);
  const [, members = []] = full.sort(([a], [b]) => a - b)[0] ?? [];
  return readSegments(db, `WHERE ${IS_LISTED}`, JSON.stringify(members.map(({ id }) => id)));
}

interface Entry {
  readonly term: string;
  readonly read: () => Postings;
}

function* entries(db: Db, { id, firsts }: Segment): Generator<Entry, undefined> {
  for (const number of firsts.keys()) {
    const at = id * BLOCKS_PER_SEGMENT + number;
    const row = db.one('SELECT body FROM blocks WHERE id = ?', at);
    if (row === undefined) throw new SheafError('damaged', MISSING);
    const found: Entry[] = [];
    eachInBlock(unseal(blob(row, 'body'), String(at)), (term, read) => found.push({ term, read }));
    yield* found;
  }
}

interface Cursor {
  readonly remap: Int32Array;
  readonly rest: Generator<Entry, undefined>;
  entry: Entry | undefined;
}

/** Writes the segments anew as one, without the contents that `keep` refuses. */
export function mergeSegments(
  db: Db,
  segments: readonly Segment[],
  keep: (content: number) => boolean,
): void {
  const contents: number[] = [];
  const chunkCounts: number[] = [];
  const lengths: number[] = [];
  const cursors: Cursor[] = segments.map((segment) => {
    const remap = new Int32Array(segment.lengths.length).fill(-1);
    let chunk = 0;
    segment.contents.forEach((content, slot) => {
      const count = segment.chunkCounts[slot] ?? 0;
      if (keep(content)) {
        contents.push(content);
        chunkCounts.push(count);
        for (let i = 0; i < count; i++) {
          remap[chunk + i] = lengths.length;
          lengths.push(segment.lengths[chunk + i] ?? 0);
        }
      }
      chunk += count;
    });
    const rest = entries(db, segment);
    return { remap, rest, entry: rest.next().value };
  });
  const table = mergeTables(cursors);
  const id = nextSegmentId(db);
  for (const segment of segments) removeSegment(db, segment.id);
  if (contents.length === 0) return;
  writeSegment(db, id, { contents, chunkCounts, lengths }, table);
  for (const content of contents) moveContent(db, content, id);
}

/** Its seal covers where it lies, so it is sealed anew. */
function moveContent(db: Db, content: number, segment: number): void {
  const row = db.one('SELECT hash, shape, lines, chunks FROM contents WHERE id = ?', content) ?? {};
  const [hash, shape] = [text(row, 'hash'), text(row, 'shape')];
  const [lines, chunks] = [integer(row, 'lines'), integer(row, 'chunks')];
  const sealed = sealOf(content, hash, shape, lines, chunks, segment);
  db.run('UPDATE contents SET segment = ?, seal = ? WHERE id = ?', segment, sealed, content);
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
