import type { LeftOutFile, State } from '../../../model/state.ts';
import { sealPlainJson, unsealPlainJson } from '../sqlite/seal.ts';
import { packFiles, pathDigest, pathTable, type StateRow, unpackFiles } from '../sqlite/states.ts';
import type { Session } from './link.ts';
import { bytes, number, text } from './rows.ts';
import type { Row } from './wire.ts';

export interface StoredState {
  readonly id: number;
  readonly state: State;
}

/** States of one repository. Of several with the same root, the one of our own place comes first: its commit is ours. */
const WHERE = {
  place: 'repository = $1 AND place = $2 AND $3::text IS NOT NULL ORDER BY id DESC LIMIT 1',
  root: 'repository = $1 AND root = $2 ORDER BY (place = $3::text) DESC, id DESC LIMIT 1',
  kind: 'repository = $1 AND place LIKE $2 AND $3::text IS NOT NULL ORDER BY id DESC LIMIT 1',
  /** A commit's under these settings, that of this commit first. */
  settings: `repository = $1 AND settings = $2 AND place LIKE 'commit:%' ORDER BY (base = $3::text) DESC, id DESC LIMIT 1`,
} as const;
export type By = keyof typeof WHERE;

/** Writes a state and forgets the oldest of its place beyond `kept`. Call inside a transaction. */
export function writeState(
  session: Session,
  repository: number,
  state: State,
  kept: number,
): StoredState {
  const known = knownCommit(session, repository, state);
  if (known !== 0) return { id: known, state };
  const digest = pathDigest(state.files);
  const table = session.one('SELECT 1 AS one FROM path_tables WHERE digest = $1', digest);
  if (table === undefined) {
    const insert = 'INSERT INTO path_tables VALUES ($1, $2) ON CONFLICT DO NOTHING';
    session.all(insert, digest, pathTable(state.files));
  }
  const { files, identity } = packFiles(state.files);
  const row = session.one(
    `INSERT INTO states (repository, root, place, base, settings, path_digest, files, identity, left_out, memory, contents)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id`,
    repository,
    state.root,
    state.place,
    state.commit,
    state.settings,
    digest,
    files,
    identity,
    sealPlainJson(state.leftOut),
    Buffer.from(state.memory),
    new Set(state.files.flatMap(({ content }) => (content === 0 ? [] : [content]))).size,
  );
  session.all(
    `DELETE FROM states WHERE repository = $1 AND place = $2
       AND id NOT IN (SELECT id FROM states WHERE repository = $1 AND place = $2 ORDER BY id DESC LIMIT $3)`,
    repository,
    state.place,
    kept,
  );
  return { id: number(row, 'id'), state };
}

/** The state of a commit that another worker has written meanwhile, or 0. From here on we are alone with this commit. */
function knownCommit(session: Session, repository: number, state: State): number {
  if (!state.place.startsWith('commit:')) return 0;
  session.all('SELECT pg_advisory_xact_lock(hashtext($1))', `sheaf state ${state.place}`);
  const newest = `SELECT coalesce(max(id), 0) AS id FROM states
    WHERE repository = $1 AND place = $2 AND root = $3 AND settings = $4`;
  const row = session.one(newest, repository, state.place, state.root, state.settings);
  return number(row, 'id');
}

/** The number of the newest state of a place, or 0: says if what was read before is still the newest. */
export function latestId(session: Session, repository: number, place: string): number {
  const newest =
    'SELECT coalesce(max(id), 0) AS id FROM states WHERE repository = $1 AND place = $2';
  return number(session.one(newest, repository, place), 'id');
}

export function latestCommitId(session: Session, repository: number): number {
  const newest = `SELECT coalesce(max(id), 0) AS id FROM states
    WHERE repository = $1 AND place LIKE 'commit:%'`;
  return number(session.one(newest, repository), 'id');
}

const commitIn = (row: Row): string | null => (row['base'] === null ? null : text(row, 'base'));

/** A state for queries: without stamps and hashes. */
export function readStateRow(
  session: Session,
  repository: number,
  by: By,
  value: string,
  own: string,
): StateRow | null {
  const row = session.one(
    `SELECT root, base, files, body FROM
       (SELECT root, base, files, path_digest FROM states WHERE ${WHERE[by]}) s JOIN path_tables ON digest = path_digest`,
    repository,
    value,
    own,
  );
  if (row === undefined) return null;
  const files = unpackFiles(bytes(row, 'files'), null);
  return { root: text(row, 'root'), commit: commitIn(row), files, paths: bytes(row, 'body') };
}

/** A whole state, for updates. */
export function readState(
  session: Session,
  repository: number,
  by: By,
  value: string,
  own: string,
): StoredState | null {
  const row = session.one(
    `SELECT id, root, place, base, settings, files, identity, left_out, memory FROM states WHERE ${WHERE[by]}`,
    repository,
    value,
    own,
  );
  if (row === undefined) return null;
  const state = {
    root: text(row, 'root'),
    place: text(row, 'place'),
    commit: commitIn(row),
    settings: text(row, 'settings'),
    files: unpackFiles(bytes(row, 'files'), bytes(row, 'identity')),
    leftOut: unsealPlainJson<LeftOutFile[]>(bytes(row, 'left_out')),
    memory: Buffer.from(bytes(row, 'memory')).toString('utf8'),
  };
  return { id: number(row, 'id'), state };
}
