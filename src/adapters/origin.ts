import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import type { Config } from '../config/defaults.ts';
import type { Variables } from '../config/find.ts';
import { SheafError } from '../model/errors.ts';
import type { Tree } from '../ports/tree.ts';
import { commitsIn, joinedCommit } from '../text/paths/roots.ts';
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
import type { Repository } from './roots/repositories.ts';
import { inner, type Root, rootsOf } from './roots/roots.ts';
import { unionTree } from './roots/union-tree.ts';
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
  /** Where the user's home is, and what they trust. */
  readonly env?: Variables | undefined;
  /** Ends every call when it is aborted. */
  readonly signal?: AbortSignal | undefined;
  /** There are no files: answers come from the newest commit in the team's store. */
  readonly stored?: boolean | undefined;
}

/** What the workspace's files are read from. */
export interface Origin {
  readonly tree: Tree;
  /** Without what is read though git ignores it. */
  readonly trackable: Tree;
  /** Key of the states that come from here. */
  readonly name: string;
  /** The repositories of its roots; a folder alone is one without a name. */
  readonly repositories: readonly Repository[];
}

const LIVE = 'tree';
/** No files to list or to read. */
const EMPTY: Tree = {
  list: async () => ({ entries: [], leftOut: [], commit: null, memory: '' }),
  async *read() {
    // Nothing can be asked for that was not listed.
  },
};
const NOWHERE: Origin = { tree: EMPTY, trackable: EMPTY, name: 'stored', repositories: [] };

/** One ref for all roots, or one for each that is named; the others are read as they are. */
function refsFor(ref: string | null, roots: readonly Root[]): (name: string) => string | null {
  const named = ref === null ? new Map<string, string>() : commitsIn(ref);
  const isNamed = [...named.keys()].every((name) => roots.some((root) => root.name === name));
  return (name) => (isNamed ? (named.get(name) ?? null) : ref);
}

export async function openOrigin(options: OriginOptions): Promise<Origin> {
  if (options.stored === true) return NOWHERE;
  const roots = rootsOf(options.config, options.root);
  if (roots.length === 0) return openFolder(options);
  if (options.gitDir !== null) {
    const hint = 'leave out --git-dir, or name one root';
    throw new SheafError('usage', 'A workspace of several roots has no single repository.', hint);
  }
  const refOf = refsFor(options.ref, roots);
  const parts = await Promise.all(
    roots.map(async (root) => {
      const opened = await openFolder({ ...options, root: root.folder, ref: refOf(root.name) });
      return { ...opened, ...root, foreign: inner(root, roots) };
    }),
  );
  const commits = parts.flatMap(({ name, place }) =>
    place === LIVE ? [] : [[name, place.slice(COMMIT.length)] as const],
  );
  return {
    tree: unionTree(parts),
    trackable: unionTree(parts.map((part) => ({ ...part, tree: part.trackable }))),
    name: commits.length === 0 ? LIVE : `${COMMIT}${joinedCommit(commits)}`,
    repositories: parts.flatMap(({ name, repositories }) =>
      repositories.map((repository) => ({ ...repository, name })),
    ),
  };
}

const COMMIT = 'commit:';

async function openFolder(options: OriginOptions): Promise<Origin & { readonly place: string }> {
  const { root, gitDir, ref, config, signal, env } = options;
  const { ignore } = config.index;
  const around = gitDir === null ? findRepository(root, { env }) : null;
  const folder = around === null ? '' : relative(around.workTree, around.folder);
  const found = (git: GitPlace | null): Repository[] =>
    git === null ? [] : [{ name: '', git, folder }];
  if (gitDir === null && ref === null) {
    const include = Object.values(config.sources).flatMap((source) => source.paths);
    const trackable = workTree(root, { ignore, include: null, env });
    const files = workTree(root, { ignore, include, env });
    const home = homeOf(env ?? {});
    const isHomeRead = config.sources.conversation.home_transcripts && home !== null;
    const tree = isHomeRead ? withHomeTranscripts(files, root, home) : files;
    return { tree, trackable, name: LIVE, place: LIVE, repositories: found(around) };
  }
  const stray = around === null && gitDir === null ? strayRepository(root, env) : null;
  if (stray !== null) throw new SheafError('outside', stray, 'name the repository with --git-dir');
  const git = around ?? openRepository(gitDir ?? root);
  const commit = await resolveCommit({ ...git, signal }, ref ?? 'HEAD');
  const files = commitTree({ gitDir: git.gitDir, ref: commit, folder, ignore });
  const tree = gitDir === null ? withIgnored(files, workTree(root, { env })) : files;
  const name = `${COMMIT}${commit}`;
  return { tree, trackable: files, name, place: name, repositories: found(git) };
}

/** Whichever commit is read, what git ignores lies in the folder: what no listing gave is read there. */
function withIgnored(commit: Tree, folder: Tree): Tree {
  return {
    ...commit,
    async *read(entries, limitOf, signal) {
      for (let at = 0; at < entries.length; ) {
        const isListed = entries[at]?.stamp !== '';
        let end = at + 1;
        while (end < entries.length && (entries[end]?.stamp !== '') === isListed) end++;
        yield* (isListed ? commit : folder).read(entries.slice(at, end), limitOf, signal);
        at = end;
      }
    },
  };
}

/** Says what in a project is not used, because it may come from anybody: an index (up to now it lay there), a foreign repository. */
export function tellUnused(options: OriginOptions, tell: (sentence: string) => void): void {
  const roots = rootsOf(options.config, options.root).map(({ folder }) => folder);
  for (const root of roots.length === 0 ? [options.root] : roots)
    tellUnusedIn({ ...options, root }, tell);
}

function tellUnusedIn(
  { root, indexFile, ref, env }: OriginOptions,
  tell: (sentence: string) => void,
): void {
  const old = join(root, '.sheaf', 'index.db');
  if (indexFile === null && peek(old) !== null) {
    tell('.sheaf/index.db is not used: the index lies in your cache now. You may delete the file.');
  }
  const stray = ref === null ? strayRepository(root, env) : null;
  if (stray !== null) tell(stray);
}

/** The folder or repository whose states are kept, whichever way it was named. */
export const realRootOf = ({ root, gitDir }: OriginOptions): string => realpathSync(gitDir ?? root);

/** The folders that are asked together from there, by name; empty for a workspace of one. */
export const realRootsOf = ({ root, config }: OriginOptions): string =>
  rootsOf(config, root)
    .map(({ name, folder }) => `${name}=${realpathSync(folder)}\0`)
    .join('');

/**
 * The index lies with the user, not in the project: nobody can ship one, redirect it by a link or read it, and a project
 * need not be writable. One serves all roots, so that what two have in common is analysed and kept once; a user without a
 * home has one in memory.
 */
export function indexFileOf(
  options: OriginOptions,
  env: Variables,
  isAlone: boolean = false,
): string {
  const { gitDir, indexFile } = options;
  if (indexFile !== null) return indexFile;
  if (gitDir === null) {
    const cache = cacheOf(env);
    const place = realRootOf(options) + realRootsOf(options);
    const own = createHash('sha256').update(place).digest('hex').slice(0, 32);
    return cache === null ? IN_MEMORY : join(cache, isAlone ? `alone-${own}.db` : 'index.db');
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
