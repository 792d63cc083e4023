import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type * as Sheaf from '../../src/index.ts';
import {
  type PostgresServer,
  postgresPrograms,
  startPostgres,
} from '../../test/support/postgres-server.ts';

/** What the parts of the benchmark stand on. */
export interface Ground {
  readonly server: PostgresServer;
  readonly trees: readonly string[];
  readonly tasks: number;
  readonly kills: number;
  readonly seconds: number;
  readonly scratch: string;
  readonly package: string;
  readonly sheaf: typeof Sheaf;
}

export async function server(): Promise<PostgresServer> {
  const programs = postgresPrograms();
  if (programs === null) throw new Error('there is no PostgreSQL: apt-get install postgresql');
  return startPostgres(programs);
}

/** A copy, so that nothing is written into the tree that was given. */
export function copyOf(tree: string, scratch: string): string {
  const copy = join(mkdtempSync(join(scratch, 'sheaf-team-')), basename(tree));
  cpSync(tree, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

/** Numbers that are the same in every run. */
export function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const LINKS = ['why does', 'fix', 'how is', 'where does', 'add a test for', 'speed up'];

/** Tasks from the words of a tree's own files: some about names, some about lines of text. */
export function tasksFor(tree: string, count: number): readonly string[] {
  const listed = execFileSync('git', ['ls-files'], { cwd: tree, encoding: 'utf8' });
  const paths = listed.split('\n').filter((path) => /\.(?:py|ts|js|go|rs|md|rst)$/.test(path));
  const roll = dice(7);
  const pick = <T>(list: readonly T[]): T | undefined => list[roll(list.length)];
  return Array.from({ length: count }, () => {
    const text = readFileSync(join(tree, pick(paths) ?? ''), 'utf8');
    const words = text.match(/[A-Za-z_]{4,30}/g) ?? ['nothing'];
    const chosen = Array.from({ length: 2 + roll(4) }, () => pick(words) ?? '');
    return `${pick(LINKS) ?? ''} ${chosen.join(' ')}`;
  });
}

export const scratchIn = (folder = tmpdir()): string => mkdtempSync(join(folder, 'sheaf-team-'));
