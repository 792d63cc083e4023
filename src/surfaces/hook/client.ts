import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAEMON_VARIABLE } from '../../config/key-spec.ts';
import { ask, settingOf, socketPath } from '../daemon/socket.ts';
import { isChatter } from './chatter.ts';
import { readEvent } from './event.ts';
import { logFailure } from './log.ts';
import type { Variables } from './places.ts';

/** An agent waits this long and no longer. */
const LIMIT_MS = 4000;
const RETRY_MS = 40;

/** The program as others of ours start it. */
export interface Program {
  /** `bin/sheaf.js`. */
  readonly command: string;
  /** What decides whether two are the same program. */
  readonly bundle: string;
}

/** What to print for a client's hook, which may be nothing. Never rejects, never takes longer than the limit. */
export async function hook(input: string, env: Variables, program: Program): Promise<string> {
  const until = performance.now() + LIMIT_MS;
  try {
    const event = readEvent(input);
    if (event === null) {
      logFailure(env, 'the input is not the JSON of a hook that Sheaf knows');
      return '';
    }
    if (event.kind === 'prompt' && isChatter(event.prompt)) return '';
    const path = env[DAEMON_VARIABLE] === 'off' ? null : socketPath(env);
    return path === null
      ? await alone(input, env, program, until)
      : await together(input, env, program, path, until);
  } catch (error) {
    logFailure(env, error);
    return '';
  }
}

/** By the daemon, which is started where it is not there. It goes on with its work when nobody waits any more, so the next prompt finds an index. */
async function together(
  input: string,
  env: Variables,
  program: Program,
  path: string,
  until: number,
): Promise<string> {
  const setting = settingOf(env, program.bundle);
  let isStarted = false;
  while (performance.now() < until) {
    const left = Math.max(1, Math.floor(until - performance.now()));
    const reply = await ask(path, { kind: 'hook', input, setting }, left);
    if (reply?.kind === 'answer') return reply.text;
    if (!isStarted) {
      spawn(process.execPath, [program.command, 'daemon'], {
        detached: true,
        stdio: 'ignore',
        cwd: '/',
        env: { ...env },
      }).unref();
      isStarted = true;
    }
    await sleep(RETRY_MS);
  }
  throw new Error(
    `no answer within ${LIMIT_MS} ms: the daemon is starting or the project is being indexed`,
  );
}

/** By a process that is ended when the time is over, whatever it is doing. */
function alone(input: string, env: Variables, program: Program, until: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program.command, 'hook', '--here'], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { ...env },
      timeout: Math.max(1, Math.floor(until - performance.now())),
      killSignal: 'SIGKILL',
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    // It may be gone before it has read everything; how it ended says why.
    child.stdin.on('error', () => {});
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(Buffer.concat(chunks).toString('utf8'));
      else reject(new Error(`no answer within ${LIMIT_MS} ms without the daemon`));
    });
    child.stdin.end(input);
  });
}
