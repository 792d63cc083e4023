/**
 * Question: of the files and pieces with a given probability, how many were really needed?
 *
 *   SHEAF_BENCH_STATE=DIR node --import tsx bench/quality/calibrate.ts TASKS.jsonl … --mirrors DIR [--repo a/b,…] [--rows FILE] [--fusion rrf]
 *
 * Ranks files for real tasks, fits the curves that turn scores into probabilities (src/score/calibration.ts), and prints how well
 * they hold for repositories they were not fitted on. Needed means: changed by the commit that did the task, or the page that answers
 * the question. Tasks and mirrors are those of short.ts and localise.ts. --rows keeps what was gathered, so that a fit can be
 * repeated without gathering anew.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  CROWD,
  CURVES,
  curveFeatures,
  fieldOf,
  PIECE_CURVE,
  pieceFeatures,
  saidOf,
} from '../../src/score/calibration.ts';
import { say } from '../support/table.ts';
import { fitLogistic, predict, type Sample } from './fit.ts';
import { type TaskRow, taskRows } from './rows.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    mirrors: { type: 'string', default: '../.mirror' },
    repo: { type: 'string', default: '' },
    rows: { type: 'string' },
    fusion: { type: 'string', default: 'weighted' },
  },
});

const BINS = 10;
const fusion = values.fusion === 'rrf' ? 'rrf' : 'weighted';
const rows = await taskRows({
  inputs: positionals,
  mirrors: values.mirrors,
  state: process.env['SHEAF_BENCH_STATE'] ?? join('.sheaf', 'bench'),
  rows: values.rows,
  fusion,
  repos: values.repo.split(',').filter((name) => name !== ''),
});

const filesOf = (tasks: readonly TaskRow[]): Sample[] =>
  tasks.flatMap(({ files, scores, ask }) => {
    const field = fieldOf(scores, ask);
    return files.map(({ score, needed }) => ({
      features: curveFeatures(score, field),
      label: needed,
    }));
  });

/** Only needed files can have needed pieces, and only where it is known which lines were changed. */
const piecesOf = (tasks: readonly TaskRow[]): Sample[] =>
  tasks.flatMap(({ files, lines }) =>
    files
      .filter(({ path, needed }) => needed && lines?.[path] !== undefined)
      .flatMap(({ pieces }) =>
        pieces.map((piece) => ({ features: pieceFeatures(piece), label: piece.changed })),
      ),
  );

interface Judged {
  readonly predicted: number;
  readonly label: boolean;
}

type Judge = (curve: readonly number[], tasks: readonly TaskRow[]) => Judged[];

/** As `search` would say it with this curve. */
const judgedFiles: Judge = (curve, tasks) =>
  tasks.flatMap((task) => {
    const { best, crowd } = fieldOf(task.scores);
    const on = (score: number): number => predict(curve, curveFeatures(score, { best, crowd }));
    const promised = task.scores.slice(0, CROWD).reduce((sum, score) => sum + on(score), 0);
    return task.files.map(({ score, needed }) => ({
      predicted: saidOf(on(score), { ask: task.ask, promised }),
      label: needed,
    }));
  });

const judgedPieces: Judge = (curve, tasks) =>
  piecesOf(tasks).map(({ features, label }) => ({ predicted: predict(curve, features), label }));

function report(title: string, tasks: number, judgements: readonly Judged[]): void {
  const bins = Array.from({ length: BINS }, () => ({ count: 0, promised: 0, needed: 0 }));
  let brier = 0;
  for (const { predicted, label } of judgements) {
    const bin = bins[Math.min(BINS - 1, Math.floor(predicted * BINS))];
    if (bin === undefined) continue;
    bin.count += 1;
    bin.promised += predicted;
    bin.needed += label ? 1 : 0;
    brier += (predicted - (label ? 1 : 0)) ** 2;
  }
  const errors = bins.map(({ promised, needed }) => Math.abs(promised - needed));
  const error = errors.reduce((sum, off) => sum + off, 0);
  const used = bins.filter(({ count }) => count > 0).length;
  const mean = bins.reduce((sum, { count }, i) => sum + (errors[i] ?? 0) / Math.max(1, count), 0);
  const cells = bins.map(({ count, promised, needed }) =>
    count === 0
      ? '–'
      : `${(promised / count).toFixed(2)}→${(needed / count).toFixed(2)} (${count})`,
  );
  say(
    `${title}: error ${(error / Math.max(1, judgements.length)).toFixed(4)} by files, ${(mean / used).toFixed(3)} by bins, Brier ${(brier / Math.max(1, tasks)).toFixed(3)} a task`,
  );
  say(`  ${cells.join('  ')}`);
}

function judge(
  title: string,
  tasks: readonly TaskRow[],
  samplesOf: (tasks: readonly TaskRow[]) => Sample[],
  judged: Judge,
  shipped: readonly number[],
): void {
  if (tasks.length === 0) return;
  const repos = [...new Set(tasks.map(({ repo }) => repo))];
  say(`\n${title}: ${tasks.length} tasks of ${repos.length} repositories`);
  const heldOut = repos.flatMap((repo) =>
    judged(
      fitLogistic(samplesOf(tasks.filter((task) => task.repo !== repo))),
      tasks.filter((task) => task.repo === repo),
    ),
  );
  if (repos.length > 1) report('repositories left out', tasks.length, heldOut);
  report('the shipped curve', tasks.length, judged(shipped, tasks));
  const fitted = fitLogistic(samplesOf(tasks));
  say(`fitted on all: ${fitted.map((value) => value.toFixed(3)).join(', ')}`);
}

const isAsked = (...asks: TaskRow['ask'][]): TaskRow[] =>
  rows.filter(({ ask }) => asks.includes(ask));
judge('one-line changes', isAsked('change', 'topic'), filesOf, judgedFiles, CURVES[fusion].change);
judge('reports', isAsked('report'), filesOf, judgedFiles, CURVES[fusion].report);
judge('questions', isAsked('question'), filesOf, judgedFiles, CURVES[fusion].question);
judge('pieces', isAsked('change', 'topic', 'report'), piecesOf, judgedPieces, PIECE_CURVE);
