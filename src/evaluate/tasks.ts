import { SheafError } from '../model/errors.ts';
import type { StateFile } from '../model/state.ts';
import type { Commits } from '../ports/commits.ts';
import type { HistoryCommit, StateView } from '../ports/store.ts';
import { changedLines } from './lines.ts';

/** A commit as somebody might have asked for it, and what it changed. */
export interface CommitTask {
  readonly commit: string;
  readonly task: string;
  readonly goldFiles: readonly string[];
  readonly goldLines: Readonly<Record<string, readonly number[]>>;
}

/** Messages that say themselves that nobody would ask for it: releases, upgrades, formatting, what undoes another commit. */
const CHORE = new RegExp(
  [
    '(?:chore|ci|build|style|release|deps)(?:\\([^)]*\\))?!?:',
    'merge (?:pull|branch|remote|tag|commit)\\b',
    'revert\\b',
    'reland\\b',
    'v?\\d+\\.\\d+',
    '(?:version|releas(?:e|ing)|bump(?:s|ed|ing)?|changelog|wip|fixup!|squash!)\\b',
    '(?:prepare|start|open|begin)\\w*\\b.*\\b(?:release|version|development)\\b',
    '(?:update|upgrade)[sd]?\\b.*\\b(?:dependenc\\w+|deps|changelog|version|lock ?file)\\b',
    '(?:update|upgrade)[sd]? [\\w@/.-]+ (?:from|to) v?\\d',
    '(?:re)?format(?:ted|ting)?(?: code| files)?$',
    '(?:run |apply )?(?:prettier|black|gofmt|rustfmt|clang-format|eslint|lint(?:ing)?)\\b',
    '(?:fix(?:e[sd])? )?(?:a )?typos?\\b',
  ]
    .map((form) => `^${form}`)
    .join('|'),
  'i',
);
const CONVENTIONAL =
  /^(?:feat|fix|perf|refactor|docs?|tests?|types?|deprecate|security)(?:\(([^)]*)\))?!?:\s*/i;
const ISSUE = /\(?(?:\b(?:fix(?:e[sd])?|close[sd]?|refs?|resolve[sd]?)\s+)?(?:\bgh-?|#)\d+\)?/gi;

/** The subject of a commit as a person would put it: without a type, numbers of issues and other addresses. */
function taskOf(message: string): string {
  const [subject = ''] = message.split('\n', 1);
  if (CHORE.test(subject)) return '';
  const text = subject
    .replace(CONVENTIONAL, (_, scope = '') => (scope === '' ? '' : `${scope}: `))
    .replaceAll(ISSUE, '')
    .replace(/^[\s\-–—:;,.]+|[\s\-–—:;,]+$/g, '')
    .replace(/\s+/g, ' ');
  const words = text.split(' ').length;
  return words < LEAST_WORDS || words > MOST_WORDS || CHORE.test(text) ? '' : text;
}

const LEAST_WORDS = 3;
const MOST_WORDS = 20;
/** Commits that change more have no single purpose, or many places have it. */
const MOST_FILES = 20;
const MOST_GOLD = 5;

const isPlausible = ({ files, message, parents }: HistoryCommit): boolean =>
  parents.length === 1 && files.length > 0 && files.length <= MOST_FILES && taskOf(message) !== '';

/** So far a state lies back at least, and at most: then it has little to do with the project of today. */
const STEPS = [30, 60, 120, 250, 500, 1000, 2000, 4000];

/** The newest state on the main line that so many commits follow which look like tasks; at most half of the history lies after it. */
export async function stateFor(commits: Commits, head: string, wanted: number): Promise<string> {
  const line = await commits.mainLine(head, 2 * Math.max(...STEPS));
  const oldest = Math.floor(line.length / 2);
  let state = line[oldest];
  for (const step of STEPS) {
    state = line[Math.min(step, oldest)];
    if (state === undefined || state === head || step >= oldest) break;
    const [later, paths] = await Promise.all([commits.between(state, head), commits.paths(state)]);
    const able = later.filter(
      (commit) => isPlausible(commit) && commit.files.some(({ path }) => paths.has(path)),
    );
    if (able.length >= wanted) break;
  }
  if (state !== undefined && state !== head) return state;
  const hint = 'tasks are made from commits; a shallow clone gets them with git fetch --unshallow';
  throw new SheafError('not-found', 'the project has too little history to evaluate on', hint);
}

/** Later commits as tasks for a state, the nearest first. What the state's own history says already is no task. */
export async function tasksFor(
  commits: Commits,
  view: StateView,
  { state, head, most }: { readonly state: string; readonly head: string; readonly most: number },
): Promise<CommitTask[]> {
  const [later, known] = await Promise.all([commits.between(state, head), commits.subjects(state)]);
  const mayChange = subjectsOf(view.state.files);
  const seen = new Set<string>();
  const found: CommitTask[] = [];
  for (const commit of later.toReversed()) {
    if (found.length >= most) break;
    const [subject = ''] = commit.message.split('\n', 1);
    const task = taskOf(commit.message);
    if (!isPlausible(commit) || known.has(subject) || seen.has(task)) continue;
    const gold = commit.files.filter(({ path }) => mayChange(path)).map(({ path }) => path);
    if (gold.length === 0 || gold.length > MOST_GOLD) continue;
    const [parent = ''] = commit.parents;
    const goldLines = await changedLines(commits, { state, parent, commit: commit.oid }, gold);
    const goldFiles = gold.filter((path) => goldLines[path] !== undefined);
    if (goldFiles.length === 0) continue;
    seen.add(task);
    found.push({ commit: commit.oid, task, goldFiles, goldLines });
  }
  return found;
}

const CHANGES = /(?:^|\/)(?:change(?:s|log)|history|news|releases?|authors|contributors)[^/]*$/i;

/** What the changes of a project are about: its source; pages where it has none. */
function subjectsOf(files: readonly StateFile[]): (path: string) => boolean {
  const able = files.filter(({ content, path }) => content !== 0 && !CHANGES.test(path));
  const isSource = ({ shape: { source, kind, language } }: StateFile): boolean =>
    source === 'code' && kind === 'source' && language !== 'text';
  const source = able.filter(isSource);
  const pages = able.filter(({ shape }) => shape.source === 'documentation');
  const paths = new Set((source.length > 0 ? source : pages).map(({ path }) => path));
  return (path) => paths.has(path);
}
