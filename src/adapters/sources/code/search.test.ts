import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Node } from 'web-tree-sitter';
import { languageNamed, languageOf } from '../../../text/code/known.ts';
import { readPatterns } from './pattern.ts';
import { type Capture, createSearch } from './search.ts';
import { startTreeSitter } from './tree-sitter.ts';

const SAMPLES = join(import.meta.dirname, '../../../../test/golden/code');
const FILES = [
  'Mailer.php',
  'Panel.tsx',
  'Repository.cs',
  'Shelf.java',
  'Tools.psm1',
  'account.rb',
  'app.ini',
  'buffer.cpp',
  'cart.test.js',
  'cart.ts',
  'deploy.sh',
  'orders.py',
  'parser.rs',
  'queue.go',
  'theme.css',
];

const written = (captures: readonly Capture[]): string =>
  captures.map(({ name, node }) => `${name} ${node.startIndex}-${node.endIndex}`).join(', ');
const sorted = (matches: Iterable<string>): string[] => [...new Set(matches)].sort();

describe('SR-1 our reading of patterns', () => {
  it.each(FILES)('finds in %s what tree-sitter finds', async (file) => {
    const grammar = languageNamed(languageOf(file, ''))?.grammar;
    if (grammar === undefined) throw new Error(`${file} has no grammar`);
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
