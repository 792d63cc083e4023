import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { remembered } from '../../../math/memo.ts';
import { packCounts, TermTableBuilder } from '../../../math/postings.ts';
import { pathTerms } from '../../../math/terms.ts';
import { SheafError } from '../../../model/errors.ts';
import type { Shape } from '../../../model/shape.ts';
import type { LeftOutFile, State, StateFile } from '../../../model/state.ts';
import { blob, bytes, type Db, integer, numbers, type Row, text } from './database.ts';
import { seal, sealIn, sealOf, sealParts, sealPlainJson, unseal, unsealPlainJson } from './seal.ts';

/** Files by column: a third of the size of a list of objects, and as fast to read. */
function columnsOf(files: readonly StateFile[]) {
  const byKey = new Map<string, number>();
  const shapeTable: Shape[] = [];
  const indexOf = remembered((shape: Shape): number => {
    const key = JSON.stringify(shape);
    const index = byKey.get(key) ?? shapeTable.push(shape) - 1;
    byKey.set(key, index);
    return index;
  });
  return {
    paths: files.map((file) => file.path),
    contents: files.map((file) => file.content),
    shapes: files.map((file) => indexOf(file.shape)),
    shapeTable,
    stubs: files.map((file) => file.stub ?? 0),
    bytes: files.map((file) => file.bytes),
    lines: files.map((file) => file.lines),
    chunks: files.map((file) => file.chunks),
    modified: files.map((file) => file.modified),
  };
}
type FileColumns = ReturnType<typeof columnsOf>;

/** What only an update needs to see. */
const identityOf = (files: readonly StateFile[]) => ({
  hashes: files.map((file) => file.hash),
  stamps: files.map((file) => file.stamp),
});
type IdentityColumns = ReturnType<typeof identityOf>;

const UNKNOWN_SHAPE: Shape = { source: 'code', kind: 'source', language: 'text', options: '' };

/** Says if two states have the same paths, so that one may use the other's table. */
const pathDigest = (files: readonly StateFile[]): string =>
  createHash('sha1')
    .update(files.map((file) => file.path).join('\0'))
    .digest('hex');

/** A state with what its row says: which row holds all its files, and which of them differ by now. */
export interface StoredState {
  readonly id: number;
  readonly state: State;
  readonly base: number;
  /** By number of the file. */
  readonly changes: Changes;
}
type Changes = ReadonlyMap<number, StateFile>;

/** Beyond this a state is written in full: changes are read and applied by everyone who reads it. */
const CHANGES_KEPT = 64;

/** Writes a state and forgets the oldest of its place beyond `kept`. Call inside a transaction. */
export function writeState(
  db: Db,
  state: State,
  kept: number,
  before: StoredState | null,
): StoredState {
  const written = (before && writeChanges(db, state, before)) ?? writeWhole(db, state);
  if (state.memory !== '' && state.memory !== before?.state.memory) {
    const memory = seal(Buffer.from(state.memory));
    db.run('INSERT OR REPLACE INTO memories VALUES (?, ?)', state.place, memory);
  }
  db.run(
    `DELETE FROM states WHERE place = ? AND ${IS_NO_BASE}
       AND id NOT IN (SELECT id FROM states WHERE place = ? ORDER BY id DESC LIMIT ?)`,
    state.place,
    state.place,
    kept,
  );
  return written;
}

/** Not counting those that are forgotten in the same moment; they go with the next state. */
const IS_NO_BASE = 'id NOT IN (SELECT base_state FROM states WHERE base_state IS NOT NULL)';

/** Which files have a term in their path; the path belongs to the state, not to the content. */
function pathTable(files: readonly StateFile[]): Uint8Array {
  const builder = new TermTableBuilder();
  files.forEach((file, document) => {
    for (const [term, weight] of pathTerms(file.path)) {
      builder.add(builder.id(term), document, packCounts(weight, 0, 0, 0));
    }
  });
  const { firsts, blocks } = builder.build();
  return sealParts({ firsts }, blocks);
}

/** Ties the fields of a state to each other, to its files and to the row it builds on. */
const stateSeal = (
  { root, place, commit, settings }: Pick<State, 'root' | 'place' | 'commit' | 'settings'>,
  digest: string,
  body: Uint8Array,
  base: number | null = null,
): number => sealOf(root, place, commit, settings, digest, sealIn(body), base);

function writeWhole(db: Db, state: State): StoredState {
  const digest = pathDigest(state.files);
  const isKnown = db.one('SELECT 1 FROM path_tables WHERE digest = ?', digest) !== undefined;
  if (!isKnown) {
    db.run('INSERT INTO path_tables VALUES (?, ?)', digest, pathTable(state.files));
  }
  const files = sealPlainJson(columnsOf(state.files));
  const id = db.run(
    `INSERT INTO states (root, place, base, settings, path_digest, files, identity, paths, left_out, seal)
     VALUES (?, ?, ?, ?, ?, ?, ?, x'', ?, ?)`,
    state.root,
    state.place,
    state.commit,
    state.settings,
    digest,
    files,
    sealPlainJson(identityOf(state.files)),
    sealPlainJson(state.leftOut),
    stateSeal(state, digest, files),
  );
  if (!isKnown) forgetPathTables(db);
  return { id, state, base: id, changes: new Map() };
}

/** An edit in a large tree changes little: what is written is that, not the megabyte that stays. Null if it is more than that. */
function writeChanges(db: Db, state: State, before: StoredState): StoredState | null {
  const changes = changesOf(state, before);
  const base = db.one(`SELECT ${numbers('seal')} FROM states WHERE id = ?`, before.base);
  if (changes === null || base === undefined) return null;
  const body = sealPlainJson([...changes]);
  const sealed = stateSeal(state, pathDigest(state.files), body, integer(base, 'seal'));
  const id = db.run(
    `INSERT INTO states (root, place, base, settings, path_digest, files, identity, paths, left_out, base_state, changes, seal)
     SELECT ?, place, ?, settings, path_digest, x'', x'', x'', x'', id, ?, ? FROM states WHERE id = ?`,
    state.root,
    state.commit,
    body,
    sealed,
    before.base,
  );
  return { id, state, base: before.base, changes };
}

/** The files in which a state differs from the row another one builds on; null if it differs in more than a few of them. */
function changesOf(state: State, { state: old, changes }: StoredState): Changes | null {
  const isAlike =
    state.place === old.place &&
    state.settings === old.settings &&
    state.files.length === old.files.length &&
    isDeepStrictEqual(state.leftOut, old.leftOut);
  if (!isAlike) return null;
  const found = new Map(changes);
  for (const [i, file] of state.files.entries()) {
    if (file === old.files[i]) continue;
    if (file.path !== old.files[i]?.path || found.size >= CHANGES_KEPT) return null;
    found.set(i, file);
  }
  return found;
}

/** A table serves all states with the same paths, and goes with the last of them. */
function forgetPathTables(db: Db): void {
  db.run('DELETE FROM path_tables WHERE digest NOT IN (SELECT path_digest FROM states)');
}

/** Drops the states of all but the newest commits; each is a place of its own, so nothing else does. */
export function forgetCommits(db: Db, kept: number): void {
  db.run(
    `DELETE FROM states WHERE place LIKE 'commit:%' AND ${IS_NO_BASE} AND id NOT IN
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

export interface StateRow extends Pick<State, 'root' | 'commit' | 'files'> {
  /** Which files have a term in their path, packed. */
  readonly paths: Uint8Array;
}

const WHERE = {
  place: 's.place = ? ORDER BY s.id DESC LIMIT 1',
  root: 's.root = ? ORDER BY s.id DESC LIMIT 1',
  kind: 's.place LIKE ? ORDER BY s.id DESC LIMIT 1',
} as const;
/** A state beside the row that holds all its files, which mostly is its own. */
const WITH_BASE = 'states s JOIN states b ON b.id = coalesce(s.base_state, s.id)';

const CHECKED = `${bytes('s.root', 's.base', 's.place', 's.settings', 's.path_digest', 's.changes', 'b.files')},
  ${numbers('s.seal', 's.base_state')}, CAST(b.seal AS INTEGER) AS base_seal`;

/** Sees that a row is what was written, and what was asked for: a damaged table of SQLite's may lead to another. */
function checkState(row: Row, by: keyof typeof WHERE, value: string): void {
  const isBuilt = row['base_state'] !== null;
  const named = { root: text(row, 'root'), place: text(row, 'place'), commit: commitIn(row) };
  const sealed = stateSeal(
    { ...named, settings: text(row, 'settings') },
    text(row, 'path_digest'),
    blob(row, isBuilt ? 'changes' : 'files'),
    isBuilt ? integer(row, 'base_seal') : null,
  );
  const isAsked = by === 'kind' || named[by] === value;
  if (sealed === row['seal'] && isAsked) return;
  throw new SheafError('damaged', 'A state of the index fails its checksum.');
}

/** A state for queries: without stamps and hashes. */
export function readStateRow(db: Db, by: keyof typeof WHERE, value: string): StateRow | null {
  const row = db.one(
    `SELECT ${CHECKED}, ${bytes('body')} FROM ${WITH_BASE}
       LEFT JOIN path_tables ON digest = s.path_digest WHERE ${WHERE[by]}`,
    value,
  );
  if (row === undefined) return null;
  checkState(row, by, value);
  return {
    root: text(row, 'root'),
    commit: commitIn(row),
    files: filesOf(row, null, changesIn(row)),
    paths: blob(row, 'body'),
  };
}

/** A whole state, for updates. */
export function readState(db: Db, by: keyof typeof WHERE, value: string): StoredState | null {
  const row = db.one(
    `SELECT ${CHECKED}, s.id, b.id AS whole, ${bytes('b.identity', 'b.left_out')},
       (SELECT ${bytes('body')} FROM memories m WHERE m.place = s.place) AS memory FROM ${WITH_BASE} WHERE ${WHERE[by]}`,
    value,
  );
  if (row === undefined) return null;
  checkState(row, by, value);
  const changes = changesIn(row);
  const state = {
    root: text(row, 'root'),
    place: text(row, 'place'),
    commit: commitIn(row),
    settings: text(row, 'settings'),
    files: filesOf(row, unsealPlainJson(blob(row, 'identity')), changes),
    leftOut: unsealPlainJson<LeftOutFile[]>(blob(row, 'left_out')),
    memory: row['memory'] === null ? '' : Buffer.from(unseal(blob(row, 'memory'))).toString('utf8'),
  };
  return { id: integer(row, 'id'), base: integer(row, 'whole'), state, changes };
}

const commitIn = (row: Row): string | null => (row['base'] === null ? null : text(row, 'base'));

const changesIn = (row: Row): Changes =>
  new Map(
    row['changes'] === null ? [] : unsealPlainJson<[number, StateFile][]>(blob(row, 'changes')),
  );

function filesOf(row: Row, identity: IdentityColumns | null, changes: Changes): StateFile[] {
  const files = unsealPlainJson<FileColumns>(blob(row, 'files'));
  return files.paths.map(
    (path, i) =>
      changes.get(i) ?? {
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
      },
  );
}

export function contentsInUse(db: Db): Set<number> {
  const used = new Set<number>();
  for (const row of db.all(`SELECT ${bytes('files')} FROM states WHERE base_state IS NULL`)) {
    const { contents } = unsealPlainJson<FileColumns>(blob(row, 'files'));
    for (const content of contents) used.add(content);
  }
  for (const row of db.all(`SELECT ${bytes('changes')} FROM states WHERE base_state IS NOT NULL`)) {
    for (const { content } of changesIn(row).values()) used.add(content);
  }
  return used;
}
