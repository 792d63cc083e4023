import { groupBy } from '../../math/groups.ts';
import { SheafError } from '../../model/errors.ts';
import type { Commits } from '../../ports/commits.ts';
import type { HistoryCommit } from '../../ports/store.ts';
import {
  commitAt,
  commitsIn,
  insideRoot,
  joinedCommit,
  rootPrefix,
} from '../../text/paths/roots.ts';
import { commitsOf } from '../git/commits.ts';
import { gitFolder } from '../git/folders.ts';
import { history, historyTraits } from '../git/history.ts';
import type { GitPlace } from '../git/run.ts';

/** Where the files of a root are under version control. */
export interface Repository {
  /** Of the root; empty for a workspace that is one folder. */
  readonly name: string;
  readonly git: GitPlace;
  /** The root's folder inside the repository; empty for its top. */
  readonly folder: string;
}

/** A commit with the paths that the workspace knows its files by. */
const named = (name: string, commit: HistoryCommit): HistoryCommit => ({
  ...commit,
  files: commit.files.map(({ path, from }) => ({
    path: rootPrefix(name) + path,
    ...(from === undefined ? {} : { from: rootPrefix(name) + from }),
  })),
});

/** The commits below one, or below several as one, that are not known yet: for each repository newest first. */
export function histories(
  repositories: readonly Repository[],
  commit: string,
  { known, signal }: { known: readonly string[]; signal: AbortSignal },
): AsyncIterable<HistoryCommit>[] {
  const commits = commitsIn(commit);
  const able = repositories.filter(({ name }) => commits.has(name));
  // Two roots in one repository have commits in common.
  const shared = groupBy(able, ({ git }) => gitFolder(git.gitDir));
  return Array.from(shared.values(), (own) =>
    own.length === 1 && own[0]?.name === ''
      ? history({ ...own[0].git, signal }, commit, { known, folder: own[0].folder })
      : ofRoots(own, commits, known, signal),
  );
}

/** What of the repositories, beside the ids of commits, decides what `histories` tells. */
export const traitsOfRoots = (repositories: readonly Repository[]): string =>
  repositories
    .map(({ name, git, folder }) => `${name} ${historyTraits(git, folder)}`.trim())
    .join(' ');

async function* ofRoots(
  roots: readonly Repository[],
  commits: ReadonlyMap<string, string>,
  known: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<HistoryCommit> {
  const found = new Map<string, HistoryCommit>();
  for (const { name, git, folder } of roots) {
    const own = history({ ...git, signal }, commits.get(name) ?? '', { known, folder });
    for await (const commit of own) {
      const before = found.get(commit.oid);
      const { files, ...rest } = named(name, commit);
      found.set(commit.oid, { ...rest, files: [...(before?.files ?? []), ...files] });
    }
  }
  yield* found.values();
}

/** The commits of several repositories as if they were one: a commit of theirs is one of each. */
export function commitsOfRoots(repositories: readonly Repository[], signal: AbortSignal): Commits {
  const all = repositories.map((repository) => ({
    ...repository,
    commits: commitsOf({ ...repository.git, signal }, repository.folder),
  }));
  const [only] = all;
  if (only === undefined) {
    throw new SheafError('git', 'No root of the workspace is under version control.');
  }
  if (only.name === '') return only.commits;
  /** Asks each root that has a commit. */
  const each = async <T>(
    commit: string,
    ask: (root: (typeof all)[number], own: string) => Promise<T>,
  ): Promise<T[]> => {
    const wanted = commitsIn(commit);
    const asked = all.flatMap((root) => {
      const own = wanted.get(root.name) ?? wanted.get('');
      return own === undefined ? [] : [ask(root, own)];
    });
    return Promise.all(asked);
  };
  const union = async (
    commit: string,
    ask: (commits: Commits, own: string) => Promise<ReadonlySet<string>>,
    nameOf: (name: string, item: string) => string,
  ): Promise<ReadonlySet<string>> => {
    const sets = await each(commit, async ({ name, commits }, own) =>
      Array.from(await ask(commits, own), (item) => nameOf(name, item)),
    );
    return new Set(sets.flat());
  };
  return {
    resolve: async (ref) =>
      joinedCommit(
        await each(
          ref,
          async ({ name, commits }, own) => [name, await commits.resolve(own)] as const,
        ),
      ),
    // As far back in each root, but no further than the middle of its history.
    mainLine: async (commit, most) => {
      const lines = await each(
        commit,
        async ({ name, commits }, own) => [name, await commits.mainLine(own, most)] as const,
      );
      const longest = Math.max(...lines.map(([, line]) => line.length));
      return Array.from({ length: longest }, (_, at) =>
        joinedCommit(
          lines.map(([name, line]) => [
            name,
            line[Math.min(at, Math.floor(line.length / 2))] ?? commitsIn(commit).get(name) ?? '',
          ]),
        ),
      );
    },
    between: async (from, to) => {
      const starts = commitsIn(from);
      const found = await each(to, async ({ name, commits }, own) => {
        const later = await commits.between(starts.get(name) ?? own, own);
        return later.map((commit) => named(name, commit));
      });
      return found.flat().sort((a, b) => b.time - a.time || (a.oid < b.oid ? -1 : 1));
    },
    paths: (commit) =>
      union(
        commit,
        (commits, own) => commits.paths(own),
        (name, path) => rootPrefix(name) + path,
      ),
    subjects: (commit) =>
      union(
        commit,
        (commits, own) => commits.subjects(own),
        (_, subject) => subject,
      ),
    hunks: async (from, to, path, blanks) => {
      const root = all.find(({ name }) => path.startsWith(rootPrefix(name)));
      const own = (commit: string): string => commitAt(commit, path);
      return root === undefined
        ? []
        : root.commits.hunks(own(from), own(to), insideRoot(path), blanks);
    },
  };
}
