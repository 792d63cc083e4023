/**
 * Question: does the ranking find the files that fixed a real issue?
 *
 *   node --import tsx bench/quality/localise.ts TASKS.jsonl --mirrors DIR [--cache DIR] [--repo a/b,…] [--limit N]
 *        [--corpus all|python-source] [--without SIGNAL,…] [--fusion weighted|rrf] [--lines]
 *        [--strategy optimal,greedy,…] [--tokens N,…] [--push] [--json FILE]
 *
 * TASKS.jsonl has one {id, repo, base_commit, task, gold_files, gold_lines} a line; DIR/<owner>+<name>/repo are git
 * directories with full history. Only what is reachable from base_commit is used. Repositories that are not there are
 * skipped, and said so. With --push the contexts are those that `sheaf hook` sends.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadTokenizer } from '../../src/adapters/tokenizers/tokenizers.ts';
import { compose } from '../../src/compose/compose.ts';
import { USUAL_RULES } from '../../src/compose/rules.ts';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { openEngine } from '../../src/engine.ts';
import type { Gathering } from '../../src/gather/gathering.ts';
import { gather } from '../../src/gather.ts';
import type { Strategy } from '../../src/model/options.ts';
import { contextBudget } from '../../src/pack/budget.ts';
import type { Ports } from '../../src/ports/ports.ts';
import type { StateView } from '../../src/ports/store.ts';
import { push } from '../../src/push/push.ts';
import { insideAny, readPlace } from '../../src/text/paths/place.ts';

interface Case {
  id: string;
  repo: string;
  base_commit: string;
  task: string;
  gold_files: string[];
  gold_lines: Record<string, number[]>;
}

interface Packed {
  file: boolean;
  lines: boolean;
  gap: number;
  fill: number;
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
    strategy: { type: 'string', default: 'optimal' },
    tokens: { type: 'string', default: '4000,8000,13000,27000,50000' },
    push: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});

const fusion = values.fusion === 'rrf' ? 'rrf' : 'weighted';
const config = { ...DEFAULTS, relevance: { ...DEFAULTS.relevance, fusion } } as const;
const BUDGETS = values.tokens.split(',').map(Number);
/** As `sheaf hook` has it. */
const MAX_CHARACTERS = 9000;
const TOPS = [1, 3, 5, 10];
const STRATEGIES = values.strategy.split(',') as Strategy[];
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const percent = (hits: number, total: number): string =>
  ((100 * hits) / Math.max(1, total)).toFixed(1).padStart(5);

const cases = readFileSync(positionals[0] ?? '', 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => JSON.parse(line) as Case)
  .filter(({ repo }) => values.repo === undefined || values.repo.split(',').includes(repo));

const byRepo = new Map<string, Case[]>();
for (const task of cases) byRepo.set(task.repo, [...(byRepo.get(task.repo) ?? []), task]);
mkdirSync(values.cache, { recursive: true });

const tokenizer = values.lines ? await loadTokenizer('o200k') : null;
const without = values.without.split(',').filter((name) => name !== '');
const results: {
  id: string;
  repo: string;
  rank: number[];
  /** By strategy and tokens: whether every file and every line of the fix is there, and how far the packing may be from the best. */
  packed: Record<string, Record<number, Packed>>;
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
    const gathering = await gather(engine.ports, view, {
      text: task.task,
      sources: [],
      without,
      config,
      ...(accepts === undefined ? {} : { accepts }),
    });
    const order = gathering.files.map((file) => file.path);
    const rank = task.gold_files.map((path) => order.indexOf(path));
    const packed: Record<string, Record<number, Packed>> = {};
    for (const strategy of tokenizer === null ? [] : STRATEGIES) {
      packed[strategy] = {};
      for (const tokens of BUDGETS)
        packed[strategy][tokens] = values.push
          ? await pushedAt(task, strategy, tokens, engine.ports, view)
          : packedAt(task, gathering, strategy, tokens, engine.ports);
    }
    results.push({ id: task.id, repo, rank, packed });
    view.close();
    engine.close();
  }
  const own = results.filter((result) => result.repo === repo);
  say(
    `${repo.padEnd(28)} ${String(own.length).padStart(4)}  ${TOPS.map((k) => percent(own.filter((r) => within(r.rank, k)).length, own.length)).join(' ')}   ${((performance.now() - began) / 1000).toFixed(0)} s`,
  );
}

/** The same for what is sent unasked. */
async function pushedAt(
  task: Case,
  strategy: Strategy,
  maxTokens: number,
  ports: Ports,
  view: StateView,
): Promise<Packed> {
  const assembly = { ...config.assembly, packing_strategy: strategy };
  const asked = { task: task.task, maxTokens, maxCharacters: MAX_CHARACTERS };
  const { sent, tokens } = await push(ports, view, asked, { ...config, assembly });
  const isSent = insideAny(sent.map(({ place }) => place));
  const paths = new Set(sent.map(({ place }) => readPlace(place)?.path));
  return {
    file: task.gold_files.every((path) => paths.has(path)),
    lines: Object.entries(task.gold_lines).every(([path, wanted]) =>
      wanted.every((line) => isSent(path, line)),
    ),
    gap: 0,
    fill: tokens / maxTokens,
  };
}

function packedAt(
  task: Case,
  gathering: Gathering,
  strategy: Strategy,
  tokens: number,
  { digest }: Ports,
): Packed {
  if (tokenizer === null) return { file: false, lines: false, gap: 0, fill: 0 };
  const budget = contextBudget(tokens);
  const rules = { ...USUAL_RULES, strategy };
  const made = compose(gathering, { flowId: 'bench', budget, tokenizer, digest, rules });
  const spans = new Map(made.parts.map((part) => [part.path, part.spans]));
  return {
    file: task.gold_files.every((path) => spans.has(path)),
    lines: Object.entries(task.gold_lines).every(([path, wanted]) =>
      wanted.every((line) =>
        spans.get(path)?.some(([first, last]) => line >= first && line <= last),
      ),
    ),
    gap: made.gap,
    fill: made.totalTokens / tokens,
  };
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
const table = (title: string, cell: (tokens: number) => string): void =>
  say(title.padEnd(30) + BUDGETS.map((tokens) => cell(tokens).padStart(7)).join(''));
for (const strategy of tokenizer === null ? [] : STRATEGIES) {
  const at = (tokens: number): Packed[] =>
    results.flatMap(({ packed }) => packed[strategy]?.[tokens] ?? []);
  const mean = (list: readonly number[]): string =>
    ((100 * list.reduce((sum, value) => sum + value, 0)) / Math.max(1, list.length)).toFixed(1);
  table(`${strategy}, tokens`, String);
  table('  every file', (tokens) =>
    percent(at(tokens).filter(({ file }) => file).length, results.length),
  );
  table('  every line', (tokens) =>
    percent(at(tokens).filter(({ lines }) => lines).length, results.length),
  );
  table('  mean fill', (tokens) => mean(at(tokens).map(({ fill }) => fill)));
  table('  mean gap to the bound', (tokens) => mean(at(tokens).map(({ gap }) => gap)));
  table('  largest gap', (tokens) => mean([Math.max(...at(tokens).map(({ gap }) => gap))]));
}
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(results));
