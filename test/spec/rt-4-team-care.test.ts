import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openTeamStore } from '../../src/adapters/stores/postgres/store.ts';
import type { Workspace } from '../../src/index.ts';
import { ANALYSER_VERSION } from '../../src/model/version.ts';
import { planText } from '../../src/record/plan.ts';
import { factsOf, writeFiles as write } from '../support/facts.ts';
import { commitAll, inFolder, writeFiles } from '../support/project.ts';
import { makeShop } from '../support/shop.ts';
import { hasServer, type TeamConfig, withServer, working } from '../support/team.ts';

const answer = async (workspace: Workspace): Promise<readonly string[]> => {
  const { prompt, plan } = await workspace.assemble({ task: 'why do sessions expire too early' });
  return [prompt, planText(plan)];
};
const HEAD = { ref: 'HEAD' };

describe.skipIf(!hasServer("the care of a team's store"))("RT-4 the care of a team's store", () => {
  const server = withServer();
  const team = (schema: string): TeamConfig => ({ store: server().url, schema, role: 'writer' });

  it('comes back from a dump as it was', () =>
    inFolder(async (root) => {
      makeShop(root);
      const before = await working(root, team('dumped'), answer, HEAD);
      const dump = join(root, '../dump.sql');
      writeFileSync(dump, server().dump(`dumped_${ANALYSER_VERSION}`));
      server().sql(`DROP SCHEMA dumped_${ANALYSER_VERSION} CASCADE`);
      server().run(dump, {});
      await working(
        root,
        team('dumped'),
        async (workspace) => {
          expect(await workspace.update()).toMatchObject({ analysed: 0 });
          expect(await answer(workspace)).toEqual(before);
        },
        HEAD,
      );
    }));

  it('forgets states by age, but never the newest of a repository', () =>
    inFolder(async (root) => {
      makeShop(root);
      await working(root, team('aged'), answer, HEAD);
      writeFiles(root, { 'shop/new.py': 'def brand_new():\n    return 1\n' });
      commitAll(root, 'add something new');
      const newest = await working(root, team('aged'), answer, HEAD);
      const states = (): string =>
        server().sql(`SELECT count(*) FROM aged_${ANALYSER_VERSION}.states`);
      const collect = (): Promise<unknown> =>
        working(root, team('aged'), (workspace) => workspace.collect(), HEAD);
      await collect();
      expect(states()).toBe('2');
      server().sql(
        `UPDATE aged_${ANALYSER_VERSION}.states SET written = now() - interval '91 days'`,
      );
      await collect();
      expect(states()).toBe('1');
      expect(await working(root, team('aged'), answer, HEAD)).toEqual(newest);
    }));

  it('does not collect while others write', () =>
    inFolder(async (root) => {
      makeShop(root);
      await working(root, team('writing'), answer);
      const store = await openTeamStore({ ...options('writing'), version: ANALYSER_VERSION });
      await store.writing(1000, undefined, async () => {
        const collecting = working(root, team('writing'), (workspace) => workspace.collect());
        await expect(collecting).rejects.toMatchObject({ code: 'busy' });
      });
      store.close();
    }));

  const options = (schema: string) =>
    ({
      ...{ url: server().url, schema, repository: 'shop', place: 'tree', tree: 'here' },
      ...{ mayWrite: true, statesKept: 2, keepDays: 90, hash: () => '' },
    }) as const;
  const withState = async (schema: string, version: string): Promise<string> => {
    const store = await openTeamStore({ ...options(schema), version });
    try {
      const files = [{ path: 'a.ts', hash: version, facts: factsOf(`of ${version}\n`) }];
      if (store.latest('tree') === null) {
        await store.writing(1000, undefined, async (writer) => {
          write(store, writer, files, `root ${version}`);
        });
      }
      const view = store.view('place', 'tree');
      const text = view?.facts(view.state.files[0]?.content ?? 0).text ?? '';
      view?.close();
      return text;
    } finally {
      store.close();
    }
  };

  it('serves two versions of the analyser side by side, each its own facts', async () => {
    expect(await withState('two', 'old')).toBe('of old\n');
    expect(await withState('two', 'new')).toBe('of new\n');
    expect(await withState('two', 'old')).toBe('of old\n');
  });

  it('serves an older program after a newer one has added tables and columns', async () => {
    expect(await withState('newer', 'x')).toBe('of x\n');
    server().sql(`SET search_path TO newer_x; CREATE TABLE later (id bigint);
      ALTER TABLE contents ADD COLUMN later text; INSERT INTO meta VALUES ('migration:9999-later', '')`);
    expect(await withState('newer', 'x')).toBe('of x\n');
  });

  it('makes its tables once, whoever comes first', async () => {
    const opening = Array.from({ length: 6 }, () =>
      openTeamStore({ ...options('once'), version: 'x' }),
    );
    for (const store of await Promise.all(opening)) store.close();
    expect(server().sql(`SELECT count(*) FROM once_x.meta`)).toBe('1');
  });

  it('says how much is shared', () =>
    inFolder(async (folder) => {
      const [one, two] = [join(folder, 'one'), join(folder, 'two')];
      makeShop(one);
      cpSync(one, two, { recursive: true });
      for (const [repository, root] of Object.entries({ one, two })) {
        const own = { ...team('shared'), repository };
        await working(root, own, (workspace) => workspace.update(), HEAD);
      }
      const sharing = server().sql(`SELECT used = 2 * shared AND shared > 5 AND bytes_saved > 1000
        FROM shared_${ANALYSER_VERSION}.sharing`);
      expect(sharing).toBe('t');
    }));
});
