import { setTimeout as sleep } from 'node:timers/promises';
import { SheafError } from '../../../model/errors.ts';
import { type Db, openDatabase } from './database.ts';

const POLL_MS = 25;

/**
 * One writer at a time across processes. The lock is SQLite's own on a file beside the index: the
 * kernel lets go of it however the process ends, so there is nothing stale to clean up.
 */
export async function withWriterLock<T>(
  file: string,
  waitMs: number,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (file === ':memory:') return work();
  const lock = await acquire(file, waitMs, signal);
  try {
    return await work();
  } finally {
    lock.close();
  }
}

/** Opening alone may find the file held by another, so it is tried again as a whole. */
function takeLock(file: string): Db {
  const lock = openDatabase(file, { timeoutMs: 0 });
  try {
    // Nothing is ever written here, so nothing need reach the disk.
    lock.exec('PRAGMA journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    throw error;
  }
}

async function acquire(file: string, waitMs: number, signal: AbortSignal | undefined): Promise<Db> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    signal?.throwIfAborted();
    try {
      return takeLock(`${file}.lock`);
    } catch (error) {
      if (!(error instanceof SheafError) || error.code !== 'busy') throw error;
      if (performance.now() >= deadline) {
        throw new SheafError(
          'busy',
          `Another process is writing the index ${file} and did not finish within ${waitMs / 1000} s.`,
          'Wait for it to finish and try again, or use another index with --index FILE.',
          error,
        );
      }
    }
    await sleep(POLL_MS);
  }
}
