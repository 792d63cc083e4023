/**
 * Question: what does counting tokens by our own merge save beside the package the vocabulary comes from, and are the counts the same?
 *
 *   npm run build && node --import tsx bench/tokenizers.bench.ts FILE… [--runs 5] [--letters 100000]
 *
 * Each run of each counter is a process of its own: milliseconds until the first word is counted, then for all files, then for one line of
 * random letters without a blank, as a minified or hostile file may hold; and how much memory that took.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { machine, median, megabytes, milliseconds, say, table, times } from './support/table.ts';

interface Measured {
  readonly readyMs: number;
  readonly filesMs: number;
  readonly lineMs: number;
  readonly memoryMb: number;
  readonly tokens: number;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '5' },
    letters: { type: 'string', default: '100000' },
    counter: { type: 'string' },
  },
});

const COUNTERS: Readonly<Record<string, () => Promise<(text: string) => number>>> = {
  ours: async () => {
    const [{ bytePairCounter }, { openRanks }] = await Promise.all([
      import('../src/adapters/tokenizers/byte-pairs.ts'),
      import('../src/adapters/tokenizers/ranks.ts'),
    ]);
    // The table that the build lays beside the program.
    const packed = readFileSync(new URL('../dist/o200k.ranks', import.meta.url));
    return bytePairCounter(openRanks(packed), 'o200k');
  },
  package: async () => {
    const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
    return (text) => countTokens(text, { disallowedSpecial: new Set() });
  },
};

function timed<T>(work: () => T): [T, number] {
  const began = performance.now();
  const result = work();
  return [result, performance.now() - began];
}

/** Letters without pattern and without a blank: one word to every vocabulary. */
function longLine(length: number): string {
  let state = 1;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return 'abcdefghij'[state >>> 24 < 250 ? (state >>> 24) % 10 : 0];
  }).join('');
}

async function measure(name: string): Promise<Measured> {
  const before = process.memoryUsage().rss;
  const began = performance.now();
  const count = await (COUNTERS[name] as () => Promise<(text: string) => number>)();
  count('word');
  const readyMs = performance.now() - began;
  const texts = positionals.map((file) => readFileSync(file, 'utf8'));
  const [tokens, filesMs] = timed(() => texts.reduce((sum, text) => sum + count(text), 0));
  const [, lineMs] = timed(() => count(longLine(Number(values.letters))));
  const memoryMb = (process.memoryUsage().rss - before) / 1e6;
  return { readyMs, filesMs, lineMs, memoryMb, tokens };
}

function inProcess(name: string): Measured {
  const own = [fileURLToPath(import.meta.url), ...positionals, '--letters', values.letters];
  const argv = [...process.execArgv, ...own, '--counter', name];
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Measured;
}

if (values.counter !== undefined) say(JSON.stringify(await measure(values.counter)));
else {
  const runs = Array.from({ length: Number(values.runs) }, () => ({
    ours: inProcess('ours'),
    beside: inProcess('package'),
  }));
  const row = (what: string, of: (measured: Measured) => number, show: (n: number) => string) => {
    const [ours, beside] = [
      median(runs.map((r) => of(r.ours))),
      median(runs.map((r) => of(r.beside))),
    ];
    return { what, ours: show(ours), beside: show(beside), ratio: times(beside / ours) };
  };
  const rows = [
    row('until the first word is counted', ({ readyMs }) => readyMs, milliseconds),
    row('all files', ({ filesMs }) => filesMs, milliseconds),
    row(`one line of ${values.letters} letters`, ({ lineMs }) => lineMs, milliseconds),
    row('memory', ({ memoryMb }) => memoryMb, megabytes),
  ];
  say(machine());
  const [first] = runs;
  say(`${first?.ours.tokens} tokens by ours, ${first?.beside.tokens} by the package\n`);
  say(
    table(rows, {
      what: '',
      ours: 'ours',
      beside: 'package',
      ratio: 'package / ours',
      target: '',
      cpu: '',
      peak: '',
    }),
  );
}
