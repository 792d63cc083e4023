import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { milliseconds, quantile, say, times } from '../support/table.ts';
import { copyOf, dice, type Ground, tasksFor } from './ground.ts';

const CLIENTS = 16;
/** An agent thinks before it asks again. */
const THINK_MS = 2000;
const CI_MS = 2000;
/** More than can be asked in the time, of each repository. */
const NEW_TASKS = 1500;
/** Of all repositories together. */
const LISTED_TASKS = 60;
/** Questions of each repository before anything is measured. */
const WARM_UP = 10;
const SEED = 42;

const tokenOf = (client: number): string => `bench-client-${client}`;

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
  const names = JSON.stringify(roots.map((root) => basename(root)));
  const sections = Array.from({ length: CLIENTS }, (_, i) => {
    const digest = createHash('sha256').update(tokenOf(i)).digest('hex');
    return `[users.client${i}]\ntoken_sha256 = "${digest}"\nrepositories = ${names}\n`;
  });
  writeFileSync(users, sections.join('\n'));
  const { child, address } = await serving(
    [program, 'serve', '--users', users, '--port', '0'],
    env,
  );
  const perRoot = roots.map((root) =>
    tasksFor(root, NEW_TASKS).map((task) => ({ root: basename(root), task })),
  );
  const questions = perRoot[0]?.flatMap((_, i) => perRoot.map((own) => own[i])) ?? [];
  let errors = 0;
  const ask = async (client: number, number: number): Promise<number> => {
    const began = performance.now();
    const response = await fetch(`${address}/v1/assemble`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokenOf(client)}` },
      body: JSON.stringify(questions[number % questions.length]),
    });
    await response.arrayBuffer();
    if (response.status !== 200) errors++;
    return performance.now() - began;
  };
  const roll = dice(SEED);
  let asked = LISTED_TASKS;
  const mixes = {
    /** No question was asked before. */
    new: () => asked++,
    /** One of a list at random: a team has its subjects. */
    listed: () => roll(LISTED_TASKS),
  } as const;
  const client = async (
    who: number,
    untilMs: number,
    thinkMs: number,
    mix: keyof typeof mixes,
  ): Promise<number[]> => {
    const taken: number[] = [];
    while (performance.now() < untilMs) {
      taken.push(await ask(who, mixes[mix]()));
      await sleep(thinkMs * (0.5 + roll(100) / 100));
    }
    return taken;
  };
  let commits = 0;
  const ci = async (untilMs: number): Promise<void> => {
    while (performance.now() < untilMs) {
      const root = roots[commits % roots.length] ?? '';
      appendFileSync(join(root, 'README.md'), `\nchange ${commits}\n`);
      await run('git', ['add', '--all'], root);
      await run('git', ['commit', '-qm', `change ${commits}`], root);
      await index(root);
      commits++;
      await sleep(CI_MS);
    }
  };
  const forMs = (share: number): number => performance.now() + duration * 1000 * share;
  try {
    for (let i = 0; i < WARM_UP * roots.length; i++) await ask(0, mixes.new());
    for (const mix of ['new', 'listed'] as const) {
      const spent = spending(child.pid);
      const single = await client(0, forMs(0.5), 0, mix);
      const one = quantile(single, 0.5);
      say(
        `one client, ${mix} questions: ${single.length} answers, median ${milliseconds(one)}, processor time of the server for each ${milliseconds(spent() / single.length)}`,
      );
      for (const thinkMs of [0, THINK_MS]) {
        const [untilMs, before] = [forMs(1), commits];
        errors = 0;
        const cost = spending(child.pid);
        const [all] = await Promise.all([
          Promise.all(Array.from({ length: CLIENTS }, (_, i) => client(i, untilMs, thinkMs, mix))),
          ci(untilMs),
        ]);
        const taken = all.flat();
        const p95 = quantile(taken, 0.95);
        say(
          `${CLIENTS} clients, ${mix} questions, ${thinkMs / 1000} s apart, ${duration} s, ${commits - before} commits: ${taken.length} answers, ${errors} errors, median ${milliseconds(quantile(taken, 0.5))}, p95 ${milliseconds(p95)} = ${times(p95 / one)} that of one client, processor time for each ${milliseconds(cost() / taken.length)}`,
        );
      }
    }
  } finally {
    child.kill();
  }
}

const TICK_MS = 10;

/** Processor time of a process since now, as Linux counts it; not a number elsewhere. */
function spending(pid: number | undefined): () => number {
  const spentMs = (): number => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
    } catch {
      return Number.NaN;
    }
  };
  const before = spentMs();
  return () => spentMs() - before;
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
