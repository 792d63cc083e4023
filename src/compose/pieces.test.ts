import { describe, expect, it } from 'vitest';
import type { RankedChunk } from '../model/candidate.ts';
import type { Facts } from '../model/document.ts';
import { insidesOf, piecesOfChunk } from './pieces.ts';

const TEXT = 'def f():\n    """First.\n\n    Much\n    more.\n    """\n    return 1\n';
const facts = (docLines: readonly (readonly [number, number])[]): Facts =>
  ({ text: TEXT, docLines }) as unknown as Facts;
const chunk: RankedChunk = {
  file: 0,
  path: 'a.py',
  sequence: 0,
  firstLine: 1,
  lastLine: 7,
  start: 0,
  end: TEXT.length,
  priority: 3,
  frame: 0,
  words: 0,
  worth: 0.5,
};
const textsOf = (ranges: readonly RankedChunk[]): string[] =>
  ranges.map(({ start, end }) => TEXT.slice(start, end));

describe('PK-2 pieces of a chunk', () => {
  it('are its code, and apart from it the inside of a long comment, wanted less', () => {
    const [body, inside, ...rest] = piecesOfChunk(chunk, 3, insidesOf(facts([[2, 6]])));
    expect(rest).toEqual([]);
    expect(textsOf(body?.ranges ?? [])).toEqual([
      'def f():\n    """First.\n',
      '    """\n    return 1\n',
    ]);
    expect(textsOf(inside?.ranges ?? [])).toEqual(['\n    Much\n    more.\n']);
    expect([body?.score, inside?.score]).toEqual([3, 2]);
    expect(inside?.needs).toBe(body);
  });

  it('are the chunk itself where its comments are short, or where it is nothing but a comment', () => {
    expect(piecesOfChunk(chunk, 3, insidesOf(facts([[2, 5]])))[0]?.ranges).toEqual([chunk]);
    const within = { ...chunk, firstLine: 3, lastLine: 5 };
    const [only] = piecesOfChunk(within, 3, insidesOf(facts([[1, 7]])));
    expect(only).toMatchObject({ ranges: [within], score: 2 });
  });
});
