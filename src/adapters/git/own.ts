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
/** What git opens by name. */
const PARTS = 'HEAD config config.worktree index info logs objects packed-refs refs shallow'.split(
  ' ',
);
/** Folders of which git opens what it finds, or what another file names. */
const FOLDERS = ['info', 'objects', 'objects/info', 'objects/info/commit-graphs', 'objects/pack'];
/** What an index that is kept in two parts names beside itself. */
const SHARED_INDEX = /\/sharedindex\.[^/]+$/;

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
    const stray = [...new Set([place, common])].flatMap(partsOf).find(leaves);
    if (stray !== undefined) return stray.replace(place, '.git');
    const objects = join(common, 'objects');
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

/** Whatever git may open of a repository, but for single loose objects. */
const partsOf = (where: string): string[] => [
  ...PARTS.map((name) => join(where, name)),
  ...FOLDERS.flatMap((name) => linksIn(join(where, name))),
  ...linksIn(join(where, 'refs'), { recursive: true }),
  ...linksIn(where).filter((path) => SHARED_INDEX.test(path)),
];

function linksIn(folder: string, how: { readonly recursive?: boolean } = {}): string[] {
  if (realOf(folder) === null) return [];
  return readdirSync(folder, { withFileTypes: true, ...how })
    .filter((entry) => entry.isSymbolicLink())
    .map(({ name, parentPath }) => join(parentPath, name));
}
