import type { HistoryCommit } from '../../../ports/store.ts';
import { blob, type Db, integer } from './database.ts';
import { buildBatch, type CommitColumns, packColumns, unpackColumns } from './history-batch.ts';
import { seal, sealJson, unseal, unsealJson } from './seal.ts';
import { BLOCKS_PER_SEGMENT } from './segments.ts';

/** Messages are only read for the commits that are shown, so they are packed in small groups. */
const MESSAGES_PER_GROUP = 128;
/** Prefix of the keys that say where a pass over the history began. */
const HEAD = 'head:';
const MESSAGE_GROUPS = 2 ** 23;

export interface HistoryBatch extends CommitColumns {
  readonly id: number;
  /** Overall number of its first commit, from 1. */
  readonly first: number;
  readonly firsts: readonly string[];
}

export function readBatches(db: Db): HistoryBatch[] {
  let first = 1;
  return db.all('SELECT id, commits, oids, firsts FROM history ORDER BY id').map((row) => {
    const columns = unpackColumns(blob(row, 'commits'), unseal(blob(row, 'oids')));
    const batch = {
      ...columns,
      id: integer(row, 'id'),
      first,
      firsts: unsealJson<string[]>(blob(row, 'firsts')),
    };
    first += columns.times.length;
    return batch;
  });
}

/** Numbers of stored commits by id, from 1. */
function numbering(batches: readonly HistoryBatch[]): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const batch of batches) {
    const hex = Buffer.from(batch.oids).toString('hex');
    const width = batch.oidBytes * 2;
    for (let i = 0; i < batch.times.length; i++) {
      numbers.set(hex.slice(i * width, (i + 1) * width), batch.first + i);
    }
  }
  return numbers;
}

/** Commits that no stored commit has as parent: what is reachable from them is known. */
export function knownTips(db: Db): string[] {
  const batches = readBatches(db);
  const total = batches.reduce((sum, batch) => sum + batch.times.length, 0);
  const isParent = new Uint8Array(total + 1);
  for (const batch of batches) for (const parent of batch.parents) isParent[parent] = 1;
  const tips: string[] = [];
  for (const [oid, number] of numbering(batches)) if (isParent[number] === 0) tips.push(oid);
  return tips;
}

/** Every command asks this before it does anything else, mostly of the commit the last pass began with. */
export function hasCommit(db: Db, oid: string): boolean {
  if (db.one('SELECT 1 AS one FROM meta WHERE key = ?', HEAD + oid) !== undefined) return true;
  return db
    .all('SELECT oids FROM history')
    .some((row) => placeOfOid(unseal(blob(row, 'oids')), oid) >= 0);
}

/** Where an id stands in a row of ids of the same length; -1 if nowhere. */
export function placeOfOid(oids: Uint8Array, oid: string): number {
  const wanted = Buffer.from(oid, 'hex');
  const bytes = Buffer.from(oids.buffer, oids.byteOffset, oids.byteLength);
  for (let at = bytes.indexOf(wanted); at !== -1; at = bytes.indexOf(wanted, at + 1)) {
    if (at % wanted.length === 0) return at / wanted.length;
  }
  return -1;
}

/** Writes commits as one batch. Call inside a transaction. */
export function writeCommits(db: Db, commits: readonly HistoryCommit[]): void {
  const batches = readBatches(db);
  const numbers = numbering(batches);
  const newest = commits.at(-1);
  if (newest !== undefined)
    db.run('INSERT OR REPLACE INTO meta VALUES (?, ?)', HEAD + newest.oid, '');
  const fresh = commits.filter(({ oid }) => !numbers.has(oid));
  if (fresh.length === 0) return;
  const first = 1 + batches.reduce((sum, batch) => sum + batch.times.length, 0);
  const { columns, table, messages } = buildBatch(fresh, first, (oid) => numbers.get(oid) ?? 0);
  const id = db.run(
    'INSERT INTO history (commits, oids, firsts) VALUES (?, ?, ?)',
    packColumns(columns),
    seal(columns.oids),
    sealJson(table.firsts),
  );
  const write = (number: number, body: Uint8Array): void => {
    const key = id * BLOCKS_PER_SEGMENT + number;
    db.run('INSERT INTO history_blocks (id, body) VALUES (?, ?)', key, body);
  };
  for (const [number, block] of table.blocks.entries()) write(number, seal(block));
  for (let from = 0; from < messages.length; from += MESSAGES_PER_GROUP) {
    const group = messages.slice(from, from + MESSAGES_PER_GROUP);
    write(MESSAGE_GROUPS + from / MESSAGES_PER_GROUP, sealJson(group));
  }
}

/** The message of the i-th commit of a batch. */
export function readMessage(db: Db, batch: HistoryBatch, i: number): string {
  const key = batch.id * BLOCKS_PER_SEGMENT + MESSAGE_GROUPS + Math.floor(i / MESSAGES_PER_GROUP);
  const row = db.one('SELECT body FROM history_blocks WHERE id = ?', key) ?? {};
  return unsealJson<string[]>(blob(row, 'body'))[i % MESSAGES_PER_GROUP] ?? '';
}
