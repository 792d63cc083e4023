import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { languageNamed, languageOf } from '../../../../text/code/known.ts';
import { loadedGrammar, loadGrammars } from '../grammars.ts';
import { compose, unreadWithout } from '../outline.ts';
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

describe('SR-1 scanners of code', () => {
  it('are there for the most used languages', () => {
    const read = new Set(samples.map(({ grammar }) => grammar.wasm));
    expect([...read].sort()).toEqual(
      expect.arrayContaining(['go', 'java', 'javascript', 'python', 'rust', 'typescript']),
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
  ])('leave %s that they do not understand to the grammar', (language, text) => {
    const grammar = languageNamed(language)?.grammar;
    expect(grammar && scanFindings(text, grammar)).toBeNull();
  });

  it('ask for no grammar where they understand a text', () => {
    expect(unreadWithout('def fine():\n    return 1\n', 'python', '')).toBeNull();
  });
});
