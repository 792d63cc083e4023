import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { milliseconds, quantile, say, times } from '../support/table.ts';
import { copyOf, type Ground, tasksFor } from './ground.ts';

const CLIENTS = 16;
const TOKEN = 'bench-reads-all';
/** An agent thinks before it asks again. */
const THINK_MS = 2000;

/** How long do answers take for one client and for sixteen, while CI writes new commits? */
export async function clients(ground: Ground): Promise<void> {
  const { server, trees, scratch, package: folder, seconds: duration } = ground;
  const roots = trees.map((tree) => copyOf(tree, scratch));
  const program = join(folder, 'bin/sheaf.js');
  const env = {
    ...process.env,
    SHEAF_TEAM_STORE: server.url,
    SHEAF_TEAM_SCHEMA: 'clients',
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@example.org',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@example.org',
  };
  const run = (command: string, args: readonly string[], cwd: string, more = {}): Promise<void> =>
    new Promise((resolve, reject) => {
      const child = spawn(command, args, { cwd, env: { ...env, ...more }, stdio: 'ignore' });
      child.once('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`${command} ${args[0]} ended with ${code}`)),
      );
    });
  const index = (root: string): Promise<void> =>
    run(process.execPath, [program, 'index', '--ref', 'HEAD'], root, {
      SHEAF_TEAM_ROLE: 'writer',
      SHEAF_TEAM_REPOSITORY: basename(root),
    });
  for (const root of roots) await index(root);
  const users = join(scratch, 'users.toml');
  const digest = createHash('sha256').update(TOKEN).digest('hex');
  const names = JSON.stringify(roots.map((root) => basename(root)));
  writeFileSync(users, `[users.bench]\ntoken_sha256 = "${digest}"\nrepositories = ${names}\n`);
  const { child, address } = await serving(
    [program, 'serve', '--users', users, '--port', '0'],
    env,
  );
  const questions = roots.flatMap((root) =>
    tasksFor(root, 40).map((task) => ({ root: basename(root), task })),
  );
  let errors = 0;
  const ask = async (number: number): Promise<number> => {
    const began = performance.now();
    const response = await fetch(`${address}/v1/assemble`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}` },
      body: JSON.stringify(questions[number % questions.length]),
    });
    await response.arrayBuffer();
    if (response.status !== 200) errors++;
    return performance.now() - began;
  };
  const client = async (first: number, untilMs: number, thinkMs: number): Promise<number[]> => {
    const taken: number[] = [];
    for (let i = first; performance.now() < untilMs; i += 7) {
      taken.push(await ask(i));
      await sleep(thinkMs * (0.5 + ((i * 37) % 100) / 100));
    }
    return taken;
  };
  try {
    for (const i of roots.keys()) await ask(i * 40);
    const single = await client(1, performance.now() + (duration * 1000) / 2, 0);
    const untilMs = performance.now() + duration * 1000;
    let commits = 0;
    const ci = async (): Promise<void> => {
      while (performance.now() < untilMs) {
        const root = roots[commits % roots.length] ?? '';
        appendFileSync(join(root, 'README.md'), `\nchange ${commits}\n`);
        await run('git', ['commit', '-qam', `change ${commits}`], root);
        await index(root);
        commits++;
        await sleep(THINK_MS);
      }
    };
    const [all] = await Promise.all([
      Promise.all(Array.from({ length: CLIENTS }, (_, i) => client(i * 3, untilMs, THINK_MS))),
      ci(),
    ]);
    const taken = all.flat();
    const [one, p95] = [quantile(single, 0.5), quantile(taken, 0.95)];
    say(`one client: ${single.length} answers, median ${milliseconds(one)}`);
    say(
      `${CLIENTS} clients for ${duration} s, ${commits} commits meanwhile: ${taken.length} answers, ${errors} errors, median ${milliseconds(quantile(taken, 0.5))}, p95 ${milliseconds(p95)} = ${times(p95 / one)} that median`,
    );
  } finally {
    child.kill();
  }
}

function serving(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ readonly child: ChildProcess; readonly address: string }> {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr?.on('data', (chunk) => {
      said += chunk;
      const [address] = /http:\/\/[\w.:]+/.exec(said) ?? [];
      if (address !== undefined) resolve({ child, address });
    });
    child.once('exit', () => reject(new Error(`the server ended: ${said}`)));
  });
}
