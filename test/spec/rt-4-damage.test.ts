import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { describe, expect, it } from 'vitest';
import { command } from '../support/command.ts';
import {
  commitAll,
  git,
  inFolder,
  manyModules,
  type Ran,
  sheaf,
  writeFiles,
} from '../support/project.ts';
import { runs } from '../support/runs.ts';

/** Numbers that look random and are the same in every run. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Each costs two commands that read the whole index; a usual run tries half the share of other laws. */
const FLIPS = runs(1000, 60, 0.5);
const SEED = Number(process.env['TEST_SEED'] ?? 13);

describe('RT-4 an index or its log with a flipped bit', () => {
  it(`gives the same prompt and plan, ${FLIPS} times`, { timeout: 1_200_000 }, () =>
    inFolder(async (folder) => {
      const [root, whole] = [join(folder, 'project'), join(folder, 'whole.db')];
      writeFiles(root, {
        ...manyModules(24),
        'docs/guide.md':
          '# Readers\n\nA reader reads an item.\n\n## Totals\n\nThe total is joined.\n',
      });
      git(root, 'init', '-q');
      commitAll(root, 'readers of items');
      const run = (file: string, plan: string): Promise<Ran> =>
        command(root, [
          'assemble',
          'the total of reader 7 is wrong',
          '--index',
          file,
          '--plan',
          plan,
        ]);
      const plan = join(folder, 'plan.json');
      expect((await run(whole, plan)).code).toBe(0);
      await command(root, ['index', 'gc', '--index', whole]); // moves the log into the file
      writeFiles(root, { 'docs/more.md': '# More\n\nOf the total, in the log alone.\n' });
      const wanted = (await run(whole, plan)).out + readFileSync(plan, 'utf8');
      const [file, log] = ['', '-wal'].map((end) => readFileSync(whole + end));
      if (file === undefined || log === undefined) throw new Error('there is no log');
      expect(log.length).toBeGreaterThan(4096);
      const roll = dice(SEED);
      const failures: string[] = [];
      let healed = 0;
      for (let i = 0; i < FLIPS; i++) {
        // A command leaves its file open for the system to close; here the process goes on, so each has a file of its own.
        const index = join(folder, `${i}.db`);
        const bytes = Buffer.concat([file, log]);
        const [at, bit] = [roll(bytes.length), roll(8)];
        bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
        writeFileSync(index, bytes.subarray(0, file.length));
        writeFileSync(`${index}-wal`, bytes.subarray(file.length));
        for (const round of ['first', 'second']) {
          const { code, out, err } = await run(index, plan);
          const isRight = code === 0 && out + readFileSync(plan, 'utf8') === wanted;
          if (!isRight) failures.push(`${round} run, byte ${at} bit ${bit}: ${code} ${err}`);
          if (err.includes('rebuilt')) healed++;
          if (round === 'second' && err.includes('rebuilt')) failures.push(`byte ${at}: again`);
        }
      }
      expect(failures).toEqual([]);
      expect(healed).toBeGreaterThan(FLIPS / 20);
    }),
  );
});

describe('RT-4 records of assemblies in a damaged index', () => {
  const TASKS = ['reader of items', 'the total', 'joined parts'];
  const damaged = (harm: (file: string) => void, check: (ran: Ran) => void): Promise<void> =>
    inFolder(async (folder) => {
      const [root, index] = [join(folder, 'project'), join(folder, 'index.db')];
      writeFiles(root, manyModules(4));
      const run = (...argv: string[]): Ran => sheaf([...argv, '--root', root, '--index', index]);
      for (const task of TASKS) run('assemble', task);
      run('index', 'gc'); // moves the log into the file
      harm(index);
      expect(run('assemble', 'the total').code).toBe(0);
      check(run('report', '--json'));
    });
  const inDatabase =
    (sql: string) =>
    (file: string): void => {
      const db = new Database(file);
      db.exec(sql);
      db.close();
    };
  const count = ({ out }: Ran): number => (JSON.parse(out) as unknown[]).length;

  it('survive when the damage is elsewhere', () =>
    damaged(inDatabase("UPDATE contents SET facts = x'00', text = x'00'"), (ran) => {
      expect(ran.err).toBe('');
      expect(count(ran)).toBe(4);
    }));

  it('survive another version of the program', () =>
    damaged(inDatabase("UPDATE meta SET value = 'older' WHERE key = 'analyser'"), (ran) =>
      expect(count(ran)).toBe(4),
    ));

  it('are lost one by one, and that is said', () =>
    damaged(inDatabase("UPDATE assemblies SET body = x'00' WHERE id = 2"), (ran) => {
      expect(ran.err).toContain('Records of earlier assemblies that could not be read are lost.');
      expect(count(ran)).toBe(3);
    }));
});

describe('RT-4 an index that is well', () => {
  it('is not taken for damaged after many updates and a collection', () =>
    inFolder(async (folder) => {
      const [root, index] = [join(folder, 'project'), join(folder, 'index.db')];
      const run = (...argv: string[]): Promise<Ran> => command(root, [...argv, '--index', index]);
      writeFiles(root, manyModules(4));
      for (let i = 0; i < 12; i++) {
        writeFiles(root, { 'src/edited.py': `def edited_${i}():\n    return "reader ${i}"\n` });
        expect(await run('index')).toMatchObject({ code: 0, err: '' });
      }
      for (const line of [
        ['index', 'gc'],
        ['search', 'reader'],
      ]) {
        const { code, err } = await run(...line);
        expect([line, code, err]).toEqual([line, 0, '']);
      }
    }));
});
