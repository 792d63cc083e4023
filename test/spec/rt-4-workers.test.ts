import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ANALYSER_VERSION } from '../../src/model/version.ts';
import { planText } from '../../src/record/plan.ts';
import { commitAll, git, inFolder, SHEAF, writeFiles } from '../support/project.ts';
import { hasServer, withServer, working } from '../support/team.ts';

const FILES = 100;

/** A project large enough that a worker is killed in the middle of it. */
function makeMany(root: string): void {
  git(root, 'init', '-q');
  const texts = Array.from({ length: FILES }, (_, i) => {
    const functions = Array.from(
      { length: 40 },
      (_, j) =>
        `def part_${i}_${j}(value):\n    """Adds ${i} to ${j}."""\n    return value + ${i * j}\n`,
    );
    return [`pack${i % 7}/module_${i}.py`, functions.join('\n')] as const;
  });
  writeFiles(root, Object.fromEntries(texts));
  commitAll(root, 'add modules');
}

describe.skipIf(!hasServer('several workers'))('RT-4 several workers index one repository', () => {
  const server = withServer();
  const teamOf = (schema: string) =>
    ({ store: server().url, role: 'writer', schema, repository: 'many' }) as const;
  /** A worker is an ordinary command; how it ended and how many contents it analysed. */
  const worker = (root: string, schema: string) => {
    const env = {
      ...process.env,
      SHEAF_TEAM_STORE: server().url,
      SHEAF_TEAM_ROLE: 'writer',
      SHEAF_TEAM_SCHEMA: schema,
      SHEAF_TEAM_REPOSITORY: 'many',
    };
    const child = spawn(process.execPath, [SHEAF, 'index', '--ref', 'HEAD', '--json'], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let out = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    const ended = new Promise<{ code: number | null; analysed: number }>((resolve) => {
      child.once('close', (code) => {
        const { analysed = 0 } = code === 0 ? (JSON.parse(out) as { analysed?: number }) : {};
        resolve({ code, analysed });
      });
    });
    return { child, ended };
  };
  const answer = (root: string, schema: string | null): Promise<readonly string[]> =>
    working(
      root,
      schema === null ? null : teamOf(schema),
      async (workspace) => {
        const { prompt, plan } = await workspace.assemble({ task: 'what does part_3_7 add' });
        return [prompt, planText(plan)];
      },
      { ref: 'HEAD' },
    );
  const count = (schema: string, what: string): number =>
    Number(server().sql(`SELECT count(*) FROM ${schema}_${ANALYSER_VERSION}.${what}`));

  it('none twice, none lost, one state', () =>
    inFolder(async (root) => {
      makeMany(root);
      const both = [worker(root, 'both'), worker(root, 'both')];
      const ended = await Promise.all(both.map((each) => each.ended));
      expect(ended.map(({ code }) => code)).toEqual([0, 0]);
      expect(ended.reduce((sum, { analysed }) => sum + analysed, 0)).toBe(FILES);
      expect(count('both', 'contents')).toBe(FILES);
      expect(count('both', 'states')).toBe(1);
      expect(count('both', 'work')).toBe(0);
      expect(await answer(root, 'both')).toEqual(await answer(root, null));
    }));

  it('whoever is killed, and when', () =>
    inFolder(async (root) => {
      makeMany(root);
      for (const [i, afterMs] of [500, 900, 1300].entries()) {
        const both = [worker(root, 'killed'), worker(root, 'killed')];
        await sleep(afterMs);
        both[i % 2]?.child.kill('SIGKILL');
        if (i === 1) {
          await server().kill();
          await server().start();
        }
        // A state is never there without all it names.
        const tables = `pg_tables WHERE schemaname = 'killed_${ANALYSER_VERSION}' AND tablename = 'states'`;
        const isMade = Number(server().sql(`SELECT count(*) FROM ${tables}`)) > 0;
        if (isMade && count('killed', 'states') > 0) expect(count('killed', 'facts')).toBe(FILES);
        await Promise.all(both.map((each) => each.ended));
      }
      const { code } = await worker(root, 'killed').ended;
      expect(code).toBe(0);
      expect(count('killed', 'contents')).toBe(FILES);
      expect(count('killed', 'facts')).toBe(FILES);
      expect(count('killed', 'states')).toBe(1);
      expect(await answer(root, 'killed')).toEqual(await answer(root, null));
    }));
});
