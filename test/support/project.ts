import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { indexFileOf } from '../../src/adapters/origin.ts';
import { DEFAULTS } from '../../src/config/defaults.ts';

/** Where the index of a root lies unless a test names another place. */
export const indexFile = (root: string): string =>
  indexFileOf({ root, gitDir: null, ref: null, indexFile: null, config: DEFAULTS }, process.env);

/** Throws the index of a root away. */
export function forgetIndex(root: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(indexFile(root) + end, { force: true });
}

export const SHEAF: string = join(import.meta.dirname, '../../bin/sheaf.js');

/** Runs work in a folder that is gone afterwards. */
export async function inFolder<T>(work: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-test-'));
  try {
    return await work(folder);
  } finally {
    remove(folder);
  }
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // It can't remove folders whose path is too long to name.
    execFileSync('rm', ['-rf', folder]);
  }
}

export function writeFiles(
  root: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

/** Makes a tree the first time a run asks for it and copies it from then on: each commit of a history is a process. */
export function copyOf(name: string, root: string, make: (root: string) => void): void {
  const kept = join(tmpdir(), `sheaf-kept-${name}`);
  if (!existsSync(kept)) {
    const fresh = mkdtempSync(join(tmpdir(), 'sheaf-made-'));
    make(fresh);
    try {
      renameSync(fresh, kept);
    } catch (error) {
      // Another worker was quicker: its tree is as good.
      if (!existsSync(kept)) throw error;
    }
  }
  cpSync(kept, root, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
}

const IDENTITY = {
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.org',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.org',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
};

export function git(root: string, ...args: string[]): string {
  return execFileSync('git', args, {
    cwd: root,
    env: { ...process.env, ...IDENTITY },
    encoding: 'utf8',
  }).trim();
}

export function commitAll(root: string, message: string): string {
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '--allow-empty', '-m', message);
  return git(root, 'rev-parse', 'HEAD');
}

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the built program in a process of its own. */
export function sheaf(
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; input?: string } = {},
): Ran {
  const ran = spawnSync(process.execPath, [SHEAF, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    ...options,
    env: { ...process.env, ...options.env },
  });
  return { code: ran.status ?? -1, out: ran.stdout, err: ran.stderr };
}

export function sheafJson<T>(
  args: readonly string[],
  options: Parameters<typeof sheaf>[1] = {},
): T {
  const { code, out, err } = sheaf([...args, '--json'], options);
  if (code !== 0) throw new Error(`sheaf ${args.join(' ')} ended with ${code}: ${err}`);
  return JSON.parse(out) as T;
}

/** A project of many small modules, all alike but not the same. */
export function manyModules(count: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `src/part${i % 17}/module_${i}.py`,
      `"""Module ${i} of the sample."""\nimport os\n\n\nclass Reader${i}:\n    """Reads item ${i}."""\n\n${Array.from(
        { length: 12 },
        (_unused, j) =>
          `    def read_${j}(self, value_${i}):\n        total = value_${i} + ${i * j}\n        return os.path.join(str(total), "part${j}")\n\n`,
      ).join('')}`,
    ]),
  );
}
