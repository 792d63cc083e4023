/**
 * Question: which weights of the signals put the files of a task first, on repositories they were not fitted on?
 *
 *   SHEAF_BENCH_STATE=DIR node --import tsx bench/quality/weights.ts TASKS.jsonl … --mirrors DIR --rows FILE [--ask change | report | question]
 *
 * Fits the weights of src/retrieve/files.ts listwise (the probability of the files needed, by a softmax over the scores of the task's
 * files), a sixth of the repositories left out at a time, and prints for weights in force and fitted: all files in the first 1/3/5/10. Tasks and
 * mirrors are those of short.ts; --rows keeps what was gathered (see rows.ts).
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SIGNALS } from '../../src/model/candidate.ts';
import { SIGNAL_WEIGHTS } from '../../src/retrieve/files.ts';
import { say } from '../support/table.ts';
import { type FileRow, type TaskRow, taskRows } from './rows.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    mirrors: { type: 'string', default: '../.mirror' },
    rows: { type: 'string' },
    ask: { type: 'string', default: 'change' },
  },
});

const TOPS = [1, 3, 5, 10];
const FOLDS = 6;
/** How steep the softmax is where the title weighs 1. */
const SCALE = 3.5;
const STEPS = 300;
const RATE = 0.5;

const scoreOf = (weights: readonly number[], { signals, penalty }: FileRow): number =>
  penalty * SIGNALS.reduce((sum, name, i) => sum + (weights[i] ?? 0) * signals[name], 0);

/** Gradient ascent with a step that shrinks; no weight is negative. */
function fitWeights(tasks: readonly TaskRow[], start: readonly number[]): number[] {
  let weights = start.map((weight) => SCALE * weight);
  for (let step = 0; step < STEPS; step++) {
    const gradient = weights.map(() => 0);
    for (const { files } of tasks) {
      const needed = files.filter((file) => file.needed).length;
      if (needed === 0) continue;
      const scores = files.map((file) => scoreOf(weights, file));
      const most = Math.max(...scores);
      const raised = scores.map((score) => Math.exp(score - most));
      const all = raised.reduce((sum, one) => sum + one, 0);
      files.forEach((file, i) => {
        const off = (file.needed ? 1 / needed : 0) - (raised[i] ?? 0) / all;
        SIGNALS.forEach((name, j) => {
          gradient[j] = (gradient[j] ?? 0) + off * file.penalty * file.signals[name];
        });
      });
    }
    const rate = RATE / (1 + step / 50);
    weights = weights.map((weight, j) =>
      Math.max(0, weight + (20 * rate * (gradient[j] ?? 0)) / tasks.length),
    );
  }
  return weights;
}

/** Place of the needed file that comes last, from 0. */
function worst(weights: readonly number[], { files, gold }: TaskRow): number {
  const order = files
    .map((file) => ({ file, score: scoreOf(weights, file) }))
    .sort((a, b) => b.score - a.score);
  const places = gold.map((path) => order.findIndex(({ file }) => file.path === path));
  return places.includes(-1) ? Number.POSITIVE_INFINITY : Math.max(...places);
}

const shares = (places: readonly number[]): string =>
  TOPS.map((k) =>
    ((100 * places.filter((place) => place < k).length) / places.length).toFixed(1),
  ).join('/');

const rows = await taskRows({
  inputs: positionals,
  mirrors: values.mirrors,
  state: process.env['SHEAF_BENCH_STATE'] ?? join('.sheaf', 'bench'),
  rows: values.rows,
  repos: [],
});
const tasks = rows.filter(({ kind, ask }) =>
  kind !== 'must' && values.ask === 'change'
    ? ask === 'change' || ask === 'topic'
    : ask === values.ask,
);
const ask = tasks[0]?.ask ?? 'change';
const inForce = SIGNALS.map((name) => SIGNAL_WEIGHTS[ask][name]);
const repos = [...new Set(tasks.map(({ repo }) => repo))].sort();
say(`${tasks.length} tasks of ${repos.length} repositories`);
say(`in force: ${shares(tasks.map((task) => worst(inForce, task)))}`);
const leftOut = Array.from({ length: FOLDS }, (_, fold) => {
  const out = new Set(repos.filter((_name, i) => i % FOLDS === fold));
  const weights = fitWeights(
    tasks.filter(({ repo }) => !out.has(repo)),
    inForce,
  );
  return tasks.filter(({ repo }) => out.has(repo)).map((task) => worst(weights, task));
}).flat();
say(`fitted, repositories left out: ${shares(leftOut)}`);
const fitted = fitWeights(tasks, inForce);
const title = fitted[SIGNALS.indexOf('title')] || 1;
say(
  `fitted on all: ${SIGNALS.map((name, i) => `${name} ${((fitted[i] ?? 0) / title).toFixed(2)}`).join(', ')}`,
);
