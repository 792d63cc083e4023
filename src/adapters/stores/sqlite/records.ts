import type { AssemblyRecord } from '../../../model/record.ts';
import { blob, type Db } from './database.ts';
import { attempt } from './models.ts';
import { sealPlainJson, unsealPlainJson } from './seal.ts';

/** Enough to see habits; older ones go. */
const RECORDS_KEPT = 1000;

/** Notes an assembly. That it can't be noted is no reason to withhold it. */
export function writeRecord(db: Db, record: AssemblyRecord): void {
  attempt(() =>
    db.transaction(() => {
      db.run('INSERT INTO assemblies (id, body) VALUES (?, ?)', null, sealPlainJson(record));
      db.run(
        'DELETE FROM assemblies WHERE id <= (SELECT max(id) FROM assemblies) - ?',
        RECORDS_KEPT,
      );
    }),
  );
}

/** Oldest first. */
export function readRecords(db: Db): AssemblyRecord[] {
  return db
    .all('SELECT body FROM assemblies ORDER BY id')
    .map((row) => unsealPlainJson<AssemblyRecord>(blob(row, 'body')));
}
