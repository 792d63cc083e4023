import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ANALYSER_VERSION } from '../../src/model/version.ts';
import { note, say } from '../support/table.ts';
import { copyOf, dice, type Ground } from './ground.ts';

/** Pairs of workers in a round, and after which of them the server is killed too. */
const PAIRS = 10;
const SERVER_KILLED = [2, 6];

/**
 * Is anything lost or wrong when workers and the server are killed? Each round begins with an empty store; two workers run, one is killed at
 * random, sometimes the server too, until as many were killed as wanted. Then one finishes, and the answer is compared.
 */
export async function kills(ground: Ground): Promise<void> {
  const { server, trees, scratch, sheaf, kills: wanted, package: folder } = ground;
  const [tree] = trees;
  if (tree === undefined) return;
  const root = copyOf(tree, scratch);
  const task = 'how are options parsed';
  const answer = async (schema: string | null): Promise<string> => {
    const team = { store: server.url, schema: schema ?? '', repository: 'r', role: 'writer' };
    const workspace = await sheaf.openWorkspace({
      root,
      ref: 'HEAD',
      config: schema === null ? {} : { team },
    });
    const { prompt, plan } = await workspace.assemble({ task });
    await workspace.close();
    return `${prompt}\0${JSON.stringify(plan)}`;
  };
  const right = await answer(null);
  const roll = dice(11);
  const result = { workers: 0, servers: 0, early: 0, rounds: 0, lost: 0, wrong: 0 };
  while (result.workers < wanted) {
    const schema = `kills${result.rounds++}`;
    const env = {
      ...process.env,
      SHEAF_TEAM_STORE: server.url,
      SHEAF_TEAM_ROLE: 'writer',
      SHEAF_TEAM_SCHEMA: schema,
      SHEAF_TEAM_REPOSITORY: 'r',
    };
    const start = () => {
      const args = [join(folder, 'bin/sheaf.js'), 'index', '--ref', 'HEAD'];
      const child = spawn(process.execPath, args, { cwd: root, env, stdio: 'ignore' });
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      return { child, ended };
    };
    for (let i = 0; i < PAIRS && result.workers < wanted; i++) {
      const both = [start(), start()];
      await sleep(300 + roll(3000));
      for (const { child } of both) {
        if (child.exitCode !== null) result.early++;
        else result.workers++;
        child.kill('SIGKILL');
      }
      if (SERVER_KILLED.includes(i)) {
        result.servers++;
        await server.kill();
        await server.start();
      }
      await Promise.all(both.map(({ ended }) => ended));
    }
    await start().ended;
    const count = (what: string): number =>
      Number(server.sql(`SELECT count(*) FROM ${schema}_${ANALYSER_VERSION}.${what}`));
    if (count('contents') !== count('facts')) result.lost++;
    if ((await answer(schema)) !== right) result.wrong++;
    server.sql(`DROP SCHEMA ${schema}_${ANALYSER_VERSION} CASCADE`);
    note(`${result.workers} workers and ${result.servers} servers killed`);
  }
  const { workers, servers, rounds, early, lost, wrong } = result;
  say(
    `${workers} workers killed at work (${early} more had ended), ${servers} servers, ${rounds} rounds: ${lost} lost, ${wrong} wrong`,
  );
}
