/** Which number comes first in `01/05/2024`; a file decides it once for all its lines. */
export type DateOrder = 'day-first' | 'month-first';

// Epoch numbers are told apart by size: seconds until the year 5138, then milli-, then microseconds.
const MAX_SECONDS = 1e11;
const MAX_MILLISECONDS = 1e14;
const FIRST_YEAR = 1971;
const LAST_YEAR = 2200;
const MAX_TIME_LENGTH = 80;

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const MONTH_NAME = `(?<month>${MONTHS.join('|')})[a-z]{0,6}\\.?`;
const YEAR = '(?<year>\\d{4})\\b';
const NTH = '(?<day>\\d{1,2})(?:st|nd|rd|th)?';
const YEAR_LAST =
  /\b(?<either>\d{1,2})(?<sign>[-/.])(?<or>\d{1,2})[-/.](?<year>\d{4}|\d{2})(?![\d:])/;
/** The first that fits a text says what day it names, if that is one. */
const DAYS: readonly RegExp[] = [
  /\b(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?!\d)/,
  YEAR_LAST,
  new RegExp(`\\b${NTH}\\s{1,2}(?:of )?${MONTH_NAME},?\\s{1,2}${YEAR}`, 'i'),
  new RegExp(
    `\\b${MONTH_NAME}\\s{1,2}${NTH}(?:,\\s?|\\s{1,2}(?:\\d\\d:\\d\\d:\\d\\d )?)${YEAR}`,
    'i',
  ),
];
const CLOCK =
  /(?:^|[^\d:])(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?[\s\u202f]?([ap]\.?m\b\.?)?(?:\s?(Z|UTC|GMT|[+-]\d\d:?\d\d))?(?![\d:])/i;

type Day = Readonly<Record<'year' | 'month' | 'day', number>>;

/**
 * A time in any usual form as ISO in UTC to the second, a bare date or a bare clock if that is all
 * there is, or '' if it is none. What names no zone is taken as UTC: the machine's zone must not show.
 */
export function toTime(value: unknown, order: DateOrder = 'day-first'): string {
  if (typeof value === 'number') return fromEpoch(value);
  if (typeof value !== 'string' || value.length > MAX_TIME_LENGTH) return '';
  const text = value.trim();
  if (/^\d{9,17}(?:\.\d{1,9})?$/.test(text)) return fromEpoch(Number(text));
  const day = readDay(text, order);
  const clock = readClock(day === null ? text : text.replace(/(\d)T(?=\d)/, '$1 '));
  if (day === null) return clock === null || clock.offset !== 0 ? '' : clock.text;
  const date = `${pad(day.year, 4)}-${pad(day.month)}-${pad(day.day)}`;
  if (clock === null) return date;
  return fromMilliseconds(
    Date.UTC(day.year, day.month - 1, day.day, 0, 0, clock.seconds) - clock.offset * 60_000,
  );
}

/** Puts a bare clock on a known date; other times stand as they are, a missing one becomes the date. */
export function onDate(time: string, date: string): string {
  if (date === '' || time.includes('-')) return time;
  if (time === '') return date;
  const [hours, minutes, seconds] = time.split(':');
  return `${date.slice(0, 10)}T${hours}:${minutes}:${seconds ?? '00'}Z`;
}

/** Decides from the dates of a whole file whether `01/05` is the first of May or the fifth of January. */
export function dateOrderOf(dates: readonly string[]): DateOrder {
  let halfDays = false;
  for (const text of dates) {
    const { either, sign, or } = YEAR_LAST.exec(text.slice(0, MAX_TIME_LENGTH))?.groups ?? {};
    if (either === undefined) continue;
    if (sign === '.' || Number(either) > 12) return 'day-first';
    if (Number(or) > 12) return 'month-first';
    if (/\d\s?[ap]\.?m\b/i.test(text)) halfDays = true;
  }
  // Clocks with AM and PM go with month-first dates far more often than not.
  return halfDays ? 'month-first' : 'day-first';
}

function readDay(text: string, order: DateOrder): Day | null {
  const pattern = DAYS.find((each) => each.test(text));
  const { year, month = '', day, either, or } = pattern?.exec(text)?.groups ?? {};
  if (either === undefined) {
    const named = MONTHS.indexOf(month.toLowerCase()) + 1;
    return checked(Number(year), named || Number(month), Number(day));
  }
  const fullYear = Number(year) < 100 ? 2000 + Number(year) : Number(year);
  const dayFirst = checked(fullYear, Number(or), Number(either));
  const monthFirst = checked(fullYear, Number(either), Number(or));
  return order === 'day-first' ? (dayFirst ?? monthFirst) : (monthFirst ?? dayFirst);
}

function readClock(text: string): { seconds: number; offset: number; text: string } | null {
  const match = CLOCK.exec(text);
  if (match === null) return null;
  const [, hour, minute = '', second, half, zone] = match;
  let hours = Number(hour);
  if (half !== undefined && (hours < 1 || hours > 12)) return null;
  if (half !== undefined) hours = (hours % 12) + (/^p/i.test(half) ? 12 : 0);
  if (hours > 23 || Number(minute) > 59 || Number(second ?? 0) > 60) return null;
  return {
    seconds: hours * 3600 + Number(minute) * 60 + Number(second ?? 0),
    offset: readOffset(zone),
    text: `${pad(hours)}:${minute}${second === undefined ? '' : `:${second}`}`,
  };
}

/** Minutes before UTC. */
function readOffset(zone = ''): number {
  const [, sign, hours = 0, minutes = 0] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

function checked(year: number, month: number, day: number): Day | null {
  if (year < FIRST_YEAR || year > LAST_YEAR || month < 1 || month > 12 || day < 1) return null;
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate() ? { year, month, day } : null;
}

function fromEpoch(value: number): string {
  if (value < MAX_SECONDS) return fromMilliseconds(value * 1000);
  return fromMilliseconds(value < MAX_MILLISECONDS ? value : value / 1000);
}

function fromMilliseconds(ms: number): string {
  if (!(ms >= Date.UTC(FIRST_YEAR, 0) && ms < Date.UTC(LAST_YEAR + 1, 0))) return '';
  return `${new Date(Math.floor(ms)).toISOString().slice(0, 19)}Z`;
}

const pad = (value: number, width = 2): string => String(value).padStart(width, '0');
