import type Database from 'libsql';
import { remembered } from '../../../math/memo.ts';
import { SheafError } from '../../../model/errors.ts';
import { driver } from './driver.ts';

type Value = string | number | Uint8Array | null;
export type Row = Readonly<Record<string, unknown>>;

/** The few things we ask of SQLite, with its errors in our words. */
export interface Db {
  exec(sql: string): void;
  run(sql: string, ...values: Value[]): number;
  one(sql: string, ...values: Value[]): Row | undefined;
  all(sql: string, ...values: Value[]): Row[];
  transaction<T>(work: () => T): T;
  close(): void;
}

const DAMAGE = new Set(['SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_FORMAT']);

function translate(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || error instanceof SheafError) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (
    [...DAMAGE].some((damage) => code.startsWith(damage)) ||
    error.message.includes('malformed')
  ) {
    return new SheafError('damaged', `The index ${file} is damaged: ${error.message}.`, '', error);
  }
  if (code === 'SQLITE_BUSY') {
    return new SheafError(
      'busy',
      `The index ${file} is in use: ${error.message}.`,
      'Try again.',
      error,
    );
  }
  if (code.startsWith('SQLITE_FULL') || code.startsWith('SQLITE_IOERR')) {
    const hint = 'Free some disk space, or put the index elsewhere with --index FILE.';
    return new SheafError(
      'unreadable',
      `The index ${file} could not be written: ${error.message}.`,
      hint,
      error,
    );
  }
  if (code.startsWith('SQLITE_READONLY') || code.startsWith('SQLITE_CANTOPEN') || code === '') {
    const hint =
      'Check that the folder exists and is writable, or name another place with --index FILE.';
    return new SheafError(
      'unreadable',
      `The index ${file} could not be opened: ${error.message}.`,
      hint,
      error,
    );
  }
  return error;
}

export interface OpenOptions {
  readonly timeoutMs: number;
}

export function openDatabase(file: string, { timeoutMs }: OpenOptions): Db {
  const guard = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw translate(error, file);
    }
  };
  const handle = guard(() => new (driver())(file, { timeout: timeoutMs }));
  const prepare = remembered((sql: string): Database.Statement => handle.prepare(sql));
  return {
    exec: (sql) => guard(() => void handle.exec(sql)),
    run: (sql, ...values) => guard(() => Number(prepare(sql).run(...values).lastInsertRowid)),
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

/** Row fields, checked once here: a wrong type means a damaged file. */
export function text(row: Row, field: string): string {
  const value = row[field];
  if (typeof value === 'string') return value;
  throw new SheafError('damaged', `The index holds no text in ${field}.`);
}
export function integer(row: Row, field: string): number {
  const value = row[field];
  if (typeof value === 'number') return value;
  throw new SheafError('damaged', `The index holds no number in ${field}.`);
}
export function blob(row: Row, field: string): Uint8Array {
  const value = row[field];
  // The driver gives a Buffer for one row and an ArrayBuffer for many. A plain array of bytes is
  // cut up several times faster than a Buffer.
  if (value instanceof Uint8Array) {
    return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  }
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  throw new SheafError('damaged', `The index holds no bytes in ${field}.`);
}
