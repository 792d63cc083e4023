/**
 * Question: does every context keep to its budget, and fill it?
 *
 *   node --import tsx bench/quality/budget.ts TASKS.jsonl --mirrors DIR [--cache DIR] [--runs 500] [--seed 1]
 *
 * Random tasks, formats, budgets from 256 to 200k tokens, tokenizers, strategies and overflow ways, through the public API; the
 * prompt is counted once more by the tokenizer's own package. Run `npm run build` first.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { countTokens as countCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base';
import { openWorkspace } from '../../dist/index.js';

interface Case {
  id: string;
  repo: string;
  base_commit: string;
  task: string;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    mirrors: { type: 'string', default: '../.mirror' },
    cache: { type: 'string', default: '.sheaf/bench' },
    runs: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    repo: { type: 'string' },
  },
});

const FORMATS = ['mdctx', 'docs', 'markdown', 'xml', 'plain', 'json', 'messages'] as const;
const STRATEGIES = ['optimal', 'greedy', 'interleaved', 'score-weighted'] as const;
const OVERFLOWS = ['prioritize', 'truncate', 'summarize'] as const;
const TOKENIZERS = {
  o200k: (text: string) => countO200k(text, { disallowedSpecial: new Set() }),
  cl100k: (text: string) => countCl100k(text, { disallowedSpecial: new Set() }),
  claude: (text: string) => Math.ceil(1.5 * countO200k(text, { disallowedSpecial: new Set() })),
  chars4: (text: string) => Math.ceil(text.length / 4),
};
let state = Number(values.seed);
function random(): number {
  // A small generator with a seed, so that a run can be repeated.
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}
const any = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const cases = readFileSync(positionals[0] ?? '', 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => JSON.parse(line) as Case)
  .filter(({ repo }) => values.repo === undefined || values.repo.split(',').includes(repo))
  .filter(({ repo }) => existsSync(join(values.mirrors, repo.replace('/', '+'), 'repo')));
if (cases.length === 0) {
  say('skipped: no repositories under the mirrors');
  process.exit(0);
}
mkdirSync(values.cache, { recursive: true });

let over = 0;
let refused = 0;
const fills: number[] = [];
const byStrategy = new Map<string, number[]>();
for (let run = 0; run < Number(values.runs); run++) {
  const { repo, base_commit, task, id } = any(cases);
  const tokens = Math.round(256 * (200_000 / 256) ** random());
  const tokenizer = any(Object.keys(TOKENIZERS) as (keyof typeof TOKENIZERS)[]);
  const [format, strategy, overflow] = [any(FORMATS), any(STRATEGIES), any(OVERFLOWS)];
  const workspace = await openWorkspace({
    root: process.cwd(),
    gitDir: join(values.mirrors, repo.replace('/', '+'), 'repo'),
    ref: base_commit,
    indexFile: join(values.cache, `${repo.replace('/', '+')}.db`),
    warn: () => {},
  });
  try {
    const made = await workspace.assemble({
      task,
      maxTokens: tokens,
      format,
      strategy,
      overflow,
      tokenizer,
    });
    const counted = TOKENIZERS[tokenizer](made.prompt);
    if (counted > tokens) {
      over++;
      say(`over: ${id} ${format} ${strategy} ${overflow} ${tokenizer} ${counted} > ${tokens}`);
    }
    // Where nothing was left out, there was not enough to fill the budget with.
    if (!made.truncated) continue;
    fills.push(counted / tokens);
    byStrategy.set(strategy, [...(byStrategy.get(strategy) ?? []), counted / tokens]);
    if (counted / tokens < 0.8) {
      say(
        `rather empty: ${id} ${format} ${strategy} ${overflow} ${tokenizer} ${counted} of ${tokens}`,
      );
    }
  } catch (error) {
    refused++;
    say(`refused: ${id} ${format} ${tokens}: ${error instanceof Error ? error.message : ''}`);
  } finally {
    await workspace.close();
  }
}
const mean = (list: readonly number[]): string =>
  ((100 * list.reduce((sum, value) => sum + value, 0)) / Math.max(1, list.length)).toFixed(1);
say(
  `${values.runs} assemblies: ${over} over budget, ${refused} refused, mean fill ${mean(fills)} %`,
);
for (const [strategy, list] of byStrategy) say(`  ${strategy}: ${mean(list)} % of ${list.length}`);
