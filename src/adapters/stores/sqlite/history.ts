import { remembered } from '../../../math/memo.ts';
import { packCounts, type TermTable, TermTableBuilder } from '../../../math/postings.ts';
import { eachIdentifier, termsOf } from '../../../math/terms.ts';
import type { HistoryCommit } from '../../../ports/store.ts';
import { blob, bytes, type Db, integer } from './database.ts';
import { seal, sealJson, sealParts, unseal, unsealJson, unsealParts } from './seal.ts';
import { BLOCKS_PER_SEGMENT } from './segments.ts';

/** A message says what it is about early; the rest is quoting, sign-offs and lists. */
const MESSAGE_CHARACTERS = 1500;
/** Messages are only read for the commits that are shown, so they are packed in small groups. */
const MESSAGES_PER_GROUP = 128;
/** Prefix of the keys that say where a pass over the history began. */
const HEAD = 'head:';
const MESSAGE_GROUPS = 2 ** 23;

/**
 * Columns of numbers, in the order they are stored in. Commits are numbered within their batch; parents across all batches, from 1, 0 = not
 * known. A rename is three numbers: its commit and the numbers of the old and the new path.
 */
const COLUMNS = ['lengths', 'parentStarts', 'parents', 'fileStarts', 'files', 'renames'] as const;
type Columns<T> = Readonly<Record<(typeof COLUMNS)[number], T>>;

export interface HistoryBatch extends Columns<Uint32Array> {
  readonly id: number;
  /** Overall number of its first commit, from 1. */
  readonly first: number;
  readonly firsts: readonly string[];
  readonly oids: Uint8Array;
  readonly oidBytes: number;
  readonly times: Float64Array;
  readonly paths: readonly string[];
}

export function readBatches(db: Db): HistoryBatch[] {
  let first = 1;
  return db
    .all(`SELECT id, ${bytes('commits', 'oids', 'firsts')} FROM history ORDER BY id`)
    .map((row) => {
      const { header, parts } = unsealParts<{ oidBytes: number; noPaths: boolean }>(
        blob(row, 'commits'),
      );
      // Copies, because numbers of several bytes must be aligned.
      const [times, ...columns] = parts.map((part) => new Uint8Array(part).buffer);
      const paths = Buffer.from(parts.at(-1) ?? []).toString('utf8');
      const batch = {
        ...(Object.fromEntries(
          COLUMNS.map((name, i) => [name, new Uint32Array(columns[i] ?? [])]),
        ) as Columns<Uint32Array>),
        id: integer(row, 'id'),
        first,
        firsts: unsealJson<string[]>(blob(row, 'firsts')),
        oids: unseal(blob(row, 'oids')),
        oidBytes: header.oidBytes,
        times: new Float64Array(times ?? []),
        paths: header.noPaths ? [] : paths.split('\0'),
      };
      first += batch.times.length;
      return batch;
    });
}

export const countOf = (batches: readonly HistoryBatch[]): number =>
  batches.reduce((sum, { times }) => sum + times.length, 0);

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
  const parents = new Set(batches.flatMap((batch) => [...batch.parents]));
  return [...numbering(batches)].flatMap(([oid, number]) => (parents.has(number) ? [] : [oid]));
}

/** Every command asks this before it does anything else, mostly of the commit the last pass began with. */
export function hasCommit(db: Db, oid: string): boolean {
  if (db.one('SELECT 1 AS one FROM meta WHERE key = ?', HEAD + oid) !== undefined) return true;
  return db
    .all(`SELECT ${bytes('oids')} FROM history`)
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
  const first = 1 + countOf(batches);
  fresh.forEach(({ oid }, i) => {
    numbers.set(oid, first + i);
  });
  const { packed, table } = packBatch(fresh, numbers);
  const oids = seal(Buffer.from(fresh.map(({ oid }) => oid).join(''), 'hex'));
  const batch = db.insert('history', { commits: packed, oids, firsts: sealJson(table.firsts) });
  const write = (number: number, body: Uint8Array): number =>
    db.insert('history_blocks', { id: batch * BLOCKS_PER_SEGMENT + number, body });
  for (const [number, block] of table.blocks.entries()) {
    write(number, seal(block, String(batch * BLOCKS_PER_SEGMENT + number)));
  }
  for (let from = 0; from < fresh.length; from += MESSAGES_PER_GROUP) {
    const group = fresh.slice(from, from + MESSAGES_PER_GROUP).map(messageOf);
    write(MESSAGE_GROUPS + from / MESSAGES_PER_GROUP, sealJson(group));
  }
}

const messageOf = ({ message }: HistoryCommit): string => message.slice(0, MESSAGE_CHARACTERS);

/** The columns of commits as bytes, so that 35,000 of them are read back in a few milliseconds, and the terms of their messages. */
function packBatch(
  commits: readonly HistoryCommit[],
  numbers: ReadonlyMap<string, number>,
): { readonly packed: Uint8Array; readonly table: TermTable } {
  const pathIds = new Map<string, number>();
  const idOf = (path: string): number => {
    const id = pathIds.get(path) ?? pathIds.size;
    pathIds.set(path, id);
    return id;
  };
  const table = new TermTableBuilder();
  // Messages repeat the same few thousand words; each is cut into terms once.
  const idsOfWord = remembered((word: string) => termsOf(word).map((term) => table.id(term)));
  const columns: Columns<number[]> = {
    lengths: [],
    parentStarts: [0],
    parents: [],
    fileStarts: [0],
    files: [],
    renames: [],
  };
  commits.forEach((commit, i) => {
    columns.parents.push(...commit.parents.map((oid) => numbers.get(oid) ?? 0));
    columns.parentStarts.push(columns.parents.length);
    for (const { path, from } of commit.files) {
      columns.files.push(idOf(path));
      if (from !== undefined) columns.renames.push(i, idOf(from), idOf(path));
    }
    columns.fileStarts.push(columns.files.length);
    let length = 0;
    // Merges carry no change of their own; their words would only vote for nothing.
    if (commit.parents.length < 2) {
      const counts = new Map<number, number>();
      eachIdentifier(messageOf(commit), (word) => {
        for (const id of idsOfWord(word)) counts.set(id, (counts.get(id) ?? 0) + 1);
      });
      for (const [id, count] of counts) {
        length += count;
        table.add(id, i, packCounts(count, 0, 0, 0));
      }
    }
    columns.lengths.push(length);
  });
  const paths = [...pathIds.keys()];
  const header = { oidBytes: (commits[0]?.oid.length ?? 40) / 2, noPaths: paths.length === 0 };
  const packed = sealParts(header, [
    new Uint8Array(Float64Array.from(commits, ({ time }) => time).buffer),
    ...COLUMNS.map((name) => new Uint8Array(Uint32Array.from(columns[name]).buffer)),
    Buffer.from(paths.join('\0')),
  ]);
  return { packed, table: table.build() };
}

/** The message of the i-th commit of a batch. */
export function readMessage(db: Db, batch: HistoryBatch, i: number): string {
  const key = batch.id * BLOCKS_PER_SEGMENT + MESSAGE_GROUPS + Math.floor(i / MESSAGES_PER_GROUP);
  const row = db.one(`SELECT ${bytes('body')} FROM history_blocks WHERE id = ?`, key) ?? {};
  return unsealJson<string[]>(blob(row, 'body'))[i % MESSAGES_PER_GROUP] ?? '';
}
