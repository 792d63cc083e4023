/**
 * How well raw log lines are grouped into templates, and how small they get.
 *
 *   npx tsx bench/quality/logs.ts <git directory of logpai/loghub>     (or SHEAF_LOGHUB)
 *
 * Grouping accuracy is the share of lines whose group holds exactly the lines of their true event. No header
 * format is given. Small is: each template once with its count, and for each error template its
 * first event whole. An error template is lost if no group starts with one of its lines.
 */
import { spawnSync } from 'node:child_process';
import { groupEvents, isFault, type LogEvent } from '../../src/text/logs/events.ts';
import { faultsOf } from '../../src/text/logs/faults.ts';
import { mineTemplates, type Template } from '../../src/text/logs/templates.ts';
import { wordReader } from '../../src/text/logs/words.ts';

const DEVELOPMENT = [
  'Apache',
  'HDFS',
  'Linux',
  'OpenSSH',
  'Zookeeper',
  'Spark',
  'HPC',
  'Proxifier',
];
const CHECK = [
  'BGL',
  'Hadoop',
  'HealthApp',
  'Mac',
  'Thunderbird',
  'Windows',
  'Android',
  'OpenStack',
];

const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

function show(repository: string, path: string): string | null {
  const args = ['--git-dir', repository, 'show', `HEAD:${path}`];
  const result = spawnSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  return result.status === 0 ? result.stdout : null;
}

/** Rows of a CSV file with quoted cells. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const m of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    row.push(m[1]?.replaceAll('""', '"') ?? m[2] ?? '');
    if (m[3] === ',') continue;
    if (row.length > 1) rows.push(row);
    row = [];
  }
  return rows;
}

function linesByEvent(truth: readonly string[]): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  truth.forEach((event, line) => {
    groups.set(event, [...(groups.get(event) ?? []), line]);
  });
  return groups;
}

interface Result {
  readonly accuracy: number;
  readonly found: number;
  readonly real: number;
  readonly smaller: number;
  readonly faults: number;
  readonly lost: number;
  readonly linesPerSecond: number;
}

const bytes = (text: string): number => Buffer.byteLength(text);

/** An error by its level or its words, so that sets without levels count too. */
function isFaulty(event: LogEvent, read: ReturnType<typeof wordReader>): boolean {
  return isFault(event) || faultsOf(event.message, read(event.message)).names.length > 0;
}

function measure(lines: readonly string[], truth: readonly string[]): Result {
  const begun = performance.now();
  // Every line of these sets is an event of its own, so lines that were joined get their event's group.
  const events = groupEvents(lines);
  const owner = events.flatMap((event, e) =>
    Array.from({ length: event.last - event.first + 1 }, () => e),
  );
  const messages = events.map((event) => event.message);
  const templates = mineTemplates(
    messages,
    events.map((event) => event.level ?? ''),
  );
  const seconds = (performance.now() - begun) / 1000;

  const groupOf: number[] = [];
  templates.forEach((template, g) => {
    for (const id of template.ids) groupOf[id] = g;
  });
  const predicted = linesByEvent(owner.map((e) => String(groupOf[e])));
  const real = linesByEvent(truth);
  let right = 0;
  for (const group of predicted.values()) {
    const same = real.get(truth[group[0] ?? 0] ?? '') ?? [];
    if (same.length === group.length && same.every((line, i) => line === group[i]))
      right += group.length;
  }

  const read = wordReader();
  const faulty = events.map((event) => isFaulty(event, read));
  const firstOf = (template: Template): LogEvent | undefined => events[template.ids[0] ?? 0];
  const kept = templates.map((template) => {
    const count = `${template.ids.length} × ${template.template}\n`;
    const first = firstOf(template);
    const whole = first !== undefined && isFault(first);
    return whole ? count + lines.slice(first.first, first.last + 1).join('\n') : count;
  });
  const shown = new Set(templates.map((template) => truth[firstOf(template)?.first ?? 0] ?? ''));
  const faultIds = new Set(truth.filter((_, line) => faulty[owner[line] ?? 0]));
  return {
    accuracy: right / lines.length,
    found: templates.length,
    real: real.size,
    smaller: bytes(lines.join('\n')) / bytes(kept.join('')),
    faults: faultIds.size,
    lost: [...faultIds].filter((id) => !shown.has(id)).length,
    linesPerSecond: Math.round(lines.length / seconds),
  };
}

function report(repository: string, title: string, sets: readonly string[]): void {
  print(
    `\n${title}\nset            accuracy  groups  events  smaller  error events  lost  lines/s`,
  );
  const results: Result[] = [];
  for (const set of sets) {
    const raw = show(repository, `${set}/${set}_2k.log`);
    const csv = show(repository, `${set}/${set}_2k.log_structured.csv`);
    if (raw === null || csv === null) {
      print(`${set.padEnd(14)} skipped: not in this repository`);
      continue;
    }
    const [names = [], ...rows] = readCsv(csv);
    const truth = rows.map((row) => row[names.indexOf('EventId')] ?? '');
    const lines = raw.split('\n').map((line) => line.replace(/\r$/, ''));
    while (lines.length > truth.length && lines[lines.length - 1] === '') lines.pop();
    if (lines.length !== truth.length) {
      print(`${set.padEnd(14)} skipped: ${lines.length} lines but ${truth.length} labels`);
      continue;
    }
    const result = measure(lines, truth);
    results.push(result);
    const cells = [
      result.accuracy.toFixed(3).padStart(8),
      String(result.found).padStart(7),
      String(result.real).padStart(7),
      `${result.smaller.toFixed(1)} ×`.padStart(8),
      String(result.faults).padStart(13),
      String(result.lost).padStart(5),
      String(result.linesPerSecond).padStart(8),
    ];
    print(`${set.padEnd(14)} ${cells.join(' ')}`);
  }
  const mean = (pick: (result: Result) => number): number =>
    results.reduce((sum, result) => sum + pick(result), 0) / Math.max(1, results.length);
  print(
    `${'mean'.padEnd(14)} ${mean((r) => r.accuracy)
      .toFixed(3)
      .padStart(8)}  smaller ${mean((r) => r.smaller).toFixed(1)} ×`,
  );
}

const repository = process.argv[2] ?? process.env['SHEAF_LOGHUB'] ?? '';
if (repository === '' || show(repository, 'README.md') === null) {
  print('logs: skipped, no loghub repository (give its git directory, or set SHEAF_LOGHUB)');
} else {
  report(repository, 'development sets', DEVELOPMENT);
  report(
    repository,
    'check sets (of Mac, OpenStack and Thunderbird more than the totals was looked at)',
    CHECK,
  );
}
