import { appendFileSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  blob,
  bytes,
  type Db,
  openDatabase,
  text,
} from '../../src/adapters/stores/sqlite/database.ts';
import { seal, squeeze, unseal, unsqueeze } from '../../src/adapters/stores/sqlite/seal.ts';
import type { AssemblyRecord } from '../../src/model/record.ts';
import { openWorkspace } from '../../src/workspace.ts';
import { commitAll, git, inFolder, type Ran, sheaf } from '../support/project.ts';
import { makeShop } from '../support/shop.ts';

const TASK = 'Session cookie is not refreshed by a request';

interface Assembled {
  readonly out: string;
  readonly isKept: boolean;
}

interface Shop {
  readonly root: string;
  readonly index: string;
  /** Runs a command line in the shop, on an index of its own. */
  run(...args: string[]): Ran;
  /** Assembles the task, and says whether that was done before. */
  assembles(...args: string[]): Promise<Assembled>;
  /** The same in another folder of the same user. */
  assemblesIn(root: string, ...args: string[]): Promise<Assembled>;
  records(): Promise<readonly AssemblyRecord[]>;
  /** Works on the rows of what is kept. */
  rows<T>(work: (db: Db) => T): T;
}

const inShop = (work: (shop: Shop) => Promise<void>): Promise<void> =>
  inFolder(async (folder) => {
    const [root, cache] = [join(folder, 'shop'), join(folder, 'cache')];
    makeShop(root);
    const index = join(folder, 'index.db');
    const env = { XDG_CACHE_HOME: cache };
    const runIn = (place: string, ...args: string[]): Ran => {
      const ran = sheaf([...args, '--root', place, '--index', index], { env, cwd: folder });
      if (ran.code !== 0) throw new Error(ran.err);
      return ran;
    };
    const run = (...args: string[]): Ran => runIn(root, ...args);
    const recordsOf = async (place: string): Promise<readonly AssemblyRecord[]> => {
      const options = { root: place, indexFile: index, warn: () => undefined };
      const workspace = await openWorkspace(options);
      return workspace.records().finally(() => workspace.close());
    };
    const records = (): ReturnType<Shop['records']> => recordsOf(root);
    const assemblesIn: Shop['assemblesIn'] = async (place, ...args) => {
      const size = args.includes('--budget') ? [] : ['--budget', '4k'];
      const { out } = runIn(place, 'assemble', TASK, ...size, ...args);
      const { log } = (await recordsOf(place)).at(-1) ?? {};
      return { out, isKept: log?.cached === true };
    };
    await work({
      root,
      index,
      run,
      records,
      assembles: (...args) => assemblesIn(root, ...args),
      assemblesIn,
      rows: (work) => {
        const db = openDatabase(index, { timeoutMs: 1000 });
        try {
          return work(db);
        } finally {
          db.close();
        }
      },
    });
  });

interface Kept {
  readonly key: string;
  readonly body: Uint8Array;
}

const keptIn = (db: Db): Kept[] =>
  db
    .all(`SELECT ${bytes('key', 'body')} FROM contexts ORDER BY id`)
    .map((row) => ({ key: text(row, 'key'), body: blob(row, 'body') }));

const textOf = ({ key, body }: Kept): string => unsqueeze(unseal(body, key));
const put = (db: Db, key: string, body: Uint8Array): unknown =>
  db.run('UPDATE contexts SET body = ? WHERE key = ?', body, key);

/** Notes without how long things took. */
const said = ({ err }: Ran): string => err.replaceAll(/[\d,]+ ms/g, 'so long');

describe('PK-5 a context that is asked for again by another process', () => {
  it('comes with the same bytes of everything, and leaves a record of its own', () =>
    inShop(async ({ root, run, records }) => {
      const files = ['prompt', 'plan', 'report'].map((name) => join(root, '..', name));
      const [out = '', plan = '', report = ''] = files;
      const args = ['--out', out, '--plan', plan, '--report', report, '--map'];
      const answers = ['one', 'two'].map((session) => {
        const ran = run('assemble', `${TASK} of the sesion`, ...args);
        const json = run('assemble', TASK, '--json', '--plan', `${plan}.json`).out;
        return { session, said: said(ran), json, texts: files.map((f) => readFileSync(f, 'utf8')) };
      });
      expect({ ...answers[1], session: 'one' }).toEqual(answers[0]);
      expect(answers[0]?.said).toContain('sesion');
      const all = await records();
      expect(all.map(({ log }) => log.cached === true)).toEqual([false, false, true, true]);
      const [made, , again] = all;
      const { timestamp, ...budget } = again?.budget ?? { timestamp: '' };
      expect({ ...budget, timestamp: made?.budget.timestamp }).toEqual(made?.budget);
      expect(timestamp > (made?.budget.timestamp ?? '')).toBe(true);
      expect({ ...again?.log, cached: undefined, assembly_time_ms: 0 }).toEqual({
        ...made?.log,
        assembly_time_ms: 0,
      });
    }));

  it('comes to another work tree with the same files, but not to a clone that lacks commits', () =>
    inShop(async ({ root, assembles, assemblesIn }) => {
      const whole = await assembles();
      const [other, short] = [join(root, '../other'), join(root, '../short')];
      git(root, 'worktree', 'add', '-q', '-b', 'side', other);
      expect(await assemblesIn(other)).toEqual({ ...whole, isKept: true });
      git(root, 'clone', '-q', '--depth', '1', `file://${root}`, short);
      expect((await assemblesIn(short)).isKept).toBe(false);
      expect((await assemblesIn(short)).isKept).toBe(true);
      appendFileSync(join(other, 'shop/session.py'), '\n# refreshed by a request\n');
      expect((await assemblesIn(other)).isKept).toBe(false);
      expect((await assembles()).isKept).toBe(true);
    }));

  it('is made anew where anything differs that it depends on', () =>
    inShop(async ({ root, assembles }) => {
      const session = join(root, 'shop/session.py');
      const asked = (...args: string[]) => [() => undefined, ...args] as const;
      const changes: Record<string, readonly [() => unknown, ...string[]]> = {
        'the size': asked('--budget', '5k'),
        'the format': asked('--format', 'xml'),
        'a setting': asked('--set', 'relevance.semantic.mix=0.4'),
        'the kind of task': asked('--type', 'feature'),
        'a pin': asked('--pin', 'README.md'),
        'a file': [() => appendFileSync(session, '\n# refreshed by a request\n')],
        'a commit': [() => commitAll(root, 'session cookie refreshed')],
        // Only files that git does not know are as old as they say, but which those are takes longer to tell.
        'the time of a file': [() => utimesSync(session, 1_500_000_000, 1_500_000_000)],
        'what is secret': [() => writeFileSync(join(root, '.env'), 'API_PASSWORD=refreshed_99\n')],
      };
      await assembles();
      for (const [what, [change, ...args]] of Object.entries(changes)) {
        change();
        expect([what, (await assembles(...args)).isKept]).toEqual([what, false]);
        expect([what, (await assembles(...args)).isKept]).toEqual([what, true]);
      }
      expect((await assembles('--budget', '5k')).isKept).toBe(false);
    }));

  it('does not show what has become a secret since', () =>
    inShop(async ({ root, run, assembles }) => {
      writeFileSync(join(root, '.gitignore'), '.env\n');
      writeFileSync(join(root, 'shop/session_cookie.py'), 'COOKIE = read("quixotic-7-zebra")\n');
      commitAll(root, 'the cookie of a session');
      expect((await assembles()).out).toContain('quixotic-7-zebra');
      const before = run('index', '--json').out;
      writeFileSync(join(root, '.env'), 'COOKIE_PASSWORD=quixotic-7-zebra\n');
      const { out, isKept } = await assembles();
      expect(out).not.toContain('quixotic-7-zebra');
      expect(isKept).toBe(false);
      rmSync(join(root, '.env'));
      // The state is the first one again, and so is what is known of it.
      expect((await assembles()).out).toContain('quixotic-7-zebra');
      expect(before).toContain('state_root');
    }));

  it('does not show it in a process that goes on either', () =>
    inFolder(async (root) => {
      makeShop(root);
      writeFileSync(join(root, '.gitignore'), '.env\n');
      writeFileSync(join(root, 'shop/session_cookie.py'), 'COOKIE = read("quixotic-7-zebra")\n');
      commitAll(root, 'the cookie of a session');
      const workspace = await openWorkspace({ root, warn: () => undefined });
      const shows = async (): Promise<boolean> =>
        (await workspace.assemble({ task: TASK })).prompt.includes('quixotic-7-zebra');
      expect(await shows()).toBe(true);
      writeFileSync(join(root, '.env'), 'COOKIE_PASSWORD=quixotic-7-zebra\n');
      expect(await shows().finally(() => workspace.close())).toBe(false);
    }));

  it('is not what verify compares with, nor kept by it', () =>
    inShop(async ({ run, rows, assembles }) => {
      await assembles();
      rows((db) => {
        for (const kept of keptIn(db)) {
          const forged = textOf(kept).replaceAll('session', 'forgery');
          put(db, kept.key, seal(squeeze(forged), kept.key));
        }
      });
      expect((await assembles()).out).toContain('forgery');
      const kept = rows(keptIn).length;
      expect(run('verify', TASK, '--budget', '4k').out).toContain('identical');
      expect(rows(keptIn)).toHaveLength(kept);
    }));

  it('is made anew where what was kept is damaged', () =>
    inShop(async (shop) => {
      const whole = await shop.assembles();
      shop.rows((db) => {
        for (const { key, body } of keptIn(db)) {
          body[100] = (body[100] ?? 0) ^ 1;
          put(db, key, body);
        }
      });
      expect(await shop.assembles()).toEqual(whole);
      expect((await shop.assembles()).isKept).toBe(true);
    }));

  it('is gone after a collection, and not kept at all by who wants none', () =>
    inShop(async (shop) => {
      await shop.assembles();
      expect(shop.rows(keptIn)).toHaveLength(1);
      shop.run('index', 'gc');
      expect(shop.rows(keptIn)).toHaveLength(0);
      expect((await shop.assembles('--set', 'index.contexts_kept=0')).isKept).toBe(false);
      expect(shop.rows(keptIn)).toHaveLength(0);
    }));

  it('stays while it is among those asked for last', () =>
    inShop(async ({ assembles }) => {
      const ask = async (budget: string): Promise<boolean> =>
        (await assembles('--budget', budget, '--set', 'index.contexts_kept=2')).isKept;
      expect([await ask('3k'), await ask('4k'), await ask('3k')]).toEqual([false, false, true]);
      expect([await ask('5k'), await ask('3k'), await ask('4k')]).toEqual([false, true, false]);
    }));

  it('is kept without the secrets of its task', () =>
    inShop(async (shop) => {
      const secret = 'ghp_0123456789abcdefghijklmnopqrstuvwxAB';
      shop.run('assemble', `${TASK} with token ${secret}`);
      const texts = shop.rows(keptIn).map(textOf);
      expect(texts).toHaveLength(1);
      expect(texts.join()).not.toContain(secret);
    }));

  it('is not kept where a model has a say', () =>
    inShop(async (shop) => {
      const model = 'relevance.reranker.enabled=true';
      await shop.assembles(
        '--set',
        model,
        '--set',
        'relevance.reranker.base_url=http://127.0.0.1:9',
      );
      expect(shop.rows(keptIn)).toEqual([]);
    }));
});
