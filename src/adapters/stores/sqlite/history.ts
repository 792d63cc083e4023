import { remembered } from '../../../math/memo.ts';
import { packCounts } from '../../../math/postings.ts';
import { type TermTable, TermTableBuilder } from '../../../math/term-table.ts';
import { eachIdentifier, termsOf } from '../../../math/terms.ts';
import type { HistoryCommit } from '../../../ports/store.ts';
import { commitsIn } from '../../../text/paths/roots.ts';
import { blob, bytes, type Db, integer, text } from './database.ts';
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

/** A batch of commits as it is stored. */
export interface PackedCommits {
  readonly commits: Uint8Array;
  readonly oids: Uint8Array;
  readonly firsts: Uint8Array;
}

const OF_LINEAGE = 'FROM history WHERE lineage = ?';

/** The commits of a lineage: those that the roots see which stand on them, and never those of another project. */
export const readBatches = (db: Db, lineage: string): HistoryBatch[] =>
  unpackBatches(
    db
      .all(`SELECT id, ${bytes('commits', 'oids', 'firsts')} ${OF_LINEAGE} ORDER BY id`, lineage)
      .map((row) => ({
        id: integer(row, 'id'),
        commits: blob(row, 'commits'),
        oids: blob(row, 'oids'),
        firsts: blob(row, 'firsts'),
      })),
  );

/** All batches of a history, in order. */
export function unpackBatches(
  stored: readonly (PackedCommits & { readonly id: number })[],
): HistoryBatch[] {
  let first = 1;
  return stored.map(({ id, commits, oids, firsts }) => {
    const { header, parts } = unsealParts<{ oidBytes: number; noPaths: boolean }>(commits);
    // Copies, because numbers of several bytes must be aligned.
    const [times, ...columns] = parts.map((part) => new Uint8Array(part).buffer);
    const paths = Buffer.from(parts.at(-1) ?? []).toString('utf8');
    const batch = {
      ...(Object.fromEntries(
        COLUMNS.map((name, i) => [name, new Uint32Array(columns[i] ?? [])]),
      ) as Columns<Uint32Array>),
      id,
      first,
      firsts: unsealJson<string[]>(firsts),
      oids: unseal(oids),
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
export function tipsOf(batches: readonly HistoryBatch[]): string[] {
  const parents = new Set(batches.flatMap((batch) => [...batch.parents]));
  return [...numbering(batches)].flatMap(([oid, number]) => (parents.has(number) ? [] : [oid]));
}

/** Every command asks this before it does anything else, mostly of the commit the last pass began with. */
export const hasCommit = (db: Db, lineage: string, commit: string): boolean =>
  [...commitsIn(commit).values()].every((oid) => hasOid(db, lineage, oid));

function hasOid(db: Db, lineage: string, oid: string): boolean {
  const head = headKey(lineage, oid);
  if (db.one('SELECT 1 AS one FROM meta WHERE key = ?', head) !== undefined) return true;
  return db
    .all(`SELECT ${bytes('oids')} ${OF_LINEAGE}`, lineage)
    .some((row) => placeOfOid(unseal(blob(row, 'oids')), oid) >= 0);
}

const headKey = (lineage: string, oid: string): string => `${HEAD}${lineage} ${oid}`;

/**
 * What a lineage is called: traits say what else than the ids of its commits decides what is kept of them, the root is the one that began it.
 */
export const lineageName = (traits: string, home: string): string => `${traits} ${home}`;
export const hasTraits = (lineage: string, traits: string): boolean =>
  lineage.startsWith(lineageName(traits, ''));

/** The lineages with the same traits. */
export const lineagesWith = (db: Db, traits: string): string[] =>
  db
    .all(`SELECT DISTINCT ${bytes('lineage')} FROM history`)
    .map((row) => text(row, 'lineage'))
    .filter((name) => hasTraits(name, traits));

/** Finds the lineage that holds a commit. */
export function holdersOf(
  db: Db,
  lineages: readonly string[],
): (oid: string) => string | undefined {
  const holders = new Map(
    lineages.flatMap((name) =>
      [...numbering(readBatches(db, name)).keys()].map((oid) => [oid, name] as const),
    ),
  );
  return (oid) => holders.get(oid);
}

/** Drops the commits that no root stands on. Call inside a transaction. */
export function forgetLineages(db: Db): void {
  const isLoose = 'lineage NOT IN (SELECT lineage FROM roots)';
  db.run(
    `DELETE FROM history_blocks WHERE id / ${BLOCKS_PER_SEGMENT} IN (SELECT id FROM history WHERE ${isLoose})`,
  );
  db.run(`DELETE FROM history WHERE ${isLoose}`);
  db.run(`DELETE FROM meta WHERE key LIKE '${HEAD}%' AND value NOT IN (SELECT lineage FROM roots)`);
}

/** Where an id stands in a row of ids of the same length; -1 if nowhere. */
export function placeOfOid(oids: Uint8Array, oid: string): number {
  const wanted = Buffer.from(oid, 'hex');
  if (wanted.length === 0) return -1; // not an id: found everywhere, and nowhere at a place of its own
  const bytes = Buffer.from(oids.buffer, oids.byteOffset, oids.byteLength);
  for (let at = bytes.indexOf(wanted); at !== -1; at = bytes.indexOf(wanted, at + 1)) {
    if (at % wanted.length === 0) return at / wanted.length;
  }
  return -1;
}

/** Writes commits as one batch. Call inside a transaction. */
export function writeCommits(db: Db, lineage: string, commits: readonly HistoryCommit[]): void {
  const newest = commits.at(-1);
  if (newest !== undefined)
    db.run('INSERT OR REPLACE INTO meta VALUES (?, ?)', headKey(lineage, newest.oid), lineage);
  const packed = packCommits(readBatches(db, lineage), commits);
  if (packed === null) return;
  const batch = db.insert('history', { lineage, ...packed.row });
  for (const block of packed.blocks(batch)) db.insert('history_blocks', { ...block });
}

interface PackedHistory {
  readonly row: PackedCommits;
  /** Postings and messages, once the batch has a number. */
  blocks(batch: number): readonly { readonly id: number; readonly body: Uint8Array }[];
}

/** The commits that are not in earlier batches, as the next one; null if there are none. */
export function packCommits(
  batches: readonly HistoryBatch[],
  commits: readonly HistoryCommit[],
): PackedHistory | null {
  const numbers = numbering(batches);
  const fresh = commits.filter(({ oid }) => !numbers.has(oid));
  if (fresh.length === 0) return null;
  const first = 1 + countOf(batches);
  fresh.forEach(({ oid }, i) => {
    numbers.set(oid, first + i);
  });
  const { packed, table } = packBatch(fresh, numbers);
  const oids = seal(Buffer.from(fresh.map(({ oid }) => oid).join(''), 'hex'));
  return {
    row: { commits: packed, oids, firsts: sealJson(table.firsts) },
    blocks: (batch) => {
      const from = batch * BLOCKS_PER_SEGMENT;
      const postings = table.blocks.map((block, number) => {
        const id = from + number;
        return { id, body: seal(block, String(id)) };
      });
      const groups = Math.ceil(fresh.length / MESSAGES_PER_GROUP);
      const messages = Array.from({ length: groups }, (_, group) => {
        const at = group * MESSAGES_PER_GROUP;
        const body = sealJson(fresh.slice(at, at + MESSAGES_PER_GROUP).map(messageOf));
        return { id: from + MESSAGE_GROUPS + group, body };
      });
      return [...postings, ...messages];
    },
  };
}

/** The numbers of the blocks that a batch has: of its postings, and of the groups of its messages. */
export function blocksOf({ id, firsts, times }: HistoryBatch): {
  readonly postings: readonly number[];
  readonly messages: readonly number[];
} {
  const from = id * BLOCKS_PER_SEGMENT;
  const groups = Math.ceil(times.length / MESSAGES_PER_GROUP);
  return {
    postings: Array.from(firsts.keys(), (number) => from + number),
    messages: Array.from({ length: groups }, (_, group) => from + MESSAGE_GROUPS + group),
  };
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
  // How often each term stands in a message, and which do; the lists are used again, because there may be tens of thousands of messages.
  const counts: number[] = [];
  const found: number[] = [];
  const count = (word: string): void => {
    for (const id of idsOfWord(word)) {
      const before = counts[id] ?? 0;
      if (before === 0) found.push(id);
      counts[id] = before + 1;
    }
  };
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
      eachIdentifier(messageOf(commit), count);
      for (const id of found) {
        const times = counts[id] ?? 0;
        counts[id] = 0;
        length += times;
        table.add(id, i, packCounts(times, 0, 0, 0));
      }
      found.length = 0;
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

/** The message of the i-th commit of a batch; `read` gives the block with a number. */
export function readMessage(
  read: (block: number) => Uint8Array,
  batch: HistoryBatch,
  i: number,
): string {
  const group = Math.floor(i / MESSAGES_PER_GROUP);
  const block = read(batch.id * BLOCKS_PER_SEGMENT + MESSAGE_GROUPS + group);
  return unsealJson<string[]>(block)[i % MESSAGES_PER_GROUP] ?? '';
}
