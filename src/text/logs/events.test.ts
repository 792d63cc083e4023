import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processorMs } from '../../../test/support/effort.ts';
import { groupEvents, readEvent, type Style } from './events.ts';
import { detectHeader } from './header.ts';

const spans = (text: string): string[] =>
  groupEvents(text.split('\n')).map(
    (event) => `${event.first}-${event.last}${event.trace ? ' trace' : ''}`,
  );

describe('RT-3 events part a log', () => {
  it('keeps a trace without any header as one event between plain lines', () => {
    const text = [
      'starting worker',
      'Traceback (most recent call last):',
      '  File "a.py", line 3, in run',
      '    go()',
      'ValueError: no road',
      'worker stopped',
    ].join('\n');
    expect(spans(text)).toEqual(['0-0', '1-4 trace', '5-5']);
  });

  it('does not take indented messages behind headers for continuations', () => {
    const text = ['kernel:  Memory map', 'kernel:   DMA zone', 'kernel:   Normal zone']
      .map((line, i) => `Nov 15 21:38:0${i} web-2 ${line}`)
      .join('\n');
    expect(spans(text)).toEqual(['0-0', '1-1', '2-2']);
  });

  it('reads one line under the header of its file, and none where there is none', () => {
    const lines = ['a', 'b', 'c'].map((word) => `2023-11-15 21:38:01 WARN app.db: ${word} is slow`);
    const header = detectHeader(lines);
    expect(readEvent(lines[1] ?? '', header)).toMatchObject({
      level: 'warn',
      logger: 'app.db',
      message: 'b is slow',
    });
    expect(readEvent('  and goes on', header)).toBeNull();
  });

  it('reads a level from the message where the line states none', () => {
    const levels = groupEvents([
      'Nov 15 21:38:01 web-2 sshd[1]: fatal: no hostkeys available',
      'Nov 15 21:38:02 web-2 shop[2]: WARNING disk nearly full',
      'Nov 15 21:38:03 web-2 shop[2]: all is well',
    ]).map((event) => event.level);
    expect(levels).toEqual(['error', 'warn', null]);
  });

  it('covers every line once, in order, whatever the lines are', () => {
    const line = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom(
        '2023-11-15 21:38:01 ERROR x: failed',
        '  File "a.py", line 3, in run',
        '\tat a.b.C.d(C.java:3)',
        'Caused by: java.io.IOException: y',
        '{"level":"error","msg":"z"}',
        'level=info msg=ok n=1',
        'goroutine 1 [running]:',
        '',
      ),
    );
    const styles = fc.constantFrom<Style>('plain', 'jsonl', 'logfmt');
    fc.assert(
      fc.property(fc.array(line, { maxLength: 80 }), styles, (lines, style) => {
        let next = 0;
        for (const event of groupEvents(lines, style)) {
          expect(event.first).toBe(next);
          expect(event.last).toBeGreaterThanOrEqual(event.first);
          next = event.last + 1;
        }
        expect(next).toBe(lines.length);
      }),
    );
  });

  it('stays quick on lines made to be slow', () => {
    const begun = processorMs();
    for (const part of ['ab.', 'a="b ', '[', ')', '1', 'at a(b ', 'a:b::', '{"a":', 'Jan ', ' ']) {
      groupEvents([`2023-11-15 21:38:01 ERROR ${part.repeat(60_000)}`, part.repeat(60_000)]);
    }
    expect(processorMs() - begun).toBeLessThan(4_000);
  });
});
