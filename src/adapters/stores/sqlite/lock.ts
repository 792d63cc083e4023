import * as fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDamage, SheafError } from '../../../model/errors.ts';
import { type Db, openDatabase } from './database.ts';
import { IN_MEMORY } from './place.ts';

/*
 * Two kinds of locks, both SQLite's own on files beside the index: the kernel lets go of them however the process ends, so there is
 * nothing stale to clean up. Whoever brings a root up to date holds the lock of that root all the while. The index belongs to all roots;
 * each holds its lock for the moment of a transaction.
 */

const POLL_MS = 25;
/** A collection of a large index takes some seconds. */
const TURN_WAIT_MS = 30_000;

/** The files whose turn this process has: what is done in a turn ends before anything else begins. */
const turns = new Set<string>();

/** Does one thing as the only one that writes to the file, moves its log or replaces it, across processes. */
export function inTurn<T>(file: string, work: () => T, waitMs: number = TURN_WAIT_MS): T {
  if (file === IN_MEMORY || turns.has(file)) return work();
  const lock = takeLock(`${file}.lock`, waitMs);
  if (lock instanceof SheafError) throw lock;
  turns.add(file);
  try {
    return work();
  } finally {
    turns.delete(file);
    lock.close();
  }
}

/** One writer at a time across processes, of a root or of what else a file stands for. */
export async function withWriterLock<T>(
  file: string,
  waitMs: number,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + waitMs;
  signal?.throwIfAborted();
  let lock = takeLock(`${file}.lock`, 0);
  for (; lock instanceof SheafError; lock = takeLock(`${file}.lock`, 0)) {
    if (performance.now() >= deadline) {
      const sentence = `Another process is writing the index and did not finish within ${waitMs / 1000} s.`;
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
function takeLock(path: string, timeoutMs: number): Db | SheafError {
  try {
    return lockOf(path, timeoutMs);
  } catch (error) {
    if (isDamage(error)) {
      emptyOwn(path);
      return takeLock(path, timeoutMs);
    }
    if (error instanceof SheafError && error.code === 'busy') return error;
    throw error;
  }
}

/**
 * Nobody holds what is not even a lock, and whoever empties it too empties the same file. In a project it may be a second name of another
 * file: then the name goes, and the file stays as it is.
 */
function emptyOwn(path: string): void {
  const { O_WRONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants;
  const fd = fs.openSync(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    if (fs.fstatSync(fd).nlink === 1) fs.ftruncateSync(fd);
    else fs.rmSync(path);
  } finally {
    fs.closeSync(fd);
  }
}

function lockOf(path: string, timeoutMs: number): Db {
  const lock = openDatabase(path, { timeoutMs });
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
