import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { median, milliseconds, type Row, times } from '../support/table.ts';

const RUNS = 20;
const MAX_RATIO = 1.6;

function timed(args: readonly string[]): number {
  const began = performance.now();
  const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}`);
  return performance.now() - began;
}

/** What the program adds to Node's own start-up. */
export function start(home: string): Row[] {
  const version: number[] = [];
  const bare: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    version.push(timed([join(home, 'bin/sheaf.js'), '--version']));
    bare.push(timed(['-e', '0']));
  }
  return [
    {
      what: '`sheaf --version` beside `node -e 0`',
      ours: milliseconds(median(version)),
      beside: milliseconds(median(bare)),
      ratio: times(median(version) / median(bare)),
      target: `≤ ${MAX_RATIO} ×`,
    },
  ];
}
