import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
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
  readonly cache: string;
  /** Runs the program on the root while that, or the cache, can't be written. */
  run(denied: 'root' | 'cache', ...args: string[]): Ran;
  /** The same where everything can be written. */
  free(...args: string[]): Ran;
  /** What the program left in the folder for temporary files. */
  left(): string[];
}

const inPlace = (work: (place: Place) => void): Promise<void> =>
  inFolder((folder) => {
    const [root, cache, temporary] = ['project', 'cache', 'tmp'].map((name) => {
      const path = join(folder, name);
      mkdirSync(path);
      return path;
    }) as [string, string, string];
    writeFiles(root, FILES);
    const env = { TMPDIR: temporary, XDG_CACHE_HOME: cache };
    work({
      root,
      cache,
      run: (denied, ...args) => {
        const line = [process.execPath, SHEAF, ...args, '--root', root];
        return readOnly({ root, cache }[denied], line, env);
      },
      free: (...args) => sheaf([...args, '--root', root], { env }),
      left: () => readdirSync(temporary),
    });
  });

describe.skipIf(!canDeny)('RT-4 a workspace that can not be written', () => {
  it("is served from the user's cache, without a word", () =>
    inPlace(({ root, cache, run, free, left }) => {
      const { code, out, err } = run('root', 'search', '--files', TASK);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(out).toContain('src/reader.ts');
      expect(existsSync(join(root, '.sheaf'))).toBe(false);
      const folder = join(cache, 'sheaf');
      expect(statSync(folder).mode & 0o777).toBe(0o700);
      expect(readdirSync(folder).length).toBeGreaterThan(1);
      for (const name of readdirSync(folder)) {
        expect([name, statSync(join(folder, name)).mode & 0o777]).toEqual([name, 0o600]);
      }
      expect(run('root', 'assemble', TASK).out).toBe(free('assemble', TASK).out);
      expect(run('root', 'index', '--status').out).toContain(`index      ${folder}/`);
      expect(left()).toEqual([]);
    }));
});

describe.skipIf(!canDeny)('RT-4 a cache that can not be written', () => {
  it('is made up for by memory, with one line that says so', () =>
    inPlace(({ run, free, left }) => {
      const found = run('cache', 'search', '--files', TASK);
      expect(found.code).toBe(0);
      expect(found.out).toContain('src/reader.ts');
      expect(found.err).toMatch(
        /^The index \S+ can't be written \(E\w+\), so it is made in memory.*\n$/,
      );
      const { code, out } = run('cache', 'assemble', TASK);
      expect(code).toBe(0);
      expect(left()).toEqual([]);
      // The same bytes as where it can be written.
      expect(out).toBe(free('assemble', TASK).out);
    }));

  it('is read, be the index that lies there current or not', () =>
    inPlace(({ root, cache, run, free, left }) => {
      const written = free('assemble', TASK).out;
      const [name = ''] = readdirSync(join(cache, 'sheaf')).filter((own) => own.endsWith('.db'));
      const index = readFileSync(join(cache, 'sheaf', name));
      const current = run('cache', 'assemble', TASK);
      expect(current.out).toBe(written);
      expect(current.err).toMatch(
        /^The index \S+ can't be written \(E\w+\), so it is read from a copy\.\n/,
      );
      expect(current.err.match(/can't be written/g)).toHaveLength(1);
      const { documents } = JSON.parse(run('cache', 'index', '--status', '--json').out) as {
        documents: number;
      };
      expect(documents).toBe(2);
      writeFiles(root, { 'src/last.ts': 'export function lastToken(): void {}\n' });
      expect(run('cache', 'search', '--files', 'lastToken').out).toContain('src/last.ts');
      expect(readFileSync(join(cache, 'sheaf', name)).equals(index)).toBe(true);
      expect(left()).toEqual([]);
    }));

  it('is done without though the index that lies there is damaged', () =>
    inPlace(({ cache, run, free }) => {
      free('index');
      for (const name of readdirSync(join(cache, 'sheaf'))) {
        writeFileSync(
          join(cache, 'sheaf', name),
          'no index, but long enough to look at'.repeat(40),
        );
      }
      const { code, out } = run('cache', 'search', '--files', TASK);
      expect(code).toBe(0);
      expect(out).toContain('src/reader.ts');
    }));

  it('has no index made or named in it', () =>
    inPlace(({ cache, run }) => {
      for (const line of [
        ['index'],
        ['index', 'gc'],
        ['search', 'x', '--index', join(cache, 'i.db')],
      ]) {
        const { code, out, err } = run('cache', ...line);
        expect({ line, code, out }).toEqual({ line, code: 2, out: '' });
        expect(err).toMatch(/can't be written \(E\w+\)\.\n {2}hint: Choose a writable file/);
      }
    }));
});

describe('RT-4 a user without a home', () => {
  const env = { HOME: undefined, USERPROFILE: undefined, XDG_CACHE_HOME: '' };

  it('is answered from memory, and told where an index has to be kept', () =>
    inPlace(({ root }) => {
      const found = sheaf(['search', '--files', TASK, '--root', root], { env });
      expect(found).toMatchObject({ code: 0, err: '' });
      expect(found.out).toContain('src/reader.ts');
      const index = sheaf(['index', '--root', root], { env });
      expect(index.code).toBe(2);
      expect(index.err).toMatch(/^error: The index can't be written \(there is no home folder\)/);
      expect(sheaf(['index', '--index', join(root, 'i.db'), '--root', root], { env }).code).toBe(0);
    }));
});

describe('RT-4 an index that came with the project', () => {
  it('is neither read nor written, with one line that says so', () =>
    inPlace(({ root, free }) => {
      const poison = Buffer.from('a poisoned index');
      writeFiles(root, { '.sheaf/index.db': poison });
      const { code, err } = free('search', '--files', TASK);
      expect(code).toBe(0);
      expect(err).toMatch(/^\.sheaf\/index\.db is not used: [^\n]*You may delete the file\.\n$/);
      expect(readdirSync(join(root, '.sheaf'))).toEqual(['index.db']);
      expect(readFileSync(join(root, '.sheaf/index.db')).equals(poison)).toBe(true);
    }));
});

describe.skipIf(!canDeny)('FL-1 a workspace that can not be written', () => {
  it('has flows that are read and assembled, and not changed', () =>
    inPlace(({ run, free }) => {
      free('flow', 'new', TASK);
      free('add', 'src/reader.ts');
      expect(run('root', 'evidence', 'status').out).toContain('e1 100_reader_ts.evidence.md');
      const { code, out, err } = run('root', 'assemble');
      expect(code).toBe(0);
      expect(out).toContain('## Evidence: src/reader.ts');
      expect(err).toContain('build/prompt.mdctx was not written');
      for (const line of [
        ['evidence', 'toggle', 'off', 'e1'],
        ['flow', 'new', 'other'],
      ]) {
        const refused = run('root', ...line);
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
      ['index', 0],
      ['search', 0],
      ['flow', 2],
    ])('comes to an end: %s', (name, code) => {
      const words = { index: [], search: ['x'], flow: ['new', 'x'] }[name] ?? [];
      const ran = spawnSync(process.execPath, [SHEAF, name, ...words, '--root', PROC], {
        encoding: 'utf8',
        timeout: 30_000,
      });
      expect(ran.status).toBe(code);
      expect(ran.stderr.includes("can't be written")).toBe(code !== 0);
    });
  },
);
