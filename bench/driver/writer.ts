/** A process that writes batches and acknowledges each on its output after the commit; killed by kill.ts. */
import { writeSync } from 'node:fs';
import { loadDriver, openWal } from './drivers.ts';

const ROWS_PER_BATCH = 40;
const BLOB = Buffer.alloc(3000, 7);
const OUTPUT = 1;

const [folder = '', file = ''] = process.argv.slice(2);
const db = openWal(loadDriver(folder), file);
db.exec('CREATE TABLE IF NOT EXISTS batches (batch INTEGER, row INTEGER, body BLOB NOT NULL)');
const last = db.prepare('SELECT coalesce(max(batch), 0) AS batch FROM batches').get() as {
  batch: number;
};
const insert = db.prepare('INSERT INTO batches (batch, row, body) VALUES (?, ?, ?)');
for (let batch = last.batch + 1; ; batch++) {
  db.exec('BEGIN IMMEDIATE');
  for (let row = 0; row < ROWS_PER_BATCH; row++) insert.run(batch, row, BLOB);
  db.exec('COMMIT');
  // Straight to the pipe: a buffered acknowledgement would die with the process.
  writeSync(OUTPUT, `${batch}\n`);
}
