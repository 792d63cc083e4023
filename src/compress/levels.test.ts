import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../test/support/level-limits.ts';
import { runs } from '../../test/support/runs.ts';
import { code } from '../adapters/sources/code/code.ts';
import { EMPTY_OUTLINE, type Outline } from '../model/document.ts';
import { type Shape, SOURCES } from '../model/shape.ts';
import { comment, elisionComment } from './elision.ts';
import type { Item } from './item.ts';
import { atLevel } from './levels.ts';

const count = (text: string): number => Math.ceil(text.length / 4);
const CODE = join(import.meta.dirname, '../../test/golden/code');
const GOLDEN = join(import.meta.dirname, '../../test/golden/compress');
const SETTINGS = { paths: [], alwaysInclude: [], windowHours: 24 };
const samples = readdirSync(CODE)
  .filter((file) => file.endsWith('.sample'))
  .map((file) => file.slice(0, -'.sample'.length))
  .sort();

const itemOf = (
  path: string,
  text: string,
  shape: Shape,
  outline: Outline = EMPTY_OUTLINE,
): Item => ({
  path,
  modified: '2025-03-02',
  facts: { ...outline, text, shape, chunks: [], redactions: {} },
});

async function codeItem(path: string, text: string): Promise<Item> {
  const shape = code.claim(path, text.slice(0, 4096), SETTINGS);
  if (shape === null) throw new Error(`${path} was not claimed`);
  await code.prepare?.([shape]);
  return itemOf(path, text, shape, code.outline(text, shape));
}

const sample = (path: string): Promise<Item> =>
  codeItem(path, readFileSync(join(CODE, `${path}.sample`), 'utf8'));

describe('SM-1 levels of code', () => {
  it.each(samples)('%s', async (path) => {
    const item = await sample(path);
    const page = (['detailed', 'summary', 'stub'] as const).map((level) => {
      const { text, receipt } = atLevel(
        item,
        level,
        { ...LIMITS, detailed: 150, summary: 80 },
        count,
      );
      return `===== ${level} ${JSON.stringify(receipt)}\n${text}`;
    });
    await expect(page.join('\n')).toMatchFileSnapshot(join(GOLDEN, `${path}.levels.txt`));
  });

  it('shows the name of every definition without a limit, and where all names fit', async () => {
    let seen = 0;
    for (const path of samples) {
      const item = await sample(path);
      for (const limit of [null, 200]) {
        const { text } = atLevel(item, 'detailed', { ...LIMITS, detailed: limit }, count);
        for (const { name, kind } of item.facts.definitions) {
          if (kind === 'variable') continue;
          seen++;
          expect(text.includes(name) || text === '', `${path} ${name} ${limit}`).toBe(true);
        }
      }
    }
    expect(seen).toBeGreaterThan(100);
  });

  it('keeps a signature of several lines whole, its decorators and its documentation', async () => {
    const head =
      '@cached\n@retry(\n    times=3,\n)\ndef load(\n    path: str,\n    *,\n    limit: int = 3,\n) -> dict[str, int]:\n    """Loads a file."""\n';
    const item = await codeItem('a.py', `${head}${'    work(path)\n'.repeat(60)}`);
    const { text, receipt } = atLevel(item, 'detailed', LIMITS, count);
    expect(text).toContain(head);
    expect(text).toContain('# … 11–70');
    expect(receipt.kinds).toEqual({ bodies: 1 });
  });

  it('tells a body from braces in types', async () => {
    const item = await codeItem(
      'a.ts',
      `export function f(a: { b: number }): { c: string } {\n${'  work();\n'.repeat(40)}}\n`,
    );
    const { text } = atLevel(item, 'detailed', LIMITS, count);
    expect(text).toContain('export function f(a: { b: number }): { c: string } {\n  // … 2–42');
  });

  it('gives names before signatures and signatures before documentation', async () => {
    const many = Array.from(
      { length: 40 },
      (_, i) =>
        `def function_${i}(argument, other):\n    """Documents ${i}."""\n    return argument\n`,
    );
    const item = await codeItem('a.py', many.join('\n'));
    const at = (detailed: number): string =>
      atLevel(item, 'detailed', { ...LIMITS, detailed }, count).text;
    const names = at(160);
    for (let i = 0; i < 40; i++) expect(names).toContain(`function_${i}`);
    expect(names).not.toContain('Documents');
    expect(at(420).match(/def function_/g)?.length).toBe(40);
    expect(at(850)).toContain('Documents');
  });
});

describe('SM-1 limits of levels', () => {
  const texts = fc.array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom('# a', 'class A:', '  b: 1', '▌user', 'ERROR x'),
    ),
    { maxLength: 60 },
  );

  it('hold for any text, source and path', () => {
    fc.assert(
      fc.property(
        texts,
        fc.constantFrom(...SOURCES),
        fc.string({ maxLength: 900 }),
        (lines, source, path) => {
          const shape = { source, kind: 'source', language: 'markdown', options: '' };
          const item = itemOf(path, lines.join('\n'), shape);
          const limits = { detailed: 120, summary: 60, stub: 40 };
          for (const level of ['detailed', 'summary', 'stub'] as const) {
            const once = atLevel(item, level, limits, count);
            expect(count(once.text)).toBeLessThanOrEqual(limits[level]);
            expect(atLevel(item, level, limits, count)).toEqual(once);
          }
          expect(atLevel(item, 'full', limits, count).text).toBe(item.facts.text);
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it('a stub says path, type, last change and length', () => {
    const shape = {
      source: 'documentation',
      kind: 'prose',
      language: 'markdown',
      options: '',
    } as const;
    const item = itemOf('docs/a.md', 'a\nb\n', shape);
    expect(atLevel(item, 'stub', LIMITS, count).text).toBe(
      'docs/a.md · documentation prose markdown · modified 2025-03-02 · 2 lines',
    );
    expect(atLevel({ ...item, modified: null }, 'stub', LIMITS, count).text).not.toContain(
      'modified',
    );
  });
});

describe('elisions are comments of the language', () => {
  it.each([
    ['python', '# … lines 10–42'],
    ['typescript', '// … lines 10–42'],
    ['html', '<!-- … lines 10–42 -->'],
    ['sql', '-- … lines 10–42'],
    ['ini', '; … lines 10–42'],
    ['css', '/* … lines 10–42 */'],
    ['text', '… lines 10–42'],
  ])('%s', (language, expected) => expect(elisionComment(language, 10, 42)).toBe(expected));

  it('name a single line as one, and can not be closed early', () => {
    expect(elisionComment('go', 7, 7)).toBe('// … line 7');
    expect(comment('css', 'a */ b')).toBe('/* a * / b */');
  });
});
