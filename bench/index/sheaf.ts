import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Cost, runChild } from '../support/child.ts';

/** A long, real-looking request, so that an assembly has something to do. */
export const TASK =
  'QuerySet.bulk_create() with update_conflicts raises a TypeError when a field has a db_column: the returned objects have no primary key, and the transaction is left open';

/** What `sheaf index --json` says, as far as it is used here. */
export interface Indexed {
  readonly documents: number;
  readonly chunks: number;
  readonly updated: number;
}

/** Runs the built program. */
export function sheaf(home: string, args: readonly string[], root: string): Cost {
  return runChild(process.execPath, [join(home, 'bin/sheaf.js'), ...args, '--quiet'], root);
}

export const indexing = (file: string): string[] => ['index', '--json', '--index', file];
export const assembling = (file: string): string[] => ['assemble', TASK, '--index', file];

export const indexedOf = (cost: Cost): Indexed => JSON.parse(cost.output) as Indexed;

export function removeIndex(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '.lock']) rmSync(file + suffix, { force: true });
}

export const sizeMb = (file: string): number => statSync(file).size / 2 ** 20;
