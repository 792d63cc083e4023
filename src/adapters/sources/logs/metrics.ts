import { splitLines } from '../../../math/lines.ts';
import { isRecord, parseJson } from '../../../text/imports/loose-json.ts';
import { pathParts } from '../../../text/prose/path.ts';
import { isShortTable, rowsText } from './as-written.ts';
import { csvRows } from './csv.ts';
import { type Labels, type Series, seriesText, timeOf } from './series.ts';
import { timedSeries } from './timed.ts';

export type MetricsFormat = 'prometheus' | 'json' | 'csv';

const PROMETHEUS_TYPE = /^# (?:TYPE|HELP) [A-Za-z_:][\w:]* \S/m;
const SAMPLE =
  /^([A-Za-z_:][\w:]*)(?:\{(.*)\})?[ \t]+([-+]?(?:\d[\d.eE+-]*|Inf|NaN))(?:[ \t]+(\d+))?$/;
const HAS_SAMPLE = new RegExp(SAMPLE.source, 'm');
const JSON_SERIES =
  /"resultType"\s*:\s*"(?:matrix|vector)"|"datapoints"\s*:\s*\[\s*\[|"MetricDataResults"\s*:|"Datapoints"\s*:/;
/** Any other JSON is one of measurements where it lies among them, has a time beside a number, and no message. */
const AMONG_METRICS =
  /(?:^|[/._-])(?:metrics?|monitoring|telemetry|grafana|timeseries)(?:[/._-]|$)/i;
/** Where something is drawn (`"x": 0`) is no time. */
const TIMED =
  /"_?(?:time|timestamp|datetime|ts|t|date|day|hour|at)"\s*:\s*"?\d|"x"\s*:\s*(?:"?\d{4}-\d\d|\d{10})|\[\s*(?:"\d{4}-\d\d-\d\d[^"]*"|\d{10}(?:\d{3})?)\s*,\s*-?\d/;
const SAID = /"(?:level|severity|message|msg|action|actor)"\s*:/;
const METRIC_PLACE =
  /(?:^|[/._-])(?:metrics?|monitoring|telemetry|grafana|prometheus|latency|throughput|cpu|memory|load|usage|qps|rps|queue|requests|logs?|observability|stats|statistics|measurements?)(?:[/._-]|$)/i;
const TIME_COLUMN =
  /^_?(?:time|timestamp|datetime|ts|date|day|hour|minute|week|month|quarter|year|period|when|at|(?:time|timestamp|date)_?utc|(?:started|finished|ended|created|logged|occurred|measured|sampled|run)(?:_?(?:at|on|time))?)$/i;
const NAME_COLUMN = /^_?(?:metric|name|measurement|field|series)$/i;
const VALUE_COLUMN = /^_?(?:value|val)$/i;

/** How a file holds measurements over time; null for one that holds none. */
export function metricsFormat(path: string, head: string): MetricsFormat | null {
  const { extension } = pathParts(path);
  if (extension === 'csv' || extension === 'tsv') return isCsvSeries(path, head) ? 'csv' : null;
  if (/^(?:json|jsonl|ndjson)$/.test(extension)) {
    const isTimed = AMONG_METRICS.test(path) && TIMED.test(head) && !SAID.test(head);
    return JSON_SERIES.test(head) || isTimed ? 'json' : null;
  }
  if (!/^(?:prom|metrics|txt|om|openmetrics|)$/.test(extension)) return null;
  return PROMETHEUS_TYPE.test(head) && HAS_SAMPLE.test(head) ? 'prometheus' : null;
}

/** A table is one of measurements if it has times and numbers, and says so in its columns or its place: other tables have dates, too. */
function isCsvSeries(path: string, head: string): boolean {
  const [header = [], first = []] = csvRows(head.split('\n', 3).join('\n'));
  const at = header.findIndex((name) => TIME_COLUMN.test(name));
  if (at < 0 || timeOf(first[at] ?? '') === '') return false;
  const isNamed = header.some((name) => NAME_COLUMN.test(name));
  const hasNumber = first.some((cell, i) => i !== at && isNumber(cell));
  return (
    hasNumber &&
    (METRIC_PLACE.test(path) || (isNamed && header.some((name) => VALUE_COLUMN.test(name))))
  );
}

const isNumber = (cell: string): boolean => cell.trim() !== '' && Number.isFinite(Number(cell));

/** Each metric by its name, labels, range and spikes, and the rows of a table; the file as it is where it is short or can't be read. */
export function renderMetrics(raw: string, format: string): string {
  if (isShortTable(raw, format)) return raw;
  const read = { prometheus: readPrometheus, csv: readCsv, json: readJson }[format];
  const series = read?.(raw) ?? [];
  if (series.length === 0) return raw;
  return `${seriesText(series)}${format === 'csv' ? rowsText(raw) : ''}`;
}

function readPrometheus(raw: string): Series[] {
  const help = new Map<string, string>();
  const found: Series[] = [];
  for (const line of splitLines(raw)) {
    const said = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line);
    if (said !== null) {
      const [, what, name = '', text = ''] = said;
      const before = help.get(name);
      const words = what === 'TYPE' ? `(${text})` : text;
      help.set(name, before === undefined ? words : `${before} ${words}`);
      continue;
    }
    const [, name = '', labels = '', value = '', time = ''] = SAMPLE.exec(line.trim()) ?? [];
    // Of a histogram the sum and the count say what matters.
    if (name === '' || name.endsWith('_bucket')) continue;
    const about = help.get(name) ?? help.get(name.replace(/_(?:sum|count|total)$/, '')) ?? '';
    found.push({
      name,
      about,
      labels: labelsIn(labels),
      points: [[time === '' ? '' : timeOf(time), Number(value)]],
    });
  }
  return found;
}

const LABEL = /([A-Za-z_]\w*)="((?:[^"\\]|\\.)*)"/g;
const labelsIn = (text: string): Labels =>
  Array.from(text.matchAll(LABEL), ([, key = '', value = '']) => [key, value] as const);

function readCsv(raw: string): Series[] {
  const [header = [], ...rows] = csvRows(raw);
  const at = header.findIndex((name) => TIME_COLUMN.test(name));
  const nameAt = header.findIndex((name) => NAME_COLUMN.test(name));
  const valueAt = header.findIndex((name) => VALUE_COLUMN.test(name));
  const isValue = (i: number): boolean =>
    valueAt >= 0
      ? i === valueAt
      : i !== at && i !== nameAt && rows.every((row) => isNumber(row[i] ?? '0'));
  const numbers = header.map((_, i) => i).filter(isValue);
  const others = header.map((_, i) => i).filter((i) => !numbers.includes(i));
  const labelAt = numberedBy(rows, others, numbers);
  const values = numbers.filter((i) => i !== labelAt);
  const byKey = new Map<string, Series & { points: [string, number][] }>();
  for (const row of rows) {
    const labels = header.flatMap((name, i) =>
      i === at || i === nameAt || values.includes(i) || (row[i] ?? '') === ''
        ? []
        : [[name, row[i] ?? ''] as const],
    );
    for (const i of values) {
      if (!isNumber(row[i] ?? '')) continue;
      const own = nameAt >= 0 ? (row[nameAt] ?? '') : (header[i] ?? '');
      const name = nameAt >= 0 && values.length > 1 ? `${own} ${header[i] ?? ''}` : own;
      const key = JSON.stringify([name, labels]);
      const series = byKey.get(key) ?? { name, about: '', labels, points: [] };
      series.points.push([timeOf(row[at] ?? ''), Number(row[i])]);
      byKey.set(key, series);
    }
  }
  return [...byKey.values()];
}

/**
 * The first column of whole numbers without which rows of the same time and labels could not be told apart, and whose numbers come again:
 * the number of a shop or a shard is no measurement. -1 where there is none.
 */
function numberedBy(
  rows: readonly (readonly string[])[],
  others: readonly number[],
  numbers: readonly number[],
): number {
  const isApartBy = (columns: readonly number[]): boolean =>
    new Set(rows.map((row) => JSON.stringify(columns.map((i) => row[i] ?? '')))).size ===
    rows.length;
  if (numbers.length < 2 || isApartBy(others)) return -1;
  const isNumbering = (i: number): boolean => {
    const found = new Set(rows.map((row) => row[i] ?? ''));
    return (
      found.size > 1 &&
      found.size <= rows.length / 2 &&
      [...found].every((cell) => /^\d+$/.test(cell)) &&
      isApartBy([...others, i])
    );
  };
  return numbers.find(isNumbering) ?? -1;
}

function readJson(raw: string): Series[] {
  const answered = readAnswer(raw);
  return answered.length > 0 ? answered : timedSeries(raw);
}

/** What Prometheus, Graphite and CloudWatch answer. */
function readAnswer(raw: string): Series[] {
  const whole = parseJson(raw);
  const results = resultsIn(whole);
  return results.flatMap((result): Series[] => {
    if (!isRecord(result)) return [];
    const metric = isRecord(result['metric']) ? result['metric'] : {};
    const named = [
      metric['__name__'],
      result['target'],
      result['Label'],
      result['Id'],
      result['name'],
    ];
    const name = named.find((own) => typeof own === 'string');
    const labels = Object.entries(metric).filter(([key]) => key !== '__name__');
    const points = pointsIn(result);
    if (points.length === 0) return [];
    return [
      {
        name: typeof name === 'string' ? name : 'value',
        about: '',
        labels: labels.map(([key, value]) => [key, String(value)] as const),
        points,
      },
    ];
  });
}

function resultsIn(whole: unknown): readonly unknown[] {
  if (Array.isArray(whole)) return whole;
  if (!isRecord(whole)) return [];
  const inner = isRecord(whole['data']) ? whole['data'] : whole;
  const lists = [inner['result'], inner['MetricDataResults'], inner['series']];
  return lists.find((list): list is unknown[] => Array.isArray(list)) ?? [inner];
}

function pointsIn(result: Readonly<Record<string, unknown>>): [string, number][] {
  const { values, value, datapoints, Timestamps, Values, Datapoints } = result;
  const single = Array.isArray(value) ? [value] : [];
  const pairs = Array.isArray(values) ? values : single;
  if (pairs.length > 0) return pairs.flatMap((pair) => pointOf(pair, 0, 1));
  if (Array.isArray(datapoints)) return datapoints.flatMap((pair) => pointOf(pair, 1, 0));
  if (Array.isArray(Timestamps) && Array.isArray(Values)) {
    return Timestamps.map((time, i): [string, number] => [timeOf(String(time)), Number(Values[i])]);
  }
  return (Array.isArray(Datapoints) ? Datapoints : []).flatMap((point) => {
    if (!isRecord(point)) return [];
    const number = [point['Average'], point['Maximum'], point['Sum']].find(Number.isFinite);
    return [[timeOf(String(point['Timestamp'])), Number(number)] as [string, number]];
  });
}

function pointOf(pair: unknown, time: number, value: number): [string, number][] {
  if (!Array.isArray(pair) || pair[value] === null) return [];
  return [[timeOf(String(pair[time])), Number(pair[value])]];
}
