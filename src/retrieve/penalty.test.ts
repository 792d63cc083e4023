import { describe, expect, it } from 'vitest';
import type { Shape } from '../model/shape.ts';
import { readTask } from '../task/read-task.ts';
import { penaltyOf } from './penalty.ts';

const file = (
  path: string,
  source: Shape['source'],
  kind: string,
  language = 'typescript',
): Parameters<typeof penaltyOf>[0] => ({ path, shape: { source, kind, language, options: '' } });

const SOURCE = file('src/token.ts', 'code', 'source');
const TEST = file('src/token.test.ts', 'code', 'test');
const PAGE = file('docs/token.md', 'documentation', 'prose', 'markdown');

describe('RT-1 what a task is seldom about counts less', () => {
  const fix = readTask('Fix the crash when a token has expired');
  it.each([
    [SOURCE, 1],
    [TEST, 0.3],
    [PAGE, 0.3],
    [file('examples/a.ts', 'code', 'example'), 0.3],
    [file('src/a.d.ts', 'code', 'types'), 0.3],
    [file('tsconfig.json', 'code', 'config', 'json'), 0.3],
    [file('spec/cases/one.odd', 'code', 'source', 'text'), 0.3],
    [file('dist/token.js', 'code', 'source', 'javascript'), 0.3],
    [file('bin/release.sh', 'code', 'source', 'bash'), 0.5],
  ])('$path', (entry, factor) => {
    expect(penaltyOf(entry, fix)).toBe(factor);
  });

  it('unless it says so', () => {
    expect(penaltyOf(TEST, readTask('Add tests for the tokenizer'))).toBe(1);
    const docs = readTask('docs: explain the token format in the README');
    expect(penaltyOf(file('examples/a.ts', 'code', 'example'), docs)).toBe(1);
    expect(penaltyOf(PAGE, docs)).toBe(1);
  });

  it('and specs are pages that people wrote, where spec holds what tests read', () => {
    const ask = readTask('explain tokens');
    const page = (path: string): number =>
      penaltyOf(file(path, 'documentation', 'prose', 'markdown'), ask);
    expect(page('specs/001-tokens/plan.md')).toBe(1);
    expect(page('spec/tokens/plan.md')).toBe(0.3);
  });

  it('and a question asks for pages before news, news before the code, and for changelogs and test data after all', () => {
    const question = readTask('how does the tokenizer decide that a token has expired');
    const entries = [
      PAGE,
      file('website/blog/2024-token.md', 'documentation', 'prose', 'markdown'),
      SOURCE,
      file('CHANGELOG.md', 'documentation', 'prose', 'markdown'),
      file('tests/fixtures/page.md', 'documentation', 'prose', 'markdown'),
      TEST,
    ];
    expect(entries.map((entry) => penaltyOf(entry, question))).toEqual([
      1, 0.85, 0.7, 0.5, 0.3, 0.3,
    ]);
  });

  it('and a bare topic may want the page as well as the code', () => {
    const topic = readTask('token expiry');
    expect(penaltyOf(PAGE, topic)).toBe(0.7);
    expect(penaltyOf(SOURCE, topic)).toBe(1);
  });
});
