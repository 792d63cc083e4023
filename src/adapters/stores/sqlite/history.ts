import { bm25 } from '../../../math/bm25.ts';
import { blockOf, findInBlock, type Postings } from '../../../math/postings.ts';
import type { CommitHit, HistoryCommit, HistoryView } from '../../../ports/store.ts';
import { blob, type Db, integer } from './database.ts';
import { buildBatch, type CommitColumns, packColumns, unpackColumns } from './history-batch.ts';
import { seal, sealJson, unseal, unsealJson } from './seal.ts';

const BLOCKS_PER_BATCH = 2 ** 24;
/** Messages are only read for the commits that are shown, so they are packed in small groups. */
const MESSAGES_PER_GROUP = 128;
const MESSAGE_GROUPS = 2 ** 23;
/** Only the text of a message counts: a commit has no names, no comments and no path. */
const MESSAGE_FIELDS = { body: 1, doc: 0, name: 0, within: 0, path: 0 };
const RENAME_STEPS = 16;

interface HistoryBatch extends CommitColumns {
  readonly id: number;
  /** Overall number of its first commit, from 1. */
  readonly first: number;
  readonly firsts: readonly string[];
}

function readBatches(db: Db): HistoryBatch[] {
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

/** Looks only at the ids: every command asks this before it does anything else. */
export function hasCommit(db: Db, oid: string): boolean {
  return db
    .all('SELECT oids FROM history')
    .some((row) => placeOfOid(unseal(blob(row, 'oids')), oid) >= 0);
}

/** Where an id stands in a row of ids of the same length; -1 if nowhere. */
function placeOfOid(oids: Uint8Array, oid: string): number {
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
  table.blocks.forEach((block, number) => {
    db.run(
      'INSERT INTO history_blocks (id, body) VALUES (?, ?)',
      id * BLOCKS_PER_BATCH + number,
      seal(block),
    );
  });
  for (let from = 0; from < messages.length; from += MESSAGES_PER_GROUP) {
    const key = id * BLOCKS_PER_BATCH + MESSAGE_GROUPS + from / MESSAGES_PER_GROUP;
    db.run(
      'INSERT INTO history_blocks (id, body) VALUES (?, ?)',
      key,
      sealJson(messages.slice(from, from + MESSAGES_PER_GROUP)),
    );
  }
}

function readHistoryBlock(db: Db, id: number): Uint8Array {
  return blob(db.one('SELECT body FROM history_blocks WHERE id = ?', id) ?? {}, 'body');
}

/** Which commits the base can see: itself and its ancestors, by overall number. */
function ancestors(batches: readonly HistoryBatch[], base: number, total: number): Uint8Array {
  const seen = new Uint8Array(total + 1);
  const stack = base > 0 ? [base] : [];
  if (base > 0) seen[base] = 1;
  for (let number = stack.pop(); number !== undefined; number = stack.pop()) {
    const batch = batchOf(batches, number);
    if (batch === undefined) continue;
    const i = number - batch.first;
    const end = batch.parentStarts[i + 1] ?? 0;
    for (let p = batch.parentStarts[i] ?? 0; p < end; p++) {
      const parent = batch.parents[p] ?? 0;
      if (parent === 0 || seen[parent] === 1) continue;
      seen[parent] = 1;
      stack.push(parent);
    }
  }
  return seen;
}

function batchOf(batches: readonly HistoryBatch[], number: number): HistoryBatch | undefined {
  return batches.findLast((batch) => batch.first <= number);
}

function numberOf(batches: readonly HistoryBatch[], oid: string): number {
  for (const batch of batches) {
    const place = placeOfOid(batch.oids, oid);
    if (place >= 0) return batch.first + place;
  }
  return 0;
}

interface Move {
  readonly time: number;
  readonly to: string;
}

/** Renames among the visible commits, oldest first, by the old name. */
function moves(batches: readonly HistoryBatch[], seen: Uint8Array): Map<string, Move[]> {
  const byName = new Map<string, Move[]>();
  for (const batch of batches) {
    for (const { commit, from, to } of batch.renames) {
      if (seen[batch.first + commit] !== 1) continue;
      const name = batch.paths[from] ?? '';
      const list = byName.get(name) ?? [];
      list.push({ time: batch.times[commit] ?? 0, to: batch.paths[to] ?? '' });
      byName.set(name, list);
    }
  }
  for (const list of byName.values()) list.sort((a, b) => a.time - b.time);
  return byName;
}

/** What a path of an old commit is called now, or null if it is gone. */
function follow(
  path: string,
  time: number,
  exists: (path: string) => boolean,
  renames: ReadonlyMap<string, Move[]>,
): string | null {
  let name = path;
  let since = time;
  for (let step = 0; step < RENAME_STEPS; step++) {
    if (exists(name)) return name;
    const next = renames.get(name)?.find((move) => move.time >= since);
    if (next === undefined) return null;
    name = next.to;
    since = next.time;
  }
  return null;
}

const EMPTY: HistoryView = { count: 0, newest: 0, search: () => [], times: () => new Map() };

/** The history below a commit, as a searchable collection. */
export function openHistory(
  db: Db,
  commit: string | null,
  exists: (path: string) => boolean,
): HistoryView {
  if (commit === null) return EMPTY;
  const batches = readBatches(db);
  const total = batches.reduce((sum, batch) => sum + batch.times.length, 0);
  const base = numberOf(batches, commit);
  if (base === 0) return EMPTY;
  const seen = ancestors(batches, base, total);
  let renames: Map<string, Move[]> | undefined;
  const current = (path: string, time: number): string | null => {
    if (exists(path)) return path;
    renames ??= moves(batches, seen);
    return follow(path, time, exists, renames);
  };
  // Ordinals of the collection are the visible commits in overall order.
  const ordinals = new Int32Array(total + 1).fill(-1);
  const numbers: number[] = [];
  const lengths: number[] = [];
  for (const batch of batches) {
    for (let i = 0; i < batch.times.length; i++) {
      const number = batch.first + i;
      const length = batch.lengths[i] ?? 0;
      if (seen[number] !== 1 || length === 0) continue;
      ordinals[number] = numbers.length;
      numbers.push(number);
      lengths.push(length);
    }
  }
  const collection = {
    lengths: Float64Array.from(lengths),
    averageLength: lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length),
    starts: new Int32Array(1),
  };
  const none: Postings = { items: new Int32Array(0), counts: new Uint32Array(0) };
  const placesOf = (term: string): { chunks: Postings; documents: Postings } => {
    const items: number[] = [];
    const counts: number[] = [];
    for (const batch of batches) {
      const block = blockOf(batch.firsts, term);
      if (block < 0) continue;
      const postings = findInBlock(
        unseal(readHistoryBlock(db, batch.id * BLOCKS_PER_BATCH + block)),
        term,
      );
      postings?.items.forEach((item, i) => {
        const ordinal = ordinals[batch.first + item] ?? -1;
        if (ordinal < 0) return;
        items.push(ordinal);
        counts.push(postings.counts[i] ?? 0);
      });
    }
    return {
      chunks: { items: Int32Array.from(items), counts: Uint32Array.from(counts) },
      documents: none,
    };
  };
  const timeOf = (number: number): number => {
    const batch = batchOf(batches, number);
    return batch?.times[number - batch.first] ?? 0;
  };
  const hit = (number: number, score: number): CommitHit => {
    const batch = batchOf(batches, number);
    if (batch === undefined) throw new RangeError('a commit outside every batch');
    const i = number - batch.first;
    const time = batch.times[i] ?? 0;
    const files = [...batch.files.subarray(batch.fileStarts[i], batch.fileStarts[i + 1])];
    const paths = files
      .map((id) => current(batch.paths[id] ?? '', time))
      .filter((path) => path !== null);
    return {
      oid: Buffer.from(batch.oids.subarray(i * batch.oidBytes, (i + 1) * batch.oidBytes)).toString(
        'hex',
      ),
      time,
      paths: [...new Set(paths)],
      score,
      get message(): string {
        const group = Math.floor(i / MESSAGES_PER_GROUP);
        const key = batch.id * BLOCKS_PER_BATCH + MESSAGE_GROUPS + group;
        return unsealJson<string[]>(readHistoryBlock(db, key))[i % MESSAGES_PER_GROUP] ?? '';
      },
    };
  };
  return {
    count: numbers.length,
    newest: timeOf(base),
    search: (terms, saturation, limit) => {
      const scores = bm25(collection, terms, placesOf, MESSAGE_FIELDS, saturation);
      const order = [...scores.keys()].filter((ordinal) => (scores[ordinal] ?? 0) > 0);
      const number = (ordinal: number): number => numbers[ordinal] ?? 0;
      const oidOf = (ordinal: number): string => hit(number(ordinal), 0).oid;
      order.sort(
        (a, b) =>
          (scores[b] ?? 0) - (scores[a] ?? 0) ||
          timeOf(number(b)) - timeOf(number(a)) ||
          (oidOf(a) < oidOf(b) ? -1 : 1),
      );
      return order.slice(0, limit).map((ordinal) => hit(number(ordinal), scores[ordinal] ?? 0));
    },
    times: () => {
      const times = new Map<string, number>();
      for (const batch of batches) {
        for (let i = 0; i < batch.times.length; i++) {
          if (seen[batch.first + i] !== 1) continue;
          const time = batch.times[i] ?? 0;
          for (const id of batch.files.subarray(batch.fileStarts[i], batch.fileStarts[i + 1])) {
            const path = current(batch.paths[id] ?? '', time);
            if (path !== null && time > (times.get(path) ?? 0)) times.set(path, time);
          }
        }
      }
      return times;
    },
  };
}
