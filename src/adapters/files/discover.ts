import { isUtf8 } from 'node:buffer';
import type { WorkTreeFiles } from '../git/list-files.ts';
import { workTreeFiles } from '../git/list-files.ts';
import { findCommit, findRepository } from '../git/repository.ts';
import type { GitPlace } from '../git/run.ts';
import type { BytePath } from './byte-path.ts';
import { gateBesideGit, gateWithoutGit } from './gates.ts';
import { createGitRules } from './git-rules.ts';
import type { LeftOuts } from './left-out.ts';
import type { OwnRules } from './own-rules.ts';
import { walk } from './walk.ts';

export interface Discovered extends Omit<WorkTreeFiles, 'complete'> {
  /** Folders known to be folders, not links. */
  readonly folders: Set<BytePath>;
  readonly commit: string | null;
}

/** Finds the files of a folder: git's list where it lies in a work tree, else our own walk. */
export async function discover(
  root: BytePath,
  own: OwnRules,
  leftOut: LeftOuts,
  signal?: AbortSignal,
): Promise<Discovered> {
  const name = Buffer.from(root, 'latin1');
  // A name git could not be told is left to our own walk.
  const place = isUtf8(name) ? findRepository(name.toString('utf8')) : null;
  const found = place === null ? null : await byGit(root, place, own, leftOut, signal);
  return found ?? (await byWalk(root, own, leftOut, signal));
}

async function byWalk(
  root: BytePath,
  own: OwnRules,
  leftOut: LeftOuts,
  signal?: AbortSignal,
): Promise<Discovered> {
  const gate = gateWithoutGit(root, createGitRules(root, null), own, leftOut);
  const { files, folders } = await walk(root, '', gate, signal);
  return { tracked: [], untracked: files, submodules: [], nested: [], folders, commit: null };
}

/** Null if git has nothing to say of the root, as of a folder its repository ignores. */
async function byGit(
  root: BytePath,
  place: Required<GitPlace>,
  own: OwnRules,
  leftOut: LeftOuts,
  signal?: AbortSignal,
): Promise<Discovered | null> {
  const top = Buffer.from(place.workTree, 'utf8').toString('latin1');
  const git = createGitRules(root, top === root ? null : top);
  const stop = new AbortController();
  const asked = Promise.all([
    listFiles(place, git.unsafe ? 'tracked only' : 'with untracked', stop.signal, signal),
    findCommit(place, 'HEAD', signal),
  ]);
  asked.catch(() => undefined); // awaited below, after the walk that runs beside it

  const walked = await walk(root, '', gateBesideGit(root, git, own, leftOut), signal);
  if (git.unsafe) stop.abort();
  const [files, commit] = await asked;

  const known = files.tracked.length + files.untracked.length + files.nested.length;
  if (top !== root && known === 0 && walked.files.length > 0) return null;
  // Where git could not come to its end, our own reading of its rules fills in.
  const isKept = (path: BytePath): boolean => git.rules.refusalOf(path) === null;
  const rest = files.complete ? [] : walked.files.filter(isKept);
  const untracked = [...files.untracked, ...rest];
  return { ...files, untracked, folders: walked.folders, commit };
}

/** If told to stop, because git would hang or choke on the rules for untracked files, asks for the tracked ones only. */
async function listFiles(
  place: GitPlace,
  untracked: 'with untracked' | 'tracked only',
  stop: AbortSignal,
  signal?: AbortSignal,
): Promise<WorkTreeFiles> {
  const either = signal === undefined ? stop : AbortSignal.any([signal, stop]);
  try {
    if (untracked === 'with untracked') return await workTreeFiles(place, untracked, either);
  } catch (error) {
    if (!stop.aborted) throw error;
  }
  return { ...(await workTreeFiles(place, 'tracked only', signal)), complete: false };
}
