/**
 * Question: does a task find its files as well in a workspace of several repositories as in its own repository alone?
 *
 *   SHEAF_BENCH_STATE=DIR node --import tsx bench/quality/roots.ts TASKS.jsonl … --mirrors DIR --repos a/b,c/d,… [--per N] [--words N] [--wrong]
 *
 * TASKS.jsonl as for short.ts. Each repository is cloned into the folder that the environment names and read at the commit of the task; the others
 * stand at the commit of their own first task. An index of each repository, and one of all together, is kept there. Every task is asked twice, through
 * the library: files found by search, and the usual context. --per takes at most so many tasks of each repository, spread evenly; --words leaves
 * out tasks of fewer words, which seldom say what they are about. --wrong lists tasks whose files only one way has among the first ten.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Workspace } from '../../src/model/results.ts';
import { openWorkspace } from '../../src/workspace.ts';
import { say } from '../support/table.ts';

interface Case {
  readonly kind?: 'change' | 'docs';
  readonly repo: string;
  readonly base_commit: string;
  readonly task: string;
  readonly gold_files: readonly string[];
}

interface Answer {
  /** Place of the gold file that comes last, from 0. */
  readonly worst: number;
  /** Whether the first file lies in the task's own repository. */
  readonly isHome: boolean;
  readonly inside: boolean;
  readonly tokens: number;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    mirrors: { type: 'string', default: '../.mirror' },
    repos: { type: 'string', default: '' },
    per: { type: 'string', default: '1000' },
    words: { type: 'string', default: '0' },
    wrong: { type: 'boolean', default: false },
  },
});
const TOPS = [1, 3, 5, 10];
const FILES_LISTED = 1000;
const state = resolve(process.env['SHEAF_BENCH_STATE'] ?? join('.sheaf', 'bench'));
const repos = values.repos.split(',');
const nameOf = (repo: string): string => repo.slice(repo.indexOf('/') + 1);

const cases = positionals
  .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
  .filter((line) => line.trim() !== '')
  .map((line) => JSON.parse(line) as Case)
  .filter(({ kind, task }) => kind !== 'docs' && task.split(/\s+/).length >= Number(values.words));
const tasks = repos.flatMap((repo) => {
  const own = cases.filter((task) => task.repo === repo);
  const count = Math.min(Number(values.per), own.length);
  return Array.from({ length: count }, (_, i) => own[Math.floor((i * own.length) / count)]).filter(
    (task) => task !== undefined,
  );
});

function cloned(repo: string): string {
  const folder = join(state, 'roots', nameOf(repo));
  if (existsSync(folder)) return folder;
  mkdirSync(join(state, 'roots'), { recursive: true });
  const mirror = resolve(values.mirrors, repo.replace('/', '+'), 'repo');
  execFileSync('git', ['clone', '--quiet', '--no-checkout', mirror, folder]);
  return folder;
}

const commitOf = (repo: string): string =>
  tasks.find((task) => task.repo === repo)?.base_commit ?? 'HEAD';

async function answered(workspace: Workspace, task: Case, prefix: string): Promise<Answer> {
  const query = { query: task.task, find: 'files', limit: FILES_LISTED } as const;
  const order = (await workspace.search(query)).map(({ path }) => path);
  const gold = task.gold_files.map((path) => prefix + path);
  const places = gold.map((path) => order.indexOf(path));
  const { parts, totalTokens } = await workspace.assemble({ task: task.task, isDryRun: true });
  const shown = new Set(parts.map(({ path }) => path));
  return {
    worst: places.includes(-1) ? Number.POSITIVE_INFINITY : Math.max(...places),
    isHome: order[0]?.startsWith(prefix) ?? false,
    inside: gold.every((path) => shown.has(path)),
    tokens: totalTokens,
  };
}

/** The answers to tasks, of which those of one commit follow each other. */
async function answers(
  of: readonly Case[],
  options: (task: Case) => Parameters<typeof openWorkspace>[0],
  prefix: (task: Case) => string,
): Promise<Map<Case, Answer>> {
  const found = new Map<Case, Answer>();
  for (const commit of new Set(of.map((task) => task.base_commit))) {
    const own = of.filter((task) => task.base_commit === commit);
    const [first] = own;
    if (first === undefined) continue;
    const workspace = await openWorkspace({ ...options(first), env: {}, warn: () => undefined });
    try {
      for (const task of own) found.set(task, await answered(workspace, task, prefix(task)));
    } finally {
      await workspace.close();
    }
  }
  return found;
}

const roots = repos.map(cloned);
const alone = await answers(
  tasks,
  ({ repo, base_commit: ref }) => {
    return { root: cloned(repo), ref, indexFile: join(state, `alone-${nameOf(repo)}.db`) };
  },
  () => '',
);
const together = await answers(
  tasks,
  (task) => {
    const commits = repos.map((repo) => {
      return `${nameOf(repo)}:${repo === task.repo ? task.base_commit : commitOf(repo)}`;
    });
    const indexFile = join(state, `together-${repos.length}.db`);
    return { root: roots[0] ?? '.', roots, ref: commits.join(' '), indexFile };
  },
  ({ repo }) => `${nameOf(repo)}:`,
);

const share = (all: readonly Answer[], is: (answer: Answer) => boolean): string =>
  ((100 * all.filter(is).length) / Math.max(1, all.length)).toFixed(1).padStart(7);
function row(name: string, of: readonly Case[], by: ReadonlyMap<Case, Answer>): void {
  const all = of.flatMap((task) => by.get(task) ?? []);
  const tokens = all.reduce((sum, answer) => sum + answer.tokens, 0) / Math.max(1, all.length);
  const shown = [
    ...TOPS.map((top) => share(all, ({ worst }) => worst < top)),
    share(all, ({ inside }) => inside),
    share(all, ({ isHome }) => isHome),
  ];
  say(`${name.padEnd(16)}${shown.join('')}${tokens.toFixed(0).padStart(8)}`);
}
say(`${tasks.length} tasks, ${repos.length} repositories`);
const heads = [...TOPS.map((top) => `@${top}`), 'inside', 'home'];
say(`${''.padEnd(16)}${heads.map((head) => head.padStart(7)).join('')}  tokens`);
for (const repo of repos) {
  const own = tasks.filter((task) => task.repo === repo);
  row(nameOf(repo), own, alone);
  row('  together', own, together);
}
row('all alone', tasks, alone);
row('all together', tasks, together);
for (const task of values.wrong ? tasks : []) {
  const [one, all] = [alone.get(task)?.worst ?? 0, together.get(task)?.worst ?? 0];
  if (one < 10 !== all < 10)
    say(`${one} → ${all}  ${nameOf(task.repo)}: ${task.task.slice(0, 100)}`);
}
