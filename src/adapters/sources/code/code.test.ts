import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeSourceContract } from '../../../../test/contracts/source.contract.ts';
import type { Outline } from '../../../model/document.ts';
import { code } from './code.ts';

const GOLDEN = join(import.meta.dirname, '../../../../test/golden/code');
const SETTINGS = { paths: [], alwaysInclude: [], windowHours: 24 };
const samples = readdirSync(GOLDEN)
  .filter((file) => file.endsWith('.sample'))
  .sort()
  .map((file) => ({
    path: file.slice(0, -'.sample'.length),
    raw: readFileSync(join(GOLDEN, file), 'utf8'),
  }));

async function outlineOf(path: string, text: string): Promise<Outline> {
  const shape = code.claim(path, text.slice(0, 4096), SETTINGS);
  if (shape === null) throw new Error(`${path} was not claimed`);
  await code.prepare?.([shape]);
  return code.outline(text, shape);
}

/** An outline as a page a person can check. */
function page(outline: Outline): string {
  const range = (first: number, last: number): string => `${first}-${last}`.padEnd(8);
  const list = (names: readonly string[]): string => names.join(' ');
  return [
    '# units',
    ...outline.units.map(
      (unit) =>
        `${range(unit.firstLine, unit.lastLine)}${unit.kind} ${unit.name} | names: ${list(unit.names)} | within: ${list(unit.within)}`,
    ),
    '# definitions',
    ...outline.definitions.map(
      ({ line, lastLine, kind, name, within, bases }) =>
        `${range(line, lastLine)}${kind} ${[...within, name].join(' > ')}${bases === undefined ? '' : ` : ${list(bases)}`}`,
    ),
    '# references',
    ...outline.references.map(({ line, name }) => `${String(line).padEnd(8)}${name}`),
    '# imports',
    ...outline.imports.map(
      ({ line, module, names }) => `${String(line).padEnd(8)}${module} (${list(names)})`,
    ),
    '# doc lines',
    outline.docLines.map(([first, last]) => `${first}-${last}`).join(' '),
    '',
  ].join('\n');
}

describeSourceContract(code, samples);

describe('SR-1 the code source outlines each of its languages', () => {
  it.each(samples)('$path', async ({ path, raw }) => {
    await expect(page(await outlineOf(path, raw))).toMatchFileSnapshot(
      join(GOLDEN, `${path}.outline.txt`),
    );
  });
});

describe('RT-3 units of code', () => {
  it('leave no line that holds something to nobody', async () => {
    for (const { path, raw } of samples) {
      const { units } = await outlineOf(path, raw);
      const covered = new Set(
        units.flatMap(({ firstLine, lastLine }) =>
          Array.from({ length: lastLine - firstLine + 1 }, (_, i) => firstLine + i),
        ),
      );
      const lost = raw.split('\n').filter((line, i) => line.trim() !== '' && !covered.has(i + 1));
      expect(lost, path).toEqual([]);
    }
  });

  it('cut a function too long for one chunk along the functions inside it', async () => {
    const inner = (name: string): string =>
      `  function ${name}() {\n${'    work();\n'.repeat(30)}  }\n`;
    const { units } = await outlineOf(
      'a.js',
      `function outer() {\n${['a', 'b', 'c'].map(inner).join('\n')}}\n`,
    );
    expect(units.map(({ name, within }) => [...within, name].join('.'))).toEqual([
      'outer',
      'outer.a',
      'outer.b',
      'outer.c',
    ]);
  });

  it('keep a function that fits whole, with the names of those inside it', async () => {
    const { units } = await outlineOf(
      'a.py',
      'def outer():\n    def inner():\n        pass\n    return inner\n',
    );
    expect(units).toMatchObject([
      { firstLine: 1, lastLine: 4, name: 'outer', names: ['outer', 'inner'] },
    ]);
  });

  it('are all that is left of a text in a language nobody knows', async () => {
    const outline = await outlineOf('notes.unknown', 'first\n\nlast\n');
    expect(outline.units).toMatchObject([
      { firstLine: 1, lastLine: 3, kind: 'block', joins: true },
    ]);
  });
});

describe('the code source stands hostile texts', () => {
  const hostile: Readonly<Record<string, string>> = {
    'a hundred thousand open brackets': '('.repeat(100_000),
    'a line of a megabyte': 'x'.repeat(1_000_000),
    'calls without an end': 'f()'.repeat(10_000),
    'signs no language has': '/*'.repeat(10_000),
    'comparisons without an end': 'a<\n'.repeat(20_000),
    'here-documents that never close': '<<A\n'.repeat(5000),
    'nothing but NULs': '\0'.repeat(100_000),
    'broken syntax': 'class {{ def ) function => \n'.repeat(500),
  };
  const paths = [
    'a.py',
    'a.ts',
    'a.js',
    'a.go',
    'a.rs',
    'a.java',
    'a.cpp',
    'a.cs',
    'a.php',
    'a.rb',
    'a.sh',
    'a.ps1',
    'a.css',
    'a.kt',
    'a.json',
    'a.vue',
  ];
  beforeAll(() => code.prepare?.(paths.flatMap((path) => code.claim(path, '', SETTINGS) ?? [])));

  it.each(Object.entries(hostile))('%s', { timeout: 60_000 }, (_name, text) => {
    for (const path of paths) {
      const shape = code.claim(path, '', SETTINGS);
      if (shape === null) throw new Error('unclaimed');
      const { units } = code.outline(text, shape);
      expect(units.length, path).toBeGreaterThan(0);
    }
  });

  it('reads real code as well after them', async () => {
    const { definitions } = await outlineOf('a.py', 'def fine():\n    pass\n');
    expect(definitions).toMatchObject([{ name: 'fine', line: 1 }]);
  });
});
