/**
 * Question: which SQLite driver carries the store?
 *
 *   node --import tsx bench/driver.bench.ts [--better DIR] [--kills N] [--runs N] [--scratch DIR]
 *
 *   --better  folder of an installed better-sqlite3 to stand beside libsql; skipped without
 *
 * Speed is the median of interleaved runs, as wall and as processor time, each on a new file in WAL mode with synchronous = NORMAL. The kill test ends a
 * writing process with SIGKILL at random moments beside a reader. Peak memory is process.resourceUsage() of this process.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Driver, loadDriver } from './driver/drivers.ts';
import { type KillResult, killTest } from './driver/kill.ts';
import { type Pass, pass, STEP_NAMES } from './driver/speed.ts';
import {
  machine,
  median,
  megabytes,
  milliseconds,
  note,
  type Row,
  say,
  table,
  times,
} from './support/table.ts';

const { values } = parseArgs({
  options: {
    better: { type: 'string' },
    kills: { type: 'string', default: '40' },
    runs: { type: 'string', default: '5' },
    scratch: { type: 'string', default: tmpdir() },
  },
});

/** The package's folder: where its entry point lies. */
function folderOf(name: string): string {
  return dirname(createRequire(import.meta.url).resolve(name));
}

/** Ready-made machine code that came with the registry package, not built here. */
function nativeMb(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.node'))
    .reduce((sum, path) => sum + statSync(join(folder, path)).size / 2 ** 20, 0);
}

const scratch = mkdtempSync(join(resolve(values.scratch), 'bench-driver-'));
const drivers: Driver[] = [loadDriver(folderOf('libsql'))];
if (values.better !== undefined && existsSync(values.better)) {
  drivers.push(loadDriver(resolve(values.better)));
} else say('skipped better-sqlite3: needs --better');

function versionIn(driver: Driver): string {
  const db = driver.open(':memory:');
  const row = db.prepare('SELECT sqlite_version() AS version').get() as { version: string };
  db.close();
  return row.version;
}

function speed(runs: number): Row[] {
  const passes = drivers.map((): Pass[] => []);
  for (let run = 0; run < runs; run++) {
    // Whoever comes second finds a warmer machine, so they take turns.
    const turns = [...drivers.keys()];
    for (const d of run % 2 === 0 ? turns : turns.reverse()) {
      const driver = drivers[d];
      if (driver !== undefined) passes[d]?.push(pass(driver, scratch));
    }
    note(`speed, run ${run + 1} of ${runs}`);
  }
  if (new Set(passes.flat().map(({ seen }) => seen.join())).size > 1) {
    throw new Error('the drivers do not read the same bytes');
  }
  return STEP_NAMES.map((what, step) => {
    const costs = (of: 'wallMs' | 'cpuMs'): number[] =>
      passes.map((own) => median(own.map((each) => each[of][step] ?? 0)));
    const [ours = 0, theirs] = costs('wallMs');
    const [ourCpu = 0, theirCpu] = costs('cpuMs');
    if (theirs === undefined || theirCpu === undefined) {
      return { what, ours: milliseconds(ours), cpu: milliseconds(ourCpu) };
    }
    return {
      what,
      ours: milliseconds(ours),
      beside: milliseconds(theirs),
      ratio: times(ours / theirs),
      cpu: `${milliseconds(ourCpu)} / ${milliseconds(theirCpu)} = ${times(ourCpu / theirCpu)}`,
    };
  });
}

async function kills(count: number): Promise<Row[]> {
  const results: KillResult[] = [];
  for (const driver of drivers) {
    results.push(await killTest(driver, scratch, count, Math.random));
    note(`killed ${driver.name} ${count} times`);
  }
  const row = (what: string, show: (result: KillResult) => string, target?: string): Row => {
    const [ours = '', beside] = results.map(show);
    return {
      what,
      ours,
      ...(beside === undefined ? {} : { beside }),
      ...(target === undefined ? {} : { target }),
    };
  };
  return [
    row(`${count} × SIGKILL while writing: batches acknowledged`, (r) => String(r.acknowledged)),
    row('acknowledged batches lost', (r) => String(r.lost), '0'),
    row('batches there in part', (r) => String(r.torn), '0'),
    row('integrity_check failures', (r) => String(r.failedChecks), '0'),
    row('reads beside the writer that failed, of', (r) => `${r.badReads} of ${r.reads}`, '0'),
  ];
}

try {
  say(machine());
  for (const driver of drivers) say(`${driver.name}: SQLite ${versionIn(driver)}`);
  const rows = [...speed(Number(values.runs)), ...(await kills(Number(values.kills)))];
  const [ours, beside] = drivers;
  rows.push({
    what: 'machine code (.node) in the installed package',
    ours: megabytes(nativeMb(dirname(folderOf('libsql')).concat('/@libsql'))),
    ...(beside === undefined ? {} : { beside: megabytes(nativeMb(beside.folder)) }),
  });
  const names = {
    what: 'what',
    ours: ours?.name ?? '',
    beside: beside?.name ?? '–',
    ratio: 'ratio',
    target: 'target',
    cpu: 'cpu',
    peak: 'peak memory',
  };
  const peakMb = process.resourceUsage().maxRSS / 1024;
  say(`\n${table(rows, names)}\n\npeak memory of this process: ${megabytes(peakMb)}; ${machine()}`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
