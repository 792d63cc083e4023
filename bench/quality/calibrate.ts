/**
 * Question: of the files and pieces with a given probability, how many were really needed?
 *
 *   SHEAF_BENCH_STATE=DIR node --import tsx bench/quality/calibrate.ts TASKS.jsonl … --mirrors DIR [--repo a/b,…] [--rows FILE] [--fusion rrf]
 *
 * Ranks files for real tasks, fits the curves that turn scores into probabilities (src/score/calibration.ts), and prints how well
 * they hold for repositories they were not fitted on. Needed means: changed by the commit that did the task, or the page that answers
 * the question; of pieces, also what an expert wants (the lists of must.ts, as CASES.json). Tasks and mirrors are those of short.ts. --rows keeps what was gathered, so that a fit can be
 * repeated without gathering again.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CROWD, CURVES, curveFeatures, fieldOf, saidOf } from '../../src/score/calibration.ts';
import { PIECE_CURVE, pieceFeatures } from '../../src/score/value.ts';
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

/** Of the pieces that nobody needed one in so many stands for the others. */
const UNNEEDED_KEPT = 12;
/** A list made by an expert says of each piece whether it is wanted; a commit only which lines it changed. */
const CHANGE_WEIGHT = 0.2;
/** Many features, few pieces that experts want: none may count for much without a reason. */
const PIECE_RIDGE = 1;

/** Only where it is known which lines were changed, or which an expert wants. */
const piecesOf = (tasks: readonly TaskRow[]): Sample[] =>
  tasks.flatMap(({ kind, files, lines }, task) => {
    if (lines === null && kind !== 'must') return [];
    const [weight, every] = kind === 'must' ? [1, 1] : [CHANGE_WEIGHT, UNNEEDED_KEPT];
    const pieces = files.flatMap((file) => file.pieces);
    return pieces.flatMap((piece, i): Sample[] => {
      if (!piece.needed && (i + task) % every > 0) return [];
      const times = piece.needed ? 1 : every;
      return [{ features: pieceFeatures(piece), label: piece.needed, weight: weight * times }];
    });
  });

interface Judged {
  readonly predicted: number;
  readonly label: boolean;
  readonly weight?: number;
}

type Judge = (curve: readonly number[], tasks: readonly TaskRow[]) => Judged[];

/** As `search` would say it with this curve. */
const judgedFiles: Judge = (curve, tasks) =>
  tasks.flatMap((task) => {
    const field = fieldOf(task.scores);
    const on = (score: number): number => predict(curve, curveFeatures(score, field));
    const promised = task.scores.slice(0, CROWD).reduce((sum, score) => sum + on(score), 0);
    return task.files.map(({ score, needed }) => ({
      predicted: saidOf(on(score), { ask: task.ask, promised }),
      label: needed,
    }));
  });

const judgedPieces: Judge = (curve, tasks) =>
  piecesOf(tasks).map(({ features, label, weight = 1 }) => ({
    predicted: predict(curve, features),
    label,
    weight,
  }));

function report(title: string, tasks: number, judgements: readonly Judged[]): void {
  const bins = Array.from({ length: BINS }, () => ({ count: 0, promised: 0, needed: 0 }));
  let brier = 0;
  for (const { predicted, label, weight = 1 } of judgements) {
    const bin = bins[Math.min(BINS - 1, Math.floor(predicted * BINS))];
    if (bin === undefined) continue;
    bin.count += weight;
    bin.promised += weight * predicted;
    bin.needed += label ? weight : 0;
    brier += weight * (predicted - (label ? 1 : 0)) ** 2;
  }
  const errors = bins.map(({ promised, needed }) => Math.abs(promised - needed));
  const error = errors.reduce((sum, off) => sum + off, 0);
  const used = bins.filter(({ count }) => count > 0).length;
  const mean = bins.reduce(
    (sum, { count }, i) => sum + (errors[i] ?? 0) / Math.max(1e-9, count),
    0,
  );
  const cells = bins.map(({ count, promised, needed }) =>
    count === 0
      ? '–'
      : `${(promised / count).toFixed(2)}→${(needed / count).toFixed(2)} (${count.toFixed(0)})`,
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
  ridge?: number,
): void {
  if (tasks.length === 0) return;
  const repos = [...new Set(tasks.map(({ repo }) => repo))];
  say(`\n${title}: ${tasks.length} tasks of ${repos.length} repositories`);
  const heldOut = repos.flatMap((repo) =>
    judged(
      fitLogistic(samplesOf(tasks.filter((task) => task.repo !== repo)), ridge),
      tasks.filter((task) => task.repo === repo),
    ),
  );
  if (repos.length > 1) report('repositories left out', tasks.length, heldOut);
  report('the shipped curve', tasks.length, judged(shipped, tasks));
  const fitted = fitLogistic(samplesOf(tasks), ridge);
  say(`fitted on all: ${fitted.map((value) => value.toFixed(3)).join(', ')}`);
}

const isAsked = (...asks: TaskRow['ask'][]): TaskRow[] =>
  rows.filter(({ kind, ask }) => kind !== 'must' && asks.includes(ask));
judge('one-line changes', isAsked('change', 'topic'), filesOf, judgedFiles, CURVES[fusion].change);
judge('reports', isAsked('report'), filesOf, judgedFiles, CURVES[fusion].report);
judge('questions', isAsked('question'), filesOf, judgedFiles, CURVES[fusion].question);
const isListed = rows.filter(
  ({ kind, ask }) => kind === 'must' || ['change', 'topic'].includes(ask),
);
judge('pieces', isListed, piecesOf, judgedPieces, PIECE_CURVE, PIECE_RIDGE);
