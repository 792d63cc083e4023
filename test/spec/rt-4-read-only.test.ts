import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inFolder, type Ran, SHEAF, sheaf, writeFiles } from '../support/project.ts';
import { skippedLoudly } from '../support/terminal.ts';

/** Runs a command while a folder can't be written: `root` is stopped by a mount, others by the folder's mode. */
const MOUNTED =
  'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && shift && exec "$@" </dev/null';
const DENIED =
  'chmod -R a-w "$1"; place="$1"; shift; "$@"; code=$?; chmod -R u+w "$place"; exit $code';
const isRoot = process.getuid?.() === 0;

function readOnly(folder: string, line: readonly string[], env: NodeJS.ProcessEnv = {}): Ran {
  const shell = ['sh', '-c', isRoot ? MOUNTED : DENIED, 'sh', folder, ...line];
  const [program = '', ...args] = isRoot ? ['unshare', '-m', ...shell] : shell;
  const ran = spawnSync(program, args, { encoding: 'utf8', env: { ...process.env, ...env } });
  return { code: ran.status ?? -1, out: ran.stdout, err: ran.stderr };
}

const canDeny = await inFolder((folder) => {
  const tried = join(folder, 'tried');
  return readOnly(folder, ['touch', tried]).code !== 0 && !existsSync(tried);
});
if (!canDeny) skippedLoudly('no folder can be made read-only here: RT-4 was not tried on one');

const TASK = 'the token reader drops the last token';
const FILES = {
  'src/reader.ts': 'export function readTokens(line: string): string[] {\n  return [line];\n}\n',
  'README.md': '# Tokens\n\nReads tokens.\n',
};

interface Place {
  readonly root: string;
  /** Runs the program on the root while that can't be written. */
  run(...args: string[]): Ran;
  /** What the program left in the folder for temporary files. */
  left(): string[];
}

const inPlace = (work: (place: Place) => void): Promise<void> =>
  inFolder((folder) => {
    const root = join(folder, 'project');
    const temporary = join(folder, 'tmp');
    mkdirSync(root);
    mkdirSync(temporary);
    writeFiles(root, FILES);
    const run = (...args: string[]): Ran =>
      readOnly(root, [process.execPath, SHEAF, ...args, '--root', root], { TMPDIR: temporary });
    work({ root, run, left: () => readdirSync(temporary) });
  });

describe.skipIf(!canDeny)('RT-4 a workspace that can not be written', () => {
  it('is searched and assembled from memory, with one line that says so', () =>
    inPlace(({ root, run, left }) => {
      const found = run('search', '--files', TASK);
      expect(found.code).toBe(0);
      expect(found.out).toContain('src/reader.ts');
      expect(found.err).toMatch(
        /^The index \S+ can't be written \(E\w+\), so it is made in memory.*\n$/,
      );
      const { code, out } = run('assemble', TASK);
      expect(code).toBe(0);
      expect(existsSync(join(root, '.sheaf'))).toBe(false);
      expect(left()).toEqual([]);
      // The same bytes as where it can be written.
      expect(out).toBe(sheaf(['assemble', TASK, '--root', root]).out);
    }));

  it('is read from the index that lies there, be it current or not', () =>
    inPlace(({ root, run, left }) => {
      const written = sheaf(['assemble', TASK, '--root', root]).out;
      const index = readFileSync(join(root, '.sheaf/index.db'));
      const current = run('assemble', TASK);
      expect(current.out).toBe(written);
      expect(current.err).toMatch(
        /^The index \S+ can't be written \(E\w+\), so it is read from a copy\.\n/,
      );
      expect(current.err.match(/can't be written/g)).toHaveLength(1);
      const { documents } = JSON.parse(run('index', '--status', '--json').out) as {
        documents: number;
      };
      expect(documents).toBe(2);
      writeFiles(root, { 'src/last.ts': 'export function lastToken(): void {}\n' });
      expect(run('search', '--files', 'lastToken').out).toContain('src/last.ts');
      expect(readFileSync(join(root, '.sheaf/index.db')).equals(index)).toBe(true);
      expect(left()).toEqual([]);
    }));

  it('is searched though the index that lies there is damaged', () =>
    inPlace(({ root, run }) => {
      sheaf(['index', '--root', root]);
      writeFileSync(
        join(root, '.sheaf/index.db'),
        'no index at all, but long enough to look at'.repeat(40),
      );
      const { code, out } = run('search', '--files', TASK);
      expect(code).toBe(0);
      expect(out).toContain('src/reader.ts');
    }));

  it('has no index made or named in it', () =>
    inPlace(({ root, run }) => {
      for (const line of [
        ['index'],
        ['index', 'gc'],
        ['search', 'x', '--index', join(root, 'i.db')],
      ]) {
        const { code, out, err } = run(...line);
        expect({ line, code, out }).toEqual({ line, code: 2, out: '' });
        expect(err).toMatch(/can't be written \(E\w+\)\.\n {2}hint: Choose a writable file/);
      }
    }));

  it('has flows that are read and assembled, and not changed', () =>
    inPlace(({ root, run }) => {
      sheaf(['flow', 'new', TASK, '--root', root]);
      sheaf(['add', 'src/reader.ts', '--root', root]);
      expect(run('evidence', 'status').out).toContain('e1 100_reader_ts.evidence.md');
      const { code, out, err } = run('assemble');
      expect(code).toBe(0);
      expect(out).toContain('## Evidence: src/reader.ts');
      expect(err).toContain('build/prompt.mdctx was not written');
      for (const line of [
        ['evidence', 'toggle', 'off', 'e1'],
        ['flow', 'new', 'other'],
      ]) {
        const refused = run(...line);
        expect(refused.code).toBe(2);
        expect(refused.err).toMatch(/error: .*(?:can't be written|could not be opened)/);
        expect(refused.err).not.toContain('unexpected');
      }
    }));
});

const PROC = '/proc/self/fd';
if (!existsSync(PROC)) skippedLoudly(`there is no ${PROC}: it was not tried as a root`);

describe.skipIf(!existsSync(PROC))(
  'RT-4 a root where folders can be neither made nor denied',
  () => {
    it.each([
      ['index', 2],
      ['search', 0],
      ['flow', 2],
    ])('comes to an end: %s', (name, code) => {
      const words = { index: [], search: ['x'], flow: ['new', 'x'] }[name] ?? [];
      const ran = spawnSync(process.execPath, [SHEAF, name, ...words, '--root', PROC], {
        encoding: 'utf8',
        timeout: 30_000,
      });
      expect(ran.status).toBe(code);
      expect(ran.stderr).toMatch(/can't be written/);
    });
  },
);
