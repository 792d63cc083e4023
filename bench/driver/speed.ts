import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Connection, type Driver, openWal } from './drivers.ts';

const ROWS = 200_000;
const SMALL_BYTES = 200;
const GETS = 5000;
const IN_READS = 50;
const IN_PLACES = 100;
const LARGE = 50;
const LARGE_BYTES = 2 * 2 ** 20;

/** Bytes that are the same in every run and do not compress. */
function bytesOf(length: number, seed: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let state = seed + 1;
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[i] = state >>> 24;
  }
  return bytes;
}

const SMALL = Array.from({ length: 64 }, (_, i) => bytesOf(SMALL_BYTES + i, i));
const LARGE_BLOB = bytesOf(LARGE_BYTES, 7);
const spread = (i: number): number => 1 + ((i * 7919) % ROWS);

const STEPS: readonly { readonly name: string; readonly work: (db: Connection) => number }[] = [
  {
    name: `insert ${ROWS / 1000}k rows with a blob of ${SMALL_BYTES} bytes`,
    work: (db) => {
      const insert = db.prepare('INSERT INTO small (id, name, body) VALUES (?, ?, ?)');
      db.exec('BEGIN');
      for (let i = 1; i <= ROWS; i++) insert.run(i, `name ${i}`, SMALL[i % SMALL.length]);
      db.exec('COMMIT');
      return ROWS;
    },
  },
  {
    name: `read ${GETS} blobs one by one`,
    work: (db) => {
      const get = db.prepare('SELECT body FROM small WHERE id = ?');
      let bytes = 0;
      for (let i = 0; i < GETS; i++) bytes += lengthOf(get.get(spread(i)));
      return bytes;
    },
  },
  {
    name: `read ${IN_READS} times ${IN_PLACES} blobs with IN`,
    work: (db) => {
      const places = Array.from({ length: IN_PLACES }, () => '?').join(', ');
      const read = db.prepare(`SELECT id, body FROM small WHERE id IN (${places})`);
      let bytes = 0;
      for (let i = 0; i < IN_READS; i++) {
        const ids = Array.from({ length: IN_PLACES }, (_, j) => spread(i * IN_PLACES + j));
        for (const row of read.all(...ids)) bytes += lengthOf(row);
      }
      return bytes;
    },
  },
  {
    name: `read all ${ROWS / 1000}k rows at once`,
    work: (db) =>
      db
        .prepare('SELECT id, name, body FROM small')
        .all()
        .reduce<number>((sum, row) => sum + lengthOf(row), 0),
  },
  {
    name: `write ${LARGE} blobs of 2 MB`,
    work: (db) => {
      const insert = db.prepare('INSERT INTO large (id, body) VALUES (?, ?)');
      db.exec('BEGIN');
      for (let i = 1; i <= LARGE; i++) insert.run(i, LARGE_BLOB);
      db.exec('COMMIT');
      return LARGE;
    },
  },
  {
    name: `read ${LARGE} blobs of 2 MB`,
    work: (db) => {
      const get = db.prepare('SELECT body FROM large WHERE id = ?');
      let bytes = 0;
      for (let i = 1; i <= LARGE; i++) bytes += lengthOf(get.get(i));
      return bytes;
    },
  },
];

/** One driver gives Buffers, the other ArrayBuffers for many rows. */
const lengthOf = (row: unknown): number =>
  (row as { body: Uint8Array | ArrayBuffer }).body.byteLength;

export const STEP_NAMES: readonly string[] = STEPS.map(({ name }) => name);

export interface Pass {
  readonly wallMs: readonly number[];
  /** On a busy machine the better measure. */
  readonly cpuMs: readonly number[];
  /** What each step saw; has to agree between drivers. */
  readonly seen: readonly number[];
}

/** One pass of all steps over a new file. */
export function pass(driver: Driver, folder: string): Pass {
  const file = join(folder, 'speed.db');
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
  const db = openWal(driver, file);
  db.exec('CREATE TABLE small (id INTEGER PRIMARY KEY, name TEXT NOT NULL, body BLOB NOT NULL)');
  db.exec('CREATE TABLE large (id INTEGER PRIMARY KEY, body BLOB NOT NULL)');
  const wallMs: number[] = [];
  const cpuMs: number[] = [];
  const seen: number[] = [];
  for (const { work } of STEPS) {
    const before = process.cpuUsage();
    const began = performance.now();
    seen.push(work(db));
    wallMs.push(performance.now() - began);
    const { user, system } = process.cpuUsage(before);
    cpuMs.push((user + system) / 1000);
  }
  db.close();
  return { wallMs, cpuMs, seen };
}
