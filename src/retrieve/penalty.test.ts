import { describe, expect, it } from 'vitest';
import type { Shape } from '../model/shape.ts';
import { readTask } from '../task/read-task.ts';
import { penaltyOf } from './files.ts';

const shape = (source: Shape['source'], kind: string): Shape => ({
  source,
  kind,
  language: 'typescript',
  options: '',
});

describe('RT-1 what a task is seldom about counts half', () => {
  const fix = readTask('Fix the crash when a token has expired');
  it.each([
    ['code', 'source', 1],
    ['code', 'test', 0.5],
    ['code', 'example', 0.5],
    ['code', 'types', 0.5],
    ['code', 'config', 0.5],
    ['documentation', 'prose', 0.5],
  ] as const)('%s %s', (source, kind, factor) => {
    expect(penaltyOf(shape(source, kind), fix)).toBe(factor);
  });

  it('unless it says so', () => {
    const tests = readTask('Add tests for the tokenizer');
    expect(tests.asksForTests).toBe(true);
    expect(penaltyOf(shape('code', 'test'), tests)).toBe(1);
    const docs = readTask('docs: explain the token format in the README');
    expect(docs.asksForDocs).toBe(true);
    expect(penaltyOf(shape('code', 'example'), docs)).toBe(1);
    expect(penaltyOf(shape('documentation', 'prose'), docs)).toBe(1);
  });
});
