import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readGlog, readTime, readUptime } from './time.ts';

const iso = (text: string): string | null => {
  const time = readTime(text);
  return time === null ? null : `${new Date(time.ms).toISOString()} ${text.slice(time.end)}`;
};

describe('SR-2 times are read in their usual spellings', () => {
  it.each([
    ['2023-11-15T21:38:01.123Z rest', '2023-11-15T21:38:01.123Z  rest'],
    ['2023-11-15T23:38:01+02:00 rest', '2023-11-15T21:38:01.000Z  rest'],
    ['2023-11-15 21:38:01,123 rest', '2023-11-15T21:38:01.123Z  rest'],
    ['2023-11-15 21:38:01.123456 UTC rest', '2023-11-15T21:38:01.123Z  rest'],
    ['2009/11/10 23:00:00 rest', '2009-11-10T23:00:00.000Z  rest'],
    ['2005-06-03-15.42.50.363779 rest', '2005-06-03T15:42:50.363Z  rest'],
    ['Sun Dec 04 04:47:44 2005] rest', '2005-12-04T04:47:44.000Z ] rest'],
    ['10/Oct/2000:13:55:36 -0700] rest', '2000-10-10T20:55:36.000Z ] rest'],
    ['15-Nov-2023 21:38:01 UTC] rest', '2023-11-15T21:38:01.000Z ] rest'],
    ['17/06/09 20:10:40 rest', '2017-06-09T20:10:40.000Z  rest'],
    ['081109 203615 148', '2008-11-09T20:36:15.000Z  148'],
    ['20171223-22:15:29:606|x', '2017-12-23T22:15:29.606Z |x'],
    ['Nov 15 21:38:01 host', '1972-11-15T21:38:01.000Z  host'],
    ['Sat May  8 09:04:50 EDT 2004 x', '2004-05-08T09:04:50.000Z  x'],
    ['Nov 15 21:38:01 web-2 x', '1972-11-15T21:38:01.000Z  web-2 x'],
    ['Jul  1 2005 09:00:55 host', '2005-07-01T09:00:55.000Z  host'],
    ['Oct 10, 2000 1:55:36 PM x', '2000-10-10T13:55:36.000Z  x'],
    ['Tue, 10 Oct 2000 13:55:36 GMT x', '2000-10-10T13:55:36.000Z  x'],
    ['10.30 16:49:06] x', '1972-10-30T16:49:06.000Z ] x'],
    ['03-17 16:13:38.811 x', '1972-03-17T16:13:38.811Z  x'],
    ['11/15/2023 9:38:01 PM x', '2023-11-15T21:38:01.000Z  x'],
    ['15.11.2023 21:38:01 x', '2023-11-15T21:38:01.000Z  x'],
    ['1700084281 x', '2023-11-15T21:38:01.000Z  x'],
    ['1700084281123 x', '2023-11-15T21:38:01.123Z  x'],
    ['21:38:01.5 x', '1972-01-01T21:38:01.500Z  x'],
  ])('%s', (text, expected) => expect(iso(text)).toBe(expected));

  it.each([
    '2023-13-15 10:00:00',
    '99:99:99',
    '10.251.43.21:50010',
    '12345',
    'Monday morning',
    'Marching 12 ants',
    '1.2.3',
    '',
  ])('finds none in %j', (text) => {
    const time = readTime(text);
    expect(time === null || time.end === 0).toBe(true);
  });

  it('reads the level letter of klog and seconds since boot', () => {
    expect(readGlog('E1115 21:38:03.340021 1 a.go:1] x', 0)?.letter).toBe('E');
    expect(readUptime('[ 8123.551120] x', 1)?.ms).toBe(8_123_551);
  });

  it('knows every time that a date prints', () => {
    const dates = fc.date({
      min: new Date('2001-10-01'),
      max: new Date('2099-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(dates, (date) => {
        expect(readTime(date.toISOString())?.ms).toBe(date.getTime());
        expect(readTime(String(date.getTime()))?.ms).toBe(date.getTime());
      }),
    );
  });
});
