import { matchAt } from '../code/quoting.ts';
import { isWordCode } from '../code/words.ts';

/** What a timestamp leaves unsaid: nothing, its year, its day, or all but a distance from an unknown start. */
export type Precision = 'full' | 'no-year' | 'time-only' | 'uptime';

export interface Timestamp {
  /** Offset just behind the timestamp. */
  readonly end: number;
  /** Milliseconds; a naive time counts as UTC, a missing year as 1972 (a leap year), a missing day as the first. */
  readonly ms: number;
  readonly precision: Precision;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const NAMED_MONTH = `(?<month>${MONTHS.join('|')})[a-z]{0,6}`;
const DAY_NAME = '(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}';
const DAY = '(?<day>\\d{1,2})';
const YEAR = '(?<year>\\d{4})';
const FRACTION = '(?:[.,:](?<fraction>\\d{1,9}))?';
const HALF = '(?: ?(?<half>[ap]m)\\b)?';
const CLOCK = `(?<hour>\\d{1,2}):(?<minute>\\d{2})(?::(?<second>\\d{2})${FRACTION})?${HALF}`;
const ZONE_NAME =
  '(?:utc|gmt|[ecmp][sd]t|cet|cest|bst|eet|eest|wet|west|ist|jst|kst|msk|aest|aedt)';
const ZONE = `(?: ?(?<zone>z|[+-]\\d{2}:?\\d{2})(?![\\w:])| ${ZONE_NAME}\\b)?`;
const UNKNOWN_YEAR = 1972;

/** The parts of a spelling, by the names of its groups; `either` and `or` are day and month in an order that has to be guessed. */
type Parts = Readonly<Record<string, string | undefined>>;

const spelling = (source: string): RegExp => new RegExp(source, 'iy');

const NAMED: readonly RegExp[] = [
  // Sun Dec 04 04:47:44.123456 2005 · Nov  5 21:38:01 · Sat May 8 09:04:50 EDT 2004
  `(?:${DAY_NAME},? +)?${NAMED_MONTH} +${DAY} +${CLOCK}(?:(?: ${ZONE_NAME})? (?<year>(?:19|20)\\d{2})\\b)?${ZONE}`,
  // Jul 1 2005 09:00:55 · Oct 10, 2000 1:55:36 PM
  `(?:${DAY_NAME},? +)?${NAMED_MONTH} +${DAY},? +${YEAR},? +${CLOCK}${ZONE}`,
  // Tue, 10 Oct 2000 13:55:36 GMT
  `${DAY_NAME},? +${DAY}[ -]${NAMED_MONTH}[ -]${YEAR} +${CLOCK}${ZONE}`,
].map(spelling);

const NUMERIC: readonly RegExp[] = [
  // 2023-11-15T21:38:01.123Z · 2009/11/10 23:00:00 · 2005-06-03-15.42.50.363779 · 2023-11-15 21:38:01,123 +0100
  `${YEAR}(?<sign>[-/.])(?<month>\\d{2})\\k<sign>(?<day>\\d{2})[ t_:-] ?(?<hour>\\d{1,2})[:.](?<minute>\\d{2})(?:[:.](?<second>\\d{2})${FRACTION})?${ZONE}`,
  // 06/17/09 20:10:40 · 17/06/09 20:10:40
  `(?<month>\\d{2})/(?<day>1[3-9]|[2-9]\\d)/(?<short>\\d{2}),? ${CLOCK}${ZONE}`,
  `(?<short>\\d{2})/(?<month>\\d{2})/(?<day>\\d{2}),? ${CLOCK}${ZONE}`,
  // 10/Oct/2000:13:55:36 -0700 · 10-Oct-2000 13:55:36.123 · 10 Oct 2000 13:55:36
  `${DAY}(?<sign>[-/ ])${NAMED_MONTH}\\k<sign>${YEAR}[: t-] ?${CLOCK}${ZONE}`,
  // 10 Oct 13:55:36
  `${DAY}[- ]${NAMED_MONTH} ${CLOCK}${ZONE}`,
  // 11/15/2023 9:38:01 PM · 15.11.2023 21:38:01
  `(?<either>\\d{1,2})(?<sign>[/.-])(?<or>\\d{1,2})\\k<sign>${YEAR},? ${CLOCK}${ZONE}`,
  // 03-17 16:13:38.811 · 10.30 16:49:06 · 11/15 21:38:01
  `(?<either>\\d{2})[-./](?<or>\\d{2}) ${CLOCK}${ZONE}`,
  // 20171223-22:15:29:606 · 20231115T213801Z · 20231115 213801
  `${YEAR}(?<month>\\d{2})(?<day>\\d{2})[ t_-](?<hour>\\d{1,2}):?(?<minute>\\d{1,2}):?(?<second>\\d{1,2})${FRACTION}${ZONE}`,
  // 081109 203615 · 081109 20:36:15 · 081109  8:36:15
  '(?<short>\\d{2})(?<month>\\d{2})(?<day>\\d{2}) +(?<hour>\\d{1,2}):?(?<minute>\\d{2}):?(?<second>\\d{2})',
  // 2005.11.09 · 2005-11-09
  `${YEAR}(?<sign>[-/.])(?<month>\\d{2})\\k<sign>(?<day>\\d{2})`,
  // 21:38:01.123; a clock without seconds is too weak a sign
  `(?<hour>\\d{1,2}):(?<minute>\\d{2}):(?<second>\\d{2})${FRACTION}${HALF}`,
  // 1117838570 · 1700084281123 · 1700084281.123
  '(?<epoch>\\d{10,19})(?:\\.(?<fraction>\\d{1,9}))?',
].map(spelling);

const fourDigits = (short: string): number => Number(short) + (Number(short) < 70 ? 2000 : 1900);

const SECONDS_FROM = 1e9; // 2001
const SECONDS_TO = 4.2e9; // 2103

function epochMs(digits: string, fraction: string | undefined): number | null {
  const scale = { 10: 1e3, 13: 1, 16: 1e-3, 19: 1e-6 }[digits.length];
  if (scale === undefined) return null;
  const ms = Number(digits) * scale + (fraction === undefined ? 0 : Number(`0.${fraction}`) * 1e3);
  return ms >= SECONDS_FROM * 1e3 && ms <= SECONDS_TO * 1e3 ? Math.floor(ms) : null;
}

function zoneMs(zone: string | undefined): number {
  if (zone === undefined || zone.length < 5) return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}

const monthOf = (text = '1'): number => {
  const name = MONTHS.indexOf(text.slice(0, 3).toLowerCase());
  return name >= 0 ? name + 1 : Number(text);
};

/** Milliseconds of the parts, or null if they are no date or no clock. */
function msOf(parts: Parts): number | null {
  const { epoch, fraction, either, or, sign, half, year, short, zone } = parts;
  if (epoch !== undefined) return epochMs(epoch, fraction);
  // American order unless a dot or the numbers forbid it.
  const isDayFirst = either !== undefined && (sign === '.' || Number(either) > 12);
  const { month = isDayFirst ? or : either, day = (isDayFirst ? either : or) ?? 1 } = parts;
  const { hour: h = 0, minute = 0, second = 0 } = parts;
  const noon = half?.toLowerCase() === 'pm' ? 12 : 0;
  const hour = half === undefined ? Number(h) : (Number(h) % 12) + noon;
  const monthNumber = monthOf(month);
  const bad = monthNumber < 1 || monthNumber > 12 || Number(day) < 1 || Number(day) > 31;
  if (bad || hour > 24 || Number(minute) > 59 || Number(second) > 60) return null;
  const fullYear = short === undefined ? Number(year ?? UNKNOWN_YEAR) : fourDigits(short);
  const millis = fraction === undefined ? 0 : Number(fraction.padEnd(3, '0').slice(0, 3));
  const clock = [hour, Number(minute), Number(second), millis] as const;
  return Date.UTC(fullYear, monthNumber - 1, Number(day), ...clock) - zoneMs(zone);
}

function precisionOf({ epoch, year, short, day, either }: Parts): Precision {
  if ((epoch ?? year ?? short) !== undefined) return 'full';
  return (day ?? either) === undefined ? 'time-only' : 'no-year';
}

/** A timestamp stands alone: neither inside a longer number or name nor a part of a version or address. */
function standsAlone(text: string, end: number): boolean {
  if (end >= text.length) return true;
  const next = text.charCodeAt(end);
  if (isWordCode(next)) return false;
  const joint = next === 45 || next === 46 || next === 47; // - . /
  return !(joint && isWordCode(text.charCodeAt(end + 1)));
}

const NAME_START = new RegExp(`mon|tue|wed|thu|fri|sat|sun|${MONTHS.join('|')}`, 'iy');

/** The timestamp that starts exactly at `at`, in any of the usual spellings; null if there is none. */
export function readTime(text: string, at = 0): Timestamp | null {
  const code = text.charCodeAt(at);
  if (at > 0 && isWordCode(text.charCodeAt(at - 1))) return null;
  const isDigit = code >= 48 && code <= 57;
  if (!isDigit && !startsLikeDate(text, at)) return null;
  for (const pattern of isDigit ? NUMERIC : NAMED) {
    const match = matchAt(pattern, text, at);
    const end = at + (match?.[0].length ?? 0);
    if (match?.groups === undefined || !standsAlone(text, end)) continue;
    const ms = msOf(match.groups);
    if (ms !== null) return { end, ms, precision: precisionOf(match.groups) };
  }
  return null;
}

/** Whether the name of a day or month, or the beginning of one, stands at an offset. */
export const startsLikeDate = (text: string, at: number): boolean =>
  matchAt(NAME_START, text, at) !== null;

const GLOG =
  /(?<letter>[IWEFDV])(?<month>\d{2})(?<day>\d{2}) (?<hour>\d{2}):(?<minute>\d{2}):(?<second>\d{2})\.(?<fraction>\d{1,9})/y;
const UPTIME = / *(\d{1,9})\.(\d{3,9})(?=\])/y;

/** glog and klog write level, month and day as one word: `I1115 21:38:01.123456`. */
export function readGlog(text: string, at: number): { letter: string; time: Timestamp } | null {
  const match = matchAt(GLOG, text, at);
  const ms = match?.groups === undefined ? null : msOf(match.groups);
  if (match === null || ms === null) return null;
  return { letter: match[1] ?? '', time: { end: at + match[0].length, ms, precision: 'no-year' } };
}

/** The kernel counts seconds since boot inside brackets: `[   12.345678]`. */
export function readUptime(text: string, at: number): Timestamp | null {
  const m = matchAt(UPTIME, text, at);
  if (m === null) return null;
  const ms = Number(m[1]) * 1000 + Number((m[2] ?? '').slice(0, 3));
  return { end: at + m[0].length, ms, precision: 'uptime' };
}
