import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Variables } from '../../config/find.ts';
import { SheafError } from '../../model/errors.ts';
import { isTrusted } from '../consent.ts';
import { peek } from '../files/open-file.ts';
import { commonFolder, gitFolder } from './folders.ts';
import { type Stray, strayIn } from './own.ts';
import { findGit, type GitPlace, runGit } from './run.ts';

/** A place with files checked out. */
export type WorkTreePlace = GitPlace & { readonly workTree: string; readonly folder: string };

/** The nearest folder at or above a root with a `.git`. */
function folderWithGit(root: string): string | null {
  if (isRepository(join(root, '.git'))) return root;
  return dirname(root) === root ? null : folderWithGit(dirname(root));
}

/** Who asks for a repository. */
interface Asking {
  readonly signal?: AbortSignal | undefined;
  /** Whose trust counts; without it nobody's. */
  readonly env?: Variables | undefined;
}

/** The repository a folder lies in; null if there is none to use. One that leads elsewhere is not used. */
export function findRepository(root: string, { signal, env }: Asking = {}): WorkTreePlace | null {
  const folder = findGit() === null ? null : folderWithGit(root);
  if (folder === null || refusedIn(folder, env) !== null) return null;
  return { gitDir: join(folder, '.git'), workTree: folder, folder: root, signal };
}

function refusedIn(folder: string, env: Variables = {}): Stray | null {
  const stray = strayIn(folder);
  const isMeant = stray?.borrows != null && isTrusted(env, stray.borrows);
  return isMeant ? null : stray;
}

/** Why the repository around a folder is not used, as a sentence; null where it is, or where there is none. */
export function strayRepository(root: string, env?: Variables): string | null {
  const folder = folderWithGit(root);
  const stray = folder === null ? null : refusedIn(folder, env);
  if (stray === null) return null;
  const said = `${stray.part} leads out of the project or nowhere, so git is not used.`;
  return stray.borrows === null ? said : `${said} If this clone is yours: sheaf trust --git`;
}

/** The file by which the clone around a folder borrows objects from another repository; null where it does not. */
export function borrowingOf(root: string): Stray['borrows'] {
  const folder = folderWithGit(root);
  return folder === null ? null : (strayIn(folder)?.borrows ?? null);
}

/** A repository named by the user: a bare one, a `.git` folder, or a folder with one inside. */
export function openRepository(gitDir: string, signal?: AbortSignal): GitPlace {
  if (findGit() === null) {
    throw new SheafError('git', 'git was not found', 'Reading a repository needs git on the PATH.');
  }
  const place = resolve(gitDir);
  const found = [place, join(place, '.git')].find(isRepository);
  if (found !== undefined) return { gitDir: found, folder: dirname(found), signal };
  const hint = 'Name a bare repository or a .git folder.';
  throw new SheafError('not-found', `${gitDir} is not a git repository`, hint);
}

/** The commit a ref names. */
export async function resolveCommit(place: GitPlace, ref: string): Promise<string> {
  const commit = await findCommit(place, ref);
  if (commit !== null) return commit;
  const hint = 'Give a branch, a tag or a commit id.';
  throw new SheafError('not-found', `${ref} is not a commit`, hint);
}

/** The same, with null for a ref that names nothing, as HEAD does before the first commit. */
export async function findCommit(place: GitPlace, ref: string): Promise<string | null> {
  if (ref.includes('\0')) return null;
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`];
  const { code, stdout } = await runGit(place, args);
  const commit = stdout.toString('latin1').trim();
  return code === 0 && /^[0-9a-f]{40,64}$/.test(commit) ? commit : null;
}

const LOOSE_REF = /^ref: (refs\/heads\/[\w.+@-]+(?:\/[\w.+@-]+)*)\n$/;

/** Whether HEAD's own file, or that of the branch it names, holds this commit; false also where only git can tell. */
export function headIs({ gitDir }: GitPlace, commit: string): boolean {
  // A linked work tree has a HEAD of its own, and its branches where the others have theirs.
  const read = (folder: string, name: string): string => {
    const place = join(folder, name);
    const stat = peek(place);
    return stat?.isFile() && stat.size <= MAX_REF_BYTES ? readFileSync(place, 'latin1') : '';
  };
  try {
    const head = read(gitFolder(gitDir), 'HEAD');
    const branch = LOOSE_REF.exec(head)?.[1];
    const isHere = branch === undefined || branch.includes('..');
    return (isHere ? head : read(commonFolder(gitDir), branch)).trim() === commit;
  } catch {
    return false; // not readable for us; git says what is the matter
  }
}

const MAX_REF_BYTES = 1024;

/** Files git opens without looking at what they are: a pipe among them would make it wait for ever. */
const PLAIN_FILES = ['HEAD', 'config', 'index', 'packed-refs', 'shallow', 'info/exclude'];

/** A folder of git's, or the `.git` file of a linked work tree or submodule. */
function isRepository(gitDir: string): boolean {
  if (peek(gitDir)?.isFile()) return true;
  const head = peek(join(gitDir, 'HEAD'));
  if (head === null || !(head.isFile() || head.isSymbolicLink())) return false;
  return PLAIN_FILES.every((name) => {
    const stat = peek(join(gitDir, name));
    return stat === null || stat.isFile() || stat.isSymbolicLink();
  });
}
