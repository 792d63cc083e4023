import { SheafError } from '../../model/errors.ts';
import type { Commits, Hunk } from '../../ports/commits.ts';
import type { HistoryCommit } from '../../ports/store.ts';
import { textOf } from '../../text/paths/byte-path.ts';
import { history } from './history.ts';
import { resolveCommit } from './repository.ts';
import { type GitPlace, runGit } from './run.ts';

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm;

/** The commits of a repository, of which the workspace is a folder; empty for its top. */
export function commitsOf(place: GitPlace, folder: string): Commits {
  const run = async (...args: string[]): Promise<Buffer> => {
    const { code, stdout, stderr } = await runGit(place, args);
    if (code === 0) return stdout;
    const [sentence = ''] = stderr.trim().split('\n', 1);
    throw new SheafError('git', `git could not read the commits: ${sentence}`, 'Try git fsck.');
  };
  const lines = async (...args: string[]): Promise<string[]> =>
    (await run(...args))
      .toString('utf8')
      .split('\n')
      .filter((line) => line !== '');
  const prefix = folder === '' ? '' : `${folder.split('\\').join('/')}/`;
  return {
    resolve: (ref) => resolveCommit(place, ref),
    mainLine: (commit, most) =>
      lines('rev-list', '--first-parent', `--max-count=${most}`, '--end-of-options', commit),
    between: async (from, to) => {
      const commits: HistoryCommit[] = [];
      for await (const commit of history(place, to, { known: [from], folder }))
        commits.push(commit);
      return commits;
    },
    paths: async (commit) => {
      const listed = await run('ls-tree', '-r', '-z', '--name-only', '--full-tree', commit);
      const paths = listed.toString('latin1').split('\0').map(textOf);
      const own = paths.filter((path) => path !== '' && path.startsWith(prefix));
      return new Set(own.map((path) => path.slice(prefix.length)));
    },
    subjects: async (commit) =>
      new Set(await lines('log', '--format=%s', '--end-of-options', commit)),
    // Git runs in the folder of the workspace, so that paths are those it sees.
    hunks: async (from, to, path, blanks) => {
      const how = ['-r', '-p', '-U0', '--no-renames', '--no-ext-diff', '--no-textconv'];
      const ignoring = blanks === 'ignore' ? ['-w', '--ignore-blank-lines'] : [];
      const diff = await run('diff-tree', ...how, ...ignoring, from, to, '--', path);
      return Array.from(
        diff.toString('latin1').matchAll(HUNK),
        ([, old, oldCount = '1', now, nowCount = '1']): Hunk => ({
          old: Number(old),
          oldCount: Number(oldCount),
          now: Number(now),
          nowCount: Number(nowCount),
        }),
      );
    },
  };
}
