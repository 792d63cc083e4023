import { createRequire } from 'node:module';
import type Database from 'libsql';
import { late, remembered } from '../../../math/memo.ts';
import { SheafError } from '../../../model/errors.ts';

type Value = string | number | Uint8Array | null;
export type Row = Readonly<Record<string, unknown>>;

/** The few things we ask of SQLite, with its errors in our words. */
export interface Db {
  exec(sql: string): void;
  run(sql: string, ...values: Value[]): number;
  /** Puts a row into a table and gives its number. Never bytes alone: the driver takes a single object for named values. */
  insert(table: string, row: Readonly<Record<string, Value>>): number;
  one(sql: string, ...values: Value[]): Row | undefined;
  all(sql: string, ...values: Value[]): Row[];
  transaction<T>(work: () => T): T;
  close(): void;
}

/** A page that should be there lies beyond the end of the file, or is not what was written. */
const CUT_SHORT = 'IOERR_(?:SHORT_READ|CORRUPTFS|DATA)';
const NO_ROOM = new RegExp(`^SQLITE_(?!${CUT_SHORT})(?:FULL|IOERR)`);

/** What SQLite's codes mean to us; the first that fits. */
const TROUBLES = [
  {
    // What we ask is always the same, of a file that can be written: where it does not fit, the file is not what we wrote.
    codes: new RegExp(
      `^SQLITE_(?:CORRUPT|NOTADB|FORMAT|ERROR|CONSTRAINT|MISMATCH|TOOBIG|READONLY|${CUT_SHORT})`,
    ),
    code: 'damaged',
    what: 'is damaged',
    hint: '',
  },
  // Also while another process puts the log in order that a third one left behind.
  {
    codes: /^SQLITE_(?:BUSY|LOCKED|PROTOCOL)/,
    code: 'busy',
    what: 'is in use',
    hint: 'Try again.',
  },
  {
    codes: NO_ROOM,
    code: 'unreadable',
    what: 'could not be written',
    hint: 'Free some disk space, or put the index elsewhere with --index FILE.',
  },
  {
    codes: /^SQLITE_NOMEM/,
    code: 'unreadable',
    what: 'could not be read',
    hint: 'There is too little memory: end other programs, or raise the limit with ulimit -v.',
  },
  {
    codes: /^(?:SQLITE_CANTOPEN|$)/,
    code: 'unreadable',
    what: 'could not be opened',
    hint: 'Check that the folder can be written and that more files may be opened (ulimit -n), or name another place with --index FILE.',
  },
] as const;

/** Loaded by the first who opens a database: most of the time that takes is spent outside JavaScript. */
const driver = late(() => {
  // To learn which C library the system has, the driver lets Node write a report on the whole process, which takes longer than all the rest.
  // Without one it learns it from the file system.
  const { report } = process;
  const { getReport } = report;
  report.getReport = () => ({});
  try {
    return createRequire(import.meta.url)('libsql') as typeof Database;
  } finally {
    report.getReport = getReport;
  }
});

function translate(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || error instanceof SheafError) return error;
  const said = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const sign = error.message.includes('malformed') ? 'SQLITE_CORRUPT' : said;
  const trouble = TROUBLES.find(({ codes }) => codes.test(sign));
  if (trouble === undefined) return error;
  const { code, what, hint } = trouble;
  return new SheafError(code, `The index ${file} ${what}: ${error.message}.`, hint, error);
}

/** Whether it was the disk that had no room, or failed. */
export const isFull = (error: unknown): error is SheafError =>
  error instanceof SheafError && NO_ROOM.test(String(Object(error.cause).code));

export function openDatabase(file: string, { timeoutMs }: { readonly timeoutMs: number }): Db {
  const guard = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw translate(error, file);
    }
  };
  const handle = guard(() => new (driver())(file, { timeout: timeoutMs }));
  const prepare = remembered((sql: string): Database.Statement => handle.prepare(sql));
  const run = (sql: string, ...values: Value[]): number =>
    guard(() => Number(prepare(sql).run(...values).lastInsertRowid));
  return {
    exec: (sql) => guard(() => void handle.exec(sql)),
    run,
    insert: (table, row) => {
      const names = Object.keys(row);
      const places = names.map(() => '?').join(', ');
      return run(
        `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places})`,
        ...Object.values(row),
      );
    },
    one: (sql, ...values) => guard(() => prepare(sql).get(...values) as Row | undefined),
    all: (sql, ...values) => guard(() => prepare(sql).all(...values) as Row[]),
    transaction: (work) =>
      guard(() => {
        handle.exec('BEGIN IMMEDIATE');
        try {
          const result = work();
          handle.exec('COMMIT');
          return result;
        } catch (error) {
          if (handle.inTransaction) handle.exec('ROLLBACK');
          throw error;
        }
      }),
    close: () => guard(() => void handle.close()),
  };
}

const damaged = (what: string, field: string): SheafError =>
  new SheafError('damaged', `The index holds no ${what} in ${field}.`);

const asked = (type: string, columns: readonly string[]): string =>
  columns.map((name) => `CAST(${name} AS ${type}) AS ${name.replace(/^.*\./, '')}`).join(', ');

/**
 * Columns of a query, texts and bytes alike. One flipped bit makes a text of anything that is stored, and the driver ends the
 * whole process where a text is not UTF-8; so it is never given one.
 */
export const bytes = (...columns: string[]): string => asked('BLOB', columns);
/** The same for numbers, apart from those of rows, which can't be anything else. */
export const numbers = (...columns: string[]): string => asked('INTEGER', columns);

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Row fields, checked once here: a wrong type means a damaged file. */
export function text(row: Row, field: string): string {
  try {
    return UTF8.decode(blob(row, field));
  } catch (error) {
    throw error instanceof SheafError ? error : damaged('text', field);
  }
}
export function integer(row: Row, field: string): number {
  const value = row[field];
  if (typeof value === 'number') return value;
  throw damaged('number', field);
}
export function blob(row: Row, field: string): Uint8Array {
  const value = row[field];
  // The driver gives a Buffer for one row and an ArrayBuffer for many. A plain array of bytes is
  // cut up several times faster than a Buffer.
  if (value instanceof Uint8Array) {
    return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  }
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  throw damaged('bytes', field);
}
