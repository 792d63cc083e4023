import { join } from 'node:path';
import { runChild } from '../support/child.ts';
import {
  faster,
  median,
  medianOf,
  megabytes,
  milliseconds,
  note,
  quantile,
  type Row,
} from '../support/table.ts';
import { fillFullText, openFullText } from './fts5.ts';
import { bestChunks, longQueries, MIN_TERMS, openEngineOf, type Query } from './queries.ts';
import { indexing, sheaf } from './sheaf.ts';

export interface QueryRequest {
  readonly home: string;
  readonly tree: string;
  readonly scratch: string;
  readonly tasks: string;
  readonly runs: number;
}

const QUERIES = 40;
const MIN_RATIO = 50;

function timed(work: () => unknown): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

/** Times of both sides, asked in turn. */
interface Pairs {
  readonly ours: number[];
  readonly theirs: number[];
}
const pairs = (): Pairs => ({ ours: [], theirs: [] });

/** Long queries inside a running process, and the first one of a fresh process, beside FTS5 on the same terms. */
export async function query({ home, tree, scratch, tasks, runs }: QueryRequest): Promise<Row[]> {
  const file = join(scratch, 'query.db');
  const fullText = join(scratch, 'fts5.db');
  sheaf(home, indexing(file), tree);
  const engine = await openEngineOf(home, tree, file);
  const view = await engine.view();
  note('  filling FTS5 …');
  fillFullText(fullText, view);
  const queries = longQueries(tasks, QUERIES);
  const chunks = view.lexical.lengths.length;
  const first = pairs();
  const again = pairs();
  const unknown = pairs();
  const other = openFullText(fullText);
  let shared = 0;
  for (const asked of queries) {
    first.ours.push(timed(() => bestChunks(view, asked)));
    first.theirs.push(timed(() => other.best(asked)));
  }
  for (let run = 0; run < runs; run++) {
    for (const asked of queries) {
      again.ours.push(timed(() => bestChunks(view, asked)));
      again.theirs.push(timed(() => other.best(asked)));
    }
    note(
      `  run ${run + 1}: ${milliseconds(median(again.ours))} beside ${milliseconds(median(again.theirs))}`,
    );
  }
  for (const asked of queries) {
    const theirBest = new Set(other.best(asked));
    shared += bestChunks(view, asked).filter((chunk) => theirBest.has(chunk)).length;
  }
  // Views of one process are shared, so each query gets a process's worth of its own: a state that knows no term yet and reads all from the file.
  for (const asked of queries) {
    const own = await openEngineOf(home, tree, file);
    const fresh = await own.view();
    fresh.lexical.lengths;
    unknown.ours.push(timed(() => bestChunks(fresh, asked)));
    unknown.theirs.push(timed(() => other.best(asked)));
    fresh.close();
    own.close();
  }
  other.close();
  view.close();
  engine.close();
  const terms = median(queries.map((asked: Query) => asked.terms.length));
  const row = (what: string, { ours, theirs }: Pairs, target?: string): Row => ({
    what,
    ours: `${milliseconds(median(ours))} (p95 ${milliseconds(quantile(ours, 0.95))})`,
    beside: `${milliseconds(median(theirs))} (FTS5)`,
    ratio: faster(median(ours), median(theirs)),
    ...(target === undefined ? {} : { target }),
  });
  const target = `≥ ${MIN_RATIO} × faster`;
  return [
    row(
      `query in a running process, ${chunks} chunks, ${queries.length} tasks of ≥ ${MIN_TERMS} (median ${terms}) terms, each task new to the view`,
      first,
      target,
    ),
    row('the same, every term seen before', again, target),
    row('the same, no term seen before (each task in a workspace opened for it)', unknown, target),
    {
      what: 'chunks both have among their best 20 (FTS5 knows no names, paths or weights)',
      ours: `${((100 * shared) / (queries.length * 20)).toFixed(0)} %`,
    },
    ...freshProcess({ home, tree, tasks, file, fullText, runs }),
  ];
}

interface FreshRequest {
  readonly home: string;
  readonly tree: string;
  readonly tasks: string;
  readonly file: string;
  readonly fullText: string;
  readonly runs: number;
}

/** The first query of a process: what happened inside it, without Node's own start and the loading of TypeScript. */
function freshProcess({ home, tree, tasks, file, fullText, runs }: FreshRequest): Row[] {
  const script = join(import.meta.dirname, 'first-query.ts');
  const run = (side: 'sheaf' | 'fts5'): { cost: Record<string, number>; peakMb: number | null } => {
    const child = runChild(
      process.execPath,
      ['--import', 'tsx', script, side, home, tree, side === 'sheaf' ? file : fullText, tasks],
      join(import.meta.dirname, '../..'),
    );
    return { cost: JSON.parse(child.output) as Record<string, number>, peakMb: child.peakMb };
  };
  const ours: ReturnType<typeof run>[] = [];
  const theirs: ReturnType<typeof run>[] = [];
  for (let i = 0; i < runs; i++) {
    ours.push(run('sheaf'));
    theirs.push(run('fts5'));
  }
  const part = (runs: typeof ours, name: string): number =>
    median(runs.map(({ cost }) => cost[name] ?? 0));
  const peak = (runs: typeof ours): string =>
    medianOf(
      runs.map(({ peakMb }) => peakMb),
      megabytes,
    );
  const answer = part(ours, 'open') + part(ours, 'score');
  const theirAnswer = part(theirs, 'open') + part(theirs, 'score');
  return [
    {
      what: 'first query of a fresh process: open the state, score',
      ours: milliseconds(answer),
      beside: `${milliseconds(theirAnswer)} (FTS5)`,
      ratio: faster(answer, theirAnswer),
      peak: `${peak(ours)} / ${peak(theirs)}`,
    },
    {
      what: 'before it: load the library and check the tree for changes',
      ours: `${milliseconds(part(ours, 'load'))} + ${milliseconds(part(ours, 'fresh'))}`,
    },
  ];
}
