import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { gunzipBounded } from './gunzip.ts';

const LOG = 'ERROR something failed\n'.repeat(2000);

describe('SR-2 packed logs', () => {
  it('unpacks a whole archive, also one of several parts', () => {
    const packed = Buffer.concat([gzipSync(LOG), gzipSync('end')]);
    expect(gunzipBounded(packed, 1e6)).toEqual({
      bytes: Buffer.from(`${LOG}end`),
      complete: true,
      detail: '',
    });
  });

  it('stops a bomb at the limit and says so', () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, 'a'));
    const { bytes, complete } = gunzipBounded(bomb, 100_000);
    expect(complete).toBe(false);
    expect(bytes.length).toBeLessThanOrEqual(100_000);
    expect(bytes.length).toBeGreaterThan(50_000);
  });

  it('gives what a cut or damaged archive still holds', () => {
    const text = Array.from({ length: 5000 }, (_, i) => `line ${i * 7919}`).join('\n');
    const packed = gzipSync(text);
    const cut = gunzipBounded(packed.subarray(0, packed.length / 2), 1e6);
    expect(cut.complete).toBe(false);
    expect(cut.bytes.length).toBeGreaterThan(1000);
    expect(text.startsWith(cut.bytes.toString())).toBe(true);
    expect(gunzipBounded(Buffer.from('not packed'), 100)).toMatchObject({ complete: false });
    expect(gunzipBounded(Buffer.alloc(0), 100).bytes.length).toBe(0);
  });
});
