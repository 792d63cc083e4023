/**
 * Question: do record, report, plan, result and `why` of random assemblies agree, and does every hint of `--overflow error` suffice?
 *
 *   node --import tsx bench/quality/agreement.ts FOLDER … [--count 70] [--seed 1]
 *
 * Each FOLDER is a git work tree. Tasks are subjects of its commits; pins and globs are of its files.
 */
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { disagreements } from '../../test/support/agreement.ts';
import { wishes } from '../../test/support/wishes.ts';
import { say } from '../support/table.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '70' },
    seed: { type: 'string', default: '1' },
  },
});
const MOST_TASKS = 200;
const MOST_PATHS = 40;

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
  const outcomes = new Map<string, number>();
  let agreeing = 0;
  for (const [i, wish] of sample.entries()) {
    // No flow is begun here.
    const { outcome, wrong } = await disagreements(root, { ...wish, isFlow: false });
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (wrong.length === 0) agreeing++;
    else say(`${root} ${i}: ${wrong.join('; ')}\n  ${JSON.stringify(wish)}`);
  }
  const told = Array.from(outcomes, ([outcome, times]) => `${outcome} ${times}`).join(', ');
  say(`${root}: ${agreeing} of ${count} agree (${told})`);
}
