/**
 * Question: which order of pieces, and which place to stop, gives the most of what is needed for the fewest tokens?
 *
 *   SHEAF_BENCH_STATE=DIR node --import tsx bench/quality/stop.ts TASKS.jsonl … --mirrors DIR [--repo a/b,…] [--rows FILE]
 *
 * Packs the real pieces of real tasks with their real token counts, by priority and by value (src/score/value.ts), into fixed sizes
 * and down to a least density. A simulation: documents and gaps cost a flat number of tokens, and nothing is always included. The curves
 * are the shipped ones, so that tasks they were fitted on flatter.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { calibrated, fieldOf } from '../../src/score/calibration.ts';
import { densityOf, everyFileProbability } from '../../src/score/value.ts';
import { say } from '../support/table.ts';
import { type FileRow, type PieceRow, type TaskRow, taskRows } from './rows.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    mirrors: { type: 'string', default: '../.mirror' },
    repo: { type: 'string', default: '' },
    rows: { type: 'string' },
  },
});

const SIZES = [2000, 4000, 8000, 13_000, 27_000];
const STOPS = [0.03, 0.02, 0.015, 0.01, 0.007, 0.005];
const CEILING = 27_000;
/** Tokens of a document's head, of a mark for lines left out, and of what stands before all documents. */
const DOCUMENT = 30;
const GAP = 6;
const HEAD = 200;

const rows = await taskRows({
  inputs: positionals,
  mirrors: values.mirrors,
  state: process.env['SHEAF_BENCH_STATE'] ?? join('.sheaf', 'bench'),
  rows: values.rows,
  repos: values.repo.split(',').filter((name) => name !== ''),
});

interface Item {
  readonly file: FileRow;
  readonly piece: PieceRow;
  readonly key: number;
}

interface Packed {
  readonly tokens: number;
  readonly neededTokens: number;
  readonly files: boolean;
  /** Null where it is not known which lines were changed. */
  readonly lines: boolean | null;
  readonly expected: number;
}

const probabilities = ({ files, scores, ask }: TaskRow): Map<FileRow, number> => {
  const field = fieldOf(scores, ask);
  return new Map(files.map((file) => [file, calibrated(file.score, field)]));
};

function itemsOf(task: TaskRow, order: 'priority' | 'value'): Item[] {
  const needed = probabilities(task);
  return task.files
    .flatMap((file) =>
      file.pieces.map((piece) => ({
        file,
        piece,
        key:
          order === 'priority'
            ? piece.priority
            : densityOf({ ...piece, fileNeeded: needed.get(file) ?? 0, ask: task.ask }),
      })),
    )
    .sort((a, b) => b.key - a.key);
}

function pack(task: TaskRow, items: readonly Item[], size: number, least: number): Packed {
  const taken = new Map<FileRow, PieceRow[]>();
  let tokens = HEAD;
  let neededTokens = 0;
  for (const { file, piece, key } of items) {
    if (key < least) break;
    const own = taken.get(file);
    const price = piece.tokens + (own === undefined ? DOCUMENT : GAP);
    if (tokens + price > size) continue;
    tokens += price;
    if (file.needed) neededTokens += piece.tokens;
    if (own === undefined) taken.set(file, [piece]);
    else own.push(piece);
  }
  const byPath = new Map(Array.from(taken, ([file, pieces]) => [file.path, pieces]));
  const isInside = (path: string, line: number): boolean =>
    byPath.get(path)?.some(({ firstLine, lastLine }) => line >= firstLine && line <= lastLine) ===
    true;
  const needed = probabilities(task);
  return {
    tokens,
    neededTokens,
    files: task.gold.every((path) => byPath.has(path)),
    lines:
      task.lines === null
        ? null
        : Object.entries(task.lines).every(([path, lines]) =>
            lines.every((line) => isInside(path, line)),
          ),
    expected: everyFileProbability(
      task.files.filter((file) => !taken.has(file)).map((file) => needed.get(file) ?? 0),
    ),
  };
}

const percent = (hits: readonly boolean[]): string =>
  ((100 * hits.filter(Boolean).length) / Math.max(1, hits.length)).toFixed(1);
const linesOf = (packed: readonly Packed[]): string => {
  const known = packed.map(({ lines }) => lines).filter((lines) => lines !== null);
  return known.length === 0 ? '' : `/${percent(known)}`;
};
const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, value) => total + value, 0);

for (const kind of ['change', 'docs'] as const) {
  const tasks = rows.filter((row) => row.kind === kind);
  if (tasks.length === 0) continue;
  say(`\n${kind}, ${tasks.length} tasks: every file / every changed line`);
  for (const order of ['priority', 'value'] as const) {
    const cells = SIZES.map((size) => {
      const packed = tasks.map((task) =>
        pack(task, itemsOf(task, order), size, Number.NEGATIVE_INFINITY),
      );
      return `${size / 1000}k ${percent(packed.map(({ files }) => files))}${linesOf(packed)}`;
    });
    say(`  by ${order.padEnd(8)}  ${cells.join('   ')}`);
  }
  for (const least of STOPS) {
    const packed = tasks.map((task) => pack(task, itemsOf(task, 'value'), CEILING, least));
    const tokens = sum(packed.map((one) => one.tokens));
    const needed = sum(packed.map((one) => one.neededTokens));
    const expected = sum(packed.map((one) => one.expected)) / packed.length;
    say(
      `  stop at ${String(least).padEnd(5)}  ${(tokens / packed.length).toFixed(0)} tokens, ${((100 * needed) / tokens).toFixed(1)} % in needed files, ${percent(packed.map(({ files }) => files))}${linesOf(packed)}, expected ${(100 * expected).toFixed(1)}`,
    );
  }
}
