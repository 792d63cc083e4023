/** A stretch of time that a task names: as much of year, month and day as it says; 0 where it does not. */
export interface Period {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const MONTHS =
  'january february march april may june july august september october november december'.split(
    ' ',
  );
const MONTH = `(${MONTHS.map((month) => month[0]?.toUpperCase() + month.slice(1)).join('|')})`;
/** `3 July 2023`, `July 3, 2023`, `July 2023`, `July`. Capital letters, or every "may" were a month. */
const IN_WORDS = new RegExp(
  `(?:\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? )?\\b${MONTH}\\b(?: (\\d{1,2})(?:st|nd|rd|th)?\\b(?!\\d))?(?:,? (\\d{4})\\b)?`,
  'g',
);
const ISO = /\b(\d{4})-(\d\d)(?:-(\d\d))?\b/g;

/** The dates and months a text names. */
export function namedTimes(text: string): Period[] {
  const periods: Period[] = [];
  for (const [, before, month = '', after, year] of text.matchAll(IN_WORDS)) {
    periods.push({
      year: Number(year ?? 0),
      month: MONTHS.indexOf(month.toLowerCase()) + 1,
      day: Number(before ?? after ?? 0),
    });
  }
  for (const [, year, month, day] of text.matchAll(ISO)) {
    periods.push({ year: Number(year), month: Number(month), day: Number(day ?? 0) });
  }
  return periods;
}

/** True if an ISO time lies in one of the periods. */
export function saidWithin(time: string, periods: readonly Period[]): boolean {
  if (periods.length === 0 || !/^\d{4}-\d\d-\d\d/.test(time)) return false;
  const [year, month, day] = [time.slice(0, 4), time.slice(5, 7), time.slice(8, 10)].map(Number);
  return periods.some(
    (period) =>
      period.month === month &&
      (period.year === 0 || period.year === year) &&
      (period.day === 0 || period.day === day),
  );
}
