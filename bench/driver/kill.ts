import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Connection, type Driver, openWal } from './drivers.ts';

const ROWS_PER_BATCH = 40;
const LONGEST_MS = 400;
const READ_EVERY_MS = 5;

export interface KillResult {
  readonly kills: number;
  readonly acknowledged: number;
  readonly lost: number;
  /** Batches that are there in part. */
  readonly torn: number;
  readonly failedChecks: number;
  /** Reads beside the writer, and those that failed or went back in time. */
  readonly reads: number;
  readonly badReads: number;
}

interface Seen {
  readonly batches: number;
  readonly newest: number;
  readonly torn: number;
}

function look(db: Connection): Seen {
  const row = db
    .prepare(
      `SELECT count(*) AS batches, coalesce(max(batch), 0) AS newest, coalesce(sum(rows <> ${ROWS_PER_BATCH}), 0) AS torn
       FROM (SELECT batch, count(*) AS rows FROM batches GROUP BY batch)`,
    )
    .get() as Seen;
  return row;
}

/** Kills a writer at random moments, beside a reader, and looks for what was promised. */
export async function killTest(
  driver: Driver,
  folder: string,
  kills: number,
  random: () => number,
): Promise<KillResult> {
  const file = join(folder, 'kill.db');
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
  const total = { acknowledged: 0, lost: 0, torn: 0, failedChecks: 0, reads: 0, badReads: 0 };
  for (let kill = 0; kill < kills; kill++) {
    const acknowledged: number[] = [];
    const writer = spawn(
      process.execPath,
      ['--import', 'tsx', join(import.meta.dirname, 'writer.ts'), driver.folder, file],
      { stdio: ['ignore', 'pipe', 'inherit'], cwd: join(import.meta.dirname, '../..') },
    );
    let rest = '';
    writer.stdout.on('data', (data: Buffer) => {
      const lines = (rest + data.toString()).split('\n');
      rest = lines.pop() ?? '';
      acknowledged.push(...lines.map(Number));
    });
    const ended = once(writer, 'close');
    await once(writer.stdout, 'data');
    const reader = openWal(driver, file);
    const until = performance.now() + random() * LONGEST_MS;
    let newest = 0;
    do {
      const promised = acknowledged.at(-1) ?? 0;
      const seen = look(reader);
      total.reads++;
      if (seen.torn > 0 || seen.newest < newest || seen.newest < promised) total.badReads++;
      newest = seen.newest;
      await sleep(READ_EVERY_MS);
    } while (performance.now() < until);
    writer.kill('SIGKILL');
    await ended;
    reader.close();
    const db = openWal(driver, file);
    const after = look(db);
    const check = db.prepare('PRAGMA integrity_check').get() as { integrity_check: string };
    if (check.integrity_check !== 'ok') total.failedChecks++;
    const known = db.prepare('SELECT 1 AS one FROM batches WHERE batch = ? LIMIT 1');
    total.lost += acknowledged.filter((batch) => known.get(batch) === undefined).length;
    total.torn += after.torn;
    total.acknowledged += acknowledged.length;
    // Kept small, so that looking at everything stays quick.
    db.exec(`DELETE FROM batches WHERE batch < ${after.newest}`);
    db.close();
  }
  return { kills, ...total };
}
