import { join, relative } from 'node:path';
import type { Config } from '../config/defaults.ts';
import { SheafError } from '../model/errors.ts';
import type { Tree } from '../ports/tree.ts';
import { workTree } from './files/work-tree.ts';
import { commitTree } from './git/commit-tree.ts';
import { findRepository, openRepository, resolveCommit } from './git/repository.ts';
import type { GitPlace } from './git/run.ts';

/** Where a workspace is, as its user says. */
export interface OriginOptions {
  readonly root: string;
  readonly gitDir: string | null;
  readonly ref: string | null;
  readonly indexFile: string | null;
  readonly config: Config;
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

export async function openOrigin({
  root,
  gitDir,
  ref,
  config,
  signal,
}: OriginOptions): Promise<Origin> {
  const { ignore } = config.index;
  const around = gitDir === null ? findRepository(root) : null;
  const folder = around === null ? '' : relative(around.workTree, around.folder);
  if (gitDir === null && ref === null) {
    const include = Object.values(config.sources).flatMap((source) => source.paths);
    const trackable = workTree(root, { ignore, include: null });
    const tree = workTree(root, { ignore, include });
    return { tree, trackable, name: 'tree', git: around, folder };
  }
  const git = around ?? openRepository(gitDir ?? root);
  const commit = await resolveCommit(git, ref ?? 'HEAD', signal);
  const tree = commitTree({ gitDir: git.gitDir, ref: commit, folder, ignore });
  return { tree, trackable: tree, name: `commit:${commit}`, git, folder };
}

export function indexFileOf({ root, gitDir, indexFile }: OriginOptions): string {
  if (indexFile !== null) return indexFile;
  if (gitDir !== null) {
    throw new SheafError(
      'usage',
      'A repository without a work tree has no place for the index.',
      'Choose a file with --index FILE.',
    );
  }
  return join(root, '.sheaf', 'index.db');
}
