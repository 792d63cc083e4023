import { splitLines } from '../../../math/lines.ts';
import { type Fields, isRecord, parseJson } from '../../../text/imports/loose-json.ts';
import { type Series, timeOf } from './series.ts';

const TIME_KEY = /^_?(?:time|timestamp|datetime|ts|t|date|day|hour|at|x)$/i;
const NAME_KEY = /^_?(?:metric|name|measurement|series|target|title|id)$/i;
const VALUE_KEY = /^_?(?:value|val|v|y|count)$/i;
/** Deeper than this nobody keeps measurements. */
const DEEPEST = 5;

type Point = readonly [string, number];

/** Measurements as programs write them down by themselves: pairs of a time and a number, or records that have both, under a name. */
export function timedSeries(raw: string): Series[] {
  const whole = parseJson(raw) ?? splitLines(raw).flatMap((line) => parseJson(line) ?? []);
  const byKey = new Map<string, Series & { points: Point[] }>();
  const add = (name: string, labels: Series['labels'], points: readonly Point[]): void => {
    const key = JSON.stringify([name, labels]);
    const series = byKey.get(key) ?? { name, about: '', labels, points: [] };
    series.points.push(...points);
    byKey.set(key, series);
  };
  const read = (value: unknown, name: string, depth: number): void => {
    if (depth > DEEPEST) return;
    if (isRecord(value) && isTimed(value)) {
      addRecord(value, name, add);
    } else if (isRecord(value)) {
      const own = nameIn(value) ?? name;
      const entries = Object.entries(value);
      const isOnly = entries.filter(([, inner]) => isInner(inner)).length === 1;
      for (const [key, inner] of entries) read(inner, isOnly && own !== '' ? own : key, depth + 1);
    } else if (Array.isArray(value)) {
      const points = value.flatMap(pairOf);
      if (points.length > 0) add(name === '' ? 'value' : name, [], points);
      else for (const inner of value) read(inner, name, depth + 1);
    }
  };
  read(whole, '', 0);
  return [...byKey.values()];
}

const isInner = (value: unknown): boolean => Array.isArray(value) || isRecord(value);
const keyOf = (record: Fields, key: RegExp): string | undefined =>
  Object.keys(record).find((own) => key.test(own));

function nameIn(record: Fields): string | null {
  const name = record[keyOf(record, NAME_KEY) ?? ''];
  return typeof name === 'string' && name !== '' ? name : null;
}

const timeIn = (record: Fields): string => timed(record[keyOf(record, TIME_KEY) ?? '']);
const isTimed = (record: Fields): boolean =>
  timeIn(record) !== '' && Object.values(record).some((value) => typeof value === 'number');

/** A day counts as a time here: so much is measured once a day. */
const DAY = /^\d{4}-\d\d-\d\d$/;
const timed = (value: unknown): string => {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  const text = String(value);
  return DAY.test(text) ? text : timeOf(text);
};

function pairOf(pair: unknown): Point[] {
  if (!Array.isArray(pair) || pair.length !== 2) return [];
  const [time, value] = pair;
  return timed(time) !== '' && typeof value === 'number' ? [[timed(time), value]] : [];
}

/** Each number of a record is one of a series; what is said in words tells series apart. */
function addRecord(
  record: Fields,
  name: string,
  add: (name: string, labels: Series['labels'], points: readonly Point[]) => void,
): void {
  const [time, own] = [timeIn(record), nameIn(record) ?? name];
  const entries = Object.entries(record).filter(([key]) => !TIME_KEY.test(key));
  const labels = entries.flatMap(([key, value]) =>
    typeof value === 'string' && !NAME_KEY.test(key) ? [[key, value] as const] : [],
  );
  for (const [key, value] of entries) {
    if (typeof value !== 'number') continue;
    add(VALUE_KEY.test(key) && own !== '' ? own : key, labels, [[time, value]]);
  }
}
