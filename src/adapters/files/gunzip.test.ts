import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { gunzipBounded } from './gunzip.ts';

const LOG = 'ERROR something failed\n'.repeat(2000);

describe('SR-2 packed logs', () => {
  it('unpacks a whole archive, also one of several parts', () => {
    const packed = Buffer.concat([gzipSync(LOG), gzipSync('end')]);
    expect(gunzipBounded(packed, 1e6).toString()).toBe(`${LOG}end`);
  });

  it('stops a bomb at the limit', () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, 'a'));
    const bytes = gunzipBounded(bomb, 100_000);
    expect(bytes.length).toBeLessThanOrEqual(100_000);
    expect(bytes.length).toBeGreaterThan(50_000);
  });

  it('costs little more than it gives where an archive holds more than is wanted', () => {
    const lines = Array.from({ length: 400_000 }, (_, i) => `${i} request ${(i * 7919) % 1e6}`);
    const packed = gzipSync(lines.join('\n'));
    const timeOf = (run: () => unknown): number => {
      const start = process.cpuUsage();
      run();
      return process.cpuUsage(start).user + process.cpuUsage(start).system;
    };
    const once = Math.min(...[1, 2, 3].map(() => timeOf(() => gunzipSync(packed))));
    let bytes: Buffer = Buffer.alloc(0);
    const bounded = timeOf(() => {
      bytes = gunzipBounded(packed, 8_000_000);
    });
    expect(bytes.length).toBeGreaterThan(7_000_000);
    expect(bytes.length).toBeLessThanOrEqual(8_000_000);
    // Nobody else's work counts here, but the library's threads do: twenty tries took ten times as long.
    expect(bounded).toBeLessThan(5 * once);
  });

  it('gives what a cut or damaged archive still holds', () => {
    const text = Array.from({ length: 5000 }, (_, i) => `line ${i * 7919}`).join('\n');
    const packed = gzipSync(text);
    const cut = gunzipBounded(packed.subarray(0, packed.length / 2), 1e6);
    expect(cut.length).toBeGreaterThan(1000);
    expect(text.startsWith(cut.toString())).toBe(true);
    expect(gunzipBounded(Buffer.from('not packed'), 100)).toHaveLength(0);
    expect(gunzipBounded(Buffer.alloc(0), 100)).toHaveLength(0);
  });
});
