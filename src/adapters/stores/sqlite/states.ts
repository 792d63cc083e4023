import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { late } from '../../../math/memo.ts';
import { packCounts } from '../../../math/postings.ts';
import { TermTableBuilder } from '../../../math/term-table.ts';
import { pathTerms } from '../../../math/terms.ts';
import { SheafError } from '../../../model/errors.ts';
import type { LeftOutFile, State, StateFile } from '../../../model/state.ts';
import {
  columnsOf,
  type FileColumns,
  fileIn,
  type IdentityColumns,
  identityOf,
} from './columns.ts';
import { blob, bytes, type Db, integer, numbers, type Row, text } from './database.ts';
import {
  sealIn,
  sealJson,
  sealOf,
  sealParts,
  sealPlainJson,
  squeeze,
  unsealJson,
  unsealPlainJson,
  unsqueeze,
} from './seal.ts';

/** A place of one root among those of all roots. */
export const placeIn = (home: string, place: string): string => `${home} ${place}`;

/** Says if two states have the same paths, so that one may use the other's table. */
export const pathDigest = (files: readonly StateFile[]): string =>
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

/** Writes a state of a root and forgets the oldest of its place beyond `kept`. Call inside a transaction. */
export function writeState(
  db: Db,
  home: string,
  state: State,
  kept: number,
  before: StoredState | null,
): StoredState {
  const written =
    (before && writeChanges(db, home, state, before)) ??
    writeWhole(db, home, before === null ? state : withBlobs(db, state, before));
  const place = placeIn(home, state.place);
  if (state.memory !== '' && state.memory !== before?.state.memory) {
    db.run('INSERT OR REPLACE INTO memories VALUES (?, ?)', place, squeeze(state.memory));
  }
  db.run(
    `DELETE FROM states WHERE place = ? AND ${IS_NO_BASE}
       AND id NOT IN (SELECT id FROM states WHERE place = ? ORDER BY id DESC LIMIT ?)`,
    place,
    place,
    kept,
  );
  return written;
}

/** A file that has not changed keeps its name in git. */
function withBlobs(db: Db, state: State, before: StoredState): State {
  const blobs = readBlobs(db, before);
  const names = new Map(
    before.state.files.map(({ path, hash }, i) => [`${hash} ${path}`, blobs[i] ?? '']),
  );
  const files = state.files.map((file) => {
    const blob = file.blob ?? names.get(`${file.hash} ${file.path}`) ?? '';
    return blob === '' ? file : { ...file, blob };
  });
  return { ...state, files };
}

/** Not counting those that are forgotten in the same moment; they go with the next state. */
const IS_NO_BASE = 'id NOT IN (SELECT base_state FROM states WHERE base_state IS NOT NULL)';

/** Which files have a term in their path; the path belongs to the state, not to the content. */
export function pathTable(files: readonly StateFile[]): Uint8Array {
  const builder = new TermTableBuilder();
  files.forEach((file, document) => {
    for (const [term, weight] of pathTerms(file.path)) {
      builder.add(builder.id(term), document, packCounts(weight, 0, 0, 0));
    }
  });
  const { firsts, blocks } = builder.build();
  return sealParts({ firsts }, blocks);
}

/** Ties the fields of a state to each other, to its files and to the row it builds on. The place is that among all roots. */
const stateSeal = (
  { root, place, commit, settings }: Pick<State, 'root' | 'place' | 'commit' | 'settings'>,
  digest: string,
  body: Uint8Array,
  base: number | null = null,
): number => sealOf(root, place, commit, settings, digest, sealIn(body), base);

function writeWhole(db: Db, home: string, state: State): StoredState {
  const place = placeIn(home, state.place);
  const digest = pathDigest(state.files);
  const isKnown = db.one('SELECT 1 FROM path_tables WHERE digest = ?', digest) !== undefined;
  if (!isKnown) {
    db.run('INSERT INTO path_tables VALUES (?, ?)', digest, pathTable(state.files));
  }
  const { files, identity } = packFiles(state.files);
  const id = db.run(
    `INSERT INTO states (root, place, base, settings, path_digest, files, identity, paths, left_out, blobs, seal)
     VALUES (?, ?, ?, ?, ?, ?, ?, x'', ?, ?, ?)`,
    state.root,
    place,
    state.commit,
    state.settings,
    digest,
    files,
    identity,
    sealPlainJson(state.leftOut),
    sealJson(state.files.map(({ blob = '' }) => blob)),
    stateSeal({ ...state, place }, digest, files),
  );
  if (!isKnown) forgetPathTables(db);
  return { id, state, base: id, changes: new Map() };
}

/** An edit in a large tree changes little: what is written is that, not the megabyte that stays. Null if it is more than that. */
function writeChanges(db: Db, home: string, state: State, before: StoredState): StoredState | null {
  const changes = changesOf(state, before);
  const base = db.one(`SELECT ${numbers('seal')} FROM states WHERE id = ?`, before.base);
  if (changes === null || base === undefined) return null;
  const body = sealPlainJson([...changes]);
  const placed = { ...state, place: placeIn(home, state.place) };
  const sealed = stateSeal(placed, pathDigest(state.files), body, integer(base, 'seal'));
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

/** Drops the states of all but a root's newest commits; each is a place of its own, so nothing else does. */
export function forgetCommits(db: Db, home: string, kept: number): void {
  const own = placeIn(home, 'commit:%');
  db.run(
    `DELETE FROM states WHERE place LIKE ? AND ${IS_NO_BASE} AND id NOT IN
       (SELECT id FROM states WHERE place LIKE ? ORDER BY id DESC LIMIT ?)`,
    own,
    own,
    kept,
  );
}

/** Drops whatever states belong to no root. */
export function forgetStrays(db: Db): void {
  const isStray = `substr(place, 1, instr(place, ' ') - 1) NOT IN (SELECT key FROM roots)`;
  db.run(`DELETE FROM states WHERE ${isStray}`);
  db.run(`DELETE FROM memories WHERE ${isStray}`);
  forgetPathTables(db);
}

/** The number of the newest state of a place, or 0: says if what was read before is still the newest. */
export function latestId(db: Db, home: string, place: string): number {
  const newest = 'SELECT coalesce(max(id), 0) AS id FROM states WHERE place = ?';
  return integer(db.one(newest, placeIn(home, place)) ?? {}, 'id');
}

export interface StateRow extends Pick<State, 'root' | 'commit' | 'files'> {
  /** Which files have a term in their path, packed. */
  readonly paths: Uint8Array;
  /** The names in git of the files, where they are kept. */
  readonly blobs?: () => readonly string[];
  /** A digest of all that is stored of the state and can be seen in it. */
  readonly digest?: () => string;
}

/** Of a root and a value. */
const WHERE = {
  place: `s.place = ? || ' ' || ? ORDER BY s.id DESC LIMIT 1`,
  root: `s.place LIKE ? || ' %' AND s.root = ? ORDER BY s.id DESC LIMIT 1`,
  kind: `s.place LIKE ? || ' ' || ? ORDER BY s.id DESC LIMIT 1`,
} as const;
type Wanted = keyof typeof WHERE;
/** A state beside the row that holds all its files, which mostly is its own. */
const WITH_BASE = 'states s JOIN states b ON b.id = coalesce(s.base_state, s.id)';

const CHECKED = `${bytes('s.root', 's.base', 's.place', 's.settings', 's.path_digest', 's.changes', 'b.files')},
  ${numbers('s.seal', 's.base_state')}, CAST(b.seal AS INTEGER) AS base_seal`;

/** Sees that a row is what was written, and what was asked for: a damaged table of SQLite's may lead to another. */
function checkState(row: Row, home: string, by: Wanted, value: string): void {
  const isBuilt = row['base_state'] !== null;
  const named = { root: text(row, 'root'), place: text(row, 'place'), commit: commitIn(row) };
  const sealed = stateSeal(
    { ...named, settings: text(row, 'settings') },
    text(row, 'path_digest'),
    blob(row, isBuilt ? 'changes' : 'files'),
    isBuilt ? integer(row, 'base_seal') : null,
  );
  const isOwn = named.place.startsWith(placeIn(home, ''));
  const isAsked = by !== 'root' || named.root === value;
  const isThere = by !== 'place' || named.place === placeIn(home, value);
  if (sealed === row['seal'] && isOwn && isAsked && isThere) return;
  throw new SheafError('damaged', 'A state of the index fails its checksum.');
}

/** A state for queries: without stamps and hashes, unless it was read with them before. */
export function readStateRow(
  db: Db,
  home: string,
  by: Wanted,
  value: string,
  known: StoredState | null = null,
): StateRow | null {
  const row = db.one(
    `SELECT ${CHECKED}, s.id, b.id AS whole, ${bytes('body')} FROM ${WITH_BASE}
       LEFT JOIN path_tables ON digest = s.path_digest WHERE ${WHERE[by]}`,
    home,
    value,
  );
  if (row === undefined) return null;
  checkState(row, home, by, value);
  const changes = changesIn(row);
  const root = text(row, 'root');
  const isKnown = known !== null && row['id'] === known.id && root === known.state.root;
  return {
    root,
    commit: commitIn(row),
    files: isKnown ? known.state.files : filesOf(row, null, changes),
    paths: blob(row, 'body'),
    blobs: () => readBlobs(db, { base: integer(row, 'whole'), changes }),
    digest: late(() => digestOf(row)),
  };
}

/** Settings say what is known to be secret; contents are the same bytes under the same number until a collection. */
function digestOf(row: Row): string {
  const named = [text(row, 'root'), commitIn(row), text(row, 'settings')];
  const hash = createHash('sha256').update(JSON.stringify(named)).update(blob(row, 'files'));
  return hash.update(row['changes'] === null ? '' : blob(row, 'changes')).digest('hex');
}

/** A whole state, for updates. */
export function readState(db: Db, home: string, by: Wanted, value: string): StoredState | null {
  const row = db.one(
    `SELECT ${CHECKED}, s.id, b.id AS whole, ${bytes('b.identity', 'b.left_out')},
       (SELECT ${bytes('body')} FROM memories m WHERE m.place = s.place) AS memory FROM ${WITH_BASE} WHERE ${WHERE[by]}`,
    home,
    value,
  );
  if (row === undefined) return null;
  checkState(row, home, by, value);
  const changes = changesIn(row);
  const state = {
    root: text(row, 'root'),
    place: text(row, 'place').slice(placeIn(home, '').length),
    commit: commitIn(row),
    settings: text(row, 'settings'),
    files: filesOf(row, unsealPlainJson(blob(row, 'identity')), changes),
    leftOut: unsealPlainJson<LeftOutFile[]>(blob(row, 'left_out')),
    memory: row['memory'] === null ? '' : unsqueeze(blob(row, 'memory')),
  };
  return { id: integer(row, 'id'), base: integer(row, 'whole'), state, changes };
}

const commitIn = (row: Row): string | null => (row['base'] === null ? null : text(row, 'base'));

const changesIn = (row: Row): Changes =>
  new Map(
    row['changes'] === null ? [] : unsealPlainJson<[number, StateFile][]>(blob(row, 'changes')),
  );

/** The files of a state as stores keep them, with what only an update needs apart. */
export interface PackedFiles {
  readonly files: Uint8Array;
  readonly identity: Uint8Array;
}

export const packFiles = (files: readonly StateFile[]): PackedFiles => ({
  files: sealPlainJson(columnsOf(files)),
  identity: sealPlainJson(identityOf(files)),
});

/** Without their identity files have neither hash nor stamp; queries need none. */
export const unpackFiles = (files: Uint8Array, identity: Uint8Array | null): StateFile[] =>
  filesOf({ files }, identity && unsealPlainJson(identity), new Map());

/** The contents that packed files name. */
export const contentsIn = (files: Uint8Array): readonly number[] =>
  unsealPlainJson<FileColumns>(files).contents;

function filesOf(row: Row, identity: IdentityColumns | null, changes: Changes): StateFile[] {
  const files = unsealPlainJson<FileColumns>(blob(row, 'files'));
  return files.paths.map((_, i) => changes.get(i) ?? fileIn(files, identity, i));
}

export function contentsInUse(db: Db): Set<number> {
  const used = new Set<number>();
  for (const row of db.all(`SELECT ${bytes('files')} FROM states WHERE base_state IS NULL`)) {
    for (const content of contentsIn(blob(row, 'files'))) used.add(content);
  }
  for (const row of db.all(`SELECT ${bytes('changes')} FROM states WHERE base_state IS NOT NULL`)) {
    for (const { content } of changesIn(row).values()) used.add(content);
  }
  return used;
}

/** The names in git of a state's files, as far as they are known. */
export function readBlobs(
  db: Db,
  { base, changes }: Pick<StoredState, 'base' | 'changes'>,
): string[] {
  const row = db.one(`SELECT ${bytes('blobs')} FROM states WHERE id = ?`, base);
  const blobs = row === undefined ? [] : unsealJson<string[]>(blob(row, 'blobs'));
  return blobs.map((name, i) => (changes.has(i) ? '' : name));
}
