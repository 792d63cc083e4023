import { isDamage } from '../../../model/errors.ts';
import type { AssemblyRecord } from '../../../model/record.ts';
import { blob, bytes, type Db, integer, type Row } from './database.ts';
import { attempt } from './models.ts';
import { sealPlainJson, unseal, unsealPlainJson } from './seal.ts';

/** Records are enough to see habits; older ones go. */
const RECORDS_KEPT = 1000;
const BODY = bytes('body');

// That an assembly can't be noted is no reason to withhold it.
export const writeRecord = (db: Db, record: AssemblyRecord): void =>
  attempt(db, () => {
    db.insert('assemblies', { id: null, body: sealPlainJson(record) });
    const oldest = 'DELETE FROM assemblies WHERE id <= (SELECT max(id) FROM assemblies) - ?';
    db.run(oldest, RECORDS_KEPT);
  });

/** Oldest first. */
export const readRecords = (db: Db): AssemblyRecord[] =>
  db
    .all(`SELECT ${BODY} FROM assemblies ORDER BY id`)
    .map((row) => unsealPlainJson<AssemblyRecord>(blob(row, 'body')));

/** What can still be read of the records in a damaged index, oldest first. They are the only thing in it that nobody can make again. */
export interface Salvage {
  readonly bodies: readonly Uint8Array[];
  readonly isWhole: boolean;
}

export const NOTHING: Salvage = { bodies: [], isWhole: false };

/** Row by row from both ends: a damaged page stops one way, the other goes as far as its other side. */
export function salvage(db: Db): Salvage {
  const found = new Map<number, Uint8Array>();
  let isWhole = true;
  const follow = (start: number, next: string): void => {
    try {
      let row: Row | undefined = db.one(next, start);
      for (; row !== undefined; row = db.one(next, integer(row, 'id'))) {
        const id = integer(row, 'id');
        if (found.has(id)) return;
        const body = blob(row, 'body');
        if (isIntact(body)) found.set(id, body);
        else isWhole = false;
      }
    } catch (error) {
      if (!isDamage(error)) throw error;
      isWhole = false;
    }
  };
  follow(0, `SELECT id, ${BODY} FROM assemblies WHERE id > ? ORDER BY id LIMIT 1`);
  if (!isWhole) {
    const backwards = `SELECT id, ${BODY} FROM assemblies WHERE id < ? ORDER BY id DESC LIMIT 1`;
    follow(Number.MAX_SAFE_INTEGER, backwards);
  }
  const bodies = [...found].sort(([a], [b]) => a - b).map(([, body]) => body);
  return { bodies, isWhole };
}

export const restore = (db: Db, { bodies }: Salvage): void =>
  attempt(db, () => {
    for (const body of bodies) db.insert('assemblies', { id: null, body });
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
