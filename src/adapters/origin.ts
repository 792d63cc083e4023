import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import type { Config } from '../config/defaults.ts';
import type { Variables } from '../config/find.ts';
import { SheafError } from '../model/errors.ts';
import type { Tree } from '../ports/tree.ts';
import { homeOf } from './consent.ts';
import { withHomeTranscripts } from './files/home-transcripts.ts';
import { peek } from './files/open-file.ts';
import { workTree } from './files/work-tree.ts';
import { commitTree } from './git/commit-tree.ts';
import {
  findRepository,
  openRepository,
  resolveCommit,
  strayRepository,
} from './git/repository.ts';
import type { GitPlace } from './git/run.ts';
import { IN_MEMORY } from './stores/sqlite/place.ts';

/** Where a workspace is, as its user says. */
export interface OriginOptions {
  /** Absolute folder of the workspace. */
  readonly root: string;
  /** A repository to read without a checkout; needs `indexFile` unless it lies in a work tree. */
  readonly gitDir: string | null;
  /** A commit, branch or tag instead of the files in the folder. */
  readonly ref: string | null;
  /** Where the index lies; null for a file in the user's cache. */
  readonly indexFile: string | null;
  readonly config: Config;
  /** Where the user's home is. */
  readonly env?: Variables | undefined;
  /** Ends every call when it is aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** What the workspace's files are read from. */
export interface Origin {
  readonly tree: Tree;
  /** Without what is read though git ignores it. */
  readonly trackable: Tree;
  /** Key of the states that come from here. */
  readonly name: string;
  readonly git: GitPlace | null;
  /** The workspace's folder inside the repository; empty for its top. */
  readonly folder: string;
}

export async function openOrigin(options: OriginOptions): Promise<Origin> {
  const { root, gitDir, ref, config, signal } = options;
  const { ignore } = config.index;
  const around = gitDir === null ? findRepository(root) : null;
  const folder = around === null ? '' : relative(around.workTree, around.folder);
  if (gitDir === null && ref === null) {
    const include = Object.values(config.sources).flatMap((source) => source.paths);
    const trackable = workTree(root, { ignore, include: null });
    const files = workTree(root, { ignore, include });
    const home = homeOf(options.env ?? {});
    const isHomeRead = config.sources.conversation.home_transcripts && home !== null;
    const tree = isHomeRead ? withHomeTranscripts(files, root, home) : files;
    return { tree, trackable, name: 'tree', git: around, folder };
  }
  const stray = around === null && gitDir === null ? strayRepository(root) : null;
  if (stray !== null) throw new SheafError('outside', stray, 'name the repository with --git-dir');
  const git = around ?? openRepository(gitDir ?? root);
  const commit = await resolveCommit({ ...git, signal }, ref ?? 'HEAD');
  const tree = commitTree({ gitDir: git.gitDir, ref: commit, folder, ignore });
  return { tree, trackable: tree, name: `commit:${commit}`, git, folder };
}

/** Says what in a project is not used, because it may come from anybody: an index (up to now it lay there), a foreign repository. */
export function tellUnused(
  { root, indexFile, ref }: OriginOptions,
  tell: (sentence: string) => void,
): void {
  const old = join(root, '.sheaf', 'index.db');
  if (indexFile === null && peek(old) !== null) {
    tell('.sheaf/index.db is not used: the index lies in your cache now. You may delete the file.');
  }
  const stray = ref === null ? strayRepository(root) : null;
  if (stray !== null) tell(stray);
}

/**
 * The index lies with the user, not in the project: nobody can ship one, redirect it by a link or read it, and a project
 * need not be writable. Each root has its own; a user without a home has one in memory.
 */
export function indexFileOf({ root, gitDir, indexFile }: OriginOptions, env: Variables): string {
  if (indexFile !== null) return indexFile;
  if (gitDir === null) {
    const cache = cacheOf(env);
    const name = createHash('sha256').update(realpathSync(root)).digest('hex').slice(0, 32);
    return cache === null ? IN_MEMORY : join(cache, `${name}.db`);
  }
  const sentence = 'A repository without a work tree has no place for the index.';
  throw new SheafError('usage', sentence, 'Choose a file with --index FILE.');
}

/** Our folder in the user's cache; null for a user without a home. */
export function cacheOf(env: Variables): string | null {
  const home = homeOf(env);
  const usual = home === null ? undefined : join(home, '.cache');
  const cache = [env['XDG_CACHE_HOME'], env['LOCALAPPDATA'], usual].find(
    (folder) => folder !== undefined && isAbsolute(folder),
  );
  return cache === undefined ? null : join(cache, 'sheaf');
}
