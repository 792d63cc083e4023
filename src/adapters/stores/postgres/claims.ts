import { type ContentKey, contentName } from '../../../ports/store.ts';
import { KEYS, keysAs } from './contents.ts';
import type { Link, Session } from './link.ts';
import { text } from './rows.ts';

/** Contents that one worker has taken on. The server lets go of them when its connection ends, however it ends. */
export interface Claims {
  take(keys: readonly ContentKey[]): ReadonlySet<string>;
  /** Says that all of them are done, or that the rest is for others. */
  release(): void;
}

/** A claim is a lock on a row in a transaction that lasts as long as the worker, on a connection of its own. */
export function openClaims(link: Link, writer: Session): Claims {
  let session: Session | null = null;
  const mine: ContentKey[] = [];
  return {
    take: (keys) => {
      if (session === null) {
        session = link.session();
        session.script('BEGIN');
      }
      announce(writer, keys);
      // Stored meanwhile is not claimed: whoever stores a content lets go of it later than that.
      const rows = session.all(
        `SELECT hash, shape FROM work JOIN ${KEYS} USING (hash, shape)
           WHERE NOT EXISTS (SELECT 1 FROM contents c WHERE c.hash = work.hash AND c.shape = work.shape)
           FOR UPDATE OF work SKIP LOCKED`,
        keysAs(keys),
      );
      const taken = rows.map((row) => ({ hash: text(row, 'hash'), shape: text(row, 'shape') }));
      mine.push(...taken);
      return new Set(taken.map(contentName));
    },
    release: () => {
      if (session === null) return;
      try {
        if (session.isLost) return;
        session.all(
          `DELETE FROM work USING ${KEYS} WHERE work.hash = keys.hash AND work.shape = keys.shape`,
          keysAs(mine),
        );
        session.script('COMMIT');
      } finally {
        session.close();
        session = null;
      }
    },
  };
}

/** Rows must be there for others before they can be locked, so they are written at once. */
function announce(writer: Session, keys: readonly ContentKey[]): void {
  const sorted = keys.toSorted((a, b) => (contentName(a) < contentName(b) ? -1 : 1));
  writer.all(
    `INSERT INTO work (hash, shape) SELECT hash, shape FROM ${KEYS} ON CONFLICT DO NOTHING`,
    keysAs(sorted),
  );
}
