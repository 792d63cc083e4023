import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Workspace } from '../../src/index.ts';
import { ANALYSER_VERSION } from '../../src/model/version.ts';
import { planText } from '../../src/record/plan.ts';
import { postgresPrograms } from '../support/postgres-server.ts';
import { inFolder, writeFiles } from '../support/project.ts';
import { type Spread, startSpread } from '../support/shards.ts';
import { makeShop } from '../support/shop.ts';
import { hasServer, type TeamConfig, working } from '../support/team.ts';

async function answers(workspace: Workspace): Promise<string[]> {
  const all: string[] = [];
  for (const task of ['why do sessions expire too early', 'what does module_7 add']) {
    const { prompt, plan } = await workspace.assemble({ task });
    all.push(prompt, planText(plan));
  }
  return all;
}

describe.skipIf(!hasServer('a store on several servers'))('RT-4 a store on several servers', () => {
  let servers: Spread | undefined;
  beforeAll(async () => {
    servers = await startSpread(postgresPrograms() ?? '');
  });
  afterAll(() => servers?.stop());
  const spread = (): Spread => {
    if (servers === undefined) throw new Error('there are no servers yet');
    return servers;
  };
  const team = (schema: string): TeamConfig => ({
    store: spread().coordinator.url,
    schema,
    role: 'writer',
  });
  /** Facts and blocks on each shard. */
  const held = (schema: string): number[] =>
    spread().shards.map(({ sql }) =>
      [0, 1, 2, 3]
        .flatMap((part) => [`facts_${part}`, `blocks_${part}`])
        .reduce(
          (sum, table) =>
            sum + Number(sql(`SELECT count(*) FROM ${schema}_${ANALYSER_VERSION}.${table}`)),
          0,
        ),
    );
  const modules = (from: number): Record<string, string> =>
    Object.fromEntries(
      Array.from({ length: 24 }, (_, i) => {
        const name = `module_${from + i}`;
        return [`more/${name}.py`, `def ${name}(value):\n    return value + ${from + i}\n`];
      }),
    );

  it('gives the same bytes as one server, and both shards grow with the corpus', () =>
    inFolder(async (root) => {
      makeShop(root);
      writeFiles(root, modules(0));
      // What is there already moves with the rest.
      await working(root, team('grown'), (workspace) => workspace.update());
      spread().spread(`grown_${ANALYSER_VERSION}`);
      const alone = await working(root, null, answers);
      expect(await working(root, team('grown'), answers)).toEqual(alone);
      const before = held('grown');
      expect(Math.min(...before)).toBeGreaterThan(5);
      writeFiles(root, modules(100));
      const now = await working(root, team('grown'), answers);
      expect(now).toEqual(await working(root, null, answers));
      held('grown').forEach((rows, i) => {
        expect(rows).toBeGreaterThan(before[i] ?? 0);
      });
      await working(root, team('grown'), (workspace) => workspace.collect());
      expect(await working(root, team('grown'), answers)).toEqual(now);
    }));

  it('says so when one is down, and never answers with less', () =>
    inFolder(async (root) => {
      makeShop(root);
      await working(root, team('down'), (workspace) => workspace.update());
      spread().spread(`down_${ANALYSER_VERSION}`);
      const whole = await working(root, team('down'), answers);
      for (const shard of spread().shards) {
        await shard.kill();
        const answer = working(root, team('down'), answers);
        await expect(answer).rejects.toMatchObject({
          code: 'unreadable',
          message: expect.stringContaining('cannot reach one of its servers'),
        });
        await shard.start();
        expect(await working(root, team('down'), answers)).toEqual(whole);
      }
    }));
});
