import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/adapters/stores/sqlite/store.ts';
import { openWorkspace } from '../../src/index.ts';
import { ANALYSER_VERSION } from '../../src/model/version.ts';
import { command } from '../support/command.ts';
import { inFolder, manyModules, type Ran, sheaf, writeFiles } from '../support/project.ts';

const TASK = 'the total of reader 7 is wrong';

interface Place {
  readonly root: string;
  readonly index: string;
  run(...argv: string[]): Ran;
}

/** A project of a user who has an index and a log of it. */
const inPlace = (work: (place: Place) => void | Promise<void>): Promise<void> =>
  inFolder(async (folder) => {
    const root = join(folder, 'project');
    writeFiles(root, manyModules(30));
    const env = { XDG_CACHE_HOME: join(folder, 'cache') };
    const run = (...argv: string[]): Ran => sheaf([...argv, '-q'], { cwd: root, env });
    run('assemble', TASK);
    run('index', 'gc'); // moves the log into the file
    writeFiles(root, { 'docs/more.md': '# More\n\nOf the total, in the log alone.\n' });
    run('assemble', TASK);
    await work({ root, index: join(folder, 'cache/sheaf/index.db'), run });
  });

/** The harm changes no answer, though there is something to write, and the second one is given without a word. */
async function expectHealed({ root, index, run }: Place, harm: () => void): Promise<void> {
  const edited = join(root, 'src/edited.py');
  if (existsSync(edited)) rmSync(edited);
  else writeFiles(root, { 'src/edited.py': 'def edited():\n    return "total"\n' });
  const { out } = await command(root, ['assemble', TASK, '-q', '--index', `${index}.other`]);
  harm();
  expect(run('assemble', TASK)).toMatchObject({ code: 0, out });
  expect(run('assemble', TASK)).toEqual({ code: 0, out, err: '' });
}

describe('RT-4 an index that was cut short beside its log', () => {
  it('is rebuilt, with one line that says so', () =>
    inPlace((place) => {
      const { root, index } = place;
      const env = { XDG_CACHE_HOME: join(root, '../cache') };
      expect(existsSync(`${index}-wal`)).toBe(true);
      truncateSync(index, 12 * 4096);
      const { code, err } = sheaf(['search', 'reader'], { cwd: root, env });
      expect(code).toBe(0);
      expect(err.match(/rebuilt/g)).toHaveLength(1);
      expect(err.trim().split('\n')).toHaveLength(1);
      expect(sheaf(['search', 'reader'], { cwd: root, env })).toMatchObject({ code: 0, err: '' });
    }));
});

describe('RT-4 what lies in the place of a file of the index and is none', () => {
  const KINDS: Readonly<Record<string, (path: string) => void>> = {
    'a folder': (path) => writeFiles(path, { 'inside.txt': 'x' }),
    'a pipe': (path) => execFileSync('mkfifo', [path]),
  };
  for (const [kind, make] of Object.entries(KINDS)) {
    it(`is removed: ${kind}`, { timeout: 120_000 }, () =>
      inPlace(async (place) => {
        for (const end of kind === 'a pipe' ? ['', '.lock'] : ['', '-wal', '-shm']) {
          await expectHealed(place, () => {
            rmSync(place.index + end, { force: true });
            make(place.index + end);
          });
        }
        await expectHealed(place, () => {
          for (const lock of locksOf(place.index)) {
            rmSync(lock);
            make(lock);
          }
        });
      }),
    );
  }

  it('is left alone where somebody named it, and said so', () =>
    inPlace(({ root, run }) => {
      const named = join(root, '../mine.db');
      mkdirSync(named);
      const asked = sheaf(['search', 'reader', '--index', named], { cwd: root });
      expect(asked).toMatchObject({ code: 0 });
      expect(asked.err).toContain("can't be written (not a file), so it is made in memory");
      expect(run('index', '--index', named)).toMatchObject({ code: 2 });
      expect(existsSync(named)).toBe(true);
    }));
});

const locksOf = (index: string): string[] =>
  readdirSync(join(index, '..'))
    .filter((name) => name.endsWith('.lock'))
    .map((name) => join(index, '..', name));

describe('RT-4 a lock that is damaged', () => {
  it('locks nobody out', () =>
    inPlace(async (place) => {
      await expectHealed(place, () => {
        for (const lock of locksOf(place.index)) writeFileSync(lock, 'no lock at all '.repeat(400));
      });
    }));
});

describe('RT-4 two workspaces of a program that share an index', () => {
  it('keep the log they write to, whoever else opens and closes the file', () =>
    inFolder(async (folder) => {
      const [one, two] = ['one', 'two'].map((name) => join(folder, name));
      if (one === undefined || two === undefined) return;
      const env = { XDG_CACHE_HOME: join(folder, 'cache') };
      const index = join(folder, 'cache/sheaf/index.db');
      for (const root of [one, two]) writeFiles(root, manyModules(3));
      const first = await openWorkspace({ root: one, env });
      await first.search({ query: 'reader' });
      const second = await openWorkspace({ root: two, env });
      await second.search({ query: 'reader' });
      const visit = `const Database = require('libsql'); const db = new Database(${JSON.stringify(index)}); db.exec('SELECT 1 FROM meta'); db.close();`;
      execFileSync(process.execPath, ['-e', visit], { cwd: join(import.meta.dirname, '../..') });
      expect(existsSync(`${index}-wal`)).toBe(true);
      writeFiles(one, { 'src/new.py': 'def brand_new():\n    return 1\n' });
      await first.search({ query: 'reader' });
      const kept = sheaf(['index', '--status', '--json'], { cwd: one, env });
      expect(JSON.parse(kept.out)).toMatchObject({ documents: 4, updated: 0 });
      await Promise.all([first.close(), second.close()]);
    }));
});

describe('RT-4 small files that Sheaf keeps, damaged', () => {
  it('cost what they hold and no more: failures of hooks, conversations, trust', () =>
    inPlace(({ root, index }) => {
      const env = {
        XDG_CACHE_HOME: join(root, '../cache'),
        XDG_STATE_HOME: join(root, '../state'),
      };
      const run = (...argv: string[]): Ran => sheaf(argv, { cwd: root, env, input: '{' });
      const kept = [join(index, '../hook.log'), join(root, '../state/sheaf/trusted')];
      writeFiles(root, { 'sheaf.toml': '[index]\nmax_file_bytes = 9000000\n' });
      expect(run('search', 'reader').err).toContain('sheaf trust');
      expect(run('trust').code).toBe(0);
      expect(run('search', 'reader').code).toBe(0);
      writeFiles(root, { 'sheaf.toml': '' });
      for (const file of kept) {
        writeFileSync(file, '\0{"time": "garbage \ufffd\n"what"\n{"time":1}\nnull\n');
        expect(run('trust', '--list')).toMatchObject({ code: 0 });
        const { out, err } = run('doctor');
        expect(err).toBe('');
        expect(out).toContain('hook');
        expect(out).not.toMatch(/unexpected|JSON/);
      }
      // What nobody can read is trusted by nobody.
      writeFiles(root, { 'sheaf.toml': '[index]\nmax_file_bytes = 9000000\n' });
      expect(run('search', 'reader').err).toContain('sheaf trust');
    }));
});

describe('RT-4 a question before the first index is there', () => {
  it('waits for the process that makes it, however long that takes', { timeout: 120_000 }, () =>
    inFolder(async (folder) => {
      const root = join(folder, 'project');
      const env = { XDG_CACHE_HOME: join(folder, 'cache') };
      const file = join(folder, 'cache/sheaf/index.db');
      writeFiles(root, manyModules(3));
      const version = ANALYSER_VERSION;
      const store = await openStore({ file, root, version, statesKept: 2, warn: () => {} });
      // Longer than somebody waits who has an older state.
      const writing = store.writing(0, undefined, () => sleep(4000));
      const workspace = await openWorkspace({ root, env });
      const found = await workspace.search({ query: 'reader' });
      expect(found.length).toBeGreaterThan(0);
      await writing;
      await workspace.close();
      store.close();
    }),
  );
});

describe('RT-4 an update beside somebody who reads the state before', () => {
  it('does not wait until they have read it', () =>
    inFolder(async (root) => {
      const file = join(root, 'index.db');
      // So long that its log is moved into the file.
      const settings = 'x'.repeat(1_000_000);
      const rest = { place: 'tree', commit: null, files: [], leftOut: [], settings, memory: '' };
      const options = { file, root, version: 't', statesKept: 2, leavesLog: true };
      const store = await openStore({ ...options, warn: () => {} });
      const write = (name: string): Promise<void> =>
        store.writing(0, undefined, async (writer) => writer.addState({ ...rest, root: name }));
      await write('one');
      const view = store.view('root', 'one');
      expect(view).not.toBeNull();
      const before = performance.now();
      await write('two');
      // It was ten seconds, in which the process did nothing else.
      expect(performance.now() - before).toBeLessThan(5000);
      view?.close();
      store.close();
    }));
});

describe('RT-4 a cache that somebody clears while a program runs', () => {
  it('is made again', { timeout: 120_000 }, () =>
    inFolder(async (folder) => {
      const root = join(folder, 'project');
      writeFiles(root, manyModules(3));
      const env = { XDG_CACHE_HOME: join(folder, 'cache') };
      const workspace = await openWorkspace({ root, env, warn: () => {} });
      const found = await workspace.search({ query: 'reader' });
      rmSync(join(folder, 'cache/sheaf'), { recursive: true });
      expect(await workspace.search({ query: 'reader' })).toEqual(found);
      writeFiles(root, { 'src/new.py': 'def brand_new():\n    return 1\n' });
      expect(await workspace.search({ query: 'brand new' })).toMatchObject([
        { path: 'src/new.py' },
      ]);
      expect(existsSync(join(folder, 'cache/sheaf/index.db'))).toBe(true);
      await workspace.close();
    }),
  );
});
