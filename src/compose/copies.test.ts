import { describe, expect, it } from 'vitest';
import type { Composition } from './composition.ts';
import { copiesOf } from './copies.ts';

const piece = (path: string, firstLine: number, lastLine: number) => ({
  path,
  firstLine,
  lastLine,
});

/** Two lines of imports, then a class. */
const FACTS = {
  imports: [{ line: 1 }, { line: 2 }],
  definitions: [{ name: 'Guard', line: 4 }],
};

describe('copies', () => {
  it('are pieces that say the same, and no imports that read alike', () => {
    const duplicates = [
      { chunk: piece('b.ts', 1, 3), of: piece('a.ts', 1, 3) },
      { chunk: piece('b.ts', 4, 9), of: piece('a.ts', 4, 9) },
      { chunk: piece('unread.md', 1, 3), of: piece('a.md', 1, 3) },
    ];
    const composition = { candidates: { duplicates }, factsOf: new Map([['b.ts', FACTS]]) };
    expect(copiesOf(composition as unknown as Composition)).toEqual(duplicates.slice(1));
  });
});
