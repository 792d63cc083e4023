import { statSync } from 'node:fs';
import type { GcReport } from '../../../ports/store.ts';
import { mergeSegments } from './contents.ts';
import { forgetContexts } from './contexts.ts';
import type { Db } from './database.ts';
import { forgetLineages } from './history.ts';
import { dropLooseVectors } from './models.ts';
import { moveLog } from './open.ts';
import { IN_MEMORY } from './place.ts';
import { forgetRecords } from './records.ts';
import { forgetGone, readRoots } from './roots.ts';
import { NO_CONTENT, readSegments } from './segments.ts';
import { contentsInUse, forgetCommits, forgetStrays } from './states.ts';

/** Forgets roots that are gone, states beyond those that are kept, and what is left without them. */
export function collectGarbage(
  db: Db,
  file: string,
  home: string,
  statesKept: number,
  nowMs: number,
): GcReport {
  const size = (): number => (file === IN_MEMORY ? 0 : statSync(file).size);
  const bytesBefore = size();
  const rootsGone = db.transaction(() => {
    const gone = forgetGone(db, home, nowMs);
    for (const { key } of readRoots(db)) forgetCommits(db, key, statesKept);
    forgetStrays(db);
    forgetLineages(db);
    forgetRecords(db);
    forgetContexts(db);
    return gone;
  });
  const used = contentsInUse(db);
  let contents = 0;
  db.transaction(() => {
    for (const segment of readSegments(db)) {
      const dead = segment.contents.filter((content) => !used.has(content));
      if (dead.length === 0) continue;
      contents += dead.filter((content) => content !== NO_CONTENT).length;
      mergeSegments(db, [segment], (content) => used.has(content));
      for (const content of dead) db.run('DELETE FROM contents WHERE id = ?', content);
    }
    dropLooseVectors(db);
  });
  const row = db.one('SELECT count(*) AS states FROM states');
  db.exec('VACUUM');
  moveLog(db);
  const states = Number(row?.['states'] ?? 0);
  const roots = readRoots(db).length;
  return { states, contents, roots, rootsGone, oldIndexes: 0, bytesBefore, bytesAfter: size() };
}
