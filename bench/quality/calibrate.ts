/**
 * Question: of the files with a given relevance, how many were really needed?
 *
 *   node --import tsx bench/quality/calibrate.ts TASKS.jsonl … --mirrors DIR [--cache DIR] [--repos a/b,c/d]
 *        [--per-repo N] [--rows FILE] [--fusion weighted|rrf]
 *
 * Ranks files for real tasks, fits the curve that turns scores into relevance (src/score/calibration.ts), and prints how
 * well it holds for repositories it was not fitted on. Needed means: changed by the commit that did the task. Tasks and
 * mirrors are those of localise.ts; repositories that are not there are skipped, and said so. --rows keeps what was ranked, so that
 * a fit can be repeated without ranking anew.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { openEngine } from '../../src/engine.ts';
import { gather } from '../../src/gather.ts';
import { CURVES, curveFeatures, fieldOf } from '../../src/score/calibration.ts';
import { fitLogistic, predict, type Sample } from './fit.ts';

interface Case {
  id: string;
  repo: string;
  base_commit: string;
  task: string;
  gold_files: string[];
}

/** What was ranked for a task: scores in order, and which of them were needed. */
interface Ranked {
  id: string;
  repo: string;
  type: string;
  files: { score: number; needed: boolean; source: string; kind: string; penalty: number }[];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    mirrors: { type: 'string', default: '../.mirror' },
    cache: { type: 'string', default: '.sheaf/bench' },
    repos: { type: 'string', default: '' },
    'per-repo': { type: 'string', default: '20' },
    rows: { type: 'string' },
    fusion: { type: 'string', default: 'weighted' },
  },
});

/** Beyond this rank hardly any file is needed, and the curve is far below every threshold. */
const FILES_RANKED = 100;
const BINS = 10;
const fusion = values.fusion === 'rrf' ? 'rrf' : 'weighted';
const config = { ...DEFAULTS, relevance: { ...DEFAULTS.relevance, fusion } } as const;
const say = (line = ''): void => void process.stdout.write(`${line}\n`);

const kept = values.rows !== undefined && existsSync(values.rows);
const ranked: Ranked[] = kept
  ? (JSON.parse(readFileSync(values.rows ?? '', 'utf8')) as Ranked[])
  : await rankAll();
if (values.rows !== undefined && !kept) writeFileSync(values.rows, JSON.stringify(ranked));

async function rankAll(): Promise<Ranked[]> {
  const chosen = values.repos.split(',').filter((name) => name !== '');
  const cases = positionals.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line) as Case)
      .filter(({ repo }) => chosen.length === 0 || chosen.includes(repo)),
  );
  mkdirSync(values.cache, { recursive: true });
  const rows: Ranked[] = [];
  for (const repo of new Set(cases.map((task) => task.repo))) {
    const gitDir = join(values.mirrors, repo.replace('/', '+'), 'repo');
    const own = cases.filter((task) => task.repo === repo);
    if (!existsSync(gitDir)) {
      say(`skipped ${repo}: ${own.length} tasks, no repository under the mirrors`);
      continue;
    }
    const began = performance.now();
    for (const task of sample(own, gitDir)) rows.push(await rankOne(task, gitDir));
    say(`${repo.padEnd(28)} ${((performance.now() - began) / 1000).toFixed(0)} s`);
  }
  return rows;
}

/** Some tasks of a repository, evenly over its time; in that order states share most of their files. */
function sample(tasks: readonly Case[], gitDir: string): Case[] {
  const time = ({ base_commit }: Case): number =>
    Number(
      execFileSync('git', ['--git-dir', gitDir, 'show', '-s', '--format=%ct', base_commit], {
        encoding: 'utf8',
      }),
    );
  const ordered = tasks.map((task) => ({ task, at: time(task) })).sort((a, b) => a.at - b.at);
  const wanted = Math.min(ordered.length, Number(values['per-repo']));
  return Array.from(
    { length: wanted },
    (_, i) => ordered[Math.floor((i * ordered.length) / wanted)],
  )
    .map((entry) => entry?.task)
    .filter((task) => task !== undefined);
}

async function rankOne(task: Case, gitDir: string): Promise<Ranked> {
  const engine = await openEngine({
    root: process.cwd(),
    gitDir,
    ref: task.base_commit,
    indexFile: join(values.cache, `${task.repo.replace('/', '+')}.db`),
    config,
    warn: say,
    onProgress: () => {},
  });
  const view = await engine.view();
  const gathering = await gather(engine.ports, view, { text: task.task, sources: [], config });
  const files = gathering.files.slice(0, FILES_RANKED).map(({ file, path, ...rest }) => ({
    score: rest.score,
    penalty: rest.penalty,
    source: rest.source,
    kind: view.state.files[file]?.shape.kind ?? '',
    needed: task.gold_files.includes(path),
  }));
  view.close();
  engine.close();
  return { id: task.id, repo: task.repo, type: gathering.task.type, files };
}

const samplesOf = (tasks: readonly Ranked[]): Sample[] =>
  tasks.flatMap(({ files }) => {
    const field = fieldOf(files.map(({ score }) => score));
    return files.map(({ score, needed }) => ({
      features: curveFeatures(score, field),
      label: needed,
    }));
  });

interface Judged {
  readonly predicted: number;
  readonly label: boolean;
}

/** Predictions for each repository by a curve that was fitted on the others. */
function heldOut(): Judged[] {
  return [...new Set(ranked.map(({ repo }) => repo))].flatMap((repo) => {
    const curve = fitLogistic(samplesOf(ranked.filter((task) => task.repo !== repo)));
    return judged(curve, samplesOf(ranked.filter((task) => task.repo === repo)));
  });
}

function judged(curve: readonly number[], samples: readonly Sample[]): Judged[] {
  return samples.map(({ features, label }) => ({ predicted: predict(curve, features), label }));
}

/** Sums over files and divides by tasks: a task has thousands of files that nobody would take for needed. */
const perTask = (values: readonly number[]): string =>
  (values.reduce((sum, value) => sum + value, 0) / Math.max(1, ranked.length)).toFixed(3);

function report(title: string, judgements: readonly Judged[]): void {
  const error = judgements.map(({ predicted, label }) => (predicted - (label ? 1 : 0)) ** 2);
  const surprise = judgements.map(
    ({ predicted, label }) => -Math.log(Math.max(1e-12, label ? predicted : 1 - predicted)),
  );
  say(`\n${title}: Brier ${perTask(error)}, log loss ${perTask(surprise)} a task`);
  say('predicted      files   mean   really needed');
  for (let bin = 0; bin < BINS; bin++) {
    const inside = judgements.filter(
      ({ predicted }) => Math.min(BINS - 1, Math.floor(predicted * BINS)) === bin,
    );
    const mean = (of: (judgement: Judged) => number): string =>
      inside.length === 0
        ? '–'
        : (inside.reduce((sum, judgement) => sum + of(judgement), 0) / inside.length).toFixed(3);
    say(
      `${(bin / BINS).toFixed(1)} – ${((bin + 1) / BINS).toFixed(1)}  ${String(inside.length).padStart(9)}  ${mean(({ predicted }) => predicted).padStart(5)}   ${mean(({ label }) => (label ? 1 : 0)).padStart(5)}`,
    );
  }
}

const needed = ranked.flatMap(({ files }) => files.filter((file) => file.needed)).length;
const repos = [...new Set(ranked.map(({ repo }) => repo))];
say(
  `\n${ranked.length} tasks of ${repos.length} repositories, ${needed} needed files among the best ${FILES_RANKED}`,
);
report('held-out repositories', heldOut());
report('the shipped curve', judged(CURVES[fusion], samplesOf(ranked)));
const fitted = fitLogistic(samplesOf(ranked));
say(`\nfitted on all: ${fitted.map((value) => value.toFixed(3)).join(', ')}`);
