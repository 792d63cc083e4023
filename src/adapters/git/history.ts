import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { SheafError } from '../../model/errors.ts';
import type { HistoryCommit } from '../../ports/store.ts';
import { createHistoryParser } from './history-parser.ts';
import type { GitPlace } from './run.ts';
import { runGit, startGit } from './run.ts';

export interface HistoryOptions {
  /** Commits already known, whose ancestors are known too; ids that are gone are passed over. */
  readonly known?: readonly string[];
  /** Only changes below this folder, with paths as it sees them. */
  readonly folder?: string;
}

/** Renames beyond this many pairs of added and deleted files are told by equal content only. */
const RENAME_LIMIT = 200;
const SIMILAR_RENAMES = '-M';
const EXACT_RENAMES = '-M100%';

/**
 * Commits reachable from one, newest first in topological order, with the files each changed; merges have none. Where
 * objects are missing, renames are told by equal content only; where that is not enough, what lies beyond is not told.
 */
export async function* history(
  place: GitPlace,
  commit: string,
  options: HistoryOptions = {},
): AsyncGenerator<HistoryCommit> {
  const [boundary, isPartial] = await Promise.all([shallowCommits(place), isPartialClone(place)]);
  const told = new Set<string>();
  let said = '';
  for (const renames of isPartial ? [EXACT_RENAMES] : [SIMILAR_RENAMES, EXACT_RENAMES]) {
    const commits = compare(place, commit, renames, boundary, options);
    let next = await commits.next();
    for (; !next.done; next = await commits.next()) {
      if (!told.has(next.value.oid)) yield next.value;
      told.add(next.value.oid);
    }
    if (next.value === null) return;
    said = next.value;
    place.signal?.throwIfAborted();
  }
  if (told.size > 0) return;
  const [sentence = ''] = said.trim().split('\n', 1);
  throw new SheafError('git', `git could not read the history: ${sentence}`, 'Try git fsck.');
}

/** One run of git over the commits; at its end null, or what git died of. */
async function* compare(
  place: GitPlace,
  commit: string,
  renames: string,
  boundary: ReadonlySet<string>,
  options: HistoryOptions,
): AsyncGenerator<HistoryCommit, string | null> {
  const list = startGit(place, ['rev-list', '--topo-order', '--ignore-missing', '--stdin']);
  const diff = startGit(place, [
    ...['diff-tree', '--stdin', '--root', '--always', '-r', '-z', '--name-status', renames],
    ...[`-l${RENAME_LIMIT}`, '--no-ext-diff', '--no-textconv', '--ignore-submodules=none'],
    options.folder ? `--relative=${options.folder}` : '--no-relative',
    '--format=%H%x00%P%x00%ct%x00%B',
  ]);
  list.child.stdin.end(`${[commit, ...(options.known ?? []).map((id) => `^${id}`)].join('\n')}\n`);
  list.child.stdout.pipe(diff.child.stdin);
  try {
    const parser = createHistoryParser(boundary);
    for await (const chunk of diff.child.stdout) yield* parser.push(chunk as Buffer);
    const compared = await diff.ended;
    // The last commit may lack some of its files. The list has no reader any more, so its end would never come.
    if (compared.code !== 0) return compared.stderr;
    const listed = await list.ended;
    if (listed.code !== 0) return listed.stderr;
    yield* parser.end();
    return null;
  } finally {
    list.child.kill();
    diff.child.kill();
  }
}

/** Comparing contents that are not here would end git. */
async function isPartialClone(place: GitPlace): Promise<boolean> {
  const setting = '^(remote\\..*\\.promisor|extensions\\.partialclone)$';
  const { stdout } = await runGit(place, ['config', '--name-only', '--get-regexp', setting]);
  return stdout.length > 0;
}

/** Commits a shallow clone was cut off at: they look as if they had added every file. */
async function shallowCommits(place: GitPlace): Promise<ReadonlySet<string>> {
  const { stdout } = await runGit(place, ['rev-parse', '--git-path', 'shallow']);
  const file = resolve(place.folder ?? place.gitDir, stdout.toString('utf8').trim());
  try {
    return new Set((await readFile(file, 'latin1')).split('\n').filter((id) => id !== ''));
  } catch {
    return new Set(); // no such file: the clone is whole
  }
}
