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
  const deadline = performance.now() + waitMs;
  signal?.throwIfAborted();
  let lock = takeLock(file);
  for (; lock instanceof SheafError; lock = takeLock(file)) {
    if (performance.now() >= deadline) {
      const sentence = `Another process is writing the index ${file} and did not finish within ${waitMs / 1000} s.`;
      const hint = 'Wait for it to finish and try again, or use another index with --index FILE.';
      throw new SheafError('busy', sentence, hint, lock);
    }
    await sleep(POLL_MS);
    signal?.throwIfAborted();
  }
  try {
    return await work();
  } finally {
    lock.close();
  }
}

/** The lock, or why it is another's. Opening alone may find the file held, so it is tried again as a whole. */
function takeLock(file: string): Db | SheafError {
  let lock: Db | undefined;
  try {
    lock = openDatabase(`${file}.lock`, { timeoutMs: 0 });
    // Nothing is ever written here, so nothing need reach the disk.
    lock.exec('PRAGMA journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock?.close();
    if (error instanceof SheafError && error.code === 'busy') return error;
    throw error;
  }
}
