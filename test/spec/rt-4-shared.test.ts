import { spawn } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'libsql';
import { describe, expect, it } from 'vitest';
import { workTree } from '../../src/adapters/files/work-tree.ts';
import { openStore } from '../../src/adapters/stores/sqlite/store.ts';
import { defineSource, openWorkspace } from '../../src/index.ts';
import type { State } from '../../src/model/state.ts';
import { command } from '../support/command.ts';
import {
  commitAll,
  git,
  inFolder,
  manyModules,
  SHEAF,
  sheaf,
  sheafJson,
  writeFiles,
} from '../support/project.ts';
import { runs } from '../support/runs.ts';

interface Index {
  readonly state_root: string;
  readonly updated: number;
  readonly analysed: number;
}

/** A user with a project and room for others. */
interface User {
  readonly folder: string;
  readonly project: string;
  readonly env: NodeJS.ProcessEnv;
  readonly index: string;
}

const TASK = 'the total of reader 7 is wrong';

function asUser(work: (user: User) => void | Promise<void>): Promise<void> {
  return inFolder(async (folder) => {
    const project = join(folder, 'project');
    writeFiles(project, {
      ...manyModules(30),
      'docs/guide.md': '# Readers\n\nA reader reads an item; the total is joined.\n',
      'logo.png': new Uint8Array([137, 80, 78, 71, 0, 1, 2, 3]),
      'windows.txt': 'a reader\r\nof totals\r\n',
    });
    git(project, 'init', '-q');
    commitAll(project, 'readers of items');
    appendFileSync(join(project, 'src/part7/module_7.py'), '\n# totals are joined\n');
    commitAll(project, 'the total of a reader was lost');
    const cache = join(folder, 'cache');
    await work({
      folder,
      project,
      env: { XDG_CACHE_HOME: cache },
      index: join(cache, 'sheaf/index.db'),
    });
  });
}

/** Prompt and plan, in the index of all. Those who write it are processes of their own. */
function answer({ folder, env }: User, root: string): string {
  const plan = join(folder, 'plan.json');
  const { code, out, err } = sheaf(['assemble', TASK, '--root', root, '--plan', plan], { env });
  if (code !== 0) throw new Error(err);
  return out + readFileSync(plan, 'utf8');
}

/** The same in an index of its own, which nobody else ever sees. */
async function alone({ folder }: User, root: string): Promise<string> {
  const own = mkdtempSync(join(folder, 'alone-'));
  const plan = join(own, 'plan.json');
  const args = ['assemble', TASK, '--plan', plan, '--index', join(own, 'index.db')];
  const { code, out, err } = await command(root, args);
  if (code !== 0) throw new Error(err);
  return out + readFileSync(plan, 'utf8');
}

const indexed = ({ env }: User, root: string): Index =>
  sheafJson<Index>(['index', '--root', root], { env });

/** As if the files had been written some time before git's index, which is when git can tell if one changed. */
function older(root: string): void {
  const later = Date.now() / 1000 + 10;
  utimesSync(join(root, '.git/index'), later, later);
}

const clone = ({ folder, project }: User, name: string, ...more: string[]): string => {
  git(folder, 'clone', '-q', ...more, `file://${project}`, name);
  return join(folder, name);
};

/** Starts indexing, and kills it after a while if told to. */
async function running({ env }: User, root: string, killMs?: number): Promise<number | null> {
  const child = spawn(process.execPath, [SHEAF, 'index', '--root', root, '-q'], {
    stdio: 'ignore',
    env: { ...process.env, ...env },
  });
  const ended = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)));
  if (killMs === undefined) return ended;
  await sleep(killMs);
  child.kill('SIGKILL');
  return ended;
}

describe('IF-6 an index that all projects of a user share', () => {
  it('answers for a clone as alone, and analyses nothing for it', () =>
    asUser(async (user) => {
      const first = indexed(user, user.project);
      const bytes = statSync(user.index).size;
      const second = clone(user, 'second');
      expect(indexed(user, second)).toMatchObject({
        state_root: first.state_root,
        analysed: 0,
      });
      expect(answer(user, second)).toBe(await alone(user, second));
      expect(answer(user, user.project)).toBe(answer(user, second));
      sheaf(['index', 'gc', '--root', second], { env: user.env });
      expect(statSync(user.index).size - bytes).toBeLessThan(60_000);
    }));

  it(
    'answers for work trees and copies that differ as each would alone',
    { timeout: 120_000 },
    () =>
      asUser(async (user) => {
        answer(user, user.project);
        const branch = join(user.folder, 'branch');
        git(user.project, 'worktree', 'add', '-q', '-b', 'other', branch);
        appendFileSync(join(branch, 'src/part3/module_3.py'), '\n# the total of reader 7\n');
        rmSync(join(branch, 'src/part4/module_4.py'));
        commitAll(branch, 'reader 7 had another total');
        const shallow = clone(user, 'shallow', '--depth', '1');
        const older = clone(user, 'older');
        git(older, 'reset', '-q', '--hard', 'HEAD~1');
        appendFileSync(join(older, 'docs/guide.md'), '\nThe total of reader 7.\n');
        commitAll(older, 'guide to totals');
        const copy = join(user.folder, 'copy');
        cpSync(user.project, copy, { recursive: true });
        rmSync(join(copy, '.git'), { recursive: true });
        const below = join(branch, 'src');
        for (const root of [branch, shallow, older, copy, below]) {
          expect([root, answer(user, root)]).toEqual([root, await alone(user, root)]);
        }
        // A commit on top of a history that another root began, without some of that one's commits.
        appendFileSync(join(older, 'docs/guide.md'), '\nReaders join totals.\n');
        commitAll(older, 'totals are joined');
        expect(answer(user, older)).toBe(await alone(user, older));
        expect(answer(user, user.project)).toBe(await alone(user, user.project));
      }),
  );

  it('keeps what one project knows of secrets from another that does not', () =>
    asUser(async (user) => {
      const second = clone(user, 'second');
      const secret = ['quiet', 'harbour', '4711'].join('-');
      for (const root of [user.project, second]) {
        writeFiles(root, { 'notes.md': `# Totals\n\nThe total of reader 7 is ${secret}.\n` });
        commitAll(root, `reader 7 says ${secret}`);
      }
      writeFiles(user.project, { '.env': `READER_PASSWORD=${secret}\n` });
      expect(answer(user, second)).toContain(secret);
      expect(answer(user, user.project)).not.toContain(secret);
      expect(answer(user, user.project)).toBe(await alone(user, user.project));
      expect(answer(user, second)).toBe(await alone(user, second));
    }));

  it(
    'reads what git can not vouch for: skipped files, filters, an index from elsewhere',
    {
      timeout: 120_000,
    },
    () =>
      asUser(async (user) => {
        const path = 'src/part7/module_7.py';
        writeFiles(user.project, {
          '.gitattributes': '*.cfg filter=turn\n',
          'a.cfg': 'total seven\n',
        });
        commitAll(user.project, 'settings of totals');
        indexed(user, user.project);
        const edit = (root: string, item: number): void => {
          const text = readFileSync(join(root, path), 'utf8');
          writeFileSync(join(root, path), text.replace('Reads item 7.', `Reads item ${item}.`));
        };
        const skipped = clone(user, 'skipped');
        git(skipped, 'update-index', '--assume-unchanged', path);
        edit(skipped, 8);
        const turn = 'tr a-z n-za-m';
        const turned = clone(user, 'turned', '-c', `filter.turn.smudge=${turn}`);
        expect(readFileSync(join(turned, 'a.cfg'), 'utf8')).toBe('gbgny frira\n');
        const foreign = clone(user, 'foreign');
        edit(foreign, 9);
        utimesSync(join(foreign, path), 1, 1);
        cpSync(join(skipped, '.git/index'), join(foreign, '.git/index'));
        for (const root of [skipped, turned, foreign]) {
          older(root);
          const { state_root, analysed } = indexed(user, root);
          expect([root, analysed]).toEqual([root, 1]);
          const own = sheafJson<Index>(['index', '--root', root, '--index', `${root}.db`]);
          expect(state_root).toBe(own.state_root);
        }
      }),
  );

  it('is told by git what files of a work tree hold, but for those that changed', () =>
    asUser(async (user) => {
      older(user.project);
      appendFileSync(join(user.project, 'docs/guide.md'), 'More.\n');
      await sleep(100); // what was written a moment ago is read
      const { entries } = await workTree(user.project).list();
      const told = entries.filter(({ blob }) => blob !== undefined);
      expect(entries.length - told.length).toBe(1);
      expect(told.map(({ path, blob }) => `${blob} ${path}`)).toEqual(
        told.map(({ path }) => `${git(user.project, 'rev-parse', `HEAD:${path}`)} ${path}`),
      );
      indexed(user, user.project);
      const second = clone(user, 'second');
      older(second);
      expect(indexed(user, second)).toMatchObject({ updated: 1, analysed: 1 });
      expect(answer(user, second)).toBe(await alone(user, second));
    }));

  it('shows each project its own records', () =>
    asUser(async (user) => {
      const second = clone(user, 'second');
      answer(user, user.project);
      answer(user, user.project);
      answer(user, second);
      const told = (root: string): number =>
        sheafJson<readonly unknown[]>(['report', '--since', '2020-01-01', '--root', root], {
          env: user.env,
        }).length;
      expect([told(user.project), told(second)]).toEqual([2, 1]);
    }));

  it('is written for several projects at once', { timeout: 120_000 }, () =>
    asUser(async (user) => {
      const roots = ['a', 'b', 'c'].map((name) => clone(user, name));
      writeFiles(join(user.folder, 'c'), { 'src/more.py': 'def total_of_reader_7():\n    pass\n' });
      const codes = await Promise.all([user.project, ...roots].map((root) => running(user, root)));
      expect(codes).toEqual([0, 0, 0, 0]);
      for (const root of [user.project, ...roots])
        expect([root, answer(user, root)]).toEqual([root, await alone(user, root)]);
    }),
  );

  it('survives kills of those who write for several projects', { timeout: 240_000 }, () =>
    asUser(async (user) => {
      const roots = [user.project, clone(user, 'second'), join(user.folder, 'third')];
      writeFiles(join(user.folder, 'third'), manyModules(60));
      const wanted: string[] = [];
      for (const root of roots) wanted.push(await alone(user, root));
      const kills = runs(20, 5);
      let killed = 0;
      for (let i = 0; i < kills; i++) {
        rmSync(user.index, { force: true });
        for (const end of ['-wal', '-shm']) rmSync(user.index + end, { force: true });
        const ends = await Promise.all(
          roots.map((root, at) => running(user, root, 200 + ((i * 3 + at) * 1200) / (kills * 3))),
        );
        killed += ends.filter((code) => code === null).length;
        expect(roots.map((root) => answer(user, root))).toEqual(wanted);
      }
      expect(killed).toBeGreaterThan(0);
    }),
  );

  it(
    'is healed of damage for all projects, also of those who find it together',
    {
      timeout: 240_000,
    },
    () =>
      asUser(async (user) => {
        const roots = [user.project, clone(user, 'second'), join(user.folder, 'third')];
        writeFiles(join(user.folder, 'third'), manyModules(60));
        const wanted = roots.map((root) => answer(user, root));
        sheaf(['index', 'gc', '--root', user.project], { env: user.env });
        const whole = readFileSync(user.index);
        for (let i = 0; i < runs(20, 4); i++) {
          for (const end of ['-wal', '-shm']) rmSync(user.index + end, { force: true });
          writeFileSync(user.index, whole);
          const handle = openSync(user.index, 'r+');
          for (let at = 4096 + i * 512; at < whole.length; at += 16_384)
            writeSync(handle, Buffer.from([0x5a, 0xa5]), 0, 2, at);
          closeSync(handle);
          for (const root of roots) appendFileSync(join(root, 'docs.txt'), `${i}\n`);
          const codes = await Promise.all(roots.map((root) => running(user, root)));
          expect(codes).toEqual([0, 0, 0]);
          for (const root of roots) rmSync(join(root, 'docs.txt'));
          expect(roots.map((root) => answer(user, root))).toEqual(wanted);
        }
      }),
  );

  it('loses no more to damage than the part it is in', () =>
    asUser((user) => {
      const third = join(user.folder, 'third');
      writeFiles(third, { 'src/mail.py': 'def send_mail(total):\n    return total\n' });
      git(third, 'init', '-q');
      commitAll(third, 'mails of totals');
      const wanted = [user.project, third].map((root) => answer(user, root));
      sheaf(['index', 'gc', '--root', third], { env: user.env });
      const db = new Database(user.index);
      db.exec("UPDATE contents SET facts = x'00' WHERE id = (SELECT min(id) FROM contents)");
      db.close();
      const { err } = sheaf(['search', 'reader', '--root', user.project], { env: user.env });
      expect(err).toContain('The index is rebuilt.');
      expect(indexed(user, third).analysed).toBe(0);
      expect([user.project, third].map((root) => answer(user, root))).toEqual(wanted);
      const aside = `${user.index}.damaged`;
      expect(existsSync(aside)).toBe(false);
      writeFileSync(aside, 'left by one who was killed');
      sheaf(['index', 'gc', '--root', third], { env: user.env });
      expect(existsSync(aside)).toBe(false);
    }));
});

describe('RT-4 a collection over all projects', () => {
  it('forgets a folder that is gone and keeps what others use', { timeout: 120_000 }, () =>
    asUser((user) => {
      const [second, third] = [clone(user, 'second'), join(user.folder, 'third')];
      writeFiles(third, { 'only.py': 'def of_the_third():\n    pass\n' });
      for (const root of [user.project, second, third]) answer(user, root);
      const before = answer(user, second);
      rmSync(user.project, { recursive: true });
      rmSync(third, { recursive: true });
      const { out } = sheaf(['index', 'gc', '--root', second], { env: user.env });
      expect(out).toContain('dropped 1 contents');
      expect(out).toContain('of 1 folder kept');
      expect(out).toContain('forgot 2 folders no longer there');
      expect(answer(user, second)).toBe(before);
      const locks = readdirSync(join(user.index, '..')).filter((name) => name.endsWith('.lock'));
      expect(locks).toHaveLength(2);
    }),
  );

  it('removes the indexes that each folder had of its own, and says so', () =>
    asUser(async (user) => {
      answer(user, user.project);
      const old = join(user.index, '..', `${'0123456789abcdef'.repeat(2)}.db`);
      for (const end of ['', '-wal', '.lock']) writeFileSync(old + end, 'old');
      const { out } = sheaf(['index', 'gc', '--root', user.project], { env: user.env });
      expect(out).toContain('removed 1 index of an earlier version');
      for (const end of ['', '-wal', '.lock']) expect(existsSync(old + end)).toBe(false);
    }));

  it('removes the index of a folder with sources of its own that is gone, and no other', () =>
    inFolder(async (folder) => {
      const cache = join(folder, 'cache/sheaf');
      const env = { ...process.env, XDG_CACHE_HOME: join(folder, 'cache') };
      const source = defineSource({ name: 'notes', version: '1', discover: ['*.notes'] });
      const roots = ['stays', 'goes', 'plain'].map((name) => join(folder, name));
      const [, gone = '', plain = ''] = roots;
      for (const root of roots) {
        writeFiles(root, { 'a.py': 'def first():\n    pass\n' });
        const sources = root === plain ? [] : [source];
        const workspace = await openWorkspace({ root, sources, env, warn: () => undefined });
        await workspace.update();
        await workspace.close();
      }
      const alone = (): string[] =>
        readdirSync(cache).filter((name) => /^alone-[0-9a-f]+\.db$/.test(name));
      const [before, files] = [alone(), readdirSync(cache).length];
      expect(before).toHaveLength(2);
      rmSync(gone, { recursive: true });
      const { out } = sheaf(['index', 'gc', '--root', plain], { env });
      expect(out).toContain('forgot 1 folder no longer there');
      expect(alone()).toHaveLength(1);
      expect(readdirSync(cache).length).toBeLessThan(files - 1); // its locks are gone, too
    }));

  it('waits a month for a folder that may only not be mounted', () =>
    inFolder(async (folder) => {
      const state: State = {
        root: 'root',
        place: 'tree',
        commit: null,
        files: [],
        leftOut: [],
        settings: '',
        memory: '',
      };
      mkdirSync(join(folder, 'here'));
      const open = (root: string) =>
        openStore({
          file: join(folder, 'index.db'),
          root,
          version: 't',
          statesKept: 2,
          warn: () => {},
        });
      // Never there, so nobody knows on which file system it was.
      for (const root of [join(folder, 'stick/project'), join(folder, 'here')]) {
        const store = await open(root);
        await store.writing(0, undefined, async (writer) => writer.addState(state));
        store.close();
      }
      const store = await open(join(folder, 'here'));
      const days = (count: number): number => count * 24 * 60 * 60 * 1000;
      expect(await store.gc(0, undefined, days(1))).toMatchObject({ roots: 2, rootsGone: 0 });
      expect(await store.gc(0, undefined, days(30))).toMatchObject({ roots: 2, rootsGone: 0 });
      expect(await store.gc(0, undefined, days(32))).toMatchObject({ roots: 1, rootsGone: 1 });
      store.close();
    }));
});
