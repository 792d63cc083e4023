import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { type ConfigFile, userPlace, type Variables } from '../config/find.ts';
import { refused, SheafError } from '../model/errors.ts';
import { errorCode } from './files/open-file.ts';

/* Which projects' files the user trusts: by path and content, so that a file that changed or moved asks again. */

type Named = Pick<ConfigFile, 'path' | 'text'>;

export interface Consent {
  /** A digest of the content that is trusted. */
  readonly digest: string;
  readonly path: string;
}

const digestOf = ({ text }: Named): string => createHash('sha256').update(text).digest('hex');

/** Where the user keeps what is ours, never in a project; null for a user without a home. */
export function keptOf(env: Variables): string | null {
  const state = env['XDG_STATE_HOME'];
  if (state !== undefined && isAbsolute(state)) return join(state, 'sheaf');
  const own = userPlace(env, homeOf(env));
  return own === null ? null : dirname(own.path);
}

function listOf(env: Variables): string | null {
  const folder = keptOf(env);
  return folder === null ? null : join(folder, 'trusted');
}

export const homeOf = (env: Variables): string | null => env['HOME'] ?? env['USERPROFILE'] ?? null;

const LINE = /^([0-9a-f]{64}) {2}(.+)$/;

export function consents(env: Variables): Consent[] {
  const list = listOf(env);
  if (list === null) return [];
  try {
    return fs
      .readFileSync(list, 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [, digest, path] = LINE.exec(line) ?? [];
        return digest === undefined || path === undefined ? [] : [{ digest, path }];
      });
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw refused(`read ${list}`, error);
  }
}

export const isTrusted = (env: Variables, file: Named): boolean =>
  consents(env).some(({ path, digest }) => path === file.path && digest === digestOf(file));

/** Trusts a file as it is now, instead of as it was. */
export function trust(env: Variables, file: Named): void {
  if (file.path.includes('\n')) {
    throw new SheafError('usage', 'A path with a line break cannot be trusted.');
  }
  const others = consents(env).filter(({ path }) => path !== file.path);
  write(env, [...others, { digest: digestOf(file), path: file.path }]);
}

/** Whether there was something to revoke. */
export function revoke(env: Variables, path: string): boolean {
  const before = consents(env);
  const rest = before.filter((consent) => consent.path !== path);
  if (rest.length < before.length) write(env, rest);
  return rest.length < before.length;
}

function write(env: Variables, list: readonly Consent[]): void {
  const file = listOf(env);
  if (file === null) {
    const hint = 'set XDG_STATE_HOME or HOME';
    throw new SheafError('not-found', 'There is no home folder to keep your trust in.', hint);
  }
  const draft = `${file}.${process.pid}`;
  try {
    fs.mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const lines = list.map(({ digest, path }) => `${digest}  ${path}\n`);
    fs.writeFileSync(draft, lines.join(''), { mode: 0o600, flag: 'wx' });
    fs.renameSync(draft, file);
  } catch (error) {
    fs.rmSync(draft, { force: true });
    throw refused(`write ${file}`, error);
  }
}
