import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import type { ConfigFile } from '../../config/find.ts';
import { errorCode, peek } from '../files/open-file.ts';

/*
 * A `.git` that came with a project may lead to a repository of someone else on this machine: by a link, by what `.git` says
 * where it is a file, by `commondir` or by alternates. What such a repository holds would be shown as the project's own.
 */

const ABSENT = ['ENOENT', 'ENOTDIR'];
const MAX_BYTES = 65_536;

/** Where a path ends, links followed; null if it ends nowhere. A loop of links ends nowhere, too. */
function realOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch (error) {
    if (![...ABSENT, 'ELOOP'].includes(errorCode(error))) throw error;
    return null;
  }
}

function textOf(path: string): string | null {
  const real = realOf(path);
  const stat = real === null ? null : peek(real);
  return real !== null && stat?.isFile() && stat.size <= MAX_BYTES
    ? readFileSync(real, 'utf8')
    : null;
}

/** The folder that a file of git's names, as seen from where the file counts. */
function namedIn(file: string, from: string, says: RegExp): string | null {
  const named = says.exec(textOf(file) ?? '')?.[1];
  return named === undefined ? null : realOf(resolve(from, named));
}

const GITDIR = /^gitdir: (.+?)\r?\n?$/;
const LINE = /^(.+?)\r?\n?$/;
const WORKTREE = /^\s*worktree\s*=\s*"?(.+?)"?\s*$/im;
/** What git opens by name; the folders of objects are looked through. */
const PARTS = ['HEAD', 'config', 'index', 'info', 'info/exclude', 'packed-refs', 'refs', 'objects'];

/** Where a repository leads out of its folder. */
export interface Stray {
  readonly part: string;
  /** The file by which a clone borrows the objects of another: the one way out that git itself makes and the user may trust. */
  readonly borrows: Pick<ConfigFile, 'path' | 'text'> | null;
}

/** Where the repository of a folder leads out of it; null if it is the folder's own. */
export function strayIn(folder: string): Stray | null {
  const part = strayPart(folder);
  if (part !== ALTERNATES) return part === null ? null : { part, borrows: null };
  const path = join(realpathSync(folder), part);
  const text = textOf(path);
  return { part, borrows: text === null ? null : { path, text } };
}

const ALTERNATES = '.git/objects/info/alternates';

function strayPart(folder: string): string | null {
  const entry = join(folder, '.git');
  try {
    const home = realpathSync(folder);
    const isInside = (real: string): boolean => real === home || real.startsWith(`${home}${sep}`);
    const leaves = (path: string): boolean => {
      const real = realOf(path);
      return real !== null && !isInside(real);
    };
    const place = peek(entry)?.isFile() ? namedIn(entry, folder, GITDIR) : realOf(entry);
    if (place === null) return '.git';
    // The other side names this folder too: a linked work tree, a submodule, a repository kept apart.
    if (!isInside(place)) return namesBack(place, entry, home) ? null : '.git';
    const common = namedIn(join(place, 'commondir'), place, LINE) ?? place;
    if (!isInside(common)) return '.git/commondir';
    const parts = [place, common].flatMap((where) => PARTS.map((name) => join(where, name)));
    const objects = join(common, 'objects');
    const stray =
      parts.find(leaves) ??
      linksIn(objects).find(leaves) ??
      linksIn(join(objects, 'pack')).find(leaves);
    if (stray !== undefined) return stray.replace(place, '.git');
    const others = textOf(join(objects, 'info/alternates'))?.split('\n') ?? [];
    const isStray = others.some((line) => line !== '' && leaves(resolve(objects, line)));
    return isStray ? ALTERNATES : null;
  } catch (error) {
    if (errorCode(error) === 'unknown error') throw error;
    return '.git'; // not readable for us, so nobody can say where it leads
  }
}

function namesBack(place: string, entry: string, home: string): boolean {
  if (namedIn(join(place, 'gitdir'), place, LINE) === realOf(entry)) return true;
  return ['config', 'config.worktree'].some(
    (name) => namedIn(join(place, name), place, WORKTREE) === home,
  );
}

function linksIn(folder: string): string[] {
  if (realOf(folder) === null) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isSymbolicLink())
    .map(({ name }) => join(folder, name));
}
