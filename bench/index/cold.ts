import { join } from 'node:path';
import { type Cost, runChild } from '../support/child.ts';
import {
  compared,
  faster,
  median,
  medianOf,
  megabytes,
  note,
  type Row,
  seconds,
  versionOf,
} from '../support/table.ts';
import { assembling, indexedOf, indexing, removeIndex, sheaf, sizeMb } from './sheaf.ts';

export interface ColdRequest {
  readonly home: string;
  readonly tree: string;
  readonly scratch: string;
  readonly runs: number;
  readonly repomix: string | null;
}

const walls = (costs: readonly Cost[]): number => median(costs.map((cost) => cost.seconds));
const cpus = (costs: readonly Cost[]): (number | null)[] => costs.map((cost) => cost.cpuSeconds);
const peaks = (costs: readonly Cost[]): (number | null)[] => costs.map((cost) => cost.peakMb);

/** The processor time without which there is no index: with or without V8's second compilation, whichever is less. */
function floorOf(tree: string): number {
  const program = join(import.meta.dirname, 'floor.ts');
  const costs = ['', 'brief'].map((how) => {
    const args = ['--import', 'tsx', program, tree, how];
    const { output } = runChild(process.execPath, args, join(import.meta.dirname, '../..'));
    return (JSON.parse(output) as { readonly cpuSeconds: number }).cpuSeconds;
  });
  return Math.min(...costs);
}

/** A first index, and a first use, beside packing the same tree with repomix and beside the least that it must cost. */
export function cold({ home, tree, scratch, runs, repomix }: ColdRequest): Row[] {
  const file = join(scratch, 'cold.db');
  const index: Cost[] = [];
  const firstUse: Cost[] = [];
  const packing: Cost[] = [];
  const floors: number[] = [];
  let sizeOfIndex = 0;
  for (let run = 0; run < runs; run++) {
    removeIndex(file);
    index.push(sheaf(home, indexing(file), tree));
    sizeOfIndex = sizeMb(file);
    if (repomix !== null) {
      packing.push(
        runChild(repomix, ['--quiet', '--output', join(scratch, 'packed.xml'), '.'], tree),
      );
    }
    removeIndex(file);
    firstUse.push(sheaf(home, assembling(file), tree));
    floors.push(floorOf(tree));
    note(
      `  run ${run + 1}: index ${seconds(index.at(-1)?.seconds ?? 0)}, first use ${seconds(firstUse.at(-1)?.seconds ?? 0)}, repomix ${seconds(packing.at(-1)?.seconds ?? 0)}`,
    );
  }
  const first = index[0];
  const { documents, chunks } =
    first === undefined ? { documents: 0, chunks: 0 } : indexedOf(first);
  const version = repomix === null ? '' : versionOf(join(repomix, '../../repomix/package.json'));
  const beside = (costs: readonly Cost[], target: string): Partial<Row> =>
    packing.length === 0
      ? { cpu: medianOf(cpus(costs), seconds), peak: medianOf(peaks(costs), megabytes) }
      : {
          beside: `${seconds(walls(packing))} (repomix ${version})`,
          ratio: faster(walls(costs), walls(packing)),
          target,
          cpu: compared(cpus(costs), cpus(packing), seconds),
          peak: compared(peaks(costs), peaks(packing), megabytes),
        };
  const least = median(floors);
  const used = median(cpus(firstUse).map((cpu) => cpu ?? 0));
  return [
    {
      what: 'first use, processor time, beside reading, hashing and parsing every file once',
      ours: seconds(used),
      beside: seconds(least),
      ratio: `${(used / least).toFixed(1)} ×`,
      target: '≤ 2.5 ×',
    },
    {
      what: `cold \`sheaf index\`, ${documents} documents, ${chunks} chunks, file ${megabytes(sizeOfIndex)}`,
      ours: seconds(walls(index)),
      ...beside(index, ''),
    },
    {
      what: 'first use: index and assemble',
      ours: seconds(walls(firstUse)),
      ...beside(firstUse, '≥ 2 × faster'),
    },
  ];
}
