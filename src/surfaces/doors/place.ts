import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { gitFolder } from '../../adapters/git/folders.ts';
import { SheafError } from '../../model/errors.ts';

/** Whether a place is a folder or lies below it; both without links. */
function isInside(folder: string, place: string): boolean {
  const way = relative(folder, place);
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way));
}

/** The repository whose work trees are all one project: that of a linked work tree is its main one. */
function homeOf(gitDir: string): string {
  const folder = gitFolder(gitDir);
  const common = join(folder, 'commondir');
  return realpathSync(
    existsSync(common) ? resolve(folder, readFileSync(common, 'utf8').trim()) : folder,
  );
}

/** The top of the work tree a folder lies in. */
function topOf(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return null;
  }
}

/** A work tree that the server's own repository knows: what it is linked to must point back, so no folder can claim it. */
function isOwnWorkTree(served: string, top: string): boolean {
  const ours = topOf(served);
  if (ours === null || !statSync(join(top, '.git')).isFile()) return false;
  const admin = gitFolder(join(top, '.git'));
  const back = join(admin, 'gitdir');
  return (
    existsSync(back) &&
    realpathSync(dirname(readFileSync(back, 'utf8').trim())) === top &&
    homeOf(join(ours, '.git')) === homeOf(join(top, '.git')) &&
    isInside(join(homeOf(join(ours, '.git')), 'worktrees'), realpathSync(admin))
  );
}

/**
 * The root a caller means by a path: the work tree, submodule or nested repository around it, no higher than what the server was
 * started for. Looked up at every call, because folders move.
 */
export function rootFor(served: readonly string[], given: string | undefined): string {
  const [home = ''] = served;
  const start = realOf(home, home);
  if (given === undefined || given.trim() === '') return start;
  const place = realOf(resolve(home, given.trim().replaceAll('\\', '/')), given);
  const folder = statSync(place).isDirectory() ? place : dirname(place);
  const top = topOf(folder);
  for (const own of served.map((root) => realOf(root, root))) {
    if (isInside(own, folder)) return top !== null && isInside(own, top) ? top : own;
    if (top !== null && isOwnWorkTree(own, top)) return top;
  }
  const sentence = `${given} is outside of what this server was started for`;
  throw new SheafError('outside', sentence, `name a folder inside ${start}, or leave root out`);
}

function realOf(path: string, given: string): string {
  if (!path.includes('\0') && existsSync(path)) return realpathSync(path);
  const hint = 'name a folder or file that exists, or leave root out';
  throw new SheafError('not-found', `there is no ${JSON.stringify(given.slice(0, 200))}`, hint);
}
