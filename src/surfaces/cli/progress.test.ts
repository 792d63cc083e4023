import { describe, expect, it } from 'vitest';
import type { Sink } from './io.ts';
import { bytesText, createProgress, durationText, progressLine } from './progress.ts';

const step = { files: 1750, filesTotal: 7000, bytes: 12_300_000 };

describe('progress', () => {
  it('says files, bytes, rate and time left', () => {
    expect(progressLine(step, 3000)).toBe(
      'indexing 1750/7000 files  25 %  12.3 MB  4.1 MB/s  9 s left',
    );
  });

  it('foretells nothing too early, at the end or out of nothing', () => {
    expect(progressLine(step, 10)).not.toContain('left');
    expect(progressLine({ ...step, files: 7000 }, 3000)).not.toContain('left');
    expect(progressLine({ ...step, files: 0, filesTotal: 0, bytes: 0 }, 0)).toBe(
      'indexing 0/0 files  0 %  0 B',
    );
  });

  it('writes bytes and times for people', () => {
    expect([999, 1000, 123_456, 5e9, 7e15].map(bytesText)).toEqual([
      '999 B',
      '1.0 kB',
      '123 kB',
      '5.0 GB',
      '7000 TB',
    ]);
    expect([0, 59_000, 65_000, 7_800_000].map(durationText)).toEqual([
      '0 s',
      '59 s',
      '1 min 05 s',
      '2 h 10 min',
    ]);
  });

  const drawn = (
    isTTY: boolean,
    quiet: boolean,
  ): { texts: string[]; tick: (ms: number) => void } => {
    const texts: string[] = [];
    let time = 0;
    const sink: Sink = { write: (text) => texts.push(text), isTTY, columns: 20 };
    const progress = createProgress(sink, () => time, quiet);
    return {
      texts,
      tick: (ms) => {
        time = ms;
        if (ms < 0) progress.clear();
        else progress.update(step);
      },
    };
  };

  it('draws one line a few times a second and clears it at the end', () => {
    const { texts, tick } = drawn(true, false);
    for (let ms = 0; ms < 1000; ms++) tick(ms);
    expect(texts).toHaveLength(10);
    expect(texts.at(-1)).toBe('\r\u001b[Kindexing 1750/7000 ');
    tick(-1);
    tick(-1);
    expect(texts.slice(10)).toEqual(['\r\u001b[K']);
  });

  it('is silent where nobody watches or wants it', () => {
    for (const [isTTY, quiet] of [
      [false, false],
      [true, true],
    ] as const) {
      const { texts, tick } = drawn(isTTY, quiet);
      tick(0);
      tick(-1);
      expect(texts).toEqual([]);
    }
  });
});
