import { SheafError } from '../../../model/errors.ts';
import type { HistoryCommit } from '../../../ports/store.ts';
import { commitsIn } from '../../../text/paths/roots.ts';
import {
  type HistoryBatch,
  packCommits,
  placeOfOid,
  readMessage,
  unpackBatches,
} from '../sqlite/history.ts';
import type { Past } from '../sqlite/history-view.ts';
import { findTerms, readBlocks } from './contents.ts';
import type { Kept } from './kept.ts';
import type { Session } from './link.ts';
import { bytes, list, number } from './rows.ts';

export function readBatches(
  session: Session,
  repository: number,
  known: Kept['batches'],
): HistoryBatch[] {
  const all = 'SELECT id FROM history WHERE repository = $1 ORDER BY id';
  const ids = session.all(all, repository).map((row) => number(row, 'id'));
  const unknown = ids.filter((id) => !known.has(id));
  const wanted = 'SELECT id, commits, oids, firsts FROM history WHERE id = ANY($1::bigint[])';
  for (const row of unknown.length === 0 ? [] : session.all(wanted, list(unknown))) {
    const [commits, oids, firsts] = ['commits', 'oids', 'firsts'].map((name) => bytes(row, name));
    if (commits && oids && firsts) known.set(number(row, 'id'), { commits, oids, firsts });
  }
  return unpackBatches(
    ids.flatMap((id) => {
      const packed = known.get(id);
      return packed === undefined ? [] : [{ id, ...packed }];
    }),
  );
}

export const pastIn = (session: Session, repository: number, kept: Kept): Past => ({
  batches: () => readBatches(session, repository, kept.batches),
  find: findTerms(session, 'history_blocks', kept.blocks),
  message: (batch, i) => {
    const read = (id: number): Uint8Array => {
      const body = readBlocks(session, 'history_blocks', kept.blocks, [id]).get(id);
      if (body !== undefined) return body;
      throw new SheafError('damaged', "A block of the team's store is missing.");
    };
    return readMessage(read, batch, i);
  },
});

/** Every command asks this first, mostly of the commit the last pass began with; of several roots each has its own. */
export const hasCommit = (
  session: Session,
  repository: number,
  commit: string,
  traits: string,
  known: Kept['batches'],
): boolean =>
  [...commitsIn(commit).values()].every((oid) => hasOid(session, repository, oid, traits, known));

function hasOid(
  session: Session,
  repository: number,
  oid: string,
  traits: string,
  known: Kept['batches'],
): boolean {
  const heads = 'SELECT 1 AS one FROM heads WHERE repository = $1 AND traits = $2';
  if (session.one(`${heads} AND oid = $3`, repository, traits, oid) !== undefined) return true;
  // What was kept of commits by those who know of other secrets is no good for this one.
  if (session.one(`${heads} LIMIT 1`, repository, traits) === undefined) return false;
  return readBatches(session, repository, known).some(({ oids }) => placeOfOid(oids, oid) >= 0);
}

/** Writes commits as one batch. Call inside a transaction. */
export function writeCommits(
  session: Session,
  repository: number,
  commits: readonly HistoryCommit[],
  traits: string,
  known: Kept['batches'],
): void {
  // Batches are numbered one after the other, so they are written one after the other.
  session.all('SELECT pg_advisory_xact_lock(hashtext($1))', `sheaf history ${repository}`);
  const newest = commits.at(-1);
  if (newest !== undefined) {
    const head = 'INSERT INTO heads VALUES ($1, $2, $3) ON CONFLICT DO NOTHING';
    session.all(head, repository, newest.oid, traits);
  }
  const packed = packCommits(readBatches(session, repository, known), commits);
  if (packed === null) return;
  const { row } = packed;
  const insert =
    'INSERT INTO history (repository, commits, oids, firsts) VALUES ($1, $2, $3, $4) RETURNING id';
  const batch = number(session.one(insert, repository, row.commits, row.oids, row.firsts), 'id');
  session.copy(
    'history_blocks',
    ['id', 'body'],
    packed.blocks(batch).map(({ id, body }) => [id, body]),
  );
}
