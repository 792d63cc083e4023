import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What one run of a program cost. */
export interface Cost {
  readonly seconds: number;
  /** User and system time of the program and what it started; null without GNU time. */
  readonly cpuSeconds: number | null;
  /** Largest resident set of any of its processes; null without GNU time. */
  readonly peakMb: number | null;
  readonly output: string;
}

/** GNU time reads what the kernel counted for the child; Node says nothing of a child's memory. */
const GNU_TIME = '/usr/bin/time';
const OUTPUT_BYTES = 2 ** 29;

/** Runs a program to its end and says what it cost. A program that fails ends the benchmark. */
export function runChild(command: string, args: readonly string[], cwd: string): Cost {
  const notes = join(tmpdir(), `bench-time-${process.pid}`);
  const timed = existsSync(GNU_TIME);
  const line = timed
    ? [GNU_TIME, '-f', '%U %S %M', '-o', notes, command, ...args]
    : [command, ...args];
  const began = performance.now();
  const run = spawnSync(line[0] ?? '', line.slice(1), {
    cwd,
    encoding: 'utf8',
    maxBuffer: OUTPUT_BYTES,
  });
  const seconds = (performance.now() - began) / 1000;
  if (run.status !== 0) {
    throw new Error(`${command} ${args.join(' ')} failed: ${run.error?.message ?? run.stderr}`);
  }
  const [user, system, peakKb] = timed
    ? readFileSync(notes, 'utf8').trim().split(' ').map(Number)
    : [];
  rmSync(notes, { force: true });
  return {
    seconds,
    cpuSeconds: user === undefined || system === undefined ? null : user + system,
    peakMb: peakKb === undefined ? null : peakKb / 1024,
    output: run.stdout,
  };
}
