import { SheafError } from '../../../model/errors.ts';
import type { GcReport } from '../../../ports/store.ts';
import { contentsIn } from '../sqlite/states.ts';
import { joinSegments, segmentsIn } from './contents.ts';
import type { Session } from './link.ts';
import { bytes, list, number } from './rows.ts';

export interface Retention {
  /** States kept of each place, and commits of each repository. */
  readonly statesKept: number;
  /** States that were written longer ago go too, but for the newest of each repository. */
  readonly keepDays: number;
}

/** Whoever writes holds this lock together with others; a collection holds it alone. */
export const WRITERS = `hashtext('sheaf writers ' || current_schema())`;

/** Drops states that are old and contents that no state of any repository has. */
export function collectGarbage(session: Session, { statesKept, keepDays }: Retention): GcReport {
  const alone = session.one(`SELECT pg_try_advisory_lock(${WRITERS})::int AS got`);
  if (number(alone, 'got') === 0) {
    const sentence = "Others are writing the team's store, so nothing was collected.";
    throw new SheafError('busy', sentence, 'Try again when they are done.');
  }
  try {
    const bytesBefore = sizeOf(session);
    const contents = session.transaction(() => {
      forgetStates(session, statesKept, keepDays);
      return dropUnused(session);
    });
    for (const table of ['facts', 'blocks', 'contents', 'segments', 'states', 'path_tables']) {
      session.script(`VACUUM ${table}`);
    }
    const states = number(session.one('SELECT count(*) AS n FROM states'), 'n');
    const roots = number(session.one('SELECT count(*) AS n FROM repositories'), 'n');
    const gone = { rootsGone: 0, oldIndexes: 0 };
    return { states, roots, contents, ...gone, bytesBefore, bytesAfter: sizeOf(session) };
  } finally {
    if (!session.isLost) session.all(`SELECT pg_advisory_unlock(${WRITERS})::int AS freed`);
  }
}

function forgetStates(session: Session, kept: number, days: number): void {
  session.all(
    `DELETE FROM states WHERE id IN (SELECT id FROM
       (SELECT id, place, written, row_number() OVER (PARTITION BY repository ORDER BY id DESC) AS newest,
          row_number() OVER (PARTITION BY repository, place LIKE 'commit:%' ORDER BY id DESC) AS of_kind FROM states) s
       WHERE newest > 1 AND ((place LIKE 'commit:%' AND of_kind > $1) OR written < now() - make_interval(days => $2::int)))`,
    kept,
    days,
  );
  session.all('DELETE FROM path_tables WHERE digest NOT IN (SELECT path_digest FROM states)');
}

function dropUnused(session: Session): number {
  const used = new Set<number>();
  for (const row of session.all('SELECT id FROM states')) {
    const files = session.one('SELECT files FROM states WHERE id = $1', number(row, 'id'));
    for (const content of contentsIn(bytes(files, 'files'))) used.add(content);
  }
  const placed = new Map<number, number>();
  for (const row of session.all('SELECT id, segment FROM contents')) {
    placed.set(number(row, 'id'), number(row, 'segment'));
  }
  const dead = [...placed.keys()].filter((content) => !used.has(content));
  for (const row of session.all('SELECT id, repository FROM segments')) {
    const id = number(row, 'id');
    const isHere = (content: number): boolean => used.has(content) && placed.get(content) === id;
    const isWhole = segmentsIn(session, [id]).every(({ contents }) => contents.every(isHere));
    if (!isWhole) joinSegments(session, number(row, 'repository'), [id], isHere);
  }
  session.all('DELETE FROM facts WHERE content = ANY($1::bigint[])', list(dead));
  session.all('DELETE FROM contents WHERE id = ANY($1::bigint[])', list(dead));
  session.all(
    `DELETE FROM vectors WHERE content NOT IN (SELECT hash || ' ' || shape FROM contents)`,
  );
  session.all('DELETE FROM work');
  return dead.length;
}

/** What the tables of this schema take, with their indexes. */
const sizeOf = (session: Session): number =>
  number(
    session.one(
      `SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint AS bytes FROM pg_class
         WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'`,
    ),
    'bytes',
  );
