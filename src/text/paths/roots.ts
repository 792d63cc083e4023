/*
 * In a workspace of several roots each is a folder called `name:`, so that all that is known of folders holds for them too.
 * People read and write `name:path`.
 */

/** Two characters at least: one letter and a colon is a drive on some systems. */
const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_.-]{1,63}$/u;
const ROOT = /^([\p{L}\p{N}_][\p{L}\p{N}_.-]{1,63}):\//u;

export const isRootName = (name: string): boolean => NAME.test(name);

/** What the paths of a root begin with. */
export const rootPrefix = (name: string): string => `${name}:/`;

/** The name of the root a path lies in; null for a workspace of one root. */
export const rootOf = (path: string): string | null => ROOT.exec(path)?.[1] ?? null;

/** The path as its own root knows it. */
export const insideRoot = (path: string): string => path.replace(ROOT, '');

/** The path as people read it. */
export const shownPath = (path: string): string => path.replace(ROOT, '$1:');

/** The path as if its root were a plain folder: what others say of a path knows no roots. */
export const withoutColon = (path: string): string => path.replace(ROOT, '$1/');

/** Several commits as one: `api:1f3a… web:9c0d…`, by the names of their roots. */
export const joinedCommit = (commits: readonly (readonly [name: string, oid: string])[]): string =>
  commits.map(([name, oid]) => `${name}:${oid}`).join(' ');

/** The commits that one stands for, by the names of their roots; a single one has none. */
export const commitsIn = (commit: string): ReadonlyMap<string, string> =>
  new Map(
    commit.split(' ').map((word) => {
      const colon = word.lastIndexOf(':');
      return [word.slice(0, Math.max(0, colon)), word.slice(colon + 1)];
    }),
  );

/** What a commit, or several as one, is in the root of a path. */
export const commitAt = (commit: string, path: string): string =>
  commitsIn(commit).get(rootOf(path) ?? '') ?? commit;
