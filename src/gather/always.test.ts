import { describe, expect, it } from 'vitest';
import { isAlwaysIncluded } from './always.ts';

const NONE: readonly string[] = [];

describe('SR-1 files every task sees', () => {
  it.each(['AGENTS.md', 'claude.md', 'README', 'readme.rst', 'README.dev.md', 'CONTRIBUTING.md'])(
    'includes %s at the root',
    (path) => {
      expect(isAlwaysIncluded(path, NONE)).toBe(true);
    },
  );

  it.each([
    'docs/README.md',
    'README.zh-CN.md',
    'README_de.md',
    'readme.py',
    'READMES.md',
    'LICENSE',
  ])('does not include %s', (path) => {
    expect(isAlwaysIncluded(path, NONE)).toBe(false);
  });

  it('includes what the configuration names, wherever it lies', () => {
    const settings = ['docs/style/*.md', 'GOALS.md'];
    expect(isAlwaysIncluded('docs/style/code.md', settings)).toBe(true);
    expect(isAlwaysIncluded('team/goals.md', settings)).toBe(true);
    expect(isAlwaysIncluded('docs/code.md', settings)).toBe(false);
    expect(isAlwaysIncluded('../GOALS.md', settings)).toBe(false);
  });
});
