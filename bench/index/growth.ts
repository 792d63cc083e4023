import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Cost } from '../support/child.ts';
import {
  median,
  megabytes,
  milliseconds,
  note,
  type Row,
  seconds,
  times,
} from '../support/table.ts';
import { bestChunks, longQueries, openEngineOf, postingsOf } from './queries.ts';
import { indexedOf, indexing, removeIndex, sheaf, sizeMb } from './sheaf.ts';

export interface GrowthRequest {
  readonly home: string;
  readonly big: string;
  readonly scratch: string;
  readonly tasks: string;
}

/** Folders of Linux 6.1 that come to about 5,000, 50,000 and 500,000 chunks. */
const SIZES: readonly { readonly folders: readonly string[]; readonly runs: number }[] = [
  { folders: ['block', 'ipc', 'init', 'io_uring', 'virt'], runs: 3 },
  { folders: ['net'], runs: 3 },
  {
    folders: ['net', 'fs', 'kernel', 'mm', 'lib', 'sound', 'arch', 'include', 'drivers/media'],
    runs: 1,
  },
];
const QUERIES = 20;
const MAX_GROWTH = 1.2;
const MAX_MB = 1500;

interface Size {
  readonly chunks: number;
  readonly seconds: number;
  readonly cpuSeconds: number | null;
  readonly peakMb: number | null;
  readonly fileMb: number;
  readonly queryMs: number;
  readonly postings: number;
}

/** Indexes ever larger parts of one tree: does the cost of a chunk stay the same? */
export async function growth({ home, big, scratch, tasks }: GrowthRequest): Promise<Row[]> {
  const sizes: Size[] = [];
  for (const { folders, runs } of SIZES) {
    const root = join(scratch, 'part');
    rmSync(root, { recursive: true, force: true });
    for (const folder of folders.filter((name) => existsSync(join(big, name)))) {
      mkdirSync(dirname(join(root, folder)), { recursive: true });
      cpSync(join(big, folder), join(root, folder), { recursive: true, verbatimSymlinks: true });
    }
    const size = await measure(home, root, join(scratch, 'growth.db'), tasks, runs);
    note(`  ${size.chunks} chunks: ${seconds(size.seconds)}, ${megabytes(size.peakMb ?? 0)}`);
    sizes.push(size);
  }
  return sizes.map((size) => rowOf(size, sizes[0] ?? size));
}

async function measure(
  home: string,
  root: string,
  file: string,
  tasks: string,
  runs: number,
): Promise<Size> {
  const costs: Cost[] = [];
  for (let run = 0; run < runs; run++) {
    removeIndex(file);
    costs.push(sheaf(home, indexing(file), root));
  }
  const first = costs[0];
  if (first === undefined) throw new Error('nothing was measured');
  const engine = await openEngineOf(home, root, file);
  const view = await engine.view();
  const queries = longQueries(tasks, QUERIES);
  for (const asked of queries) bestChunks(view, asked);
  const queryMs = queries.map((asked) => {
    const began = performance.now();
    bestChunks(view, asked);
    return performance.now() - began;
  });
  const postings = median(queries.map((asked) => postingsOf(view, asked)));
  view.close();
  engine.close();
  return {
    chunks: indexedOf(first).chunks,
    seconds: median(costs.map((cost) => cost.seconds)),
    cpuSeconds:
      first.cpuSeconds === null ? null : median(costs.map((cost) => cost.cpuSeconds ?? 0)),
    peakMb: first.peakMb === null ? null : Math.max(...costs.map((cost) => cost.peakMb ?? 0)),
    fileMb: sizeMb(file),
    queryMs: median(queryMs),
    postings,
  };
}

function rowOf(size: Size, smallest: Size): Row {
  const perChunk = ({ seconds: wall, chunks }: Size): number => (wall * 1e6) / chunks;
  const perPosting = (size.queryMs * 1e6) / Math.max(1, size.postings);
  return {
    what: `${size.chunks} chunks, file ${megabytes(size.fileMb)}; query ${milliseconds(size.queryMs)} for ${Math.round(size.postings)} postings (${perPosting.toFixed(0)} ns each)`,
    ours: `${seconds(size.seconds)}, ${perChunk(size).toFixed(0)} µs a chunk`,
    beside: `${perChunk(smallest).toFixed(0)} µs a chunk (smallest)`,
    ratio: times(perChunk(size) / perChunk(smallest)),
    target: `≤ ${MAX_GROWTH} ×, < ${MAX_MB} MB`,
    cpu: cpuOf(size, smallest),
    peak: size.peakMb === null ? '–' : megabytes(size.peakMb),
  };
}

function cpuOf({ cpuSeconds, chunks }: Size, smallest: Size): string {
  if (cpuSeconds === null || smallest.cpuSeconds === null) return '–';
  const growth = cpuSeconds / chunks / (smallest.cpuSeconds / smallest.chunks);
  return `${seconds(cpuSeconds)}, ${times(growth)} a chunk`;
}
