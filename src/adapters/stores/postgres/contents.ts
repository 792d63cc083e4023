import type { TermTable } from '../../../math/term-table.ts';
import {
  type Batch,
  type ContentKey,
  contentName,
  type PackedContent,
  type StoredContent,
} from '../../../ports/store.ts';
import { seal, sealJson, unsealJson } from '../sqlite/seal.ts';
import {
  BLOCKS_PER_SEGMENT,
  type FindTerms,
  findIn,
  joined,
  type Layout,
  packLayout,
  type Segment,
  similar,
  unpackLayout,
} from '../sqlite/segments.ts';
import type { BlockTable, Kept } from './kept.ts';
import type { Session } from './link.ts';
import { bytes, list, number, text } from './rows.ts';

/** Keys as one value. */
export const KEYS = `(SELECT k->>0 AS hash, k->>1 AS shape FROM jsonb_array_elements($1::text::jsonb) k) keys`;

export const keysAs = (keys: readonly ContentKey[]): string =>
  JSON.stringify(keys.map(({ hash, shape }) => [hash, shape]));

/** `plain` contents alone, or all. */
export function findContents(
  session: Session,
  keys: readonly ContentKey[],
  which: 'all' | 'plain' = 'all',
): Map<string, StoredContent> {
  if (keys.length === 0) return new Map();
  const rows = session.all(
    `SELECT id, hash, shape, lines, chunks FROM ${KEYS} JOIN contents USING (hash, shape) ${which === 'plain' ? 'WHERE plain' : ''}`,
    keysAs(keys),
  );
  return new Map(
    rows.map((row) => {
      const key = { hash: text(row, 'hash'), shape: text(row, 'shape') };
      const found = { lines: number(row, 'lines'), chunks: number(row, 'chunks') };
      return [contentName(key), { content: number(row, 'id'), ...found }];
    }),
  );
}

/** Writes a batch as one segment. Call inside a transaction. */
export function writeBatch(
  session: Session,
  repository: number,
  { contents, chunkCounts, lengths, table }: Batch,
  isPlain: (content: PackedContent) => boolean,
): Map<string, StoredContent> {
  const segment = nextSegment(session);
  const next = `SELECT nextval('content_ids') AS id FROM generate_series(1, $1::bigint)`;
  const ids = session.all(next, contents.length).map((row) => number(row, 'id'));
  const rows = contents.map((content, i) => {
    const { hash, shape, lines, chunks } = content;
    return { id: ids[i] ?? 0, hash, shape, lines, chunks, segment, plain: isPlain(content) };
  });
  // In one order everywhere, so that two workers with the same contents never wait for each other.
  const sorted = rows.toSorted((a, b) => (contentName(a) < contentName(b) ? -1 : 1));
  const written = session.all(
    `INSERT INTO contents (id, hash, shape, lines, chunks, segment, plain)
       SELECT id, hash, shape, lines, chunks, segment, plain FROM jsonb_to_recordset($1::text::jsonb)
         AS new (id bigint, hash text, shape text, lines bigint, chunks bigint, segment bigint, plain boolean)
       ON CONFLICT DO NOTHING RETURNING id`,
    JSON.stringify(sorted),
  );
  const mine = new Set(written.map((row) => number(row, 'id')));
  const facts = contents.flatMap(({ facts: packed, text: squeezed }, i) => {
    const id = ids[i] ?? 0;
    return mine.has(id) ? [[id, packed, squeezed] as const] : [];
  });
  session.copy('facts', ['content', 'facts', 'text'], facts);
  // What another worker wrote first keeps its number; ours stands in the segment for nothing and goes with the next collection.
  writeSegment(session, repository, segment, { contents: ids, chunkCounts, lengths }, table);
  return findContents(session, contents);
}

function nextSegment(session: Session): number {
  return number(session.one(`SELECT nextval('segment_ids') AS id`), 'id');
}

function writeSegment(
  session: Session,
  repository: number,
  id: number,
  layout: Layout<ArrayLike<number>>,
  table: TermTable,
): void {
  session.all(
    'INSERT INTO segments (id, repository, chunks, firsts, layout) VALUES ($1, $2, $3, $4, $5)',
    id,
    repository,
    layout.lengths.length,
    sealJson(table.firsts),
    packLayout(id, layout),
  );
  const blocks = table.blocks.map((block, i) => {
    const at = id * BLOCKS_PER_SEGMENT + i;
    return [at, seal(block, String(at))];
  });
  session.copy('blocks', ['id', 'body'], blocks);
}

const SEGMENT = 'SELECT id, firsts, layout FROM segments';

export const segmentsIn = (session: Session, ids: Iterable<number>): Segment[] =>
  session.all(`${SEGMENT} WHERE id = ANY($1::bigint[]) ORDER BY id`, list(ids)).map((row) => {
    const id = number(row, 'id');
    const firsts = unsealJson<string[]>(bytes(row, 'firsts'));
    return { id, firsts, ...unpackLayout(id, bytes(row, 'layout')) };
  });

/** The segments in which contents lie; those that are `known` already are not read again, since segments never change. */
export function segmentsOf(
  session: Session,
  contents: ReadonlySet<number>,
  { segments: known }: Pick<Kept, 'segments'>,
): Segment[] {
  const where = 'SELECT DISTINCT segment FROM contents WHERE id = ANY($1::bigint[])';
  const ids = session.all(where, list(contents)).map((row) => number(row, 'segment'));
  const unknown = ids.filter((id) => !known.has(id));
  const read = unknown.length === 0 ? [] : segmentsIn(session, unknown);
  for (const id of known.keys()) if (!ids.includes(id)) known.delete(id);
  for (const segment of read) known.set(segment.id, segment);
  return [...known.values()].sort((a, b) => a.id - b.id);
}

/** Blocks by their numbers: one round trip for all that were not read before. */
export function readBlocks(
  session: Session,
  table: BlockTable,
  { [table]: known }: Kept['blocks'],
  ids: readonly number[],
): Map<number, Uint8Array> {
  const found = new Map<number, Uint8Array>();
  const unknown: number[] = [];
  for (const id of ids) {
    const body = known.get(String(id));
    if (body === undefined) unknown.push(id);
    else found.set(id, body);
  }
  if (unknown.length === 0) return found;
  const wanted = `SELECT id, body FROM ${table} WHERE id = ANY($1::bigint[])`;
  for (const row of session.all(wanted, list(unknown))) {
    const [id, body] = [number(row, 'id'), bytes(row, 'body')];
    found.set(id, body);
    known.set(String(id), body);
  }
  return found;
}

/** All terms of a query in all segments. */
export const findTerms = (session: Session, table: BlockTable, blocks: Kept['blocks']): FindTerms =>
  findIn((ids) => readBlocks(session, table, blocks, ids));

/** Writes segments anew as one, without the contents that `keep` refuses. Call inside a transaction. */
export function joinSegments(
  session: Session,
  repository: number,
  ids: readonly number[],
  keep: (content: number) => boolean,
): void {
  const segments = segmentsIn(session, ids);
  const blocks = new Map(
    ids.flatMap((id) =>
      session
        .all(
          'SELECT id, body FROM blocks WHERE id >= $1 AND id < $2',
          id * BLOCKS_PER_SEGMENT,
          (id + 1) * BLOCKS_PER_SEGMENT,
        )
        .map((row) => [number(row, 'id'), bytes(row, 'body')] as const),
    ),
  );
  const { table, ...layout } = joined(segments, (at) => blocks.get(at), keep);
  const id = nextSegment(session);
  if (layout.contents.length > 0) writeSegment(session, repository, id, layout, table);
  session.all(
    'UPDATE contents SET segment = $1 WHERE id = ANY($2::bigint[]) AND segment = ANY($3::bigint[])',
    id,
    list(layout.contents),
    list(ids),
  );
  session.all('DELETE FROM blocks WHERE id = ANY($1::bigint[])', list(blocks.keys()));
  session.all('DELETE FROM segments WHERE id = ANY($1::bigint[])', list(ids));
}

/** Joins small segments of a repository when there are many. Whoever comes second leaves it to the first. */
export function mergeSegments(session: Session, repository: number, count: number): void {
  const step = (): boolean => {
    const lock = 'SELECT pg_try_advisory_xact_lock(hashtext($1))::int AS got';
    const got = session.one(lock, `sheaf segments ${currentSchema(session)} ${repository}`);
    if (number(got, 'got') === 0) return false;
    const rows = session.all('SELECT id, chunks FROM segments WHERE repository = $1', repository);
    const ids = similar(
      rows.map((row) => ({ id: number(row, 'id'), chunks: number(row, 'chunks') })),
      count,
    );
    if (ids.length === 0) return false;
    joinSegments(session, repository, ids.toSorted(ascending), () => true);
    return true;
  };
  while (session.transaction(step));
}

const ascending = (a: number, b: number): number => a - b;

export const currentSchema = (session: Session): string =>
  text(session.one('SELECT current_schema()::text AS name'), 'name');
