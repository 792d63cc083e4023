import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Node } from 'web-tree-sitter';
import type { Grammar } from './grammar.ts';
import { cpp } from './grammars/cpp.ts';
import { csharp } from './grammars/csharp.ts';
import { go } from './grammars/go.ts';
import { java } from './grammars/java.ts';
import { javascript, tsx, typescript } from './grammars/javascript.ts';
import { php } from './grammars/php.ts';
import { python } from './grammars/python.ts';
import { ruby } from './grammars/ruby.ts';
import { rust } from './grammars/rust.ts';
import { bash, powershell } from './grammars/scripts.ts';
import { css, ini } from './grammars/sheets.ts';
import { readPatterns } from './pattern.ts';
import { type Capture, createSearch } from './search.ts';
import { startTreeSitter } from './tree-sitter.ts';

const SAMPLES = join(import.meta.dirname, '../../../../test/golden/code');
const CASES: readonly (readonly [string, Grammar])[] = [
  ['Mailer.php', php],
  ['Panel.tsx', tsx],
  ['Repository.cs', csharp],
  ['Shelf.java', java],
  ['Tools.psm1', powershell],
  ['account.rb', ruby],
  ['app.ini', ini],
  ['buffer.cpp', cpp],
  ['cart.test.js', javascript],
  ['cart.ts', typescript],
  ['deploy.sh', bash],
  ['orders.py', python],
  ['parser.rs', rust],
  ['queue.go', go],
  ['theme.css', css],
];

const written = (captures: readonly Capture[]): string =>
  captures.map(({ name, node }) => `${name} ${node.startIndex}-${node.endIndex}`).join(', ');
const sorted = (matches: Iterable<string>): string[] => [...new Set(matches)].sort();

describe('SR-1 our reading of patterns', () => {
  it.each(CASES)('finds in %s what tree-sitter finds', async (file, grammar) => {
    const treeSitter = await startTreeSitter();
    const name = `@vscode/tree-sitter-wasm/wasm/tree-sitter-${grammar.wasm}.wasm`;
    const language = await treeSitter.Language.load(createRequire(import.meta.url).resolve(name));
    const text = readFileSync(join(SAMPLES, `${file}.sample`), 'utf8');
    const tree = new treeSitter.Parser().setLanguage(language).parse(text);
    const root = tree?.rootNode as Node;
    const real = new treeSitter.Query(language, grammar.query).matches(root);
    const own: string[] = [];
    const search = createSearch(language, grammar.query, treeSitter.Query);
    expect(
      search.each(
        root,
        () => false,
        (captures) => own.push(written(captures)),
      ),
    ).toBe(true);
    expect(own.length).toBeGreaterThan(0);
    expect(sorted(own)).toEqual(sorted(real.map(({ captures }) => written(captures))));
  });

  it('tells patterns that are none', () => {
    for (const source of [
      '(a',
      '(a))',
      'a',
      '[(a)',
      '(a #b)',
      '[(a) (b)] @c',
      '(a (b) . (c))',
      '(a . "b")',
    ]) {
      expect(() => readPatterns(source), source).toThrow();
    }
  });

  it('keeps the source of each pattern', () => {
    const patterns = readPatterns('(a b: [(c) "d"] @e (f)? @g) @h\n(i . (_) @j .)');
    expect(patterns.map(({ source }) => source.trim())).toEqual([
      '(a b: [(c) "d"] @e (f)? @g) @h',
      '(i . (_) @j .)',
    ]);
    expect(patterns[0]?.shape.steps.map(({ field, optional }) => [field, optional])).toEqual([
      ['b', false],
      ['', true],
    ]);
    expect(patterns[1]?.shape).toMatchObject({ closed: true, steps: [{ first: true }] });
  });
});
