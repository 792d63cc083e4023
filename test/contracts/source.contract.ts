import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitLines } from '../../src/math/lines.ts';
import { byCodePoint } from '../../src/math/order.ts';
import type { Outline } from '../../src/model/document.ts';
import { type Shape, shapeKey } from '../../src/model/shape.ts';
import type { SourceAdapter, SourceSettings } from '../../src/ports/source.ts';
import { runs } from '../support/runs.ts';

export interface SourceSample {
  readonly path: string;
  readonly raw: string;
  readonly settings?: Partial<SourceSettings>;
}

const SETTINGS: SourceSettings = { paths: [], alwaysInclude: [], windowHours: 24 };

const HOSTILE_TEXTS = [
  '',
  '\n',
  '\r\n\r\n',
  '\u0000\u0001\u001b[31m',
  '\ud800 lone \udfff',
  `${'('.repeat(5000)}${')'.repeat(5000)}`,
  `${'{"a":'.repeat(2000)}`,
  'x'.repeat(200_000),
  '---\n'.repeat(2000),
  '```\n# not closed',
  '<div>'.repeat(3000),
  `${'#'.repeat(50)} heading\n`.repeat(500),
];

function read(
  adapter: SourceAdapter,
  raw: string,
  shape: Shape,
): { text: string; outline: Outline } {
  const text = adapter.render?.(raw, shape) ?? raw;
  return { text, outline: adapter.outline(text, shape) };
}

function expectSound(text: string, outline: Outline): void {
  const lineCount = splitLines(text).length;
  let previous = 0;
  for (const unit of outline.units) {
    expect(unit.firstLine).toBeGreaterThan(previous);
    expect(unit.lastLine).toBeGreaterThanOrEqual(unit.firstLine);
    expect(unit.lastLine).toBeLessThanOrEqual(lineCount);
    previous = unit.lastLine;
  }
  for (const [first, last] of outline.docLines) {
    expect(first).toBeGreaterThanOrEqual(1);
    expect(last).toBeGreaterThanOrEqual(first);
    expect(last).toBeLessThanOrEqual(lineCount);
  }
  const marked = [
    ...outline.references,
    ...outline.imports,
    ...outline.remarks,
    ...outline.definitions,
  ];
  for (const { line } of marked) {
    expect(line).toBeGreaterThanOrEqual(1);
    expect(line).toBeLessThanOrEqual(lineCount);
  }
}

/** What every source promises, whatever its format. A sample is a file the adapter must claim. */
export function describeSourceContract(
  adapter: SourceAdapter,
  samples: readonly SourceSample[],
): void {
  const claimed = (sample: SourceSample): Shape | null =>
    adapter.claim(sample.path, sample.raw.slice(0, 4096), { ...SETTINGS, ...sample.settings });

  describe(`SR-1 the ${adapter.name} source keeps the source contract`, () => {
    it('has samples to look at and claims each of them', async () => {
      expect(samples.length).toBeGreaterThan(0);
      for (const sample of samples) {
        const shape = claimed(sample);
        expect(shape, sample.path).not.toBeNull();
        expect(shape?.source).toBe(adapter.name);
      }
    });

    it('gives the same outline twice, in any order of files', async () => {
      const ordered = [...samples].sort((a, b) => byCodePoint(a.path, b.path));
      const outlines = async (list: readonly SourceSample[]): Promise<Map<string, string>> => {
        const result = new Map<string, string>();
        for (const sample of list) {
          const shape = claimed(sample);
          if (shape === null) continue;
          await adapter.prepare?.([shape]);
          const { text, outline } = read(adapter, sample.raw, shape);
          result.set(sample.path + shapeKey(shape), JSON.stringify([text, outline]));
        }
        return result;
      };
      const forward = await outlines(ordered);
      const backward = await outlines([...ordered].reverse());
      expect(forward.size).toBe(samples.length);
      for (const [key, value] of forward) expect(backward.get(key)).toBe(value);
    });

    it('keeps units, remarks and references inside the text and in order', async () => {
      for (const sample of samples) {
        const shape = claimed(sample);
        if (shape === null) continue;
        await adapter.prepare?.([shape]);
        const { text, outline } = read(adapter, sample.raw, shape);
        expectSound(text, outline);
      }
    });

    it('survives any text under any of its shapes', async () => {
      const shapes = new Map(
        samples.flatMap((s) => {
          const shape = claimed(s);
          return shape === null ? [] : [[shapeKey(shape), shape] as const];
        }),
      );
      await adapter.prepare?.([...shapes.values()]);
      for (const shape of shapes.values()) {
        for (const raw of HOSTILE_TEXTS) {
          const { text, outline } = read(adapter, raw, shape);
          expectSound(text, outline);
        }
      }
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
            const { text, outline } = read(adapter, raw, shape);
            expectSound(text, outline);
          },
        ),
        { numRuns: runs(60) },
      );
    });

    it('answers claims for hostile paths without throwing', () => {
      for (const path of [
        '',
        '.',
        'a\nb',
        '../x',
        '\u001b[2J.md',
        `${'d/'.repeat(1500)}f`,
        'a'.repeat(5000),
      ]) {
        expect(() => adapter.claim(path, '', SETTINGS)).not.toThrow();
      }
    });
  });
}
