import { countTerms } from '../math/terms.ts';
import type { Task } from '../model/task.ts';
import { namedTimes, type Period } from '../retrieve/periods.ts';

/* What a task names that is one of its kind: an order, a customer, an error, a setting, a day. */

/** `55120`, `BY-911`, `240p`, `vet-377`, `ep_77`, `v2.3.1`, `LOG_LEVEL`, `RefundTooLargeException`, `/v2/reservations`. */
const NAMES: readonly RegExp[] = [
  /(?<![\w.:/-])#?\d{4,}(?![\w:%])(?!\.\d)/g,
  /(?<![\w.-])[A-Za-z]{1,12}[-_]?\d[\w-]*(?![\w])/g,
  /(?<![\w.-])[A-Za-z][\w]*-\w*\d\w*(?![\w])/g,
  /(?<![\w.-])\d{2,5}[A-Za-z]{1,2}(?![\w])/g,
  /(?<![\w.-])v?\d+\.\d+\.\d+(?:[-.]\w+)*/g,
  /(?<![\w.-])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?![\w])/g,
  /(?<![\w.-])[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+(?![\w])/g,
  /(?<![\w.])\/[\w.{}-]+(?:\/[\w.{}-]+)+/g,
];
/** A year, a quarter, a percentile: nothing of which there is one. */
const OF_MANY =
  /^(?:(?:19|20)\d\d|[pq]\d{1,3}|[hw]\d|utf-?8|sha-?\d+|v\d|\d+(?:st|nd|rd|th|h|am|pm|ms|s|m|mb|gb|kb|k|x)|i?p?v[46]|http\d?|e2e|k8s|s3|i18n|l10n)$/i;

/** `truck 7`, `gateway #12`: one of several of a kind. */
const ONE_OF_KIND = /(?<![\w-])([A-Za-z]{3,20}) #?(\d{1,6})(?![\w%:]|[.,]\d)/g;
/** `04:10`; how many minutes past an hour nobody names by chance. */
const CLOCK = /(?<![\w:.])([01]?\d|2[0-3]):([0-5]\d)(?![\w:])/g;
/** `Ngozi`, `Kerman`: a capital letter inside of a sentence. Who said something is not who is spoken of. */
const PROPER =
  /(?<=[a-z0-9,;] )[A-Z][a-z]{2,20}(?![\w-]| (?:say|said|tell|told|write|wrote|mean|meant|think|thought|suggest|propose|want)\b)/g;

export interface Names {
  /** Each with its borders. */
  readonly patterns: readonly RegExp[];
  /** What people, places and products are called: a word among others, but one that nobody says by chance. */
  readonly proper: readonly RegExp[];
  /** The words of names with a number: who has the name has them, and nobody else means them. */
  readonly terms: ReadonlySet<string>;
}

export function namesIn(text: string): Names {
  const found = NAMES.flatMap((pattern) => text.match(pattern) ?? [])
    .map((name) => name.replace(/^#/, ''))
    .filter((name) => name.length > 2 && !OF_MANY.test(name));
  const names = [...new Set(found)];
  const patterns = names.map(
    (name) =>
      new RegExp(`(?<![\\w-])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-]|\\.\\d)`, 'i'),
  );
  const kinds = Array.from(
    text.matchAll(ONE_OF_KIND),
    ([, kind = '', number = '']) =>
      // As programs write it, too: `truck=7`, `"truck_id": 7`.
      new RegExp(
        `(?<![A-Za-z])${kind}s?(?:[_ -]?(?:id|no|nr|number))?["']?\\s{0,2}[=:#_ -]\\s{0,2}["'#]{0,2}${number}(?!\\w|\\.\\d)`,
        'i',
      ),
  );
  const clocks = Array.from(
    text.matchAll(CLOCK),
    ([, hour = '', minute = '']) => new RegExp(`(?<![\\d:.])0?${Number(hour)}:${minute}(?!\\d)`),
  );
  const proper = [...new Set(text.match(PROPER) ?? [])].map(
    (name) => new RegExp(`(?<![A-Za-z])${name}(?![a-z])`),
  );
  const numbered = names.filter((name) => /\d/.test(name) && !name.includes('/'));
  return {
    patterns: [...patterns, ...kinds, ...clocks],
    proper,
    terms: new Set(numbered.flatMap((name) => [...countTerms(name).keys()])),
  };
}

const SHORT_MONTH = /\b(Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b\.?/g;
const LONG: Readonly<Record<string, string>> = {
  jan: 'January',
  feb: 'February',
  mar: 'March',
  apr: 'April',
  jun: 'June',
  jul: 'July',
  aug: 'August',
  sep: 'September',
  sept: 'September',
  oct: 'October',
  nov: 'November',
  dec: 'December',
};

export interface NamedDays {
  readonly periods: readonly Period[];
  /** Days of any month, as in "the 14th", and of any week, from 0 for Sunday. */
  readonly ofMonth: readonly number[];
  readonly ofWeek: readonly number[];
  /** Whether what came after is meant as well. */
  readonly isSince: boolean;
}

/** The days a task names. A month alone is no day. */
export function daysNamed({ text }: Pick<Task, 'text'>): NamedDays {
  const long = text.replace(SHORT_MONTH, (_, name: string) => LONG[name.toLowerCase()] ?? name);
  const periods = namedTimes(long).filter(({ day }) => day > 0);
  const ofMonth = Array.from(text.matchAll(OF_MONTH), ([, day]) => Number(day));
  const ofWeek = Array.from(text.matchAll(OF_WEEK), ([name]) => WEEK.indexOf(name));
  return { periods, ofMonth, ofWeek, isSince: /\bsince\b/i.test(text) };
}

const OF_MONTH =
  /\b(?:the|on) ([12]?\d|3[01])(?:st|nd|rd|th)\b(?! (?:of )?[A-Z]| (?:percentile|time|attempt))/g;
const WEEK = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const OF_WEEK = new RegExp(`\\b(?:${WEEK.join('|')})\\b`, 'g');

export const namesDays = ({ periods, ofMonth, ofWeek }: NamedDays): boolean =>
  periods.length + ofMonth.length + ofWeek.length > 0;

const DAY = /\b(?:19|20)\d\d-\d\d-\d\d/g;
const WORDED =
  /\b(\d{1,2})[/ -](Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*[/ -,]+((?:19|20)\d\d)/g;
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** The days that a record tells of, each as `2026-05-06`. */
export function daysOf(text: string): readonly string[] {
  const worded = Array.from(text.matchAll(WORDED), ([, day = '', month = '', year = '']) => {
    const at = String(MONTHS.indexOf(month.toLowerCase()) + 1).padStart(2, '0');
    return `${year}-${at}-${day.padStart(2, '0')}`;
  });
  return [...(text.match(DAY) ?? []), ...worded];
}

/** How many days later than a named one still belong to what began then. */
const DAYS_SINCE = 3;

/** Whether one of the days is one of those that a task names. */
export function isOnDay(
  days: readonly string[],
  { periods, ofMonth, ofWeek, isSince }: NamedDays,
): boolean {
  return days.some((day) => {
    const weekday = new Date(Date.parse(day)).getUTCDay();
    if (ofMonth.includes(Number(day.slice(8))) || ofWeek.includes(weekday)) return true;
    return periods.some((period) => {
      const year = period.year || Number(day.slice(0, 4));
      const named = Date.UTC(year, period.month - 1, period.day);
      const later = (Date.parse(day) - named) / 86_400_000;
      return later >= 0 && later <= (isSince ? DAYS_SINCE : 0);
    });
  });
}
