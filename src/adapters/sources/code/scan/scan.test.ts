import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { languageNamed, languageOf } from '../../../../text/code/known.ts';
import { loadedGrammar, loadGrammars } from '../grammars.ts';
import type { Findings } from '../mark.ts';
import { newNotes } from '../notes.ts';
import { compose, outlineCode, unreadWithout } from '../outline.ts';
import { treeFindings } from '../tree-findings.ts';
import { scanBash } from './bash.ts';
import { scanCss } from './css.ts';
import { scanIni } from './ini.ts';
import { hasScanner, scanFindings } from './scan.ts';
import type { Scanner } from './scanner.ts';
import { UNSURE } from './unsure.ts';

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
    expect([...read].sort()).toEqual(
      'bash css go ini java javascript python rust tsx typescript'.split(' '),
    );
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
    ['bash', 'if true; then\n'],
    ['bash', 'cat <<EOF\nnever closed\n'],
    ['bash', "echo 'open\n"],
    ['bash', 'if {$argc < 1} {\n  puts "Tcl"\n} else {\n}\n'],
    ['css', '.a { color: red;\n'],
    ['css', '.a { content: "open\n}\n'],
    ['ini', '[open\na = 1\n'],
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
    ['bash', 'time (a)\nb() { time -p c; }\n', ['b']],
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
    expect(definedIn('css', '.a { color: <%= colour %>; }\n{{ more }}\n.b { }\n')).toEqual([
      'a',
      'b',
    ]);
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

  it('ask for no grammar that would not be given the text either', () => {
    const text = 'a() b()c()\n'.repeat(60);
    expect(unreadWithout(text, 'bash', '')).toBeNull();
  });

  it('of settings know lists and values of several lines', () => {
    const text =
      '[flake8]\nexclude =\n    build,\n    a=b\n# why\nper-file: c \\\n  d\n\n[*.[ch]]\nskip\nx = 1\n';
    expect(definedIn('ini', text)).toEqual(['flake8', 'exclude', 'per-file', '*.[ch]', 'x']);
  });

  it('of shell know what zsh and bats add', () => {
    const text = [
      '() { local a=1 }',
      'for b c in x y; do :; done',
      'd() { print $e }',
      'f &|',
      'case $g in (h|i)*) j=1 ;; esac',
      '@test "it works" {',
      '  run k',
      '}',
    ].join('\n');
    expect(definedIn('bash', text)).toEqual(['d', 'j']);
    const cases = found('bash', text).marks.filter(({ kind }) => kind === 'case');
    expect(cases.map(({ name }) => name)).toEqual(['it works']);
  });

  it('of shell name no command with the sign that keeps aliases out', () => {
    const { references, imports } = found('bash', '\\rm a\n\\. ./lib.sh\n');
    expect(references.map(({ name }) => name)).toEqual(['rm']);
    expect(imports.map(({ module }) => module)).toEqual(['./lib.sh']);
  });
});

describe('scanners take time in proportion', () => {
  const hostile: readonly (readonly [string, Scanner, string])[] = [
    [
      'bash',
      scanBash,
      '$( { {a << <<A <<A$( \' " ` ${ (( $(( a[ a[[ f()f( x=( [[ ! && # \\ @( <( a= "${a[ >',
    ],
    ['css', scanCss, '{ a{ a{} @media @import url( /* /**/ " \' ( [ ; : .a, \\ @keyframes --a:{'],
    ['ini', scanIni, '[ [] [a] = a= a: ; \\ # a[ ]'],
  ];
  // Time squared would take minutes.
  it.each(hostile)('%s', { timeout: 60_000 }, (name, scanner, bits) => {
    const grammar = languageNamed(name)?.grammar;
    if (grammar === undefined) throw new Error('no grammar');
    const tried = bits.split(' ').flatMap((bit) => [bit, `${bit}\n`]);
    for (const bit of tried) {
      try {
        scanner(newNotes(bit.repeat(200_000 / bit.length), grammar));
      } catch (error) {
        expect(error === UNSURE || error instanceof RangeError, bit).toBe(true);
      }
    }
    expect(tried.length).toBeGreaterThan(20);
  });
});
