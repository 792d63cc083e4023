import { isDamage, SheafError } from '../../../model/errors.ts';
import { CONTENT_FIELDS, checkedContent } from './contents.ts';
import { blob, bytes, type Db, integer, numbers, type Row, text } from './database.ts';
import { blocksOf, readBatches } from './history.ts';
import { takeRoots } from './roots.ts';
import { unseal, unsealJson, unsqueeze } from './seal.ts';
import { BLOCKS_PER_SEGMENT, type BlockTable, NO_CONTENT, readSegments } from './segments.ts';

/*
 * What is whole in a damaged index goes into the one that takes its place, so that one bad block does not cost every root of the user all of its
 * analysis. Segments, with all that is known of their contents, and histories are taken or left as a whole. States are left: a root that lists
 * its files again finds their contents by name.
 */

/** Takes over what is whole. Call inside a transaction of the new index. */
export function takeOver(from: Db, to: Db): void {
  const taken = new Set<string>();
  for (const row of from.all('SELECT id FROM segments ORDER BY id')) {
    const id = integer(row, 'id');
    const names = whole(() => namesIn(from, id));
    if (names === null || names.some((name) => taken.has(name))) continue;
    takeSegment(from, to, id);
    for (const name of names) taken.add(name);
  }
  const lineages = from
    .all(`SELECT DISTINCT ${bytes('lineage')} FROM history`)
    .flatMap((row) => whole(() => [text(row, 'lineage')]) ?? [])
    .filter((lineage) => whole(() => checkHistory(from, lineage)) !== null);
  for (const lineage of lineages) takeHistory(from, to, lineage);
  takeRoots(from, to, new Set(lineages), whole);
}

/** Null for what is damaged. */
function whole<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (isDamage(error)) return null;
    throw error;
  }
}

const CONTENT = `${CONTENT_FIELDS}, ${bytes('facts', 'text')}`;

function contentRow(db: Db, content: number): Row {
  return db.one(`SELECT ${CONTENT} FROM contents WHERE id = ?`, content) ?? {};
}

const blockRow = (db: Db, table: BlockTable, id: number): Row =>
  db.one(`SELECT ${bytes('body')} FROM ${table} WHERE id = ?`, id) ?? {};

/** The names of all contents of a segment, once all that is stored of them and of it was read. */
function namesIn(db: Db, id: number): readonly string[] {
  const [segment] = readSegments(db, 'WHERE id = ?', String(id));
  for (const at of postingsOf(id, segment?.firsts ?? []))
    unseal(blob(blockRow(db, 'blocks', at), 'body'), String(at));
  const contents = [...(segment?.contents ?? [])].filter((content) => content !== NO_CONTENT);
  return contents.map((content) => {
    const row = contentRow(db, content);
    const { hash, shape } = checkedContent(row);
    if (integer(row, 'segment') !== id) throw new SheafError('damaged', 'A content is elsewhere.');
    for (const packed of ['facts', 'text']) unsqueeze(blob(row, packed));
    return `${hash} ${shape}`;
  });
}

const postingsOf = (id: number, firsts: readonly string[]): readonly number[] =>
  Array.from(firsts.keys(), (number) => id * BLOCKS_PER_SEGMENT + number);

function takeSegment(from: Db, to: Db, id: number): void {
  const fields = `${bytes('home', 'firsts', 'layout')}, ${numbers('chunks')}`;
  const row = from.one(`SELECT ${fields} FROM segments WHERE id = ?`, id) ?? {};
  const [segment] = readSegments(from, 'WHERE id = ?', String(id));
  to.insert('segments', {
    id,
    home: text(row, 'home'),
    chunks: integer(row, 'chunks'),
    firsts: blob(row, 'firsts'),
    layout: blob(row, 'layout'),
  });
  takeBlocks(from, to, 'blocks', postingsOf(id, segment?.firsts ?? []));
  for (const content of segment?.contents ?? []) {
    if (content === NO_CONTENT) continue;
    const own = contentRow(from, content);
    const { hash, shape, lines, chunks } = checkedContent(own);
    const [facts, whole] = [blob(own, 'facts'), blob(own, 'text')];
    const placed = { id: content, hash, shape, lines, chunks, segment: integer(own, 'segment') };
    to.insert('contents', { ...placed, facts, text: whole, seal: integer(own, 'seal') });
  }
}

function takeBlocks(from: Db, to: Db, table: BlockTable, ids: readonly number[]): void {
  for (const id of ids) to.insert(table, { id, body: blob(blockRow(from, table, id), 'body') });
}

function checkHistory(db: Db, lineage: string): void {
  for (const batch of readBatches(db, lineage)) {
    const { postings, messages } = blocksOf(batch);
    for (const id of postings) unseal(blob(blockRow(db, 'history_blocks', id), 'body'), String(id));
    for (const id of messages) unsealJson(blob(blockRow(db, 'history_blocks', id), 'body'));
  }
}

function takeHistory(from: Db, to: Db, lineage: string): void {
  for (const batch of readBatches(from, lineage)) {
    const fields = bytes('commits', 'oids', 'firsts');
    const row = from.one(`SELECT ${fields} FROM history WHERE id = ?`, batch.id) ?? {};
    const [commits, oids, firsts] = [blob(row, 'commits'), blob(row, 'oids'), blob(row, 'firsts')];
    to.insert('history', { id: batch.id, lineage, commits, oids, firsts });
    const { postings, messages } = blocksOf(batch);
    takeBlocks(from, to, 'history_blocks', [...postings, ...messages]);
  }
}
