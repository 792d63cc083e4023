import { isDamage } from '../../../model/errors.ts';
import type { AssemblyRecord } from '../../../model/record.ts';
import { blob, bytes, type Db, integer, type Row, text } from './database.ts';
import { attempt } from './models.ts';
import { sealPlainJson, unseal, unsealPlainJson } from './seal.ts';

/** Of each root: enough to see habits; older ones go. */
const RECORDS_KEPT = 1000;
const BODY = bytes('body');

/** The records of one root. */
export interface Records {
  add(record: AssemblyRecord): void;
  /** Oldest first. */
  all(): AssemblyRecord[];
  /** Writes what could not be written before, and tells how many still can't. */
  settle(): number;
}

/**
 * That an assembly can't be noted, because another process writes, is no reason to withhold it; it is noted as soon as that one lets us.
 * Until then it is known here.
 */
export function openRecords(db: Db, home: string): Records {
  let waiting: AssemblyRecord[] = [];
  const settle = (): number => {
    if (waiting.length > 0 && writeRecords(db, home, waiting)) waiting = [];
    return waiting.length;
  };
  return {
    add: (record) => {
      waiting.push(record);
      settle();
    },
    all: () => [...readRecords(db, home), ...waiting],
    settle,
  };
}

const writeRecords = (db: Db, home: string, records: readonly AssemblyRecord[]): boolean =>
  attempt(db, () => {
    for (const record of records) {
      db.insert('assemblies', { id: null, home, body: sealPlainJson(record) });
    }
    const newest = 'SELECT id FROM assemblies WHERE home = ? ORDER BY id DESC LIMIT 1 OFFSET ?';
    db.run(`DELETE FROM assemblies WHERE home = ? AND id <= (${newest})`, home, home, RECORDS_KEPT);
  });

/** Drops the records of roots that are gone. Call inside a transaction. */
export const forgetRecords = (db: Db): void =>
  void db.run(`DELETE FROM assemblies WHERE home <> '' AND home NOT IN (SELECT key FROM roots)`);

const readRecords = (db: Db, home: string): AssemblyRecord[] =>
  db
    // Older ones do not say whose they are: then there was only one root.
    .all(`SELECT ${BODY} FROM assemblies WHERE home IN (?, '') ORDER BY id`, home)
    .map((row) => unsealPlainJson<AssemblyRecord>(blob(row, 'body')));

/** What can still be read of the records in a damaged index, oldest first. They are the only thing in it that nobody can make again. */
export interface Salvage {
  readonly records: readonly { readonly home: string; readonly body: Uint8Array }[];
  readonly isWhole: boolean;
}

export const NOTHING: Salvage = { records: [], isWhole: false };

/** Row by row from both ends: a damaged page stops one way, the other goes as far as its other side. */
export function salvage(db: Db): Salvage {
  const found = new Map<number, Salvage['records'][number]>();
  // A file of an older version, which only knew one root.
  const home = hasHomes(db) ? bytes('home') : `x'' AS home`;
  let isWhole = true;
  const follow = (start: number, next: string): void => {
    try {
      let row: Row | undefined = db.one(next, start);
      for (; row !== undefined; row = db.one(next, integer(row, 'id'))) {
        const id = integer(row, 'id');
        if (found.has(id)) return;
        const body = blob(row, 'body');
        if (isIntact(body)) found.set(id, { home: text(row, 'home'), body });
        else isWhole = false;
      }
    } catch (error) {
      if (!isDamage(error)) throw error;
      isWhole = false;
    }
  };
  follow(0, `SELECT id, ${home}, ${BODY} FROM assemblies WHERE id > ? ORDER BY id LIMIT 1`);
  if (!isWhole) {
    const backwards = `SELECT id, ${home}, ${BODY} FROM assemblies WHERE id < ? ORDER BY id DESC LIMIT 1`;
    follow(Number.MAX_SAFE_INTEGER, backwards);
  }
  const records = [...found].sort(([a], [b]) => a - b).map(([, record]) => record);
  return { records, isWhole };
}

const hasHomes = (db: Db): boolean =>
  db.one(`SELECT 1 AS one FROM pragma_table_info('assemblies') WHERE name = 'home'`) !== undefined;

export const restore = (db: Db, { records }: Salvage): boolean =>
  attempt(db, () => {
    for (const record of records) db.insert('assemblies', { id: null, ...record });
  });

function isIntact(body: Uint8Array): boolean {
  try {
    unseal(body);
    return true;
  } catch (error) {
    if (!isDamage(error)) throw error;
    return false;
  }
}
