import { createHash } from 'node:crypto';
import {
  blockOf,
  findInBlock,
  type Postings,
  packCounts,
  type TermTable,
  TermTableBuilder,
} from '../../../math/postings.ts';
import { pathTerms } from '../../../math/terms.ts';
import type { Reason, Shape } from '../../../model/shape.ts';
import type { LeftOutFile, State, StateFile } from '../../../model/state.ts';
import { blob, type Db, integer, text } from './database.ts';
import { seal, sealPlainJson, unseal, unsealPlainJson } from './seal.ts';

/** Files by column: a third of the size of a list of objects, and as fast to read. */
interface FileColumns {
  readonly paths: readonly string[];
  readonly contents: readonly number[];
  readonly shapes: readonly number[];
  readonly shapeTable: readonly Shape[];
  readonly stubs: readonly (Reason | 0)[];
  readonly bytes: readonly number[];
  readonly lines: readonly number[];
  readonly chunks: readonly number[];
  readonly modified: readonly (number | null)[];
}

/** What only an update needs to see. */
interface IdentityColumns {
  readonly hashes: readonly string[];
  readonly stamps: readonly string[];
}

function columns(files: readonly StateFile[]): FileColumns {
  const table = new Map<Shape, number>();
  const byKey = new Map<string, number>();
  const shapes: Shape[] = [];
  const indexOf = (shape: Shape): number => {
    const seen = table.get(shape);
    if (seen !== undefined) return seen;
    const key = JSON.stringify(shape);
    const index = byKey.get(key) ?? shapes.push(shape) - 1;
    byKey.set(key, index);
    table.set(shape, index);
    return index;
  };
  return {
    paths: files.map((file) => file.path),
    contents: files.map((file) => file.content),
    shapes: files.map((file) => indexOf(file.shape)),
    shapeTable: shapes,
    stubs: files.map((file) => file.stub ?? 0),
    bytes: files.map((file) => file.bytes),
    lines: files.map((file) => file.lines),
    chunks: files.map((file) => file.chunks),
    modified: files.map((file) => file.modified),
  };
}

const UNKNOWN_SHAPE: Shape = { source: 'code', kind: 'source', language: 'text', options: '' };

function rows(files: FileColumns, identity: IdentityColumns | null): StateFile[] {
  return files.paths.map((path, i) => ({
    path,
    hash: identity?.hashes[i] ?? '',
    content: files.contents[i] ?? 0,
    shape: files.shapeTable[files.shapes[i] ?? 0] ?? UNKNOWN_SHAPE,
    stub: files.stubs[i] || null,
    bytes: files.bytes[i] ?? 0,
    lines: files.lines[i] ?? 0,
    chunks: files.chunks[i] ?? 0,
    modified: files.modified[i] ?? null,
    stamp: identity?.stamps[i] ?? '',
  }));
}

/** Which files have a term in their path; the path belongs to the state, not to the content. */
function pathTable(files: readonly StateFile[]): Uint8Array {
  const builder = new TermTableBuilder();
  files.forEach((file, document) => {
    for (const [term, weight] of pathTerms(file.path)) {
      builder.add(builder.id(term), document, packCounts(weight, 0, 0, 0));
    }
  });
  return packTable(builder.build());
}

function packTable({ firsts, blocks }: TermTable): Uint8Array {
  const header = Buffer.from(
    JSON.stringify({ firsts, lengths: blocks.map((block) => block.length) }),
  );
  const length = Buffer.alloc(4);
  length.writeUInt32LE(header.length);
  return seal(Buffer.concat([length, header, ...blocks]));
}

/** Looks terms up in a packed table without unpacking the rest. */
export function openTable(packed: Uint8Array): (term: string) => Postings | null {
  const bytes = unseal(packed);
  const headerLength = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + headerLength))) as {
    firsts: string[];
    lengths: number[];
  };
  const offsets: number[] = [4 + headerLength];
  for (const length of header.lengths) offsets.push((offsets.at(-1) ?? 0) + length);
  return (term) => {
    const number = blockOf(header.firsts, term);
    if (number < 0) return null;
    return (
      findInBlock(bytes.subarray(offsets[number], offsets[number + 1]), [term]).get(term) ?? null
    );
  };
}

/** Says if two states have the same paths, so that one may use the other's table. */
const pathDigest = (files: readonly StateFile[]): string =>
  createHash('sha1')
    .update(files.map((file) => file.path).join('\0'))
    .digest('hex');

/** Writes a state and forgets the oldest of its place beyond `kept`. Call inside a transaction. */
export function writeState(db: Db, state: State, kept: number): void {
  const digest = pathDigest(state.files);
  const isKnown = db.one('SELECT 1 FROM path_tables WHERE digest = ?', digest) !== undefined;
  if (!isKnown) {
    db.run('INSERT INTO path_tables VALUES (?, ?)', digest, pathTable(state.files));
  }
  const identity: IdentityColumns = {
    hashes: state.files.map((file) => file.hash),
    stamps: state.files.map((file) => file.stamp),
  };
  db.run(
    `INSERT INTO states (root, place, base, settings, path_digest, files, identity, paths, left_out)
     VALUES (?, ?, ?, ?, ?, ?, ?, x'', ?)`,
    state.root,
    state.place,
    state.commit,
    state.settings,
    digest,
    sealPlainJson(columns(state.files)),
    sealPlainJson(identity),
    sealPlainJson(state.leftOut),
  );
  if (state.memory !== '') {
    db.run(
      'INSERT INTO memories VALUES (?, ?) ON CONFLICT (place) DO UPDATE SET body = excluded.body WHERE body <> excluded.body',
      state.place,
      seal(Buffer.from(state.memory)),
    );
  }
  db.run(
    'DELETE FROM states WHERE place = ? AND id NOT IN (SELECT id FROM states WHERE place = ? ORDER BY id DESC LIMIT ?)',
    state.place,
    state.place,
    kept,
  );
  if (!isKnown) forgetPathTables(db);
}

/** A table serves all states with the same paths, and goes with the last of them. */
function forgetPathTables(db: Db): void {
  db.run('DELETE FROM path_tables WHERE digest NOT IN (SELECT path_digest FROM states)');
}

/** Drops the states of all but the newest commits; each is a place of its own, so nothing else does. */
export function forgetCommits(db: Db, kept: number): void {
  db.run(
    `DELETE FROM states WHERE place LIKE 'commit:%' AND id NOT IN
       (SELECT id FROM states WHERE place LIKE 'commit:%' ORDER BY id DESC LIMIT ?)`,
    kept,
  );
  forgetPathTables(db);
}

/** The number of the newest state of a place, or 0: says if what was read before is still the newest. */
export function latestId(db: Db, place: string): number {
  const row = db.one('SELECT coalesce(max(id), 0) AS id FROM states WHERE place = ?', place);
  return integer(row ?? {}, 'id');
}

export interface StateRow {
  readonly id: number;
  readonly root: string;
  readonly commit: string | null;
  readonly files: readonly StateFile[];
  readonly paths: Uint8Array;
}

const WHERE = {
  place: 'place = ? ORDER BY id DESC LIMIT 1',
  root: 'root = ? ORDER BY id DESC LIMIT 1',
  kind: 'place LIKE ? ORDER BY id DESC LIMIT 1',
} as const;

/** A state for queries: without stamps and hashes. */
export function readStateRow(db: Db, by: keyof typeof WHERE, value: string): StateRow | null {
  const row = db.one(
    `SELECT id, root, base, files, body FROM states JOIN path_tables ON digest = path_digest WHERE ${WHERE[by]}`,
    value,
  );
  if (row === undefined) return null;
  return {
    id: integer(row, 'id'),
    root: text(row, 'root'),
    commit: typeof row['base'] === 'string' ? row['base'] : null,
    files: rows(unsealPlainJson<FileColumns>(blob(row, 'files')), null),
    paths: blob(row, 'body'),
  };
}

/** A whole state, for updates. */
export function readState(db: Db, by: keyof typeof WHERE, value: string): State | null {
  const row = db.one(
    `SELECT root, place, base, settings, files, identity, left_out FROM states WHERE ${WHERE[by]}`,
    value,
  );
  if (row === undefined) return null;
  const identity = unsealPlainJson<IdentityColumns>(blob(row, 'identity'));
  return {
    root: text(row, 'root'),
    place: text(row, 'place'),
    commit: typeof row['base'] === 'string' ? row['base'] : null,
    settings: text(row, 'settings'),
    files: rows(unsealPlainJson<FileColumns>(blob(row, 'files')), identity),
    leftOut: unsealPlainJson<LeftOutFile[]>(blob(row, 'left_out')),
    memory: readMemory(db, text(row, 'place')),
  };
}

function readMemory(db: Db, place: string): string {
  const row = db.one('SELECT body FROM memories WHERE place = ?', place);
  return row === undefined ? '' : Buffer.from(unseal(blob(row, 'body'))).toString('utf8');
}

export function contentsInUse(db: Db): Set<number> {
  const used = new Set<number>();
  for (const row of db.all('SELECT files FROM states')) {
    for (const content of unsealPlainJson<FileColumns>(blob(row, 'files')).contents)
      used.add(content);
  }
  return used;
}
