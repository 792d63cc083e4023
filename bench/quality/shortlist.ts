/**
 * Question: is what a fix changes on the shortlist, in few tokens, and does a choice from it replay?
 *
 *   SHEAF_BENCH_STATE=DIR node --import tsx bench/quality/shortlist.ts TASKS.jsonl … --mirrors DIR [--repo a/b,…] [--picks N] [--wrong]
 *
 * TASKS.jsonl has one {id, repo, base_commit, task, gold_files, gold_lines} a line; DIR/<owner>+<name>/repo are git directories with full
 * history. A file is on the list if a candidate lies in it; a function is if a candidate holds a line of it that the fix changed, and,
 * more strictly, all of them. Functions of a fix are the innermost that hold changed lines; tasks that change none do not count there.
 * --picks chooses N times three numbers to take and one to leave out, assembles, replays the plan and compares the bytes.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadTokenizer } from '../../src/adapters/tokenizers/tokenizers.ts';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { openEngine } from '../../src/engine.ts';
import { openWorkspace, type Shortlist } from '../../src/index.ts';
import type { Definition } from '../../src/model/document.ts';
import { isFunction } from '../../src/retrieve/functions.ts';
import { say } from '../support/table.ts';

interface Case {
  readonly id: string;
  readonly repo: string;
  readonly base_commit: string;
  readonly task: string;
  readonly gold_files: readonly string[];
  readonly gold_lines: Readonly<Record<string, readonly number[]>>;
}

/** Changed lines of one function. */
interface Goal {
  readonly path: string;
  readonly name: string;
  readonly lines: readonly number[];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    mirrors: { type: 'string', default: '../.mirror' },
    repo: { type: 'string', default: '' },
    picks: { type: 'string', default: '0' },
    wrong: { type: 'boolean', default: false },
  },
});
const TOPS = [5, 10, 40];
const state = process.env['SHEAF_BENCH_STATE'] ?? join('.sheaf', 'bench');
const chosen = values.repo.split(',').filter((name) => name !== '');
const config = { ...DEFAULTS, index: { ...DEFAULTS.index, states_kept: 1000 } };
const tokenizer = await loadTokenizer(config.budget.tokenizer);
mkdirSync(state, { recursive: true });

const cases = positionals
  .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
  .filter((line) => line.trim() !== '')
  .map((line) => JSON.parse(line) as Case)
  .filter(({ repo }) => chosen.length === 0 || chosen.includes(repo));

interface Result {
  readonly repo: string;
  readonly candidates: number;
  readonly tokens: number;
  readonly jsonTokens: number;
  /** By how many of the first candidates: whether every file and every function is among them; null without functions. */
  readonly tops: readonly {
    readonly files: boolean;
    readonly functions: boolean | null;
    readonly lines: boolean | null;
  }[];
}

const results: Result[] = [];
const replays = { done: 0, same: 0, left: Number(values.picks) };
for (const repo of new Set(cases.map((task) => task.repo))) {
  const tasks = cases.filter((task) => task.repo === repo);
  if (existsSync(gitDirOf(repo))) for (const task of tasks) results.push(await run(task));
  else say(`skipped ${repo}: ${tasks.length} tasks, no repository under the mirrors`);
  report(
    repo,
    results.filter((result) => result.repo === repo),
  );
}
report('all', results);
if (replays.done > 0) say(`${replays.same} of ${replays.done} choices replay byte for byte`);

function gitDirOf(repo: string): string {
  return join(values.mirrors, repo.replace('/', '+'), 'repo');
}

async function run(task: Case): Promise<Result> {
  const { repo, base_commit: ref } = task;
  const place = { root: process.cwd(), gitDir: gitDirOf(repo), ref };
  const indexFile = join(state, `${repo.replace('/', '+')}.db`);
  const goals = await functionsOf(task, { ...place, indexFile });
  const origins = Object.fromEntries(Object.keys(config).map((key) => [key, 'given']));
  const workspace = await openWorkspace({
    ...place,
    indexFile,
    config: { config, origins } as unknown as NonNullable<
      Parameters<typeof openWorkspace>[0]['config']
    >,
  });
  const list = await workspace.shortlist({ task: task.task });
  const flat = list.files
    .flatMap(({ path, candidates }) => candidates.map((candidate) => ({ path, ...candidate })))
    .sort((a, b) => a.number - b.number);
  if (replays.left > 0 && flat.length > 4) await choose(workspace, task, list, flat.length);
  await workspace.close();
  const tops = TOPS.map((k) => {
    const some = flat.slice(0, k);
    const holds = (path: string, line: number): boolean =>
      some.some((own) => own.path === path && own.lines[0] <= line && line <= own.lines[1]);
    const each = (test: (goal: Goal) => boolean): boolean | null =>
      goals.length === 0 ? null : goals.every(test);
    return {
      files: task.gold_files.every((path) => some.some((own) => own.path === path)),
      functions: each(({ path, lines }) => lines.some((line) => holds(path, line))),
      lines: each(({ path, lines }) => lines.every((line) => holds(path, line))),
    };
  });
  const { id, files, tokens } = list;
  const jsonTokens = tokenizer.count(`${JSON.stringify({ id, files })}\n`);
  const last = tops.at(-1);
  if (values.wrong && (last?.files === false || last?.functions === false)) {
    const names = goals.map(({ path, name }) => `${path} ${name}`).join(', ');
    say(`${task.id} | ${task.gold_files.join(' ')} | ${names}`);
  }
  return { repo, candidates: flat.length, tokens, jsonTokens, tops };
}

/** The innermost functions that hold changed lines, as the index knows them. */
async function functionsOf(
  { gold_lines: gold }: Case,
  place: Pick<Parameters<typeof openEngine>[0], 'root' | 'gitDir' | 'ref' | 'indexFile'>,
): Promise<Goal[]> {
  const engine = await openEngine({ ...place, config, warn: say, onProgress: () => {} });
  const view = await engine.view();
  const goals = Object.entries(gold).flatMap(([path, lines]) => {
    const content = view.state.files.find((file) => file.path === path)?.content ?? 0;
    if (content === 0) return [];
    const functions = view.facts(content).definitions.filter(isFunction);
    const changed = new Map<Definition, number[]>();
    for (const line of lines) {
      const own = functions
        .filter((one) => one.line <= line && line <= one.lastLine)
        .sort((a, b) => b.line - a.line)[0];
      if (own !== undefined) changed.set(own, [...(changed.get(own) ?? []), line]);
    }
    return [...changed].map(([{ name }, own]) => ({ path, name, lines: own }));
  });
  view.close();
  engine.close();
  return goals;
}

/** The same for the same task, whenever it runs. */
async function choose(
  workspace: Awaited<ReturnType<typeof openWorkspace>>,
  { task }: Case,
  { id }: Shortlist,
  count: number,
): Promise<void> {
  replays.left--;
  replays.done++;
  const at = (step: number): number => 1 + ((task.length * step + replays.done) % count);
  const drop = [at(7)];
  const pick = [...new Set([at(1), at(3), at(5)])].filter((number) => !drop.includes(number));
  const made = await workspace.assemble({ task, pick, drop, shortlist: id, isDryRun: true });
  const again = await workspace.replay(made.plan);
  if (again.identical && again.prompt === made.prompt) replays.same++;
}

function report(name: string, list: readonly Result[]): void {
  if (list.length === 0) return;
  const percent = (of: readonly (boolean | null)[]): string => {
    const known = of.filter((one) => one !== null);
    return ((100 * known.filter(Boolean).length) / Math.max(1, known.length)).toFixed(1);
  };
  const by = (key: 'files' | 'functions' | 'lines'): string =>
    TOPS.map((_, i) => percent(list.map(({ tops }) => tops[i]?.[key] ?? null))).join(' / ');
  const most = (key: 'candidates' | 'tokens' | 'jsonTokens'): number =>
    Math.max(...list.map((result) => result[key]));
  const mean = list.reduce((sum, { candidates }) => sum + candidates, 0) / list.length;
  say(
    `${name} (${list.length}): in the first ${TOPS.join(' / ')}: files ${by('files')}, functions ${by('functions')}, all their lines ${by('lines')}; ${mean.toFixed(1)} candidates, at most ${most('tokens')} tokens, ${most('jsonTokens')} as JSON`,
  );
}
