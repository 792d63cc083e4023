import { createRequire } from 'node:module';
import { join } from 'node:path';

/** What both drivers offer alike, as far as it is used here. */
export interface Statement {
  run(...values: unknown[]): unknown;
  get(...values: unknown[]): unknown;
  all(...values: unknown[]): unknown[];
}
export interface Connection {
  exec(sql: string): unknown;
  prepare(sql: string): Statement;
  close(): unknown;
}
export interface Driver {
  readonly name: string;
  readonly folder: string;
  open(file: string): Connection;
}

const require = createRequire(import.meta.url);

/** Loads a driver from its package folder, or by its name. */
export function loadDriver(folder: string): Driver {
  const Database = require(folder) as new (file: string) => Connection;
  const { name, version } = require(join(folder, 'package.json')) as Record<string, string>;
  return { name: `${name} ${version}`, folder, open: (file) => new Database(file) };
}

/** As the store opens its file. */
export function openWal(driver: Driver, file: string): Connection {
  const db = driver.open(file);
  db.exec('PRAGMA busy_timeout = 10000');
  db.exec('PRAGMA journal_mode = WAL');
  db.exec('PRAGMA synchronous = NORMAL');
  return db;
}
