import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkSource,
  outlineFaults,
  type SourceSample,
} from '../../src/adapters/sources/own/contract.ts';
import { type Shape, shapeKey } from '../../src/model/shape.ts';
import type { SourceAdapter } from '../../src/ports/source.ts';
import { runs } from '../support/runs.ts';

/** What every source promises, whatever its format: what authors check their own with, and more random damage. */
export function describeSourceContract(
  adapter: SourceAdapter,
  samples: readonly SourceSample[],
): void {
  describe(`SR-1 the ${adapter.name} source keeps the source contract`, () => {
    it('on its samples, on damaged ones and on hostile texts and paths', async () => {
      expect(await checkSource(adapter, samples)).toEqual([]);
    });

    it('on any text under any of its shapes', async () => {
      const usual = { paths: [], alwaysInclude: [], windowHours: 24 };
      const shapes = new Map<string, Shape>();
      for (const { path, raw, settings } of samples) {
        const shape = adapter.claim(path, raw.slice(0, 4096), { ...usual, ...settings });
        if (shape !== null) shapes.set(shapeKey(shape), shape);
      }
      await adapter.prepare?.([...shapes.values()]);
      const raws = samples.map((sample) => sample.raw);
      fc.assert(
        fc.property(
          fc.constantFrom(...shapes.values()),
          fc.oneof(
            fc.string({ unit: 'binary', maxLength: 200 }),
            // A real file cut and spliced anywhere is the kind of damage that happens.
            fc.tuple(fc.constantFrom(...raws), fc.nat(), fc.nat()).map(([raw, a, b]) => {
              const from = a % (raw.length + 1);
              return raw.slice(from) + raw.slice(0, b % (raw.length + 1));
            }),
          ),
          (shape, raw) => {
            const text = adapter.render?.(raw, shape) ?? raw;
            expect(outlineFaults(text, adapter.outline(text, shape))).toEqual([]);
          },
        ),
        { numRuns: runs(60) },
      );
    });
  });
}
