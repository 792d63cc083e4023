import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { command } from '../support/command.ts';
import { inFolder, type Ran } from '../support/project.ts';
import { makeShop } from '../support/shop.ts';

const inShop = (
  work: (run: (...argv: string[]) => Promise<Ran>, root: string) => Promise<void>,
): Promise<void> =>
  inFolder(async (root) => {
    makeShop(root);
    await work((...argv) => command(root, argv), root);
  });

describe('IF-3 slips at the command line are told, and do no harm', () => {
  it('never take a file of the user for a damaged index', () =>
    inShop(async (run, root) => {
      const notes = join(root, 'notes.txt');
      writeFileSync(notes, 'dear diary\n');
      for (const argv of [
        ['search', 'session'],
        ['index', '--status'],
      ]) {
        const { code, err } = await run(...argv, '--index', notes);
        expect([code, err]).toEqual([2, expect.stringContaining('is no index of Sheaf')]);
      }
      expect(readFileSync(notes, 'utf8')).toBe('dear diary\n');
      expect(existsSync(`${notes}.lock`)).toBe(false);
      // A new name and an empty file are places for an index.
      const empty = join(root, 'empty.db');
      writeFileSync(empty, '');
      for (const file of [empty, join(root, 'new.db'), join(root, 'new.db')]) {
        expect((await run('search', 'session', '--index', file)).code).toBe(0);
      }
    }));

  it.each([
    [['search', 'session', '--limit', '2', '--limit', '5'], '--limit is given twice, as 2 and 5'],
    [['assemble', 'session', '--map', '--no-map'], '--map is given twice, as true and false'],
    [['search', 'session', '--root', ''], '--root is empty'],
    [['assemble', 'session', '--sources='], '--sources is empty'],
    [['assemble', 'session', '--pick', ''], '--pick is empty'],
    [['search', '--task-file', 'logo.png'], 'logo.png is no text'],
    [['serve', '--store', 'postgres://127.0.0.1:1/x', '--users', 'none.toml'], 'there is no file'],
  ])('refuse %j', (argv, sentence) =>
    inShop(async (run) => {
      const { code, out, err } = await run(...argv);
      expect([code, out]).toEqual([2, '']);
      expect(err).toContain(sentence);
    }),
  );

  it('take the same value twice, and lists that go on', () =>
    inShop(async (run) => {
      const { out } = await run('search', 'session', '--limit', '2', '--limit=2');
      expect(out.trim().split('\n')).toHaveLength(2);
      const twice = ['--exclude', 'shop/', '--exclude', 'tests/'];
      expect((await run('search', 'session', '--files', ...twice)).code).toBe(2); // takes no such flag
      const left = await run('assemble', 'session refresh', ...twice);
      expect(left.out).not.toContain('## Evidence: shop/');
      expect(left.out).not.toContain('## Evidence: tests/');
    }));

  it('end with 2 for a file that is not there, with 0 for one that is left out', () =>
    inShop(async (run) => {
      for (const name of ['why', 'score']) {
        const slip = await run(name, 'shop/sesion.py', 'session');
        expect([slip.code, slip.out]).toEqual([2, expect.stringContaining('no such file')]);
        expect((await run(name, 'build/out.py', 'session')).code).toBe(0);
      }
    }));

  it('say that there is nothing to list or pin, and that a question is missing', () =>
    inShop(async (run) => {
      expect((await run('flow', 'list')).out).toContain('There are no flows');
      const { err } = await run('assemble', 'session', '--changed');
      expect(err).toContain('No file differs from HEAD, so none is pinned.');
      await run('flow', 'new', 'session');
      expect((await run('ask', ' ')).err).toContain('QUESTION is missing');
    }));
});
