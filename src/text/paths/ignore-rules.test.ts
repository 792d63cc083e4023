import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processorMs } from '../../../test/support/effort.ts';
import { createRepository, type Fixture } from '../../../test/support/git-fixture.ts';
import { runs } from '../../../test/support/runs.ts';
import { createIgnoreRules, parseRules } from './ignore-rules.ts';

const ignores = (rules: string, path: string): boolean => {
  const all = createIgnoreRules();
  all.add('', parseRules(rules, 'test'));
  return all.refusalOf(path) !== null;
};

describe('SR-3 ignore rules', () => {
  it('reads names, anchors, folders and wildcards as git does', () => {
    expect(ignores('*.log', 'a/b/c.log')).toBe(true);
    expect(ignores('/build', 'sub/build/x')).toBe(false);
    expect(ignores('build/', 'sub/build/x')).toBe(true);
    expect(ignores('build/', 'sub/build')).toBe(false);
    expect(ignores('doc/**/x.md', 'doc/x.md')).toBe(true);
    expect(ignores('doc/**', 'doc/a/b')).toBe(true);
    expect(ignores('a\\ ', 'a ')).toBe(true);
    expect(ignores('# x\n\\#y', '#y')).toBe(true);
    expect(ignores('x\r\n', 'x')).toBe(true);
    expect(ignores('[unclosed', '[unclosed')).toBe(false);
  });

  it('lets a later rule take back, but not below a folder that is out', () => {
    expect(ignores('*.log\n!keep.log', 'keep.log')).toBe(false);
    expect(ignores('logs/\n!logs/keep.log', 'logs/keep.log')).toBe(true);
    expect(ignores('logs/*\n!logs/keep.log', 'logs/keep.log')).toBe(false);
  });

  it('lets a deeper file win over an outer one', () => {
    const rules = createIgnoreRules();
    rules.add('', parseRules('*.csv', '.sheafignore'));
    rules.add('data', parseRules('!small.csv', 'data/.sheafignore'));
    expect(rules.refusalOf('data/small.csv')).toBeNull();
    expect(rules.refusalOf('data/big.csv')?.rule.origin).toBe('.sheafignore: *.csv');
  });

  it('takes no more than a moment for patterns made to be slow', () => {
    const deep = `${'a/'.repeat(500)}c`;
    const started = processorMs();
    expect(ignores(`${'**/a/'.repeat(60)}b`, deep)).toBe(false);
    expect(ignores(`${'*a'.repeat(60)}b`, 'a'.repeat(250))).toBe(false);
    expect(ignores(`${'[ab]*'.repeat(2000)}b`, 'ab'.repeat(120))).toBe(false);
    expect(ignores(`${'x'.repeat(1_000_000)}\ny`, 'y')).toBe(true);
    expect(processorMs() - started).toBeLessThan(2000);
  });
});

describe('SR-3 ignore rules beside git', () => {
  let fixture: Fixture;
  beforeAll(() => {
    fixture = createRepository();
  });
  afterAll(() => fixture.remove());

  const piece = fc.constantFrom(
    ...['a', 'b', 'ab', '*', '**', '?', '/', '/', '[ab]', '[!a]', '[a-]', '[]a]', '[[:alpha:]]'],
    ...['\\a', '\\*', '.', ' ', '[^b/]', '[b-a]', '!', '\\', '[a\\]]'],
  );
  const pattern = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(''));
  const rules = fc.array(pattern, { minLength: 1, maxLength: 4 });
  const name = fc.constantFrom('a', 'b', 'ab', 'ba', '.a', 'a b', '*', ']', '-', 'abc');
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));

  it('agrees with git check-ignore on any rules and paths', () => {
    let ignored = 0;
    fc.assert(
      fc.property(rules, fc.uniqueArray(path, { minLength: 10, maxLength: 30 }), (lines, paths) => {
        const text = lines.join('\n');
        writeFileSync(join(fixture.root, '.gitignore'), text);
        const ours = paths.filter((candidate) => ignores(text, candidate));
        ignored += ours.length;
        expect(ours).toEqual(ignoredByGit(fixture.root, paths));
      }),
      { numRuns: runs(150) },
    );
    expect(ignored).toBeGreaterThan(100);
  }, 60_000);
});

function ignoredByGit(root: string, paths: readonly string[]): string[] {
  try {
    const out = execFileSync('git', ['check-ignore', '--no-index', '-z', '--stdin'], {
      cwd: root,
      input: paths.join('\0'),
      encoding: 'utf8',
    });
    return out.split('\0').slice(0, -1);
  } catch {
    return []; // exit code 1: none
  }
}
