import { cpSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { FRESH_MS } from '../../src/adapters/files/stat-file.ts';
import type { Workspace } from '../../src/index.ts';
import { ANALYSER_VERSION } from '../../src/model/version.ts';
import { planText } from '../../src/record/plan.ts';
import {
  commitAll,
  forgetIndex,
  git,
  indexFile,
  inFolder,
  sheaf,
  writeFiles,
} from '../support/project.ts';
import { makeShop } from '../support/shop.ts';
import { hasServer, type TeamConfig, withServer, working } from '../support/team.ts';

const TASKS = [
  'why do sessions expire too early',
  'the cart loses items after login',
  'mail is sent twice',
  'read_cookie in shop/cookies.py fails',
];

/** Prompts and plans of some tasks, byte by byte. */
async function answers(workspace: Workspace): Promise<string[]> {
  const all: string[] = [];
  for (const task of TASKS) {
    const { prompt, plan } = await workspace.assemble({ task });
    all.push(prompt, planText(plan));
  }
  return all;
}

describe.skipIf(!hasServer('what a team shares'))('RT-4 a team', () => {
  const server = withServer();
  const writer = (schema: string): TeamConfig => ({
    store: server().url,
    role: 'writer',
    schema,
  });
  const reader = (schema: string): TeamConfig => ({ store: server().url, schema });
  const alone = (root: string): Promise<string[]> => working(root, null, answers);

  it('gets the same prompts and plans as one who works alone, also at a commit', () =>
    inFolder(async (root) => {
      makeShop(root);
      expect(await working(root, writer('same'), answers)).toEqual(await alone(root));
      const ref = { ref: 'HEAD' };
      const atCommit = await working(root, writer('same'), answers, ref);
      expect(atCommit).toEqual(await working(root, null, answers, ref));
      // Nothing lies here for a writer.
      forgetIndex(root);
      await working(root, writer('same'), answers);
      expect(statSync(indexFile(root), { throwIfNoEntry: false })).toBeUndefined();
    }));

  it('analyses a content once, whoever has it', () =>
    inFolder(async (folder) => {
      const [ci, laptop] = [join(folder, 'ci'), join(folder, 'laptop')];
      makeShop(ci);
      cpSync(ci, laptop, { recursive: true });
      const first = await working(ci, writer('once'), (workspace) => workspace.update());
      expect(first.analysed).toBeGreaterThan(5);
      const again = await working(laptop, writer('once'), (workspace) => workspace.update());
      expect(again).toMatchObject({ analysed: 0, stateRoot: first.stateRoot });
    }));

  it('is overlaid by a reader with its own changes, which stay on its machine', () =>
    inFolder(async (folder) => {
      const [ci, laptop, other] = ['ci', 'laptop', 'other'].map((name) => join(folder, name));
      if (ci === undefined || laptop === undefined || other === undefined) throw new Error('paths');
      makeShop(ci);
      cpSync(ci, laptop, { recursive: true });
      await working(ci, writer('over'), (workspace) => workspace.update());
      const HELD = `SELECT count(*), (SELECT count(*) FROM over_${ANALYSER_VERSION}.states) FROM over_${ANALYSER_VERSION}.contents`;
      const held = server().sql(HELD);
      await working(laptop, reader('over'), async (workspace, told) => {
        const { analysed } = await workspace.update();
        // Only what holds secrets, since its text is not the one it is named after.
        expect(analysed).toBeLessThan(5);
        expect(told).toEqual([]);
        expect(await answers(workspace)).toEqual(await alone(ci));
      });
      const secret = 'def session_of_the_laptop():\n    return "sessions expire"\n';
      writeFiles(laptop, { 'shop/session.py': secret, 'shop/new_session.py': secret });
      commitAll(laptop, 'expire sessions of the laptop');
      cpSync(laptop, other, { recursive: true });
      const changed = await working(laptop, reader('over'), answers);
      expect(changed.join('')).toContain('session_of_the_laptop');
      expect(changed).toEqual(await alone(other));
      expect(server().sql(HELD)).toBe(held);
    }));

  it('is done without where it cannot be reached, and says so', () =>
    inFolder(async (root) => {
      makeShop(root);
      const nowhere = { store: 'postgres://someone:hidden@127.0.0.1:9/none' };
      await working(root, nowhere, async (workspace, told) => {
        expect(await answers(workspace)).toEqual(await alone(root));
        expect(told.join()).toContain('cannot be reached');
        expect(told.join()).not.toContain('hidden');
      });
    }));

  it('is not believed by a reader whose text is not what it asked for', () =>
    inFolder(async (folder) => {
      const [ci, laptop] = [join(folder, 'ci'), join(folder, 'laptop')];
      makeShop(ci);
      cpSync(ci, laptop, { recursive: true });
      await working(ci, writer('forged'), (workspace) => workspace.update());
      // What another project of this user holds would be believed.
      forgetIndex(laptop);
      // Somebody gives every file the text of another.
      server().sql(`UPDATE forged_${ANALYSER_VERSION}.facts a SET text = b.text
        FROM forged_${ANALYSER_VERSION}.facts b WHERE b.content = (SELECT min(content) FROM forged_${ANALYSER_VERSION}.facts)`);
      const answer = working(laptop, reader('forged'), (workspace) =>
        workspace.assemble({ task: TASKS[0] ?? '' }),
      );
      await expect(answer).rejects.toMatchObject({ code: 'damaged' });
    }));

  /** A clone whose files git is sure of: it, and we, doubt what was written this very moment. */
  const clonedFrom = async (ci: string, laptop: string): Promise<void> => {
    git(ci, 'clone', '-q', ci, laptop);
    await sleep(FRESH_MS + 100);
  };

  it('spares a fresh clone what it knows of the commit', () =>
    inFolder(async (folder) => {
      const [ci, laptop] = [join(folder, 'ci'), join(folder, 'laptop')];
      makeShop(ci);
      await working(ci, writer('clone'), (workspace) => workspace.update(), { ref: 'HEAD' });
      await clonedFrom(ci, laptop);
      forgetIndex(laptop);
      await working(laptop, reader('clone'), async (workspace) => {
        const { updated, documents } = await workspace.update();
        expect(documents).toBeGreaterThan(10);
        // Only what holds secrets, since its text is not the one it is named after.
        expect(updated).toBeLessThan(5);
        expect(await answers(workspace)).toEqual(await alone(ci));
      });
    }));

  it('is not believed by a fresh clone that a file holds the text of another', () =>
    inFolder(async (folder) => {
      const [ci, laptop] = [join(folder, 'ci'), join(folder, 'laptop')];
      makeShop(ci);
      await working(ci, writer('mapped'), (workspace) => workspace.update(), { ref: 'HEAD' });
      await clonedFrom(ci, laptop);
      // What another project of this user holds would be believed.
      forgetIndex(laptop);
      const schema = `mapped_${ANALYSER_VERSION}`;
      // Every text and its hash stay as they are, but all stand under the number of another.
      server().sql(`CREATE TABLE ${schema}.moved AS
        SELECT id, hash, shape, facts, text, coalesce(lead(id) OVER w, min(id) OVER ()) AS place
          FROM ${schema}.contents JOIN ${schema}.facts ON content = id WHERE plain WINDOW w AS (ORDER BY id)`);
      server().sql(`UPDATE ${schema}.contents c SET hash = 'x' || m.hash FROM ${schema}.moved m WHERE c.id = m.place;
        UPDATE ${schema}.contents c SET hash = m.hash, shape = m.shape FROM ${schema}.moved m WHERE c.id = m.place;
        UPDATE ${schema}.facts f SET facts = m.facts, text = m.text FROM ${schema}.moved m WHERE f.content = m.place`);
      const answer = working(laptop, reader('mapped'), (workspace) =>
        workspace.assemble({ task: TASKS[0] ?? '' }),
      );
      await expect(answer).rejects.toMatchObject({ code: 'damaged' });
    }));

  it('needs no right to write from a reader, and tells a writer who has none', () =>
    inFolder(async (root) => {
      makeShop(root);
      await working(root, writer('rights'), (workspace) => workspace.update());
      server().sql(`CREATE ROLE looks LOGIN; GRANT USAGE ON SCHEMA rights_${ANALYSER_VERSION} TO looks;
        GRANT SELECT ON ALL TABLES IN SCHEMA rights_${ANALYSER_VERSION} TO looks`);
      const store = server().url.replace('sheaf@', 'looks@');
      await working(root, { store, schema: 'rights' }, async (workspace, told) => {
        expect(await answers(workspace)).toEqual(await alone(root));
        expect(told).toEqual([]);
      });
      writeFiles(root, { 'shop/other.py': 'def other():\n    return 2\n' });
      const writing = working(root, { ...writer('rights'), store }, answers);
      await expect(writing).rejects.toMatchObject({
        code: 'unreadable',
        message: expect.stringContaining('does not give your user that right'),
      });
    }));

  it('goes on after its server was killed and started again', () =>
    inFolder(async (root) => {
      makeShop(root);
      await working(root, writer('restart'), async (workspace) => {
        const before = await answers(workspace);
        await server().kill();
        await server().start();
        expect(await answers(workspace)).toEqual(before);
        await server().kill();
        const down = workspace.assemble({ task: 'something new about sessions' });
        await expect(down).rejects.toMatchObject({
          code: expect.stringMatching(/busy|unreadable/),
        });
        await server().start();
        expect(await answers(workspace)).toEqual(before);
      });
    }));

  it('keeps repositories apart, and the trees of each machine', () =>
    inFolder(async (folder) => {
      const [one, two] = [join(folder, 'one'), join(folder, 'two')];
      makeShop(one);
      cpSync(one, two, { recursive: true });
      rmSync(join(two, 'shop/session.py'));
      git(two, 'config', 'remote.origin.url', 'https://someone:hidden@example.org/a/two.git');
      const shared = { ...writer('apart'), repository: '' };
      git(one, 'config', 'remote.origin.url', 'git@example.org:a/one.git');
      await working(one, shared, (workspace) => workspace.update());
      await working(two, shared, (workspace) => workspace.update());
      const names = server().sql(
        `SELECT name FROM apart_${ANALYSER_VERSION}.repositories ORDER BY name`,
      );
      expect(names.split('\n')).toEqual(['example.org/a/one', 'example.org/a/two']);
      expect(await working(two, shared, answers)).toEqual(await alone(two));
      expect(await working(one, shared, answers)).toEqual(await alone(one));
    }));

  it('keeps a folder of a repository, and several roots together, apart from the repository', () =>
    inFolder(async (folder) => {
      const [one, two] = [join(folder, 'one'), join(folder, 'my-two')];
      for (const root of [one, two]) makeShop(root);
      git(one, 'config', 'remote.origin.url', 'git@example.org:a/one.git');
      const shared = { ...writer('together'), repository: '' };
      const whole = await working(one, shared, answers);
      const both = { roots: [one, two] };
      const aloneBoth = await working(one, null, answers, both);
      for (const team of [shared, { ...shared, role: 'reader' as const }]) {
        // The first time and, in a process of its own, what it left.
        for (let time = 0; time < 2; time++)
          expect(await working(one, team, answers, both)).toEqual(aloneBoth);
      }
      await working(join(one, 'shop'), shared, (workspace) => workspace.update());
      const names = server().sql(
        `SELECT name FROM together_${ANALYSER_VERSION}.repositories ORDER BY name`,
      );
      const union = 'my-two=my-two one=example.org/a/one';
      expect(names.split('\n')).toEqual(['example.org/a/one', 'example.org/a/one/shop', union]);
      expect(await working(one, shared, answers)).toEqual(whole);
    }));

  it('gives what files hold to a repository or workspace that it does not know', () =>
    inFolder(async (folder) => {
      const [one, two] = [join(folder, 'one'), join(folder, 'two')];
      for (const root of [one, two]) makeShop(root);
      await working(one, writer('forks'), (workspace) => workspace.update());
      const fork = { ...reader('forks'), repository: 'fork' };
      await working(one, fork, async (workspace, told) => {
        expect(await answers(workspace)).toEqual(await alone(one));
        expect(told.join()).toContain('does not know the repository fork');
        expect((await workspace.status()).documents).toBeGreaterThan(0);
      });
      const both = { roots: [one, two] };
      const aloneBoth = await working(one, null, answers, both);
      await working(
        one,
        fork,
        async (workspace, told) => {
          expect((await workspace.update()).analysed).toBeLessThan(3);
          expect(await answers(workspace)).toEqual(aloneBoth);
          expect(told).toEqual([]);
        },
        both,
      );
    }));
});

describe("the address of a team's store", () => {
  it('is shown without its password, by every command that shows it', () =>
    inFolder((root) => {
      const env = { SHEAF_TEAM_STORE: 'postgres://ann:hidden@127.0.0.1:9/none' };
      for (const args of [['config', 'team'], ['config', '--json'], ['index']]) {
        const { out, err } = sheaf(args, { cwd: root, env });
        expect(`${out}${err}`).toContain('127.0.0.1:9/none');
        expect(`${out}${err}`).not.toContain('hidden');
      }
      const wrong = sheaf(['config'], {
        cwd: root,
        env: { SHEAF_TEAM_STORE: 'mysql://a:hidden@b' },
      });
      expect(wrong.err).toContain('team.store');
      expect(`${wrong.out}${wrong.err}`).not.toContain('hidden');
    }));
});
