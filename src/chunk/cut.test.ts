import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineStarts, splitLines } from '../math/lines.ts';
import type { Chunk, Unit } from '../model/document.ts';
import { CUT, cut as cutOutline } from './cut.ts';

const unit = (firstLine: number, lastLine: number, extra: Partial<Unit> = {}): Unit => ({
  firstLine,
  lastLine,
  kind: 'function',
  name: `f${firstLine}`,
  names: [`f${firstLine}`],
  within: [],
  joins: true,
  ...extra,
});
const cut = (text: string, { units }: { units: Unit[] }): Chunk[] =>
  cutOutline(text, { units, definitions: [] });
const lines = (count: number): string =>
  Array.from({ length: count }, (_, i) => `line ${i + 1}\n`).join('');

describe('RT-3 chunks follow the structure of the text', () => {
  it('joins a unit under five lines with the next and keeps the names of both', () => {
    const [chunk, ...rest] = cut(lines(23), { units: [unit(1, 3), unit(4, 23)] });
    expect(rest).toEqual([]);
    expect(chunk).toMatchObject({ firstLine: 1, lastLine: 23, name: 'f4', names: ['f1', 'f4'] });
  });

  it('never joins turns and events', () => {
    const chunks = cut(lines(2), {
      units: [unit(1, 1, { joins: false }), unit(2, 2, { joins: false })],
    });
    expect(chunks.map((chunk) => [chunk.firstLine, chunk.lastLine])).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });

  it('gives the windows of a table the names of their own lines', () => {
    const names = Array.from({ length: 500 }, (_, i) => `C${i + 1}`);
    const definitions = names.map((name, i) => ({
      ...{ name, kind: 'constant', within: [] },
      line: i + 1,
      lastLine: i + 1,
    }));
    const units = [unit(1, 500, { kind: 'block', name: '', names })];
    const chunks = cutOutline(lines(500), { units, definitions });
    expect(chunks.length).toBeGreaterThan(8);
    for (const { firstLine, lastLine, names: own } of chunks) {
      expect(own).toEqual(names.slice(firstLine - 1, lastLine));
    }
  });

  it('splits a unit over eighty lines into windows of at most sixty', () => {
    const chunks = cut(lines(130), { units: [unit(1, 130)] });
    expect(chunks.map((chunk) => chunk.lastLine - chunk.firstLine + 1)).toEqual([43, 43, 44]);
  });

  it('gives lines between units to the unit that follows', () => {
    const chunks = cut(lines(20), { units: [unit(1, 6), unit(11, 20)] });
    expect(chunks.map((chunk) => [chunk.firstLine, chunk.lastLine])).toEqual([
      [1, 6],
      [7, 20],
    ]);
  });

  it('holds the law for any text and any units: joined, the chunks are the text; spans are right; none is too large', () => {
    const text = fc.oneof(
      fc
        .array(fc.string({ unit: 'binary', maxLength: 30 }), { maxLength: 120 })
        .map((parts) => parts.join('\n')),
      fc.nat(50_000).map((size) => `${'𝛼x'.repeat(size)}\nend`),
    );
    const gaps = fc.array(fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 100 }), fc.boolean()), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(text, gaps, (source, spans) => {
        const count = splitLines(source).length;
        const units: Unit[] = [];
        let next = 1;
        for (const [gap, length, joins] of spans) {
          const first = next + gap;
          const last = Math.min(count, first + length - 1);
          if (first > count) break;
          units.push(unit(first, last, { joins }));
          next = last + 1;
        }
        const chunks = cut(source, { units });
        const starts = lineStarts(source);
        const lineAt = (offset: number): number =>
          starts.findLastIndex((start) => start <= offset) + 1;
        expect(chunks.map((chunk) => source.slice(chunk.start, chunk.end)).join('')).toBe(source);
        for (const chunk of chunks) {
          expect(chunk.end - chunk.start).toBeLessThanOrEqual(CUT.maxCharacters);
          expect(chunk.end).toBeGreaterThan(chunk.start);
          expect(chunk.firstLine).toBe(lineAt(chunk.start));
          expect(chunk.lastLine).toBe(lineAt(chunk.end - 1));
        }
      }),
    );
  });
});
