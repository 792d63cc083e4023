/**
 * Question: how much less likely is what was found where a task says little, or speaks of what the project does not have?
 *
 *   SHEAF_BENCH_STATE=DIR node --import tsx bench/quality/doubt.ts TASKS.jsonl … --mirrors DIR [--rows FILE]
 *
 * Ranks files for tasks of three kinds: those of short.ts as they are; one or two of their words, as people type them; and tasks of
 * other projects, which need nothing here, each counting a tenth. Fits what doubt takes from a probability (src/score/calibration.ts) and
 * how often a needed file lies beyond those looked at (src/score/value.ts), and prints the error over ten bins for repositories left
 * out, without and with it. --rows keeps what was ranked.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, DEFAULTS } from '../../src/config/defaults.ts';
import { openEngine } from '../../src/engine.ts';
import { rank } from '../../src/gather/rank.ts';
import { FILES_CHUNKED } from '../../src/gather/reach.ts';
import { understand } from '../../src/gather/understand.ts';
import { type Doubt, NO_DOUBT } from '../../src/model/relevance.ts';
import { isOrdinary } from '../../src/retrieve/ordinary-words.ts';
import { STOP_WORDS } from '../../src/retrieve/stop-words.ts';
import { calibrated, fieldOf } from '../../src/score/calibration.ts';
import { say } from '../support/table.ts';
import { fitLogistic, predict, type Sample } from './fit.ts';

interface Case {
  readonly kind: 'change' | 'docs';
  readonly repo: string;
  readonly base_commit: string;
  readonly task: string;
  readonly gold_files: readonly string[];
}

type Origin = 'whole' | 'two words' | 'one word' | 'foreign';
const ORIGINS: readonly Origin[] = ['whole', 'two words', 'one word', 'foreign'];
/** Tasks of one word are seldom all that people type, and those about another program are rare. */
const WEIGHTS: Readonly<Record<Origin, number>> = {
  whole: 1,
  'two words': 0.5,
  'one word': 0.5,
  foreign: 0.1,
};
/** As many tasks of other projects are asked of each. */
const FOREIGN = { change: 40, docs: 15 };

interface Row {
  readonly repo: string;
  readonly origin: Origin;
  readonly isQuestion: boolean;
  readonly doubt: Doubt;
  /** The probability without doubt of each of the best files, and whether it was needed. */
  readonly files: readonly (readonly [number, boolean])[];
  /** A needed file is not among them. */
  readonly isBeyond: boolean;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { mirrors: { type: 'string', default: '../.mirror' }, rows: { type: 'string' } },
});

/** The same numbers in every run. */
function chance(): () => number {
  let seed = 7;
  return () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31;
  };
}
const random = chance();

function drawn<T>(list: readonly T[], count: number): T[] {
  const left = [...list];
  const taken: T[] = [];
  while (taken.length < count && left.length > 0) {
    taken.push(...left.splice(Math.floor(random() * left.length), 1));
  }
  return taken;
}

const COMMON =
  /^(?:fix|add|remove|use|make|set|support|improve|refactor|test|error|bug|issue|fail|new|old)/;
const ORDERS = ['fix ', 'fix ', 'add ', '', 'improve '];

/** What somebody in a hurry would type for a task: some of the words that say what it is about. */
function typed({ kind, task }: Case, count: number): string | null {
  const words = [
    ...new Set(task.replace(/^explain /, '').match(/[A-Za-z][\w.-]{2,}/g) ?? []),
  ].filter((word) => {
    const lower = word.toLowerCase();
    return !STOP_WORDS.has(lower) && !isOrdinary(lower) && !COMMON.test(lower);
  });
  if (words.length < count) return null;
  const some = drawn(words, count).sort((a, b) => task.indexOf(a) - task.indexOf(b));
  const order = kind === 'docs' ? 'explain ' : (drawn(ORDERS, 1)[0] ?? '');
  return order + some.join(' ');
}

async function ranked(): Promise<Row[]> {
  const cases = positionals.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Case),
  );
  const state = process.env['SHEAF_BENCH_STATE'] ?? join('.sheaf', 'bench');
  mkdirSync(state, { recursive: true });
  const rows: Row[] = [];
  for (const repo of new Set(cases.map((one) => one.repo))) {
    const name = repo.replace('/', '+');
    const gitDir = join(values.mirrors, name, 'repo');
    if (!existsSync(gitDir)) {
      say(`skipped ${repo}: no repository under the mirrors`);
      continue;
    }
    const own = cases.filter((one) => one.repo === repo);
    const config: Config = { ...DEFAULTS, index: { ...DEFAULTS.index, states_kept: 1000 } };
    const engine = await openEngine({
      root: process.cwd(),
      gitDir,
      ref: own[0]?.base_commit ?? 'HEAD',
      indexFile: join(state, `${name}.db`),
      config,
      warn: say,
      onProgress: () => {},
    });
    const view = await engine.view();
    const rowOf = async (text: string, gold: readonly string[], origin: Origin): Promise<Row> => {
      const asked = await understand(engine.ports, view, { text, sources: [], config });
      const { task, files, surroundings } = rank(view, asked);
      const found = files.filter(({ score }) => score > 0);
      const field = fieldOf(
        found.map(({ score }) => score),
        task.ask,
      );
      const best = found.slice(0, FILES_CHUNKED);
      return {
        repo,
        origin,
        isQuestion: task.ask === 'question',
        doubt: surroundings.doubt ?? NO_DOUBT,
        files: best.map(({ path, score }) => [calibrated(score, field), gold.includes(path)]),
        isBeyond: !gold.every((path) => best.some((file) => file.path === path)),
      };
    };
    const asks = async (one: Case, gold: readonly string[], isForeign: boolean): Promise<void> => {
      const forms = [one.task, typed(one, 2), typed(one, 1)];
      for (const [i, text] of forms.entries()) {
        const origin = isForeign ? 'foreign' : (ORIGINS[i] ?? 'whole');
        if (text !== null) rows.push(await rowOf(text, gold, origin));
      }
    };
    for (const one of own) await asks(one, one.gold_files, false);
    for (const kind of ['change', 'docs'] as const) {
      const others = cases.filter((one) => one.repo !== repo && one.kind === kind);
      for (const one of drawn(others, FOREIGN[kind])) await asks(one, [], true);
    }
    view.close();
    engine.close();
  }
  return rows;
}

const logit = (p: number): number => Math.log(p / (1 - p));
const LEAST = 1e-5;

const samplesOf = (rows: readonly Row[]): Sample[] =>
  rows.flatMap(({ doubt: { terse, unknown }, isQuestion, origin, files }) =>
    files.map(([said, label]) => {
      const offset = logit(Math.max(LEAST, said));
      const features = isQuestion ? [unknown] : [terse, terse * offset, unknown];
      return { features, label, offset, weight: WEIGHTS[origin] };
    }),
  );

const BINS = 10;
function binError(judged: readonly (readonly [number, boolean])[]): number {
  const bins = Array.from({ length: BINS }, () => ({ count: 0, said: 0, was: 0 }));
  for (const [said, was] of judged) {
    const bin = bins[Math.min(BINS - 1, Math.floor(BINS * said))];
    if (bin === undefined) continue;
    bin.count++;
    bin.said += said;
    bin.was += was ? 1 : 0;
  }
  const used = bins.filter(({ count }) => count > 0);
  return (
    used.reduce((sum, { count, said, was }) => sum + Math.abs(said - was) / count, 0) / used.length
  );
}

/** Few questions have words that the project lacks: what they would give alone is not to be trusted. */
const RIDGE = { change: 0.01, question: 0.3 };

function judge(title: string, rows: readonly Row[], ridge: number): void {
  const repos = [...new Set(rows.map(({ repo }) => repo))];
  say(`\n${title}: ${rows.length} tasks of ${repos.length} repositories; error over ten bins`);
  const judged = repos.flatMap((repo) => {
    const curve = fitLogistic(samplesOf(rows.filter((row) => row.repo !== repo)), ridge);
    return rows
      .filter((row) => row.repo === repo)
      .map((row) => ({
        row,
        said: samplesOf([row]).map(
          (sample) => [predict(curve, sample.features, sample.offset), sample.label] as const,
        ),
      }));
  });
  for (const origin of ORIGINS) {
    const own = judged.filter(({ row }) => row.origin === origin);
    const before = binError(own.flatMap(({ row }) => row.files)).toFixed(3);
    const after = binError(own.flatMap(({ said }) => said)).toFixed(3);
    const first = own.map(({ row, said }) => [
      row.files[0]?.[0] ?? 0,
      said[0]?.[0] ?? 0,
      Number(said[0]?.[1] ?? 0),
    ]);
    const mean = (i: number): string =>
      (first.reduce((sum, one) => sum + (one[i] ?? 0), 0) / first.length).toFixed(3);
    say(
      `${origin} (${own.length}): ${before} without doubt, ${after} with it; first file ${mean(0)}, ${mean(1)}, was ${mean(2)}`,
    );
  }
  say(
    `fitted on all: ${fitLogistic(samplesOf(rows), ridge)
      .map((value) => value.toFixed(3))
      .join(', ')}`,
  );
}

const rows: Row[] =
  values.rows !== undefined && existsSync(values.rows)
    ? (JSON.parse(readFileSync(values.rows, 'utf8')) as Row[])
    : await ranked();
if (values.rows !== undefined) writeFileSync(values.rows, JSON.stringify(rows));
judge(
  'changes',
  rows.filter(({ isQuestion }) => !isQuestion),
  RIDGE.change,
);
judge(
  'questions',
  rows.filter(({ isQuestion }) => isQuestion),
  RIDGE.question,
);

const beyond = rows
  .filter(({ origin }) => origin !== 'foreign')
  .map(({ doubt: { terse, unknown }, isBeyond, origin }) => {
    return { features: [1, terse, unknown], label: isBeyond, weight: WEIGHTS[origin] };
  });
say(
  `\nbeyond, own tasks: ${fitLogistic(beyond)
    .map((value) => value.toFixed(3))
    .join(', ')}`,
);
