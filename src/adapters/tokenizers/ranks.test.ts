import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/runs.ts';
import { openRanks, packRanks } from './ranks.ts';

const sequence = fc.uint8Array({ minLength: 1, maxLength: 5, max: 3 });

describe('packed ranks', () => {
  it('say of any bytes what a map of them would', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(sequence, fc.nat(0xffff_ffff)), { maxLength: 60 }),
        sequence,
        fc.nat(3),
        (entries, asked, margin) => {
          const text = (bytes: Uint8Array): string => String.fromCharCode(...bytes);
          const map = new Map(entries.map(([bytes, rank]) => [text(bytes), rank]));
          const ranks = openRanks(packRanks(entries));
          for (const bytes of [asked, ...entries.map(([each]) => each)]) {
            const around = `${'x'.repeat(margin)}${text(bytes)}x`;
            expect(ranks.rankOf(around, margin, margin + bytes.length)).toBe(
              map.get(text(bytes)) ?? Number.POSITIVE_INFINITY,
            );
          }
          expect(ranks.longest).toBe(Math.max(1, ...entries.map(([bytes]) => bytes.length)));
        },
      ),
      { numRuns: runs(1000) },
    );
  });
});
