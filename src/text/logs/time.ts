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
const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}';
const DAY_NAME = '(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}';
const CLOCK = '(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:[.,:](\\d{1,9}))?)?(?: ?([ap]m)\\b)?';
const ZONE_NAME =
  '(?:utc|gmt|[ecmp][sd]t|cet|cest|bst|eet|eest|wet|west|ist|jst|kst|msk|aest|aedt)';
const ZONE = `(?: ?(z|[+-]\\d{2}:?\\d{2})(?![\\w:])| ${ZONE_NAME}\\b)?`;
const UNKNOWN_YEAR = 1972;

interface Parts {
  readonly year?: string | number | undefined;
  readonly month?: string | undefined;
  readonly day?: string | undefined;
  /** hour, minute, second, fraction, am or pm: as CLOCK captures them. */
  readonly clock?: readonly (string | undefined)[];
  readonly zone?: string | undefined;
  readonly precision?: Precision;
}

interface Format {
  readonly pattern: RegExp;
  read(m: readonly (string | undefined)[]): Parts | number | null;
}

const format = (source: string, read: Format['read']): Format => ({
  pattern: new RegExp(source, 'iy'),
  read,
});

const fourDigits = (short: string | undefined): number => {
  const year = Number(short);
  return year < 70 ? 2000 + year : 1900 + year;
};

/** Day and month in numbers before a year: American order unless the numbers forbid it. */
const dayAndMonth = (first: string | undefined, second: string | undefined): Parts =>
  Number(first) > 12 ? { day: first, month: second } : { day: second, month: first };

const SECONDS_FROM = 1e9; // 2001
const SECONDS_TO = 4.2e9; // 2103

function epoch(digits: string, fraction: string | undefined): number | null {
  const scale = { 10: 1e3, 13: 1, 16: 1e-3, 19: 1e-6 }[digits.length];
  if (scale === undefined) return null;
  const ms = Number(digits) * scale + (fraction === undefined ? 0 : Number(`0.${fraction}`) * 1e3);
  return ms >= SECONDS_FROM * 1e3 && ms <= SECONDS_TO * 1e3 ? Math.floor(ms) : null;
}

const NAMED: readonly Format[] = [
  // Sun Dec 04 04:47:44.123456 2005 · Nov  5 21:38:01 · Sat May 8 09:04:50 EDT 2004
  format(
    `(?:${DAY_NAME},? +)?${MONTH} +(\\d{1,2}) +${CLOCK}(?:(?: ${ZONE_NAME})? ((?:19|20)\\d{2})\\b)?${ZONE}`,
    (m) => ({
      year: m[8],
      month: m[1],
      day: m[2],
      clock: m.slice(3, 8),
      zone: m[9],
      precision: m[8] === undefined ? 'no-year' : 'full',
    }),
  ),
  // Jul 1 2005 09:00:55 · Oct 10, 2000 1:55:36 PM
  format(`(?:${DAY_NAME},? +)?${MONTH} +(\\d{1,2}),? +(\\d{4}),? +${CLOCK}${ZONE}`, (m) => ({
    year: m[3],
    month: m[1],
    day: m[2],
    clock: m.slice(4, 9),
    zone: m[9],
  })),
  // Tue, 10 Oct 2000 13:55:36 GMT
  format(`${DAY_NAME},? +(\\d{1,2})[ -]${MONTH}[ -](\\d{4}) +${CLOCK}${ZONE}`, (m) => ({
    year: m[3],
    month: m[2],
    day: m[1],
    clock: m.slice(4, 9),
    zone: m[9],
  })),
];

const NUMERIC: readonly Format[] = [
  // 2023-11-15T21:38:01.123Z · 2009/11/10 23:00:00 · 2005-06-03-15.42.50.363779 · 2023-11-15 21:38:01,123 +0100
  format(
    `(\\d{4})([-/.])(\\d{2})\\2(\\d{2})[ t_:-] ?(\\d{1,2})[:.](\\d{2})(?:[:.](\\d{2})(?:[.,:](\\d{1,9}))?)?${ZONE}`,
    (m) => ({ year: m[1], month: m[3], day: m[4], clock: m.slice(5, 9), zone: m[9] }),
  ),
  // 17/06/09 20:10:40
  format(`(\\d{2})/(\\d{2})/(\\d{2}),? ${CLOCK}${ZONE}`, (m) =>
    Number(m[2]) > 12
      ? { year: fourDigits(m[3]), month: m[1], day: m[2], clock: m.slice(4, 9), zone: m[9] }
      : { year: fourDigits(m[1]), month: m[2], day: m[3], clock: m.slice(4, 9), zone: m[9] },
  ),
  // 10/Oct/2000:13:55:36 -0700 · 10-Oct-2000 13:55:36.123 · 10 Oct 2000 13:55:36
  format(`(\\d{1,2})([-/ ])${MONTH}\\2(\\d{4})[: t-] ?${CLOCK}${ZONE}`, (m) => ({
    year: m[4],
    month: m[3],
    day: m[1],
    clock: m.slice(5, 10),
    zone: m[10],
  })),
  // 10 Oct 13:55:36
  format(`(\\d{1,2})[- ]${MONTH} ${CLOCK}${ZONE}`, (m) => ({
    month: m[2],
    day: m[1],
    clock: m.slice(3, 8),
    zone: m[8],
    precision: 'no-year',
  })),
  // 11/15/2023 9:38:01 PM · 15.11.2023 21:38:01
  format(`(\\d{1,2})([/.-])(\\d{1,2})\\2(\\d{4}),? ${CLOCK}${ZONE}`, (m) => ({
    ...(m[2] === '.' ? { day: m[1], month: m[3] } : dayAndMonth(m[1], m[3])),
    year: m[4],
    clock: m.slice(5, 10),
    zone: m[10],
  })),
  // 03-17 16:13:38.811 · 10.30 16:49:06 · 11/15 21:38:01
  format(`(\\d{2})[-./](\\d{2}) ${CLOCK}${ZONE}`, (m) => ({
    ...dayAndMonth(m[1], m[2]),
    clock: m.slice(3, 8),
    zone: m[8],
    precision: 'no-year',
  })),
  // 20171223-22:15:29:606 · 20231115T213801Z · 20231115 213801
  format(
    `(\\d{4})(\\d{2})(\\d{2})[ t_-](\\d{1,2}):?(\\d{1,2}):?(\\d{1,2})(?:[.,:](\\d{1,9}))?${ZONE}`,
    (m) => ({ year: m[1], month: m[2], day: m[3], clock: m.slice(4, 8), zone: m[8] }),
  ),
  // 081109 203615 · 081109 20:36:15 · 081109  8:36:15
  format('(\\d{2})(\\d{2})(\\d{2}) +(\\d{1,2}):?(\\d{2}):?(\\d{2})', (m) => ({
    year: fourDigits(m[1]),
    month: m[2],
    day: m[3],
    clock: m.slice(4, 7),
  })),
  // 2005.11.09 · 2005-11-09
  format('(\\d{4})([-/.])(\\d{2})\\2(\\d{2})', (m) => ({ year: m[1], month: m[3], day: m[4] })),
  // 21:38:01.123; a clock without seconds is too weak a sign
  format('(\\d{1,2}):(\\d{2}):(\\d{2})(?:[.,:](\\d{1,9}))?(?: ?([ap]m)\\b)?', (m) => ({
    clock: m.slice(1, 6),
    precision: 'time-only',
  })),
  // 1117838570 · 1700084281123 · 1700084281.123
  format('(\\d{10,19})(?:\\.(\\d{1,9}))?', (m) => epoch(m[1] ?? '', m[2])),
];

function zoneMs(zone: string | undefined): number {
  if (zone === undefined || zone.length < 5) return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}

const monthOf = (text: string | undefined): number => {
  const name = MONTHS.indexOf((text ?? '1').slice(0, 3).toLowerCase());
  return name >= 0 ? name + 1 : Number(text ?? '1');
};

/** Milliseconds of the parts, or null if they are no date or no clock. */
function msOf(parts: Parts): number | null {
  const month = monthOf(parts.month);
  const day = Number(parts.day ?? 1);
  const [h = '0', min = '0', s = '0', fraction, half] = parts.clock ?? [];
  const noon = half?.toLowerCase() === 'pm' ? 12 : 0;
  const hour = half === undefined ? Number(h) : (Number(h) % 12) + noon;
  const bad = month < 1 || month > 12 || day < 1 || day > 31;
  if (bad || hour > 24 || Number(min) > 59 || Number(s) > 60) return null;
  const millis = fraction === undefined ? 0 : Number(fraction.padEnd(3, '0').slice(0, 3));
  const year = Number(parts.year ?? UNKNOWN_YEAR);
  return Date.UTC(year, month - 1, day, hour, Number(min), Number(s), millis) - zoneMs(parts.zone);
}

const isWordCode = (code: number): boolean =>
  (code >= 48 && code <= 57) ||
  (code >= 65 && code <= 90) ||
  (code >= 97 && code <= 122) ||
  code === 95;

/** A timestamp stands alone: neither inside a longer number or name nor a part of a version or address. */
function standsAlone(text: string, end: number): boolean {
  if (end >= text.length) return true;
  const next = text.charCodeAt(end);
  if (isWordCode(next)) return false;
  const joint = next === 45 || next === 46 || next === 47; // - . /
  return !(joint && isWordCode(text.charCodeAt(end + 1)));
}

function tryFormat(text: string, at: number, candidate: Format): Timestamp | null {
  const { pattern } = candidate;
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (match === null || !standsAlone(text, at + match[0].length)) return null;
  const end = at + match[0].length;
  const parts = candidate.read(match);
  if (parts === null) return null;
  if (typeof parts === 'number') return { end, ms: parts, precision: 'full' };
  const ms = msOf(parts);
  return ms === null ? null : { end, ms, precision: parts.precision ?? 'full' };
}

const NAME_START =
  /(?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/iy;

/** The timestamp that starts exactly at `at`, in any of the usual spellings; null if there is none. */
export function readTime(text: string, at = 0): Timestamp | null {
  const code = text.charCodeAt(at);
  if (at > 0 && isWordCode(text.charCodeAt(at - 1))) return null;
  if (code >= 48 && code <= 57) {
    for (const candidate of NUMERIC) {
      const found = tryFormat(text, at, candidate);
      if (found !== null) return found;
    }
    return null;
  }
  NAME_START.lastIndex = at;
  if (!NAME_START.test(text)) return null;
  for (const candidate of NAMED) {
    const found = tryFormat(text, at, candidate);
    if (found !== null) return found;
  }
  return null;
}

const GLOG = /([IWEFDV])(\d{2})(\d{2}) (\d{2}):(\d{2}):(\d{2})\.(\d{1,9})/y;
const UPTIME = / *(\d{1,9})\.(\d{3,9})(?=\])/y;

/** glog and klog write level, month and day as one word: `I1115 21:38:01.123456`. */
export function readGlog(text: string, at: number): { letter: string; time: Timestamp } | null {
  GLOG.lastIndex = at;
  const m = GLOG.exec(text);
  if (m === null) return null;
  const ms = msOf({ month: m[2], day: m[3], clock: m.slice(4, 8) });
  const end = at + m[0].length;
  return ms === null ? null : { letter: m[1] ?? '', time: { end, ms, precision: 'no-year' } };
}

/** The kernel counts seconds since boot inside brackets: `[   12.345678]`. */
export function readUptime(text: string, at: number): Timestamp | null {
  UPTIME.lastIndex = at;
  const m = UPTIME.exec(text);
  if (m === null) return null;
  const ms = Number(m[1]) * 1000 + Number((m[2] ?? '').slice(0, 3));
  return { end: at + m[0].length, ms, precision: 'uptime' };
}
