import { describe, expect, it } from 'vitest';
import type { FileChunks } from '../retrieve/chunks.ts';
import { companionsOf } from './companions.ts';

/** A file of one piece. */
const file = (path: string, source: string, kind: string, words: number, end = 200): FileChunks =>
  ({
    ranked: { path },
    facts: { shape: { source, kind, language: 'typescript' }, chunks: [], text: '' },
    chunks: [{ path, sequence: 0, start: 0, end, words, priority: words, worth: 0, frame: 0 }],
  }) as unknown as FileChunks;

const FILES = [
  file('src/a.ts', 'code', 'source', 1),
  file('test/a.ts', 'code', 'test', 0.9),
  file('test/b.ts', 'code', 'test', 0.8),
  file('test/c.ts', 'code', 'test', 0.7),
  file('test/d.ts', 'code', 'test', 0.6),
  file('docs/a.md', 'documentation', 'page', 0.5),
  file('docs/b.md', 'documentation', 'page', 0.45),
  file('CHANGELOG.md', 'documentation', 'page', 0.9),
  file('logs/a.log', 'logs', 'log', 0.9),
];

const pathsOf = (files: readonly FileChunks[], ask: 'change' | 'question', size: number) =>
  Array.from(companionsOf(files, ask, size), ({ path }) => path).sort();

describe('what comes along with a change', () => {
  it('is the three best tests and the best passage, no code, no log and no news', () => {
    const expected = ['docs/a.md', 'test/a.ts', 'test/b.ts', 'test/c.ts'];
    expect(pathsOf(FILES, 'change', 8000)).toEqual(expected);
  });

  it('takes no more than its share of the context, and comes with no question', () => {
    expect(pathsOf(FILES, 'change', 1300)).toEqual(['docs/a.md', 'test/a.ts']);
    expect(pathsOf([file('test/a.ts', 'code', 'test', 0.9, 9000)], 'change', 8000)).toEqual([]);
    expect(pathsOf(FILES, 'question', 8000)).toEqual([]);
  });

  it('has words of the task', () => {
    expect(pathsOf([file('test/a.ts', 'code', 'test', 0.3)], 'change', 8000)).toEqual([]);
  });
});
