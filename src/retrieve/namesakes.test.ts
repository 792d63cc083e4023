import { describe, expect, it } from 'vitest';
import type { Ask } from '../model/task.ts';
import { readTask } from '../task/read-task.ts';
import { namesakeScores } from './namesakes.ts';

const PATHS = [
  'src/usage.rs',
  'src/rate_limit.ts',
  'lib/Parser.js',
  'a/types.ts',
  'b/types.ts',
  'src/io.go',
];
const FILES = PATHS.map((path) => ({
  path,
  shape: { source: 'code', kind: 'source', language: 'typescript', options: '' } as const,
}));
const scoresOf = (title: string, ask: Ask = 'change'): Map<number, number> =>
  namesakeScores({ ...readTask(title), ask }, FILES);
const named = (title: string, ask?: Ask): string[] =>
  [...scoresOf(title, ask).keys()].map((file) => PATHS[file] ?? '');

describe('SC-2 files that are called like words of the task', () => {
  it('are found by a word, by words that are written apart, and by other forms', () => {
    expect(named("don't show placeholders in `--usage`")).toEqual(['src/usage.rs']);
    expect(named('the rate limit is ignored')).toEqual(['src/rate_limit.ts']);
    expect(named('stop parsing after an error')).toEqual(['lib/Parser.js']);
  });

  it('are each meant less where several are called so', () => {
    const scores = scoresOf('export the types');
    expect(scores.get(3)).toBe(scores.get(4));
    expect(scores.get(3)).toBeLessThan(scoresOf('usage').get(0) ?? 0);
  });

  it('are not found by a name of two letters, nor where a question is asked', () => {
    expect(named('close io early')).toEqual([]);
    expect(named('how does the parser work', 'question')).toEqual([]);
  });
});
