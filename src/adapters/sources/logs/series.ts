import { byCodePoint } from '../../../math/order.ts';
import { readTime } from '../../../text/logs/time.ts';

export type Labels = readonly (readonly [string, string])[];

/** A measurement under one set of labels. */
export interface Series {
  readonly name: string;
  /** What it measures; empty where nobody says. */
  readonly about: string;
  readonly labels: Labels;
  /** Times are empty where none is said. */
  readonly points: readonly (readonly [string, number])[];
}

const EPOCH = /^\d{9,10}(?:\.\d+)?$/;
const EPOCH_MS = /^\d{13}$/;
/** `2025-W19`, `2025-05`, `2025-Q2`, `2025`: what is counted by the week or the month has no clock. */
const PERIOD = /^(?:19|20)\d\d(?:-?(?:W[0-5]\d|Q[1-4])|-(?:0[1-9]|1[0-2]))?$/;

/** A time as people read it; empty for what is none. */
export function timeOf(text: string): string {
  const ms = EPOCH.test(text)
    ? Number(text) * 1000
    : Number(EPOCH_MS.exec(text)?.[0] ?? Number.NaN);
  if (!Number.isNaN(ms)) return new Date(ms).toISOString().replace('.000Z', 'Z');
  return PERIOD.test(text) || readTime(text)?.precision === 'full' ? text : '';
}

/** Measurements with more label sets than this are shown by their extremes. */
const MOST_LABELS = 20;
const SIGNIFICANT = 6;
const SPIKES = 3;

const shown = (value: number): string => String(Number(value.toPrecision(SIGNIFICANT)));
const labelled = (labels: Labels): string =>
  labels.map(([key, value]) => `${key}=${JSON.stringify(value)}`).join(' ');

/** A block for each metric: its name and what it is, and a line for each set of labels. */
export function seriesText(all: readonly Series[]): string {
  const byName = new Map<string, Series[]>();
  for (const series of all) byName.set(series.name, [...(byName.get(series.name) ?? []), series]);
  const blocks = [...byName].map(([name, own]) => {
    const about = own.find((series) => series.about !== '')?.about ?? '';
    const ordered = own.length > MOST_LABELS ? extremes(own) : own;
    const lines = ordered.map((series) => `  ${lineOf(series)}`);
    const left = own.length - ordered.length;
    const more = left > 0 ? [`  … ${left} more sets of labels, with values between`] : [];
    return [`metric ${name}${about === '' ? '' : `: ${about}`}`, ...lines, ...more].join('\n');
  });
  return `${blocks.join('\n\n')}\n`;
}

const highest = ({ points }: Series): number => Math.max(...points.map(([, value]) => value));

/** The highest, and the lowest for comparison. */
function extremes(own: readonly Series[]): Series[] {
  const sorted = own.toSorted(
    (a, b) => highest(b) - highest(a) || byCodePoint(labelled(a.labels), labelled(b.labels)),
  );
  return [...sorted.slice(0, MOST_LABELS - 1), ...sorted.slice(-1)];
}

function lineOf({ labels, points }: Series): string {
  const what = labels.length === 0 ? '' : `${labelled(labels)}: `;
  const [only] = points;
  if (points.length === 1 && only !== undefined) {
    return `${what}${shown(only[1])}${only[0] === '' ? '' : ` at ${only[0]}`}`;
  }
  const values = points.map(([, value]) => value).filter(Number.isFinite);
  if (values.length === 0) return `${what}no values`;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const times = points.map(([time]) => time).filter((time) => time !== '');
  const when = times.length === 0 ? '' : `, ${times[0]} to ${times.at(-1)}`;
  const odd = spikesOf(points);
  const range = `from ${shown(Math.min(...values))} to ${shown(Math.max(...values))}${peakOf(points, odd)}`;
  const spikes = odd.map(([time, value]) => `${shown(value)}${time === '' ? '' : ` at ${time}`}`);
  return `${what}${points.length} points${when}, ${range}, mean ${shown(mean)}, last ${shown(values.at(-1) ?? 0)}${spikes.length === 0 ? '' : `; spikes: ${spikes.join(', ')}`}`;
}

/** When the highest value was reached, where it was so once and no spike tells it. */
function peakOf(points: Series['points'], spikes: Series['points']): string {
  const top = Math.max(...points.map(([, value]) => value).filter(Number.isFinite));
  const [at, ...again] = points.filter(([, value]) => value === top);
  if (at === undefined || at[0] === '' || again.length > 0 || spikes.includes(at)) return '';
  return ` at ${at[0]}`;
}

/** How many times the usual distance from the median a value must be away, and by which share of it. */
const FAR = 6;
const FAR_SHARE = 0.5;

/** The values that stick out, in the order of their times. */
function spikesOf(points: Series['points']): Series['points'][number][] {
  const middle = median(points.map(([, value]) => value));
  const usual = median(points.map(([, value]) => Math.abs(value - middle)));
  const least = Math.max(FAR * usual, FAR_SHARE * Math.abs(middle), Number.EPSILON);
  const far = points
    .map((point, at) => ({ point, at, off: Math.abs(point[1] - middle) }))
    .filter(({ off }) => off > least)
    .sort((a, b) => b.off - a.off || a.at - b.at)
    .slice(0, SPIKES);
  return far.sort((a, b) => a.at - b.at).map(({ point }) => point);
}

function median(values: readonly number[]): number {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
