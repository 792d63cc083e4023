/**
 * Question: what would other lines of stopping, and another order, put into the contexts of one-line changes?
 *
 *   SHEAF_BENCH_STATE=DIR node --import tsx bench/quality/stops.ts TASKS.jsonl … --mirrors DIR --rows FILE [--lines open=0.007,take=0.004,…]
 *
 * Plays the lines of src/score/value.ts through on pieces that were gathered once (see rows.ts), so that a setting takes seconds. Prints,
 * without a size and at 4k, 8k and 13k tokens: mean tokens, tasks with every file and with every changed line inside, share of the tokens
 * in files that mattered. Pieces are taken as the packing does it, but for duplicates, companions and fixed parts.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { densityOf, openingDensity } from '../../src/score/value.ts';
import { say } from '../support/table.ts';
import { type FileRow, type PieceRow, type TaskRow, taskRows } from './rows.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    mirrors: { type: 'string', default: '../.mirror' },
    rows: { type: 'string' },
    lines: { type: 'string', default: '' },
  },
});

/** The numbers of value.ts; those that are given count instead. */
const LINES = {
  take: 0.004,
  open: 0.0085,
  test: 0.06,
  page: 0.012,
  likely: 0.5,
  stopPower: 2,
  orderPower: 0.25,
};
type Lines = typeof LINES;
const given = values.lines.split(',').filter((line) => line !== '');
const wrong = given.filter((line) => !Object.hasOwn(LINES, line.replace(/=.*/, '')));
if (wrong.length > 0) throw new Error(`no such line: ${wrong.join(', ')}`);
const lines: Lines = {
  ...LINES,
  ...Object.fromEntries(
    given.map((line) => [line.replace(/=.*/, ''), Number(line.replace(/.*=/, ''))]),
  ),
};

const HEADING_TOKENS = 18;
const CEILING = 27_000;
/** A file that the task names is needed as likely as this. */
const NAMED = 0.5;

interface Offer {
  readonly file: FileRow;
  readonly piece: PieceRow;
  readonly value: number;
  readonly isWorthIt: boolean;
}

const isPage = ({ kind }: PieceRow): boolean => kind === 'prose' || kind === 'other';

function offersOf(file: FileRow): Offer[] {
  const fileNeeded = Math.max(file.isNamed ? NAMED : 0, file.pieces[0]?.fileNeeded ?? 0);
  const opening = file.pieces.map((piece) =>
    (isPage(piece) ? densityOf : openingDensity)(piece.worth, piece.tokens),
  );
  const best = Math.max(...opening);
  const first = opening.indexOf(best);
  return file.pieces.map((piece, i) => {
    if (isPage(piece)) {
      const value = opening[i] ?? 0;
      return { file, piece, value, isWorthIt: value >= lines.page };
    }
    if (i === first) {
      const line = piece.kind === 'test' ? lines.test : lines.open;
      return { file, piece, value: best, isWorthIt: best >= line };
    }
    const density = Math.min(best, densityOf(piece.worth, piece.tokens));
    const share = Math.min(1, Math.max(fileNeeded, piece.worth) / lines.likely);
    return {
      file,
      piece,
      value: share ** lines.orderPower * density,
      isWorthIt: share ** lines.stopPower * density >= lines.take,
    };
  });
}

interface Played {
  readonly tokens: number;
  readonly inGold: number;
  readonly everyFile: boolean;
  readonly everyLine: boolean | null;
}

function play(task: TaskRow, size: number | null): Played {
  const offers = task.files
    .flatMap(offersOf)
    .filter(({ isWorthIt }) => size !== null || isWorthIt)
    .sort((a, b) => b.value - a.value);
  const taken: Offer[] = [];
  const opened = new Set<FileRow>();
  let tokens = 0;
  let inGold = 0;
  for (const offer of offers) {
    const { file, piece } = offer;
    const cost = piece.tokens * piece.shown + (opened.has(file) ? 0 : HEADING_TOKENS);
    if (tokens + cost > (size ?? CEILING)) continue;
    tokens += cost;
    if (file.needed) inGold += cost;
    opened.add(file);
    taken.push(offer);
  }
  const holds = (path: string, line: number): boolean =>
    taken.some(
      ({ file, piece }) => file.path === path && line >= piece.firstLine && line <= piece.lastLine,
    );
  const paths = new Set([...opened].map(({ path }) => path));
  return {
    tokens,
    inGold,
    everyFile: task.gold.every((path) => paths.has(path)),
    everyLine:
      task.lines &&
      Object.entries(task.lines).every(([path, own]) => own.every((line) => holds(path, line))),
  };
}

const rows = await taskRows({
  inputs: positionals,
  mirrors: values.mirrors,
  state: process.env['SHEAF_BENCH_STATE'] ?? join('.sheaf', 'bench'),
  rows: values.rows,
  repos: [],
});
const changes = rows.filter(({ kind, ask }) => kind === 'change' && ask !== 'question');
say(`${changes.length} tasks of ${new Set(changes.map(({ repo }) => repo)).size} repositories`);
for (const size of [null, 4000, 8000, 13_000]) {
  const played = changes.map((task) => play(task, size));
  const sum = (of: (one: Played) => number): number =>
    played.reduce((total, one) => total + of(one), 0);
  const dated = played.filter(({ everyLine }) => everyLine !== null);
  const percent = (part: number, of: number): string => ((100 * part) / Math.max(1, of)).toFixed(1);
  say(
    `${size === null ? 'no size' : `${size} tokens`}: mean ${(sum(({ tokens }) => tokens) / played.length).toFixed(0)}, every file ${percent(
      sum(({ everyFile }) => Number(everyFile)),
      played.length,
    )} %, every line ${percent(dated.filter(({ everyLine }) => everyLine).length, dated.length)} % of ${dated.length}, in those files ${percent(
      sum(({ inGold }) => inGold),
      sum(({ tokens }) => tokens),
    )} %`,
  );
}
