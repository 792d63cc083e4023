/**
 * Question: do record, report, plan, result and `why` of random assemblies agree, and does every hint of `--overflow error` suffice?
 *
 *   node --import tsx bench/quality/agreement.ts FOLDER … [--count 70] [--seed 1] [--flows]
 *
 * Each FOLDER is a git work tree. Tasks are subjects of its commits; pins and globs are of its files. With --flows a flow is begun in
 * each, and some of the assemblies are of that. A line after each ten tells how far it is: most of the time goes into `why`, which
 * composes a context some fifteen times to find the size at which a file enters.
 */
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { disagreements } from '../../test/support/agreement.ts';
import { command } from '../../test/support/command.ts';
import { wishes } from '../../test/support/wishes.ts';
import { say } from '../support/table.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '70' },
    seed: { type: 'string', default: '1' },
    flows: { type: 'boolean', default: false },
  },
});
const MOST_TASKS = 200;
const MOST_PATHS = 40;
const TOLD_EVERY = 10;
const FLOW_TOKENS = '4000';

const git = (root: string, ...args: readonly string[]): string[] =>
  execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '');

for (const root of positionals) {
  const tasks = git(root, 'log', '--no-merges', `-${MOST_TASKS}`, '--format=%s');
  const files = git(root, 'ls-files');
  const every = Math.max(1, Math.floor(files.length / MOST_PATHS));
  const paths = files.filter((_, i) => i % every === 0);
  const globs = [...new Set(files.map((path) => `${path.split('/')[0]}/**`))].slice(0, MOST_PATHS);
  const count = Number(values.count);
  const sample = fc.sample(wishes({ tasks, paths, globs }), {
    numRuns: count,
    seed: Number(values.seed),
  });
  if (values.flows) {
    await command(root, ['flow', 'new', tasks[0] ?? '']);
    await command(root, ['gather', '--context-tokens', FLOW_TOKENS]);
  }
  const begun = performance.now();
  const outcomes = new Map<string, number>();
  let agreeing = 0;
  for (const [i, wish] of sample.entries()) {
    const isFlow = values.flows && wish.isFlow;
    const { outcome, wrong } = await disagreements(root, { ...wish, isFlow });
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (wrong.length === 0) agreeing++;
    else say(`${root} ${i}: ${wrong.join('; ')}\n  ${JSON.stringify(wish)}`);
    if ((i + 1) % TOLD_EVERY === 0) {
      const seconds = Math.round((performance.now() - begun) / 1000);
      say(`${root}: ${i + 1} of ${count} after ${seconds} s, ${agreeing} agree`);
    }
  }
  const told = Array.from(outcomes, ([outcome, times]) => `${outcome} ${times}`).join(', ');
  say(`${root}: ${agreeing} of ${count} agree (${told})`);
}
