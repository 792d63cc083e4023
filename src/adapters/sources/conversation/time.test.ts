import { describe, expect, it } from 'vitest';
import { dateOrderOf, onDate, toTime } from './time.ts';

describe('SR-2 times of transcripts', () => {
  it.each([
    [1736942400, '2025-01-15T12:00:00Z'],
    [1736942400123, '2025-01-15T12:00:00Z'],
    ['1714550460.000200', '2024-05-01T08:01:00Z'],
    ['2025-01-16T12:00:05.120Z', '2025-01-16T12:00:05Z'],
    ['2025-01-16T13:00:00+01:00', '2025-01-16T12:00:00Z'],
    ['2025-01-16 00:30 -0800', '2025-01-16T08:30:00Z'],
    ['2024-05-01 12:03', '2024-05-01T12:03:00Z'],
    ['01.05.24, 12:03:22', '2024-05-01T12:03:22Z'],
    ['1:56 pm on 8 May, 2023', '2023-05-08T13:56:00Z'],
    ['May 8, 2023 12:05 AM', '2023-05-08T00:05:00Z'],
    ['2024-05-01', '2024-05-01'],
    ['9:05 PM', '21:05'],
    ['02:56 UTC', '02:56'],
    ['2024-02-31 10:00', '10:00'],
    ['25:00', ''],
    ['yesterday', ''],
    [Number.NaN, ''],
    [null, ''],
    ['9'.repeat(500), ''],
  ])('%s is %s in UTC, whatever the machine', (value, expected) => {
    const zones = ['Pacific/Auckland', 'America/New_York'].map((zone) => {
      const before = process.env['TZ'];
      process.env['TZ'] = zone;
      const time = toTime(value);
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
      return time;
    });
    expect(zones).toEqual([expected, expected]);
  });

  it('take the order of day and month from the whole file', () => {
    expect(dateOrderOf(['01/05/2024', '13/05/2024'])).toBe('day-first');
    expect(dateOrderOf(['01/05/2024', '05/13/2024'])).toBe('month-first');
    expect(dateOrderOf(['5/1/24, 9:05 PM'])).toBe('month-first');
    expect(toTime('5/1/24, 9:05 PM', 'month-first')).toBe('2024-05-01T21:05:00Z');
  });

  it('put a clock on the day it belongs to', () => {
    expect(onDate('12:03', '2024-05-01')).toBe('2024-05-01T12:03:00Z');
    expect(onDate('', '2024-05-01')).toBe('2024-05-01');
    expect(onDate('12:03', '')).toBe('12:03');
  });
});
