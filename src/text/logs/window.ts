import { groupBy } from '../../math/groups.ts';
import type { LogEvent } from './events.ts';
import type { Precision, Timestamp } from './time.ts';

const HOUR_MS = 3_600_000;
/** After how long a time that leaves something unsaid comes again. */
const PERIOD_MS: Readonly<Partial<Record<Precision, number>>> = {
  'no-year': 366 * 24 * HOUR_MS,
  'time-only': 24 * HOUR_MS,
};
/** Clocks of several writers disagree a little; only a bigger step back is a new day, year or boot. */
const JITTER_MS = 60_000;

type Timed = Pick<LogEvent, 'time'>;

function commonPrecision(events: readonly Timed[]): Precision | null {
  const precisions = events.flatMap(({ time }) => time?.precision ?? []);
  const [first, ...others] = groupBy(precisions, (precision) => precision).values();
  if (first === undefined) return null;
  return others.reduce((a, b) => (b.length > a.length ? b : a), first)[0] ?? null;
}

/**
 * When each event happened, in milliseconds that can be compared within the file. Where the year, the day or the
 * start is unsaid, the order of the lines decides: a big step back is the next year, day or boot.
 */
function timesOf(events: readonly Timed[]): (number | null)[] {
  const precision = commonPrecision(events);
  const period = PERIOD_MS[precision ?? 'full'] ?? 0;
  let offset = 0;
  let before: number | null = null;
  const place = (time: Timestamp): number => {
    let ms = time.ms + offset;
    if (before === null || precision === 'full') return ms;
    if (precision === 'uptime') {
      if (ms < before - JITTER_MS) offset = before;
      ms = time.ms + offset;
    } else if (ms < before - period / 2) {
      offset += period;
      ms += period;
    } else if (ms > before + period - period / 24) return ms - period;
    return ms;
  };
  return events.map(({ time }) => {
    if (time === null || time.precision !== precision) return null;
    const ms = place(time);
    before = before === null ? ms : Math.max(before, ms);
    return ms;
  });
}

/** Whether each event lies in the last hours before the newest one; an event without a time goes with the one before it. */
export function insideWindow(events: readonly Timed[], hours: number): boolean[] {
  const times = timesOf(events);
  let newest = Number.NEGATIVE_INFINITY;
  for (const ms of times) if (ms !== null && ms > newest) newest = ms;
  const oldest = newest - hours * HOUR_MS;
  const firstKnown = times.find((ms) => ms !== null) ?? null;
  let inside = firstKnown === null || firstKnown >= oldest;
  return times.map((ms) => {
    if (ms !== null) inside = ms >= oldest;
    return inside;
  });
}
