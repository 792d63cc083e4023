import { copyFileSync, mkdtempSync, rmdirSync, rmSync, unlinkSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BytePath, textOf } from '../../text/paths/byte-path.ts';
import { type GitPlace, runGit } from './run.ts';

export interface GitFile {
  readonly mode: string;
  readonly oid: string;
  readonly path: BytePath;
  /** Null where git did not say, or could not because the object is not here. */
  readonly bytes: number | null;
}

export const LINK_MODE = '120000';
export const SUBMODULE_MODE = '160000';

/** A work tree as git sees it. */
export interface WorkTreeFiles {
  readonly tracked: readonly BytePath[];
  readonly submodules: readonly BytePath[];
  /** Not known to git and not ignored. */
  readonly untracked: readonly BytePath[];
  /** Repositories inside that are no submodules. */
  readonly nested: readonly BytePath[];
  /** Tracked files that git was told not to look at: those it calls unchanged may have changed. */
  readonly unwatched: readonly BytePath[];
  /** What the index says that watched files hold; empty for a list that was kept. */
  readonly blobs: ReadonlyMap<BytePath, string>;
  /** Whether git came to its end. */
  readonly complete: boolean;
}

/** `H 100644 <id> 0<tab>path` for a file of the index (other letters for one in conflict or not looked at), `? path` for others. */
const WATCHED = 'H';
const MODE_START = 2;
const MODE_END = 8;

/** Our own folder is no part of a project; a pipe for a `.gitignore` in it would keep git waiting. */
const OTHERS = ['--others', '--exclude-standard', '--exclude=.sheaf/'];

/** What git tracks below the folder and, if wanted, what it would add. */
export async function workTreeFiles(
  place: GitPlace,
  untracked: 'with untracked' | 'tracked only',
): Promise<WorkTreeFiles> {
  const others = untracked === 'with untracked' ? OTHERS : [];
  const args = ['ls-files', '-z', '-v', '--stage', '--cached', ...others];
  const { code, stdout } = await runGit(place, args);
  const files = { tracked: [], submodules: [], untracked: [], nested: [], unwatched: [] } as {
    [key in Exclude<keyof WorkTreeFiles, 'complete' | 'blobs'>]: BytePath[];
  };
  const blobs = new Map<BytePath, string>();
  for (const record of records(stdout)) {
    if (record.startsWith('? ')) {
      const path = record.slice(MODE_START);
      if (path.endsWith('/')) files.nested.push(path.slice(0, -1));
      else files.untracked.push(path);
      continue;
    }
    const tab = record.indexOf('\t');
    const path = record.slice(tab + 1);
    const isSubmodule = record.slice(MODE_START, MODE_END) === SUBMODULE_MODE;
    const known = isSubmodule ? files.submodules : files.tracked;
    // A file in conflict is there in up to three stages and counts once.
    if (known.at(-1) !== path) known.push(path);
    if (!record.startsWith(WATCHED)) files.unwatched.push(path);
    else if (record.startsWith('100', MODE_START) && record[tab - 1] === '0')
      blobs.set(path, record.slice(MODE_END + 1, tab - 2));
  }
  return { ...files, blobs, complete: code === 0 };
}

/** All files of a commit, or of one folder of it with paths as it sees them; null if there is no such folder. */
export async function committedFiles(
  place: GitPlace,
  commit: string,
  folder: string,
): Promise<readonly GitFile[] | null> {
  const tree = folder === '' ? commit : `${commit}:${folder}`;
  const args = ['ls-tree', '-r', '-z', '--full-tree'];
  const sized = await runGit(place, [...args, '-l', tree]);
  if (sized.code === 0) return records(sized.stdout).map(toFile);
  // In a partial clone git gives up on the size of the first file that is not here.
  const plain = await runGit(place, [...args, tree]);
  if (plain.code !== 0) return null;
  const files = records(plain.stdout).map(toFile);
  const sizes = await localSizes(place, new Set(files.map((file) => file.oid)));
  return files.map((file) => ({ ...file, bytes: sizes.get(file.oid) ?? null }));
}

/** `100644 blob <id>[ <size>]<tab>path`, the size padded with spaces. */
function toFile(record: string): GitFile {
  const tab = record.indexOf('\t');
  const [mode = '', , oid = '', size = ''] = record.slice(0, tab).split(/ +/);
  const bytes = /^[0-9]+$/.test(size) ? Number(size) : null;
  return { mode, oid, path: record.slice(tab + 1), bytes };
}

/** Sizes of the wanted objects that are here; asking for one that is not would end git. */
async function localSizes(
  place: GitPlace,
  wanted: ReadonlySet<string>,
): Promise<Map<string, number>> {
  const format = '--batch-check=%(objectname) %(objectsize)';
  const args = ['cat-file', '--batch-all-objects', '--unordered', '--buffer', format];
  const { stdout } = await runGit(place, args);
  const sizes = new Map<string, number>();
  for (const line of stdout.toString('latin1').split('\n')) {
    const [oid = '', size = ''] = line.split(' ');
    if (wanted.has(oid)) sizes.set(oid, Number(size));
  }
  return sizes;
}

/**
 * The tracked files whose size, times or number differ from those in git's index; null if git can't say. git looks at
 * thousands of files in a fraction of the time that we take, and on another core.
 *
 * It is given a copy of the index that bears no time: of a file as young as its index it would otherwise compare
 * the bytes, and for that run the filter programs a repository may name.
 */
export async function changedFiles(place: GitPlace): Promise<ReadonlySet<BytePath> | null> {
  let folder = '';
  try {
    // A folder that nobody else may enter: names of files are nobody else's business.
    folder = mkdtempSync(join(tmpdir(), 'sheaf-git-'));
    const index = join(folder, 'index');
    copyFileSync(join(place.gitDir, 'index'), index);
    utimesSync(index, 0, 0);
    const args = ['diff-files', '-z', '--name-only', '--ignore-submodules=all'];
    const { code, stdout } = await runGit(place, args, { GIT_INDEX_FILE: index });
    return code === 0 ? new Set(records(stdout)) : null;
  } catch {
    place.signal?.throwIfAborted();
    return null; // no room for the copy, or an index that is being replaced: we look ourselves
  } finally {
    if (folder !== '') removeCopy(folder);
  }
}

/** Removing whatever a folder holds would load more of Node than this takes. */
function removeCopy(folder: string): void {
  try {
    unlinkSync(join(folder, 'index'));
    rmdirSync(folder);
  } catch {
    rmSync(folder, { recursive: true, force: true }); // git left something behind, or there was no room for the copy
  }
}

/** The files whose staged content differs from the last commit; none before the first one. */
export async function stagedFiles(place: GitPlace): Promise<readonly BytePath[]> {
  const args = ['diff-index', '--cached', '-z', '--name-only', '--ignore-submodules=all', 'HEAD'];
  const { code, stdout } = await runGit(place, args);
  return code === 0 ? records(stdout) : [];
}

/** What git's index holds of some files, by their paths from the top of the work tree. */
export async function stagedNames(
  place: GitPlace,
  paths: readonly BytePath[],
): Promise<ReadonlyMap<BytePath, string>> {
  const top = { ...place, ...(place.workTree !== undefined && { folder: place.workTree }) };
  const { stdout } = await runGit(top, ['ls-files', '-z', '--stage', '--', ...paths.map(textOf)]);
  return new Map(
    records(stdout).map((record) => [
      record.slice(record.indexOf('\t') + 1),
      record.split(' ')[1] ?? '',
    ]),
  );
}

/** Output of a `-z` command; a last record without its end was cut off and does not count. */
function records(stdout: Buffer): string[] {
  const all = stdout.toString('latin1').split('\0');
  all.pop();
  return all;
}
