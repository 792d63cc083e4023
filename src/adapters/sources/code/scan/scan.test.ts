import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { languageNamed, languageOf } from '../../../../text/code/known.ts';
import { loadedGrammar, loadGrammars } from '../grammars.ts';
import type { Findings } from '../mark.ts';
import { compose, outlineCode, unreadWithout } from '../outline.ts';
import { treeFindings } from '../tree-findings.ts';
import { hasScanner, scanFindings } from './scan.ts';

const GOLDEN = join(import.meta.dirname, '../../../../../test/golden/code');
const samples = readdirSync(GOLDEN).flatMap((file) => {
  const path = file.endsWith('.sample') ? file.slice(0, -'.sample'.length) : '';
  const language = languageOf(path, '');
  const grammar = languageNamed(language)?.grammar;
  if (grammar === undefined || !hasScanner(grammar)) return [];
  return [{ path, language, grammar, text: readFileSync(join(GOLDEN, file), 'utf8') }];
});

function found(language: string, text: string): Findings {
  const grammar = languageNamed(language)?.grammar;
  const findings = grammar && scanFindings(text, grammar);
  if (!findings) throw new Error('not read');
  return findings;
}

const definedIn = (language: string, text: string): string[] =>
  compose(text, found(language, text)).definitions.map(({ name }) => name);

describe('SR-1 scanners of code', () => {
  it('are there for the most used languages', () => {
    const read = new Set(samples.map(({ grammar }) => grammar.wasm));
    expect([...read].sort()).toEqual('go java javascript python rust tsx typescript'.split(' '));
  });

  it.each(samples)(
    'find in $path what its syntax tree tells',
    async ({ language, grammar, text }) => {
      await loadGrammars([language]);
      const loaded = loadedGrammar(language);
      const tree = loaded === undefined ? null : treeFindings(text, loaded);
      const scan = scanFindings(text, grammar);
      if (tree === null || scan === null) throw new Error('not read');
      const [ours, theirs] = [compose(text, scan), compose(text, tree)];
      expect(ours.units).toEqual(theirs.units);
      expect(ours.definitions).toEqual(theirs.definitions);
      expect(ours.imports).toEqual(theirs.imports);
      expect(ours.docLines).toEqual(theirs.docLines);
    },
  );

  it.each([
    ['python', 'def broken(:\n    pass\n'],
    ['typescript', 'const a = {\n'],
    ['go', 'func main() {\n'],
    ['java', 'class A { void b( { }\n'],
    ['rust', 'fn main() {\n'],
  ])('leave %s that they do not understand to the grammar', (language, text) => {
    const grammar = languageNamed(language)?.grammar;
    expect(grammar && scanFindings(text, grammar)).toBeNull();
  });

  it('ask for no grammar where they understand a text', () => {
    expect(unreadWithout('def fine():\n    return 1\n', 'python', '')).toBeNull();
  });

  it.each([
    ['java', 'class A { Supplier<A> of() { return A::new; } }\n', ['A', 'of']],
    ['rust', 'fn of() -> A {\n    A { a, ..A::of() }\n}\n', ['of']],
    ['rust', '/*! a `src/**/b.rs` */\nfn r#async() {}\n', ['async']],
    ['rust', 'fn a() {\n    match unsafe { b() } { _ => {} }\n}\nfn c() {}\n', ['a', 'c']],
    ['rust', 'fn a() -> Option<<u8 as B>::C> {}\nfn d() { if let 1..=2 = e {} }\n', ['a', 'd']],
    [
      'rust',
      'fn a() {\n    b! { c }\n    impl D for E {\n        type F = G;\n    }\n}\n',
      ['a', 'E', 'F'],
    ],
    ['go', 'package a\nvar b = []int{1}[0]\nvar c = new(-1.5)\n', ['b', 'c']],
    ['go', 'package a\ntype B[T C] struct {\n\td[T]\n\te [2]T\n}\n', ['B', 'e']],
    ['typescript', 'using a = b();\nawait using c = d();\n', ['a', 'c']],
    ['tsx', 'const a = (\n  <b\n    // why\n    c={1}\n  />\n);\n', ['a']],
  ])('read %s as it is written today: %s', (language, text, names) => {
    expect(definedIn(language, text)).toEqual(names);
  });

  it('read the code that a template makes', () => {
    const text =
      '{% autoescape off %}\nconst a = {{ value|json }};\n{% if b %}\nfunction c() {\n}\n{% endif %}\n';
    expect(definedIn('javascript', text)).toEqual(['a', 'c']);
    expect(unreadWithout(text, 'javascript', '')).toBeNull();
  });

  it('leave a template that is no code without its tags to line patterns', () => {
    const text = '{{define "a"}}\nfunc {{.Name}}(\n{{range .Of}}a{{end}}\nfunc b() {\n}\n';
    expect(unreadWithout(text, 'go', '')).toBeNull();
    expect(outlineCode(text, 'go', '').definitions.map(({ name }) => name)).toContain('b');
  });

  it('of a component read the script, whatever its tag says', () => {
    const text = '<script setup lang="ts" generic="A extends B<A>">\nconst a = 1;\n</script>\n';
    expect(unreadWithout(text, 'vue', '')).toBeNull();
    expect(outlineCode(text, 'vue', '').definitions.map(({ name }) => name)).toEqual(['a']);
  });

  it('leave code in double braces as it is', () => {
    const text = 'const a = <b style={{ c: 1 }} />;\n';
    expect(definedIn('tsx', text)).toEqual(['a']);
  });
});
