import { describe, expect, it } from 'vitest';
import { detectHeader } from './header.ts';
import { readHead } from './layout.ts';

function read(lines: readonly string[], i: number): Record<string, string | null> {
  const line = lines[i] ?? '';
  const head = readHead(line, detectHeader(lines));
  if (head === null) return { message: null };
  const { timeText, level, host, pid, logger } = head;
  return { time: timeText, level, host, pid, logger, message: line.slice(head.message) };
}

describe('SR-2 a header is inferred from the lines themselves', () => {
  it('finds time, host, program and pid of syslog', () => {
    const lines = ['alpha', 'beta', 'gamma'].map(
      (w, i) => `Nov 15 21:38:0${i} web-2 shop[12${i}]: ${w} done`,
    );
    expect(read(lines, 1)).toEqual({
      time: 'Nov 15 21:38:01',
      level: null,
      host: 'web-2',
      pid: '121',
      logger: 'shop',
      message: 'beta done',
    });
  });

  it('finds columns before the time', () => {
    const lines = ['stopped', 'not responding', 'running'].map(
      (w, i) => `${i}34 node-${i} unix.hw state 107780474${i} 1 ${w}`,
    );
    expect(read(lines, 1)).toMatchObject({ time: '1077804741', message: 'not responding' });
  });

  it('finds columns parted by bars', () => {
    const lines = ['walk', 'run fast', 'rest'].map(
      (w, i) => `20231115-21:38:0${i}:606|Step_${i}|30002312|${w}`,
    );
    expect(read(lines, 1)).toMatchObject({ pid: '30002312', message: 'run fast' });
  });

  it('finds a message behind a program name of one or two words', () => {
    const lines = ['a.exe', 'b.exe *64', 'c.exe', 'd.exe *64'].map(
      (w, i) => `[11.15 21:38:0${i}] ${w} - host${i}:80 open now`,
    );
    expect(read(lines, 1)).toMatchObject({ message: 'host1:80 open now' });
  });

  it('takes letters for levels only in a column of several letters', () => {
    const logcat = ['D', 'I', 'E'].map(
      (l, i) => `11-15 21:38:01.81${i}  1702  2395 ${l} Wifi: state ${i}`,
    );
    expect(read(logcat, 2)).toMatchObject({ level: 'error', logger: 'Wifi' });
    const container = ['a', 'b', 'c'].map(
      (w) => `2023-11-15T21:38:01.123456789Z stdout F ${w} ready`,
    );
    expect(read(container, 2)).toMatchObject({ level: null });
  });

  it('reads two layouts in one file', () => {
    const own = ['one', 'two', 'three'].map((w) => `2023-11-15 21:38:01 INFO app.core: ${w}`);
    const other = ['x', 'y', 'z'].map(
      (w) => `[15/Nov/2023:21:38:01 +0000] "GET /${w} HTTP/1.1" 200`,
    );
    const lines = [...own, ...other];
    expect(read(lines, 1)).toMatchObject({ level: 'info', message: 'two' });
    expect(read(lines, 4)).toMatchObject({ message: '"GET /y HTTP/1.1" 200' });
  });

  it('finds none in prose', () => {
    expect(detectHeader(['It was a dark night.', 'Rain fell.', 'Nobody spoke.']).layouts).toEqual(
      [],
    );
  });

  it.each([
    ['WARNING:root:disk is full', 'warn', 'disk is full'],
    ['[ERROR] disk is full', 'error', 'disk is full'],
    ['<11>Nov 15 21:38:01 web-2 shop[1]: disk is full', 'error', 'disk is full'],
    ['E/Wifi(  42): disk is full', 'error', '42): disk is full'],
    ['2023-11-15T21:38:01.1Z 0 [ERROR] [MY-010119] [Server] disk is full', 'error', 'disk is full'],
    [
      '[2023-11-15T21:38:01,123][WARN ][o.e.c.Cluster ] [node-1] disk is full',
      'warn',
      'disk is full',
    ],
    ['2023/11/15 21:38:01 [crit] 1234#0: disk is full', 'fatal', 'disk is full'],
    ['2023-11-15 21:38:01,123 - app.db - ERROR - disk is full', 'error', 'disk is full'],
  ])('%s', (line, level, message) => {
    const found = read([line, line, line], 1);
    expect(found['level']).toBe(level);
    expect(found['message']?.endsWith(message)).toBe(true);
  });
});
