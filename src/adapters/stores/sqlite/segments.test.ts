import { describe, expect, it } from 'vitest';
import { TermTableBuilder } from '../../../math/term-table.ts';
import { seal } from './seal.ts';
import { findIn } from './segments.ts';

function segmentOf(terms: readonly string[]) {
  const builder = new TermTableBuilder();
  for (const term of terms) builder.add(builder.id(term), 0, 1);
  const { firsts, blocks } = builder.build();
  const reads: number[] = [];
  const find = findIn((ids) => {
    reads.push(...ids);
    return new Map(ids.map((id) => [id, seal(blocks[id] ?? new Uint8Array(), String(id))]));
  });
  return { find, reads, segments: [{ id: 0, firsts }] };
}

describe('the terms of a query', () => {
  it('read each block once, whatever is asked later', () => {
    const { find, reads, segments } = segmentOf(['w:a', 'w:b', 'w:c']);
    expect(find(segments, ['w:a', 'w:c'])[0]?.size).toBe(2);
    expect(find(segments, ['w:b', 'w:x'])[0]?.size).toBe(1);
    expect(reads).toEqual([0]);
  });

  it('are refused where a block is not what was written', () => {
    const { segments } = segmentOf(['w:a']);
    const find = findIn((ids) => new Map(ids.map((id) => [id, seal(Uint8Array.of(9), '1')])));
    expect(() => find(segments, ['w:a'])).toThrow('checksum');
  });
});
