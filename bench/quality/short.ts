/**
 * Question: are the files of short tasks, and the pages of questions, among the first?
 *
 *   SHEAF_BENCH_STATE=DIR node --import tsx bench/quality/short.ts TASKS.jsonl … --mirrors DIR [--repo a/b,…] [--without SIGNAL,…]
 *        [--wrong] [--json FILE] [--contexts] [--sizes 4k,8k,…] [--strategy NAME]
 *
 * TASKS.jsonl has one {kind: change | docs, repo, base_commit, task, gold_files, gold_lines?} a line; DIR/<owner>+<name>/repo are git directories with
 * full history. An index of each repository is kept in the folder that the environment names. All tasks of a state run in one process,
 * through what `search --files` calls, so that a run takes seconds. Repositories that are not there are skipped, and said so. --wrong
 * lists what does not come first. --contexts assembles as well, with the usual settings and at sizes given: mean tokens, tasks with every
 * file (and, for changes, every changed line) inside, in how many one is only named as a copy of a page that is there, share of the tokens
 * in those files.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { assemble } from '../../src/assemble.ts';
import { type Config, DEFAULTS } from '../../src/config/defaults.ts';
import { type EngineOptions, openEngine } from '../../src/engine.ts';
import type { Ports } from '../../src/ports/ports.ts';
import type { StateView } from '../../src/ports/store.ts';
import { search } from '../../src/search/search.ts';
import { say } from '../support/table.ts';
import { changedLines } from './changed-lines.ts';

interface Case {
  readonly kind: 'change' | 'docs';
  readonly repo: string;
  readonly base_commit: string;
  readonly task: string;
  readonly gold_files: readonly string[];
  readonly gold_lines?: Lines;
}

interface Result extends Case {
  /** Place of the gold file that comes last, from 0; null if it is not among the ranked. */
  readonly worst: number | null;
  readonly first: string;
  /** The probability given for each file, and whether the file was needed. */
  readonly said: readonly (readonly [number, boolean, ...unknown[]])[];
  readonly ms: number;
  readonly contexts: readonly Packed[];
}

type Lines = ReturnType<typeof changedLines>;
type Strategy = Config['assembly']['packing_strategy'];

interface Packed {
  readonly tokens: number;
  readonly inGold: number;
  readonly every: boolean;
  /** Of a file there is only a line that names it as a copy. */
  readonly isNamed: boolean;
  /** As of the ranked files, of those in the context. */
  readonly said: Result['said'];
  /** Null where no lines are known. */
  readonly lines: boolean | null;
  readonly ms: number;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    mirrors: { type: 'string', default: '../.mirror' },
    repo: { type: 'string', default: '' },
    without: { type: 'string', default: '' },
    wrong: { type: 'boolean', default: false },
    json: { type: 'string' },
    contexts: { type: 'boolean', default: false },
    sizes: { type: 'string', default: '' },
    strategy: { type: 'string', default: DEFAULTS.assembly.packing_strategy },
  },
});

const TOPS = [1, 3, 5, 10];
const FILES_LISTED = 1000;
const state = process.env['SHEAF_BENCH_STATE'] ?? join('.sheaf', 'bench');
const without = values.without.split(',').filter((name) => name !== '');
const chosen = values.repo.split(',').filter((name) => name !== '');

const cases = positionals.flatMap((file) => {
  if (!existsSync(file)) {
    say(`skipped: ${file} is not there`);
    return [];
  }
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Case)
    .filter(({ repo }) => chosen.length === 0 || chosen.includes(repo));
});
const config: Config = {
  ...DEFAULTS,
  index: { ...DEFAULTS.index, states_kept: 1000 },
  assembly: { ...DEFAULTS.assembly, packing_strategy: values.strategy as Strategy },
};
/** Null for a context whose size nobody gives. */
const sizes: (number | null)[] = [
  ...(values.contexts ? [null] : []),
  ...values.sizes
    .split(',')
    .filter((size) => size !== '')
    .map((size) => 1000 * Number.parseFloat(size)),
];
mkdirSync(state, { recursive: true });

const byState = new Map<string, Case[]>();
for (const task of cases) {
  const key = `${task.repo} ${task.base_commit}`;
  byState.set(key, [...(byState.get(key) ?? []), task]);
}

const results: Result[] = [];
for (const tasks of byState.values()) results.push(...(await runState(tasks)));

async function runState(tasks: readonly Case[]): Promise<Result[]> {
  const [{ repo, base_commit: ref } = { repo: '', base_commit: '' }] = tasks;
  const name = repo.replace('/', '+');
  const gitDir = join(values.mirrors, name, 'repo');
  if (!existsSync(gitDir)) {
    say(`skipped ${repo}: ${tasks.length} tasks, no repository under the mirrors`);
    return [];
  }
  const options: EngineOptions = {
    root: process.cwd(),
    gitDir,
    ref,
    indexFile: join(state, `${name}.db`),
    config,
    warn: say,
    onProgress: () => {},
  };
  const engine = await openEngine(options);
  const view = await engine.view();
  const found: Result[] = [];
  for (const task of tasks) {
    const began = performance.now();
    const asked = { query: task.task, without, find: 'files', limit: FILES_LISTED } as const;
    const hits = await search(engine.ports, view, asked, config);
    const ms = performance.now() - began;
    const order = hits.map(({ path }) => path);
    const places = task.gold_files.map((path) => order.indexOf(path));
    const worst = places.includes(-1) ? null : Math.max(...places);
    const isDated = sizes.length > 0 && task.kind === 'change';
    const lines = isDated ? (task.gold_lines ?? changedLines(gitDir, task)) : null;
    const contexts: Packed[] = [];
    for (const size of sizes) contexts.push(await packed(engine.ports, view, task, lines, size));
    const said = hits.map(
      ({ path, relevance }) => [relevance, task.gold_files.includes(path)] as const,
    );
    found.push({ ...task, worst, first: order[0] ?? '', said, ms, contexts });
  }
  view.close();
  engine.close();
  return found;
}

async function packed(
  ports: Ports,
  view: StateView,
  task: Case,
  lines: Lines,
  maxTokens: number | null,
): Promise<Packed> {
  const began = performance.now();
  const none = { sources: [], without: [], pins: [], include: [], exclude: [], look: {} };
  const request = { ...none, task: task.task, type: 'auto' as const, maxTokens, config };
  const made = await assemble(ports, { kind: 'state', view }, request);
  const ms = performance.now() - began;
  const own = made.parts.filter(({ path }) => task.gold_files.includes(path));
  const holds = (path: string, line: number): boolean =>
    own.some((part) => part.path === path && part.spans.some(([a, b]) => line >= a && line <= b));
  return {
    tokens: made.totalTokens,
    inGold: own.reduce((sum, { tokens }) => sum + tokens, 0),
    every: task.gold_files.every((path) => own.some((part) => part.path === path)),
    said: made.parts.map(
      ({ path, relevance, tokens, role, source }) =>
        [relevance, task.gold_files.includes(path), tokens, role, source] as const,
    ),
    isNamed: own.some(({ level }) => level === 'stub'),
    lines:
      lines === null
        ? null
        : Object.entries(lines).every(([path, some]) => some.every((line) => holds(path, line))),
    ms,
  };
}

/** Mean difference between what is said and what is, over ten bins by what is said: of all files, and of the bins alike. */
function calibrationError(list: readonly Pick<Result, 'said'>[]): string {
  const bins = Array.from({ length: 10 }, () => ({ n: 0, said: 0, was: 0 }));
  for (const [relevance, was] of list.flatMap(({ said }) => said)) {
    const bin = bins[Math.min(9, Math.floor(10 * relevance))];
    if (bin === undefined) continue;
    bin.n++;
    bin.said += relevance;
    bin.was += Number(was);
  }
  const all = bins.reduce((sum, { n }) => sum + n, 0);
  const used = bins.filter(({ n }) => n > 0);
  const off = used.reduce((sum, { said, was }) => sum + Math.abs(said - was), 0) / all;
  const mean =
    used.reduce((sum, { n, said, was }) => sum + Math.abs(said - was) / n, 0) / used.length;
  return `calibration error ${off.toFixed(4)} by files, ${mean.toFixed(3)} by bins (${used.map(({ n, said, was }) => `${(said / n).toFixed(2)}→${(was / n).toFixed(2)}`).join(' ')})`;
}

const share = (list: readonly Result[]): string =>
  TOPS.map((k) => {
    const hits = list.filter(({ worst }) => worst !== null && worst < k).length;
    return ((100 * hits) / Math.max(1, list.length)).toFixed(1).padStart(5);
  }).join(' ');

for (const kind of ['change', 'docs'] as const) {
  const own = results.filter((result) => result.kind === kind);
  if (own.length === 0) continue;
  say(`\n${kind}: all gold files in the first ${TOPS.join('/')}`);
  for (const repo of new Set(own.map((result) => result.repo))) {
    const list = own.filter((result) => result.repo === repo);
    const ms = list.reduce((sum, result) => sum + result.ms, 0) / list.length;
    say(
      `${repo.padEnd(28)} ${String(list.length).padStart(4)}  ${share(list)}   ${ms.toFixed(0)} ms`,
    );
  }
  say(`${'all'.padEnd(28)} ${String(own.length).padStart(4)}  ${share(own)}`);
  say(calibrationError(own));
  for (const [i, size] of sizes.entries()) {
    const made = own.flatMap(({ contexts }) => contexts[i] ?? []);
    const sum = (of: (context: Packed) => number): number =>
      made.reduce((total, context) => total + of(context), 0);
    const dated = made.filter(({ lines }) => lines !== null);
    const percent = (part: number, of: number): string =>
      ((100 * part) / Math.max(1, of)).toFixed(1);
    say(
      `${size === null ? 'usual settings' : `${size} tokens`}: mean ${(sum(({ tokens }) => tokens) / made.length).toFixed(0)}, every file ${percent(
        sum(({ every }) => Number(every)),
        made.length,
      )} % (${percent(
        sum(({ every, isNamed }) => Number(every && isNamed)),
        made.length,
      )} % as a copy), every line ${percent(dated.filter(({ lines }) => lines === true).length, dated.length)} %, in those files ${percent(
        sum(({ inGold }) => inGold),
        sum(({ tokens }) => tokens),
      )} %, ${(sum(({ ms }) => ms) / made.length).toFixed(0)} ms`,
    );
    say(`  in the context: ${calibrationError(made)}`);
  }
}
if (values.wrong) {
  for (const { repo, task, worst, first, gold_files } of results) {
    if (worst === 0) continue;
    say(`${repo} | ${task} | ${gold_files.join(' ')} at ${worst ?? '–'} | ${first}`);
  }
}
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(results));
