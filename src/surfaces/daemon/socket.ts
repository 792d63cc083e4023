import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { isAbsolute, join } from 'node:path';
import { SheafError } from '../../model/errors.ts';
import { cacheFolder, ownFolder, type Variables } from '../hook/places.ts';

/* How the hook and the daemon meet. Small on purpose: whoever only asks loads nothing else. */

/** What can be asked: an answer to a client's hook, how it is, or to go. */
export type DaemonRequest =
  | { readonly kind: 'hook'; readonly input: string; readonly setting: string }
  | { readonly kind: 'status' }
  | { readonly kind: 'stop' };

export interface DaemonStatus {
  readonly pid: number;
  readonly setting: string;
  readonly upSeconds: number;
  readonly projects: readonly string[];
}

export type DaemonReply =
  | { readonly kind: 'answer'; readonly text: string }
  /** It serves another version or other variables: it goes when it has nothing to do, and one like the asker may come. */
  | { readonly kind: 'other' }
  | { readonly kind: 'status'; readonly status: DaemonStatus }
  | { readonly kind: 'stopping' };

/** Systems allow little more. */
const LONGEST_PATH = 100;

/** Where the daemon of this user listens; null where there is no private place for it. */
export function socketPath(env: Variables): string | null {
  const cache = cacheFolder(env);
  if (cache === null) return null;
  const name = createHash('sha256').update(cache).digest('hex').slice(0, 16);
  if (process.platform === 'win32') return `\\\\.\\pipe\\sheaf-${name}`;
  const runtime = env['XDG_RUNTIME_DIR'];
  const isRuntime =
    runtime !== undefined &&
    isAbsolute(runtime) &&
    statSync(runtime, { throwIfNoEntry: false })?.isDirectory() === true;
  const path = join(isRuntime ? join(runtime, 'sheaf') : join(cache, 'run'), `${name}.sock`);
  if (path.length > LONGEST_PATH) return null;
  const isPrivate = ownFolder(isRuntime ? join(runtime, 'sheaf') : join(cache, 'run')) !== null;
  return isPrivate ? path : null;
}

const SETTINGS = /^(?:SHEAF_|XDG_|HOME$|USERPROFILE$|APPDATA$|LOCALAPPDATA$)/;

/** Names the program and the variables that decide what it does: who differs in these must not answer for another. */
export function settingOf(env: Variables, program: string): string {
  const { size, mtimeMs } = statSync(program);
  const variables = Object.entries(env).filter(([name]) => SETTINGS.test(name));
  const text = JSON.stringify([program, size, mtimeMs, process.version, variables.sort()]);
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Asks the daemon; null where none is there. Rejects where one is there and does not answer in time. */
export function ask(
  path: string,
  request: DaemonRequest,
  limitMs: number,
): Promise<DaemonReply | null> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(path);
    const chunks: Buffer[] = [];
    const timer = setTimeout(() => {
      socket.destroy();
      const sentence = `the daemon did not answer within ${limitMs} ms`;
      reject(new SheafError('busy', sentence, 'it may be indexing; try again'));
    }, limitMs);
    socket.on('connect', () => socket.end(JSON.stringify(request)));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      const isAbsent = error.code === 'ENOENT' || error.code === 'ECONNREFUSED';
      if (isAbsent) resolve(null);
      else reject(error);
    });
    socket.on('end', () => {
      clearTimeout(timer);
      const text = Buffer.concat(chunks).toString('utf8');
      // One that crashed or was just leaving says nothing; it is gone then.
      if (text === '') resolve(null);
      else resolve(JSON.parse(text) as DaemonReply);
    });
  });
}
