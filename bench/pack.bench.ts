/**
 * Question: how fast is packing, and how near to the best there is?
 *
 *   node --import tsx bench/pack.bench.ts [--candidates 10000] [--runs 15] [--seed 1]
 *
 * Random pieces with sizes and scores as real ones have them: a few documents that fit the task and many that hardly do, pieces of
 * some 30 to 1,500 tokens. Only the processor time of packing itself is measured; counting tokens belongs to the tokenizer. How near the
 * choice is to the best on real contexts is told by `bench/quality/localise.ts --lines`.
 */
import { parseArgs } from 'node:util';
import type { Strategy } from '../src/model/options.ts';
import type { Piece, Room } from '../src/pack/piece.ts';
import { pack } from '../src/pack/strategies.ts';
import { worths } from '../src/pack/worth.ts';
import { machine, median, milliseconds, quantile, type Row, say, table } from './support/table.ts';

const { values } = parseArgs({
  options: {
    candidates: { type: 'string', default: '10000' },
    runs: { type: 'string', default: '15' },
    seed: { type: 'string', default: '1' },
  },
});
const CANDIDATES = Number(values.candidates);
const RUNS = Number(values.runs);
const STRATEGIES: readonly Strategy[] = ['optimal', 'greedy', 'interleaved', 'score-weighted'];
const BUDGETS = [1000, 4000, 8000, 27_000, 50_000, 200_000];
const TARGET_MS = 50;
const TARGET_GAP = 0.01;
const PIECES_PER_DOCUMENT = 20;

let state = Number(values.seed);
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}

interface Sized extends Piece {
  readonly tokens: number;
}

/** Most pieces are small, some are long. */
const anySize = (): number => Math.round(30 * 50 ** (random() ** 1.5));

function anyPieces(): Sized[] {
  const documents = Math.ceil(CANDIDATES / PIECES_PER_DOCUMENT);
  return Array.from({ length: documents }, (_, d) => {
    // The best documents stand out, as they do in a ranking.
    const own = 3.5 / (1 + d / 8) + random() / 2;
    return Array.from({ length: PIECES_PER_DOCUMENT }, (_, i): Sized => {
      const score = own + 3 * random() ** 3 - 0.2 * Math.log(1 + i);
      return { path: `src/${d}.ts`, sequence: i, start: i, score, tokens: anySize() };
    });
  }).flat();
}

const roomOf = (available: number): Room<Sized> => ({
  available,
  roomAt: (tokens) => Math.floor(tokens * 0.95),
  tokens: ({ tokens }) => tokens,
  leastTokens: ({ tokens }) => tokens * 0.6,
  documentTokens: () => 110,
  gapTokens: 18,
});

const rows: Row[] = [];
for (const strategy of STRATEGIES) {
  for (const budget of BUDGETS) {
    const times: number[] = [];
    const gaps: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const pieces = anyPieces();
      const room = roomOf(budget);
      const began = process.cpuUsage();
      const { taken, bound } = pack(strategy, pieces, room);
      const { user, system } = process.cpuUsage(began);
      times.push((user + system) / 1000);
      if (bound !== undefined) gaps.push(1 - worths(pieces, room)(taken) / bound);
    }
    const percent = (gap: number): string => `${(100 * Math.max(0, gap)).toFixed(2)} %`;
    rows.push({
      what: `${strategy}, ${CANDIDATES} candidates into ${budget} tokens`,
      ours: `${milliseconds(median(times))} (p95 ${milliseconds(quantile(times, 0.95))})`,
      target: `< ${TARGET_MS} ms${gaps.length > 0 ? `, gap < ${100 * TARGET_GAP} %` : ''}`,
      ...(gaps.length > 0
        ? { ratio: `gap ${percent(median(gaps))}, largest ${percent(Math.max(...gaps))}` }
        : {}),
    });
  }
}
const names = { what: 'what', ours: 'time', ratio: 'below the bound', target: 'target' };
say(machine());
say(table(rows, { ...names, beside: '', cpu: '', peak: '' }));
