import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cost } from '../support/child.ts';
import {
  compared,
  faster,
  median,
  medianOf,
  megabytes,
  note,
  type Row,
  seconds,
} from '../support/table.ts';
import { assembling, indexedOf, indexing, removeIndex, sheaf } from './sheaf.ts';

export interface EditRequest {
  readonly home: string;
  readonly tree: string;
  readonly scratch: string;
  readonly runs: number;
}

const MIN_RATIO = 30;
const FEW_RUNS = 3;

/** A source file in the middle of the list that is neither tiny nor huge. */
function ordinaryFile(tree: string): string {
  const paths = execFileSync('git', ['ls-files', '-z', '*.py', '*.ts', '*.c', '*.go'], {
    cwd: tree,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  }).split('\0');
  const sized = paths.filter((path) => {
    const { length } = path === '' ? '' : readFileSync(join(tree, path));
    return length > 10_000 && length < 100_000;
  });
  const path = sized[sized.length >> 1];
  if (path === undefined) throw new Error('the tree holds no ordinary source file to edit');
  return join(tree, path);
}

const walls = (costs: readonly Cost[]): number => median(costs.map((cost) => cost.seconds));

const cpus = (costs: readonly Cost[]): (number | null)[] => costs.map((cost) => cost.cpuSeconds);

/** One file edited, then an update or an assembly, beside indexing everything. */
export function edit({ home, tree, scratch, runs }: EditRequest): Row[] {
  const full = join(scratch, 'full.db');
  const kept = join(scratch, 'kept.db');
  const edited = ordinaryFile(tree);
  const original = readFileSync(edited, 'utf8');
  const change = (run: number): void =>
    writeFileSync(edited, `${original}\nEDITED_${run} = 'edit number ${run}'\n`);
  const costs = { full: [], update: [], assemble: [], unchanged: [], warm: [] } as Record<
    'full' | 'update' | 'assemble' | 'unchanged' | 'warm',
    Cost[]
  >;
  try {
    sheaf(home, indexing(kept), tree);
    for (let run = 0; run < runs; run++) {
      if (run < FEW_RUNS) {
        removeIndex(full);
        costs.full.push(sheaf(home, indexing(full), tree));
      }
      change(2 * run);
      costs.update.push(sheaf(home, indexing(kept), tree));
      costs.unchanged.push(sheaf(home, indexing(kept), tree));
      change(2 * run + 1);
      costs.assemble.push(sheaf(home, assembling(kept), tree));
      costs.warm.push(sheaf(home, assembling(kept), tree));
      note(
        `  run ${run + 1}: update ${seconds(costs.update.at(-1)?.seconds ?? 0)}, edit and assemble ${seconds(costs.assemble.at(-1)?.seconds ?? 0)}`,
      );
    }
  } finally {
    writeFileSync(edited, original);
  }
  const unseen = costs.update.filter((cost) => indexedOf(cost).updated !== 1);
  if (unseen.length > 0) throw new Error('an update did not read exactly the edited file');
  const row = (what: string, name: keyof typeof costs, target?: string): Row => ({
    what,
    ours: seconds(walls(costs[name])),
    beside: `${seconds(walls(costs.full))} (full index)`,
    ratio: faster(walls(costs[name]), walls(costs.full)),
    ...(target === undefined ? {} : { target }),
    cpu: compared(cpus(costs[name]), cpus(costs.full), seconds),
    peak: medianOf(
      costs[name].map((cost) => cost.peakMb),
      megabytes,
    ),
  });
  return [
    row('one file edited, `sheaf index`', 'update', `≥ ${MIN_RATIO} × faster`),
    row('one file edited, `sheaf assemble`', 'assemble', `≥ ${MIN_RATIO} × faster`),
    row('nothing edited, `sheaf index`', 'unchanged'),
    row('nothing edited, `sheaf assemble`', 'warm'),
  ];
}
