/**
 * Question: does the ranking find the files that fixed a real issue?
 *
 *   node --import tsx bench/quality/localise.ts TASKS.jsonl --mirrors DIR [--cache DIR] [--repo a/b] [--limit N]
 *        [--corpus all|python-source] [--without SIGNAL,…] [--fusion weighted|rrf] [--lines]
 *        [--json FILE]
 *
 * TASKS.jsonl has one {id, repo, base_commit, task, gold_files, gold_lines} a line; DIR/<owner>+<name>/repo are git
 * directories with full history. Only what is reachable from base_commit is used. Repositories that are not there are
 * skipped, and said so. Run `npm run build` first: the harness uses the built library.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  assemble,
  contextBudget,
  DEFAULTS,
  gather,
  loadTokenizer,
  openEngine,
} from '../../dist/index.js';

interface Case {
  id: string;
  repo: string;
  base_commit: string;
  task: string;
  gold_files: string[];
  gold_lines: Record<string, number[]>;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    mirrors: { type: 'string', default: '../.mirror' },
    cache: { type: 'string', default: '.sheaf/bench' },
    repo: { type: 'string' },
    limit: { type: 'string' },
    corpus: { type: 'string', default: 'all' },
    without: { type: 'string', default: '' },
    fusion: { type: 'string', default: 'weighted' },
    lines: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});

const fusion = values.fusion === 'rrf' ? 'rrf' : 'weighted';
const config = { ...DEFAULTS, relevance: { ...DEFAULTS.relevance, fusion } } as const;
const BUDGETS = [4000, 8000, 13_000, 27_000, 50_000];
const TOPS = [1, 3, 5, 10];
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const percent = (hits: number, total: number): string =>
  ((100 * hits) / Math.max(1, total)).toFixed(1).padStart(5);

const cases = readFileSync(positionals[0] ?? '', 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => JSON.parse(line) as Case)
  .filter((task) => values.repo === undefined || task.repo === values.repo);

const byRepo = new Map<string, Case[]>();
for (const task of cases) byRepo.set(task.repo, [...(byRepo.get(task.repo) ?? []), task]);
mkdirSync(values.cache, { recursive: true });

const tokenizer = values.lines ? await loadTokenizer('o200k') : null;
const without = values.without.split(',').filter((name) => name !== '');
const results: {
  id: string;
  repo: string;
  rank: number[];
  file: Record<number, boolean>;
  lines: Record<number, boolean>;
}[] = [];

for (const [repo, tasks] of byRepo) {
  const gitDir = join(values.mirrors, repo.replace('/', '+'), 'repo');
  if (!existsSync(gitDir)) {
    say(`skipped ${repo}: ${tasks.length} tasks, no repository under the mirrors`);
    continue;
  }
  const time = (commit: string): number =>
    Number(
      execFileSync('git', ['--git-dir', gitDir, 'show', '-s', '--format=%ct', commit], {
        encoding: 'utf8',
      }),
    );
  // In order of time each state shares most of its files with the one before.
  const ordered = tasks
    .map((task) => ({ task, at: time(task.base_commit) }))
    .sort((a, b) => a.at - b.at);
  const began = performance.now();
  for (const { task } of ordered.slice(0, Number(values.limit ?? ordered.length))) {
    const engine = await openEngine({
      root: process.cwd(),
      gitDir,
      ref: task.base_commit,
      indexFile: join(values.cache, `${repo.replace('/', '+')}.db`),
      config,
      warn: say,
      onProgress: () => {},
    });
    const view = await engine.view();
    const accepts =
      values.corpus === 'python-source'
        ? (file: { path: string; shape: { kind: string } }): boolean =>
            file.path.endsWith('.py') && file.shape.kind !== 'test'
        : undefined;
    const gathering = gather(view, {
      text: task.task,
      sources: [],
      without,
      config,
      ...(accepts === undefined ? {} : { accepts }),
    });
    const order = gathering.files.map((file) => file.path);
    const rank = task.gold_files.map((path) => order.indexOf(path));
    const file: Record<number, boolean> = {};
    const lines: Record<number, boolean> = {};
    if (tokenizer !== null) {
      for (const tokens of BUDGETS) {
        const made = assemble(gathering, {
          flowId: 'bench',
          budget: contextBudget(tokens),
          tokenizer,
        });
        const spans = new Map(made.parts.map((part) => [part.path, part.spans]));
        file[tokens] = task.gold_files.every((path) => spans.has(path));
        lines[tokens] = Object.entries(task.gold_lines).every(([path, wanted]) =>
          wanted.every((line) =>
            spans.get(path)?.some(([first, last]) => line >= first && line <= last),
          ),
        );
      }
    }
    results.push({ id: task.id, repo, rank, file, lines });
    view.close();
    engine.close();
  }
  const own = results.filter((result) => result.repo === repo);
  say(
    `${repo.padEnd(28)} ${String(own.length).padStart(4)}  ${TOPS.map((k) => percent(own.filter((r) => within(r.rank, k)).length, own.length)).join(' ')}   ${((performance.now() - began) / 1000).toFixed(0)} s`,
  );
}

function within(rank: readonly number[], k: number): boolean {
  return rank.every((at) => at >= 0 && at < k);
}

say(
  `\n${results.length} tasks, corpus ${values.corpus}${without.length > 0 ? `, without ${without.join(', ')}` : ''}`,
);
say(
  `all gold files in the top ${TOPS.join('/')}:  ${TOPS.map((k) => percent(results.filter((r) => within(r.rank, k)).length, results.length)).join(' ')}`,
);
if (tokenizer !== null) {
  say(`tokens         ${BUDGETS.map((tokens) => String(tokens).padStart(6)).join('')}`);
  say(
    `every file     ${BUDGETS.map((tokens) => percent(results.filter((r) => r.file[tokens]).length, results.length).padStart(6)).join('')}`,
  );
  say(
    `every line     ${BUDGETS.map((tokens) => percent(results.filter((r) => r.lines[tokens]).length, results.length).padStart(6)).join('')}`,
  );
}
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(results));
