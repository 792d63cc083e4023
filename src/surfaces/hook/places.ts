import { lstatSync, mkdirSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

export type Variables = Readonly<Record<string, string | undefined>>;

/** Where Sheaf keeps what can be made again; null for a user without a home. */
export function cacheFolder(env: Variables): string | null {
  const home = env['HOME'] ?? env['USERPROFILE'];
  const usual = home === undefined ? undefined : join(home, '.cache');
  const cache = [env['XDG_CACHE_HOME'], env['LOCALAPPDATA'], usual].find(
    (folder) => folder !== undefined && isAbsolute(folder),
  );
  return cache === undefined ? null : join(cache, 'sheaf');
}

/** A folder that only this user can enter, made where it is not there; null where another user's hands are on it. */
export function ownFolder(path: string): string | null {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const stat = lstatSync(path);
  const isOwn = process.getuid === undefined || stat.uid === process.getuid();
  const isClosed = process.platform === 'win32' || (stat.mode & 0o077) === 0;
  return stat.isDirectory() && isOwn && isClosed ? path : null;
}
