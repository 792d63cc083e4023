import type { ContextShelf } from '../../../ports/store.ts';
import { bytes, type Db, integer } from './database.ts';
import { attempt, intact } from './models.ts';
import { seal, squeeze, unsqueeze } from './seal.ts';

/** A usual context takes some 20 KB, one of a million tokens more than a megabyte: all of them together are not to outgrow the facts. */
const BYTES_KEPT = 8 * 1024 * 1024;

/** The contexts asked for last, of all roots: a key says whose it is. Numbers grow with each use, so the smallest was not used for longest. */
export function openContexts(db: Db, most: number): ContextShelf {
  return {
    read: (key) => {
      if (most === 0) return null;
      const row = db.one(`SELECT id, ${bytes('body')} FROM contexts WHERE key = ?`, key);
      const body = intact(row, key);
      if (row === undefined || body === null) return null;
      attempt(db, () => {
        const newest = 'SELECT max(id) FROM contexts';
        db.run(
          `UPDATE contexts SET id = (${newest}) + 1 WHERE id = ? AND id < (${newest})`,
          integer(row, 'id'),
        );
      });
      return unsqueeze(body);
    },
    write: (key, text) => {
      const body = seal(squeeze(text), key);
      if (most === 0 || body.length > BYTES_KEPT) return;
      attempt(db, () => {
        db.run('DELETE FROM contexts WHERE key = ?', key);
        db.insert('contexts', { key, body });
        let [count, size] = [0, 0];
        for (const old of db.all(
          'SELECT id, length(body) AS bytes FROM contexts ORDER BY id DESC',
        )) {
          count += 1;
          size += integer(old, 'bytes');
          if (count <= most && size <= BYTES_KEPT) continue;
          db.run('DELETE FROM contexts WHERE id <= ?', integer(old, 'id'));
          break;
        }
      });
    },
  };
}

/** All of them: numbers of contents, which their keys are made of, may be given again. Call inside a transaction. */
export const forgetContexts = (db: Db): void => void db.run('DELETE FROM contexts');
