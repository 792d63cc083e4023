import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { rememberedText } from '../../math/memo.ts';
import { SheafError } from '../../model/errors.ts';
import type { HistoryCommit } from '../../ports/store.ts';
import { textOf } from '../../text/paths/byte-path.ts';
import { commonFolder, contentOf } from './folders.ts';
import { type GitPlace, type GitRun, runGit, startGit } from './run.ts';

/**
 * What of a repository, beside the ids of commits, decides what `history` tells: where a clone was cut off, whether contents are missing,
 * which folder is looked at. Two repositories with equal traits tell the same of the same commit.
 */
export function historyTraits(place: GitPlace | null, folder: string): string {
  if (place === null) return '';
  const common = commonFolder(place.gitDir);
  return JSON.stringify([folder, contentOf(resolve(common, 'shallow')), mayLackContents(place)]);
}

/** Whether contents of past commits may be missing until somebody fetches them. */
export const mayLackContents = ({ gitDir }: GitPlace): boolean =>
  /promisor|partialclone/i.test(contentOf(resolve(commonFolder(gitDir), 'config')));

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
    for await (const chunk of saidBy(diff)) yield* parser.push(chunk);
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

/** What git says, until that ends or breaks off: why it did, its end tells. */
async function* saidBy({ child }: GitRun): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of child.stdout) yield chunk as Buffer;
  } catch {
    // an aborted or broken pipe ends like a closed one
  }
}

/** Settings that say so, or that others are to be read, too. */
const MAY_BE_PARTIAL = /promisor|partialclone|include|worktreeconfig/i;

/** Comparing contents that are not here would end git. It is not asked where its settings can be read here and do not speak of it. */
async function isPartialClone(place: GitPlace): Promise<boolean> {
  const settings = contentOf(resolve(commonFolder(place.gitDir), 'config'));
  if (settings !== '' && !MAY_BE_PARTIAL.test(settings)) return false;
  const setting = '^(remote\\..*\\.promisor|extensions\\.partialclone)$';
  const { stdout } = await runGit(place, ['config', '--name-only', '--get-regexp', setting]);
  return stdout.length > 0;
}

/** Commits a shallow clone was cut off at: they look as if they had added every file. */
async function shallowCommits({ gitDir }: GitPlace): Promise<ReadonlySet<string>> {
  const file = resolve(commonFolder(gitDir), 'shallow');
  try {
    return new Set((await readFile(file, 'latin1')).split('\n').filter((id) => id !== ''));
  } catch {
    return new Set(); // no such file: the clone is whole
  }
}

export interface HistoryParser {
  /** Takes the next bytes and gives the commits that are complete with them. */
  push(chunk: Buffer): HistoryCommit[];
  end(): HistoryCommit[];
}

const ID = /^[0-9a-f]{40,64}$/;
const STATUS = /^\n?([AMDRTC])[0-9]*$/;
/** A message longer than this is kept by its beginning. */
const MAX_MESSAGE_BYTES = 65_536;
/** Id, parents, time, message. */
const FIELDS_OF_COMMIT = 4;
/** A letter and a percentage, perhaps behind a line end. */
const LONGEST_STATUS = 5;

/**
 * Reads `diff-tree -z --name-status --format=%H%x00%P%x00%ct%x00%B`: fields end with NUL, which no
 * id, path or message holds. Commits in `boundary` keep no files.
 */
export function createHistoryParser(boundary: ReadonlySet<string> = new Set()): HistoryParser {
  let pending = '';
  let queue: string[] = [];
  let draft: (HistoryCommit & { readonly files: HistoryCommit['files'][number][] }) | null = null;
  // Cut out of what git says, a path keeps all of that in memory; most come hundreds of times.
  const pathOf = rememberedText(
    (field) => textOf(Buffer.from(field, 'latin1').toString('latin1')),
    Number.POSITIVE_INFINITY,
  );
  const end = (): HistoryCommit[] => {
    if (draft === null) return [];
    return [boundary.has(draft.oid) ? { ...draft, files: [] } : draft];
  };
  return {
    push(chunk) {
      const fields = chunk.toString('latin1').split('\0');
      fields[0] = pending + fields[0];
      pending = fields.pop() ?? '';
      queue = queue.concat(fields);
      const done: HistoryCommit[] = [];
      let at = 0;
      while (at < queue.length) {
        const opening = queue[at] ?? '';
        const first = queue[at + 1] ?? '';
        const second = queue[at + 2] ?? '';
        const mayBeStatus = draft !== null && opening.length <= LONGEST_STATUS;
        const letter = mayBeStatus ? STATUS.exec(opening)?.[1] : undefined;
        const isMove = letter === 'R' || letter === 'C';
        const needed = letter === undefined ? FIELDS_OF_COMMIT : 2 + Number(isMove);
        const isKnown = letter !== undefined || ID.test(opening);
        if (isKnown && queue.length - at < needed) break;
        const third = queue[at + 3] ?? '';
        at += isKnown ? needed : 1;
        if (letter !== undefined) {
          const path = pathOf(isMove ? second : first);
          // A copy is a new file to us: `-C` is never asked for, but a repository may try.
          draft?.files.push(letter === 'R' ? { path, from: pathOf(first) } : { path });
        } else if (isKnown) {
          done.push(...end());
          const parents = first === '' ? [] : first.split(' ');
          const [time, message] = [Number(second) || 0, messageOf(third)];
          draft = { oid: opening, parents, time, message, files: [] };
        }
      }
      queue = queue.slice(at);
      return done;
    },
    end,
  };
}

const messageOf = (field: string): string =>
  Buffer.from(field.slice(0, MAX_MESSAGE_BYTES), 'latin1').toString('utf8').trimEnd();
