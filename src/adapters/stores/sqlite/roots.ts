import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { SheafError } from '../../../model/errors.ts';
import { errorCode } from '../../files/open-file.ts';
import { bytes, type Db, integer, numbers, text } from './database.ts';
import { sealOf } from './seal.ts';

/** A folder whose files are in the index, or a repository without one. */
interface Root {
  readonly key: string;
  readonly path: string;
  /** The file system it lies on. */
  readonly device: string;
  /** Names the commits that its states stand on; empty without any. */
  readonly lineage: string;
  /** When a collection first saw that it was not there, in milliseconds; 0 if it was. */
  readonly missed: number;
}

/** What a root is called wherever its path would be too long. */
export const homeOf = (path: string, together: string = ''): string =>
  createHash('sha256')
    .update(together === '' ? path : `${path}\0${together}`)
    .digest('hex')
    .slice(0, 32);

const FIELDS = `${bytes('key', 'path', 'device', 'lineage')}, ${numbers('missed', 'seal')}`;
const sealed = ({ key, path, device, lineage, missed }: Root): number =>
  sealOf(key, path, device, lineage, missed);

function read(db: Db, where: string, ...values: string[]): Root[] {
  return db.all(`SELECT ${FIELDS} FROM roots ${where} ORDER BY key`, ...values).map((row) => {
    const named = { key: text(row, 'key'), path: text(row, 'path'), device: text(row, 'device') };
    const root = { ...named, lineage: text(row, 'lineage'), missed: integer(row, 'missed') };
    if (sealed(root) === row['seal']) return root;
    throw new SheafError('damaged', 'A root of the index fails its checksum.');
  });
}

export const readRoots = (db: Db): Root[] => read(db, '');

const write = (db: Db, root: Root): void =>
  void db.run(
    'INSERT OR REPLACE INTO roots VALUES (?, ?, ?, ?, ?, ?)',
    root.key,
    root.path,
    root.device,
    root.lineage,
    root.missed,
    sealed(root),
  );

/** Takes the roots of another index over that are whole there; the commits that one stands on may be lost. */
export function takeRoots(
  from: Db,
  to: Db,
  lineages: ReadonlySet<string>,
  whole: <T>(read: () => T) => T | null,
): void {
  for (const row of from.all(`SELECT ${bytes('key')} FROM roots`)) {
    const [root] = whole(() => read(from, 'WHERE key = ?', text(row, 'key'))) ?? [];
    if (root === undefined) continue;
    write(to, { ...root, lineage: lineages.has(root.lineage) ? root.lineage : '' });
  }
}

/** Notes that a root is used. */
export function noteRoot(db: Db, key: string, path: string): void {
  const [known] = read(db, 'WHERE key = ?', key);
  const device = deviceOf(path) ?? '';
  if (known?.device === device && known.missed === 0) return;
  const lineage = known?.lineage ?? '';
  db.transaction(() => write(db, { key, path, device, lineage, missed: 0 }));
}

export const lineageOf = (db: Db, home: string): string =>
  read(db, 'WHERE key = ?', home)[0]?.lineage ?? '';

/** Call inside a transaction. */
export function follow(db: Db, home: string, lineage: string): void {
  const [root] = read(db, 'WHERE key = ?', home);
  if (root !== undefined && root.lineage !== lineage) write(db, { ...root, lineage });
}

/** What is not mounted may come back; what stays away longer will not. */
const AWAY_MS = 30 * 24 * 60 * 60 * 1000;

/** Forgets roots that are gone and says how many. Call inside a transaction. */
export function forgetGone(db: Db, own: string, nowMs: number): number {
  let gone = 0;
  for (const root of readRoots(db)) {
    const fate = root.key === own ? 'there' : fateOf(root, nowMs);
    if (fate === 'gone') {
      db.run('DELETE FROM roots WHERE key = ?', root.key);
      gone++;
    } else if (fate === 'there' && root.missed !== 0) write(db, { ...root, missed: 0 });
    else if (fate === 'away' && root.missed === 0) write(db, { ...root, missed: nowMs });
  }
  return gone;
}

/** A root that is not there was removed if what is left of its path lies where it lay; else it may only not be mounted. */
function fateOf({ path, device, missed }: Root, nowMs: number): 'there' | 'gone' | 'away' {
  const now = deviceOf(path);
  if (now !== null) return 'there';
  if (nearestDevice(dirname(path)) === device) return 'gone';
  return missed !== 0 && nowMs - missed >= AWAY_MS ? 'gone' : 'away';
}

const nearestDevice = (path: string): string | null =>
  deviceOf(path) ?? (dirname(path) === path ? null : nearestDevice(dirname(path)));

/** Null for what is not there, or what we may not look at. */
const deviceOf = (path: string): string | null => {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat === undefined ? null : String(stat.dev);
  } catch (error) {
    if (errorCode(error) === 'unknown error') throw error;
    return null; // a folder on the way that we may not enter, or a part of it that is a file now
  }
};

/** The keys of all roots and of one that may not be known yet, in order. */
export const homesIn = (db: Db, own: string): string[] =>
  [...new Set([own, ...readRoots(db).map(({ key }) => key)])].sort();
