import { isUtf8 } from 'node:buffer';
import type { Remembered, TreeEntry } from '../../ports/tree.ts';
import type { BytePath } from '../../text/paths/byte-path.ts';
import { gitFolder } from '../git/folders.ts';
import { changedFiles, type WorkTreeFiles, workTreeFiles } from '../git/list-files.ts';
import { findCommit, findRepository, headIs, type WorkTreePlace } from '../git/repository.ts';
import { startJudging } from './git-blobs.ts';
import type { Survey } from './left-out.ts';
import { createGitRules, gateOfTree } from './rules.ts';
import { type BlobOf, statAll } from './stat-file.ts';
import { walk } from './walk.ts';
import { gitNow, NO_GIT, noting, recall } from './walk-memory.ts';

interface Discovered extends Omit<WorkTreeFiles, 'complete' | 'blobs'> {
  /** Folders known to be folders, not links. */
  readonly folders: Set<BytePath>;
  readonly commit: string | null;
  /** What was looked up while git was at work. */
  readonly stats: ReadonlyMap<BytePath, TreeEntry>;
  /** The tracked files that git saw change since the listing before; null if it was not asked. */
  readonly changed: ReadonlySet<BytePath> | null;
  readonly blobOf: BlobOf;
  /** What the next listing may be spared; empty where that is nothing. */
  readonly memory: string;
}

const NO_BLOBS: BlobOf = () => undefined;

/** Finds the files of a folder: git's list where it lies in a work tree, else our own walk. */
export async function discover(
  survey: Survey,
  before: Remembered | null,
  manyFiles: number,
): Promise<Discovered> {
  const { root, signal, env } = survey;
  const name = Buffer.from(root, 'latin1');
  // A name git could not be told is left to our own walk.
  const place = isUtf8(name) ? findRepository(name.toString('utf8'), { signal, env }) : null;
  const found = place && (await byGit(survey, place, before, manyFiles));
  if (found !== null) return found;
  const gate = gateOfTree('walk', survey, createGitRules(root, null));
  const { files: untracked, folders } = await walk(survey, '', gate);
  const ofGit = { tracked: [], submodules: [], nested: [], unwatched: [], commit: null };
  const nothing = { stats: new Map(), changed: null, blobOf: NO_BLOBS, memory: '' };
  return { ...ofGit, untracked, folders, ...nothing };
}

/** git lists a tree faster than we walk it; one that takes this much longer does not come to an end. */
const GIT_PATIENCE_MS = 20_000;

/** Null if git has nothing to say of the root, as of a folder its repository ignores. */
async function byGit(
  survey: Survey,
  place: WorkTreePlace,
  before: Remembered | null,
  manyFiles: number,
): Promise<Discovered | null> {
  const { root, own, leftOut } = survey;
  const top = Buffer.from(place.workTree, 'utf8').toString('latin1');
  const git = createGitRules(root, top === root ? null : top);
  // Rules above the root are not watched, so there nothing is remembered.
  const now = top === root ? gitNow(place.gitDir) : NO_GIT;
  const memory = before?.memory ?? '';
  const isWorth = memory !== '' && now.rested && (before?.files.length ?? 0) >= manyFiles;
  // git looks at the files while we look at the folders. An index replaced while git read it tells of files as they are now, not as they were.
  const changing = isWorth
    ? changedFiles({ ...place, gitDir: gitFolder(place.gitDir) }).then((all) =>
        gitNow(place.gitDir).stamp === now.stamp ? all : null,
      )
    : null;
  changing?.catch(() => undefined); // awaited below
  const judging = before === null && top === root ? startJudging(place, root) : null;
  const recalled = recall(root, memory, now);
  const stop = new AbortController();
  if (git.unsafe) stop.abort();
  const last = before?.commit ?? null;
  const asked = Promise.all([
    recalled?.git ?? listFiles(place, stop.signal),
    // Its file may still name the commit that git confirmed last.
    last !== null && headIs(place, last) ? last : findCommit(place, 'HEAD'),
  ]);
  asked.catch(() => undefined); // awaited below, after the walk that runs beside it

  const gate = gateOfTree('git', survey, git);
  const noted = noting(root, gate, now);
  const walked = recalled === null ? await walk(survey, '', noted.gate) : null;
  if (git.unsafe) stop.abort();
  // It goes where the project's own rules keep us out, and may meet a pipe there.
  const patience = setTimeout(() => stop.abort(), GIT_PATIENCE_MS);
  for (const [folder, names] of recalled?.rules ?? []) own.load(folder, names);
  for (const { path, reason, detail } of recalled?.leftOut ?? []) leftOut.add(path, reason, detail);
  const past = [...(before?.files ?? []), ...(before?.leftOut ?? [])];
  const stats = recalled?.git ? new Map() : statAll(root, past);
  const [files, commit] = await asked.finally(() => clearTimeout(patience));
  const changed = (recalled?.trustsIndex ? await changing : null) ?? null;
  const count = files.tracked.length + files.untracked.length + files.nested.length;
  const isSilent = top !== root && count === 0;
  const needsFiles = isSilent || !files.complete;
  const all = walked ?? (needsFiles ? await walk(survey, '', gate) : null);
  if (isSilent && all !== null && all.files.length > 0) return null;
  // Where git could not come to its end, our own reading of its rules fills in.
  const isKept = (path: BytePath): boolean => git.rules.refusalOf(path) === null;
  const rest = files.complete ? [] : (all?.files.filter(isKept) ?? []);
  const untracked = [...files.untracked, ...rest];
  const folders = recalled?.folders ?? walked?.folders ?? new Set();
  const kept = git.unsafe || !files.complete ? '' : (recalled ?? noted).memory(files);
  const blobOf = files.complete && judging !== null ? await judging(files) : NO_BLOBS;
  return { ...files, untracked, folders, commit, stats, changed, blobOf, memory: kept };
}

/** If told to stop, because git would hang or choke on the rules for untracked files, asks for the tracked ones only. */
async function listFiles(place: WorkTreePlace, stop: AbortSignal): Promise<WorkTreeFiles> {
  const signal = place.signal === undefined ? stop : AbortSignal.any([place.signal, stop]);
  try {
    if (!stop.aborted) return await workTreeFiles({ ...place, signal }, 'with untracked');
  } catch (error) {
    if (!stop.aborted) throw error;
  }
  return { ...(await workTreeFiles(place, 'tracked only')), complete: false };
}
