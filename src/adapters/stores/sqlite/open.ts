import { renameSync, rmSync, statSync } from 'node:fs';
import { isDamage, SheafError } from '../../../model/errors.ts';
import { errorCode } from '../../files/open-file.ts';
import { type Db, openDatabase } from './database.ts';
import { inTurn } from './lock.ts';
import { takeOver } from './mend.ts';
import { IN_MEMORY, makePrivate } from './place.ts';
import { NOTHING, restore, type Salvage, salvage } from './records.ts';
import { isOfVersion, prepareSchema } from './schema.ts';

const PAGE_BYTES = 4096;
/** 8 MB: the changes of some six small updates to a large tree. */
const LOG_PAGES = 2048;
const READER_WAIT_MS = 10_000;
const REBUILD_WAIT_MS = 30_000;
/** A command reads for about this long; whoever serves has the newest state open for hours. */
const LOG_WAIT_MS = 500;

/** How a file is opened, and by whom. */
interface Opening {
  readonly version: string;
  readonly warn: (sentence: string) => void;
}

/** A connection. Whatever it writes, it writes in its turn. */
export function open(file: string): Db {
  const db = openDatabase(file, { timeoutMs: READER_WAIT_MS });
  db.exec('PRAGMA journal_mode = WAL');
  // A commit survives a crash of the process; only a power cut may lose the newest, never the file.
  db.exec('PRAGMA synchronous = NORMAL');
  // Moving the log into the file waits for the disk; an update of one file should hardly ever have to.
  db.exec(`PRAGMA wal_autocheckpoint = ${LOG_PAGES}`);
  return { ...db, transaction: (work) => inTurn(file, () => db.transaction(work)) };
}

/**
 * Moves the log into the file, in its turn. What somebody reads from the log stays there until the next time: the driver
 * waits in the one thread that could end a view of this process.
 */
export function moveLog(db: Db, waitMs: number = LOG_WAIT_MS): void {
  db.exec(`PRAGMA busy_timeout = ${waitMs}`);
  try {
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    db.exec(`PRAGMA busy_timeout = ${READER_WAIT_MS}`);
  }
}

function remove(file: string): void {
  for (const suffix of ['', '-wal', '-shm'])
    rmSync(file + suffix, { force: true, recursive: true });
}

const LOST = 'Records of earlier assemblies that could not be read are lost.';

const asideOf = (file: string): string => `${file}.damaged`;

/** Removes what a process left behind that was killed while it made an index anew. Call in turn. */
export const forgetDamaged = (file: string): void => remove(asideOf(file));

/** Makes room for a new file; what it replaces lies beside it until what is whole in it was taken. */
function setAside(file: string): string {
  const aside = asideOf(file);
  remove(aside);
  try {
    for (const suffix of ['', '-wal']) {
      if (sizeOf(file + suffix) > 0) renameSync(file + suffix, aside + suffix);
    }
  } catch (error) {
    if (errorCode(error) === 'unknown error') throw error; // else another process holds it, where that forbids to move it
  }
  remove(file);
  return aside;
}

/** Takes over what is whole in a file that was set aside, and forgets the file. */
function takeOverFrom(aside: string, db: Db, version: string): void {
  try {
    if (sizeOf(aside) === 0) return;
    const old = open(aside);
    try {
      if (isOfVersion(old, version)) db.transaction(() => takeOver(old, db));
    } finally {
      old.close();
    }
  } catch (error) {
    // Without any of it all is made again.
    if (!(error instanceof SheafError)) throw error;
  } finally {
    remove(aside);
  }
}

function tryOpening(file: string, version: string): Db {
  if (file !== IN_MEMORY) makePrivate(file);
  const db = open(file);
  try {
    if (prepareSchema(db, version)) return db;
    throw new SheafError('damaged', `The index ${file} was written by another version.`);
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Throws away what can't be read and begins anew with what can: contents, histories, records of assemblies. Tells why in one line. */
function rebuild(file: string, why: string, { version, warn }: Opening): Db {
  const records = salvaged(file);
  const aside = file === IN_MEMORY ? null : setAside(file);
  const db = tryOpening(file, version);
  if (aside !== null) takeOverFrom(aside, db, version);
  restore(db, records);
  warn(records.isWhole ? why : `${why} ${LOST}`);
  return db;
}

function salvaged(file: string): Salvage {
  if (file === IN_MEMORY || sizeOf(file) === 0) return { ...NOTHING, isWhole: true };
  try {
    const db = open(file);
    try {
      return salvage(db);
    } finally {
      db.close();
    }
  } catch (error) {
    if (!isDamage(error)) throw error;
    return NOTHING;
  }
}

/** Opens the index, rebuilding what can't be read: an index is a cache of the project, never its only copy. */
export function openReadable(file: string, options: Opening): Db {
  // A new file is made by one process alone, as everything is written by one alone.
  if (file === IN_MEMORY || sizeOf(file) > 0) {
    try {
      return tryOpening(file, options.version);
    } catch (error) {
      if (!isDamage(error)) throw error;
    }
  }
  const open = (): Db => {
    try {
      return tryOpening(file, options.version); // another process may have rebuilt it while we waited
    } catch (error) {
      if (!isDamage(error)) throw error;
      return rebuild(file, `${error.message} It is rebuilt.`, options);
    }
  };
  return inTurn(file, open, REBUILD_WAIT_MS);
}

/** Throws away an index in which damage was found, unless another process has: then the file is another. */
export function discard(
  file: string,
  inode: number | undefined,
  why: string,
  options: Opening,
): void {
  const work = (): void => {
    if (inodeOf(file) === inode) rebuild(file, why, options).close();
  };
  // The folder of its lock may be gone, too.
  if (inodeOf(file) === inode) inTurn(file, work, REBUILD_WAIT_MS);
}

/** Says if a file is still the one that was opened. */
export const inodeOf = (file: string): number | undefined =>
  statSync(file, { throwIfNoEntry: false })?.ino;

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** A log is read again by everyone who opens the index, so it stays only while it is short, also beside the file. */
export function hasShortLog(file: string): boolean {
  return sizeOf(`${file}-wal`) < Math.min(sizeOf(file) / 4, 2 * LOG_PAGES * PAGE_BYTES);
}
