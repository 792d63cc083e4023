import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ascending, type Postings } from './postings.ts';
import { blockOf, openBlock } from './term-block.ts';
import { type TermTable, TermTableBuilder } from './term-table.ts';

function lookingIn({ firsts, blocks }: TermTable): (term: string) => Postings | undefined {
  const opened = blocks.map(openBlock);
  return (term) => opened[blockOf(firsts, term)]?.(term);
}

describe('tables of terms', () => {
  it('give back the postings of every term, and none of others', () => {
    const builder = new TermTableBuilder();
    const terms = Array.from({ length: 2000 }, (_, i) => `w:${i % 7 === 0 ? 'é世' : 'name'}${i}`);
    terms.forEach((term, i) => {
      builder.add(builder.id(term), i, i + 1);
    });
    const table = builder.build();
    const look = lookingIn(table);
    expect(table.blocks.length).toBeGreaterThan(1);
    terms.forEach((term, i) => {
      expect(look(term)).toEqual({ items: Int32Array.of(i), counts: Uint32Array.of(i + 1) });
    });
    for (const term of ['a', 'w:name', 'w:name2000', 'w:é', 'z']) {
      expect(look(term)).toBeUndefined();
    }
  });

  it('hold what was added since the one before', () => {
    const builder = new TermTableBuilder();
    builder.add(builder.id('w:old'), 0, 1);
    builder.add(builder.id('w:both'), 1, 1);
    builder.build();
    builder.add(builder.id('w:both'), 0, 3);
    const look = lookingIn(builder.build());
    expect(look('w:old')).toBeUndefined();
    expect(look('w:both')).toEqual({ items: Int32Array.of(0), counts: Uint32Array.of(3) });
    expect(builder.build().blocks).toEqual([]);
  });
});

describe('postings of several segments', () => {
  it('ascend as one list, each item with its counts', () => {
    const numbers = fc.uniqueArray(fc.nat(5000), { maxLength: 300 });
    fc.assert(
      fc.property(numbers, fc.nat(8), (items, runs) => {
        const size = Math.max(1, Math.ceil(items.length / (runs + 1)));
        const parts = items.flatMap((_, i) =>
          i % size === 0 ? [items.slice(i, i + size).sort((a, b) => a - b)] : [],
        );
        const joined = Int32Array.from(parts.flat());
        const found = ascending({ items: joined, counts: Uint32Array.from(joined, (n) => n * 7) });
        expect([...found.items]).toEqual(items.toSorted((a, b) => a - b));
        expect([...found.counts]).toEqual([...found.items].map((n) => n * 7));
      }),
    );
  });
});
