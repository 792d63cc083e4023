import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJsonLine, readLogfmt } from './structured.ts';

describe('SR-2 records are read whichever names their writer gave the fields', () => {
  it.each([
    ['{"level":50,"time":1700084281123,"msg":"no"}', 'error', 'no'],
    ['{"severity":"CRITICAL","timestamp":"2023-11-15T21:38:01Z","message":"no"}', 'fatal', 'no'],
    [
      '{"@timestamp":"2023-11-15T21:38:01Z","log":{"level":"warn","logger":"a"},"message":"no"}',
      'warn',
      'no',
    ],
    ['{"ts":1700084281.5,"lvl":"dbg","event":"no"}', 'debug', 'no'],
    [
      '{"timestamp":"2023-11-15T21:38:01Z","level":"ERROR","fields":{"message":"no"}}',
      'error',
      'no',
    ],
  ])('%s', (line, level, message) => {
    const record = readJsonLine(line);
    expect(record).toMatchObject({ level, message });
    expect(record?.time).not.toBeNull();
  });

  it('takes the stack out of an error, in any of its shapes', () => {
    expect(readJsonLine('{"err":{"stack":"E: x\\n    at f (a.js:1:2)"}}')?.stack).toContain('a.js');
    expect(readJsonLine('{"error":{"type":"KeyError","message":"x"}}')?.stack).toBe('KeyError: x');
    expect(readJsonLine('{"exc_info":"Traceback\\n  File"}')?.stack).toContain('File');
  });

  it('reads pairs with quotes, and bears what is not closed', () => {
    expect(
      readLogfmt('time=2023-11-15T21:38:01Z level=error msg="say \\"no\\" twice" n=2'),
    ).toMatchObject({
      level: 'error',
      message: 'say "no" twice',
    });
    expect(readLogfmt('level=warn n=1 msg="never closed')).toMatchObject({
      message: 'never closed',
    });
    expect(readLogfmt('a sentence with x=1 in it')).toBeNull();
  });

  it('says null or a record to any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (text) => {
        expect(readJsonLine(text)?.message ?? '').toBeTypeOf('string');
        expect(readLogfmt(text)?.message ?? '').toBeTypeOf('string');
      }),
    );
  });
});
