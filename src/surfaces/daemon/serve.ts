import { chmodSync, lstatSync, renameSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { answer, type HookAnswer } from '../hook/answer.ts';
import { readEvent } from '../hook/event.ts';
import { logFailure } from '../hook/log.ts';
import type { Variables } from '../hook/places.ts';
import { openProjects } from './projects.ts';
import { ask, type DaemonReply, type DaemonRequest } from './socket.ts';

export interface Serving {
  readonly path: string;
  readonly setting: string;
  readonly env: Variables;
  readonly idleMs: number;
  readonly signal: AbortSignal;
}

/** How often it looks whether it is still the one that others find. */
const LOOK_MS = 5000;
const ASK_MS = 1000;
const NO_ANSWER: HookAnswer = { text: '', arrived: () => {} };
const isPipe = process.platform === 'win32';

/** Serves until it is told to go, has had nothing to do for long, or another has taken its place. False where one like it serves already. */
export async function serve({ path, setting, env, idleMs, signal }: Serving): Promise<boolean> {
  const other = await ask(path, { kind: 'status' }, ASK_MS).catch((error: unknown) => {
    logFailure(env, error);
    return null;
  });
  if (other?.kind === 'status' && other.status.setting === setting) return false;
  const began = Date.now();
  const projects = openProjects(env, (sentence) => logFailure(env, sentence));
  const leaving = new AbortController();
  let [busy, usedAt] = [0, began];

  const answered = async (input: string): Promise<HookAnswer> => {
    const event = readEvent(input);
    return event === null ? NO_ANSWER : answer(event, env, projects.with);
  };
  const replyTo = (request: Exclude<DaemonRequest, { kind: 'hook' }>): DaemonReply => {
    if (request.kind === 'stop') return { kind: 'stopping' };
    const upSeconds = Math.round((Date.now() - began) / 1000);
    const status = { pid: process.pid, setting, upSeconds, projects: projects.roots() };
    return { kind: 'status', status };
  };
  const attend = async (socket: Socket): Promise<void> => {
    busy++;
    const say = (reply: DaemonReply, arrived: () => void = () => {}): void => {
      socket.end(JSON.stringify(reply), (error?: Error) => {
        // An asker that no longer waits got nothing.
        if (error === undefined || error === null) arrived();
      });
      if (reply.kind === 'stopping' || reply.kind === 'other') leaving.abort();
    };
    try {
      const request = JSON.parse(await heard(socket)) as DaemonRequest;
      if (request.kind !== 'hook') say(replyTo(request));
      else if (request.setting !== setting) say({ kind: 'other' });
      else {
        const { text, arrived } = await answered(request.input);
        say({ kind: 'answer', text }, arrived);
      }
    } catch (error) {
      logFailure(env, error);
      // The asker gave its prompt to the only one who could answer, so it gets an empty answer.
      say({ kind: 'answer', text: '' });
    } finally {
      busy--;
      usedAt = Date.now();
    }
  };

  const server = createServer({ allowHalfOpen: true }, (socket) => {
    // An asker that did not wait for the end.
    socket.on('error', () => socket.destroy());
    void attend(socket);
  });
  // Under a name of its own first: taking the known one over by renaming leaves no moment in which two could both have it.
  const draft = isPipe ? path : `${path}.${process.pid}`;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(draft, resolve);
  });
  const inode = isPipe ? 0 : lstatSync(draft).ino;
  if (!isPipe) {
    chmodSync(draft, 0o600);
    renameSync(draft, path);
  }
  const isOurs = (): boolean => isPipe || lstatSync(path, { throwIfNoEntry: false })?.ino === inode;
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearInterval(timer);
      resolve();
    };
    const timer = setInterval(
      () => {
        const isIdle = busy === 0 && Date.now() - usedAt >= idleMs;
        if (isIdle || (busy === 0 && !isOurs())) end();
      },
      Math.min(LOOK_MS, idleMs),
    );
    for (const why of [signal, leaving.signal]) why.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
  });
  if (!isPipe && isOurs()) rmSync(path, { force: true });
  server.close();
  await projects.close();
  return true;
}

/** Everything the other side says. Not by iterating, which would close the socket before it is answered. */
const heard = (socket: Socket): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    socket.once('close', () => reject(new Error('the asker went away')));
  });
