import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeSourceContract } from '../../../../test/contracts/source.contract.ts';
import type { Outline } from '../../../model/document.ts';
import type { Shape } from '../../../model/shape.ts';
import { documentation } from './documentation.ts';

const GOLDEN = join(import.meta.dirname, '../../../../test/golden/documentation');
const SETTINGS = { paths: [], alwaysInclude: [], windowHours: 24 };
const samples = readdirSync(join(GOLDEN, 'input'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(join(GOLDEN, 'input/').length))
  .sort()
  .map((path) => ({ path, raw: readFileSync(join(GOLDEN, 'input', path), 'utf8') }));

const claim = (path: string, head = ''): Shape | null => documentation.claim(path, head, SETTINGS);

function read(path: string, raw: string): { shape: Shape; text: string; outline: Outline } {
  const shape = claim(path, raw.slice(0, 4096));
  if (!shape) throw new Error(`not claimed: ${path}`);
  const text = documentation.render?.(raw, shape) ?? raw;
  return { shape, text, outline: documentation.outline(text, shape) };
}

const outlineOf = (path: string, raw: string): Outline => read(path, raw).outline;

describeSourceContract(documentation, samples);

describe('SR-2 documentation formats', () => {
  it.each(samples)('reads $path as its golden file says', async ({ path, raw }) => {
    const { shape, text, outline } = read(path, raw);
    const shown = [
      `${shape.kind} ${shape.language} ${JSON.stringify(outline.meta)}`,
      ...outline.units.map((unit) =>
        [
          `${unit.firstLine}-${unit.lastLine} ${unit.kind}${unit.joins ? '' : '!'}`,
          [...unit.within, unit.name].join(' › '),
          unit.names.join(' '),
          unit.meta ? JSON.stringify(unit.meta) : '',
        ]
          .join(' | ')
          .trimEnd(),
      ),
      ...outline.remarks.map(({ kind, line, text: said }) => `${kind} at ${line}: ${said}`),
      ...(text === raw ? [] : ['', text]),
    ].join('\n');
    await expect(`${shown}\n`).toMatchFileSnapshot(join(GOLDEN, `${path}.golden`));
  });

  it.each([
    ['README', 'prose', 'text'],
    ['docs/index.md', 'prose', 'markdown'],
    ['guide.mdx', 'prose', 'markdown'],
    ['docs/a.rst', 'prose', 'restructuredtext'],
    ['manual.adoc', 'prose', 'asciidoc'],
    ['notes.txt', 'prose', 'text'],
    ['CHANGES-2.0', 'prose', 'text'],
    ['LICENSE.python', 'licence', 'text'],
    ['COPYING.LESSER', 'licence', 'text'],
    ['LICENSES/MIT.txt', 'licence', 'text'],
    ['doc/architecture/decisions/0001-x.md', 'decision', 'markdown'],
    ['decisions/storage.md', 'decision', 'markdown'],
    ['docs/adr/README.md', 'prose', 'markdown'],
    ['docs/index.html', 'prose', 'html'],
  ])('claims %s as %s in %s', (path, kind, language) => {
    expect(claim(path)).toMatchObject({ kind, language });
  });

  it.each([
    'requirements.txt',
    'requirements/dev.txt',
    'docs/requirements-dev.txt',
    'CMakeLists.txt',
    'src/CMakeLists.txt',
    'robots.txt',
    'tests/data/input.txt',
    'app/templates/mail/welcome.txt',
    'app/index.html',
    'docs/_templates/layout.html',
    'src/license.py',
    'readme.json',
    'install.sh',
    'src/design',
    'compose.yaml',
    'package.json',
  ])('leaves %s to others', (path) => {
    expect(claim(path, 'anything: here\n')).toBeNull();
  });

  it('tells a numbered record outside of record folders by its headings', () => {
    const record = '# 3 Storage\n\nStatus: accepted\n\n## Decision\n\nUse files.\n';
    expect(claim('docs/design/0003-storage.md', record)?.kind).toBe('decision');
    expect(claim('docs/design/0003-storage.md', '# 3 Storage\n\ntext\n')?.kind).toBe('prose');
  });

  it('reads text files with directives as reStructuredText', () => {
    expect(claim('docs/ref/a.txt', 'Title\n=====\n\n.. note::\n\n  x\n')?.language).toBe(
      'restructuredtext',
    );
  });

  it('claims an API description by its top-level key only', () => {
    expect(claim('api.yml', 'info: {}\nopenapi: "3.1.0"\n')?.kind).toBe('api');
    expect(claim('map.yml', 'data:\n  openapi: 3.1.0\n')).toBeNull();
    expect(claim('api.json', '{ "info": {}, "swagger": "2.0"')?.kind).toBe('api');
    expect(claim('map.json', '{ "data": { "swagger": "2.0" } }')).toBeNull();
  });

  it('claims what the configuration names', () => {
    const settings = { ...SETTINGS, paths: ['wiki/**'] };
    expect(documentation.claim('wiki/Home.wiki', 'text', settings)?.kind).toBe('prose');
    expect(documentation.claim('other/Home.wiki', 'text', settings)).toBeNull();
  });
});

describe('RT-3 sections of documentation', () => {
  it('covers every line exactly once', () => {
    for (const { path, raw } of samples) {
      const { text, outline } = read(path, raw);
      let next = 1;
      for (const unit of outline.units) {
        expect(unit.firstLine, path).toBe(next);
        next = unit.lastLine + 1;
      }
      expect(next - 1).toBe(text.replace(/\n$/, '').split('\n').length);
    }
  });

  it('cuts a long section between paragraphs, never inside a fence', () => {
    const prose = Array.from({ length: 30 }, (_, i) => `Paragraph ${i}.\nSecond line.\n`);
    prose.splice(10, 0, `\`\`\`\n${'code\n\n'.repeat(15)}\`\`\`\n`);
    const raw = `# Long\n\n${prose.join('\n')}`;
    const lines = raw.split('\n');
    const { units } = outlineOf('long.md', raw);
    expect(units.length).toBeGreaterThan(1);
    for (const unit of units.slice(1)) {
      expect(lines[unit.firstLine - 1]).toMatch(/^(Paragraph|```)/);
      expect(unit.name).toBe('Long');
    }
    expect(Math.max(...units.map((u) => u.lastLine - u.firstLine + 1))).toBeLessThanOrEqual(80);
  });

  it('cuts a long reference page at what it documents', () => {
    const method = (name: string): string =>
      `.. method:: Store.${name}(key)\n\n${'    text\n'.repeat(30)}`;
    const raw = `Store\n=====\n\n${['get', 'put', 'drop'].map(method).join('\n')}`;
    const { units } = outlineOf('store.rst', raw);
    expect(units.map((unit) => unit.name)).toEqual(['Store', 'Store.put', 'Store.drop']);
    expect(units[1]?.names).toEqual(['Store.put', 'put']);
    expect(units[1]?.within).toEqual(['Store']);
  });

  it('does not take a fence that opens behind a list mark for two', () => {
    const raw = '# A\n\n- ```sh\n  # no\n  ```\n\n## B\n\ntext\n';
    expect(outlineOf('a.md', raw).units.map((unit) => unit.name)).toEqual(['A', 'B']);
  });

  it('keeps CRLF texts apart from their line ends', () => {
    const { units } = outlineOf('a.md', 'Title\r\n=====\r\n\r\n## `run_all` ##\r\n\r\ntext\r\n');
    expect(units.map(({ name, names }) => [name, ...names])).toEqual([
      ['Title'],
      ['run_all', 'run_all'],
    ]);
  });
});

describe('SR-2 decision records', () => {
  it('says that a decision no longer holds', () => {
    const raw = '# X\n\n* Status: rejected\n* Date: 2021-03-04\n\n## Decision\n\nUse X. Really.\n';
    const { meta, remarks } = outlineOf('docs/adr/1-x.md', raw);
    expect(meta).toEqual({
      title: 'X',
      status: 'rejected',
      date: '2021-03-04',
      decision: 'Use X. Really.',
    });
    expect(remarks).toEqual([{ kind: 'decision', text: '[rejected] Use X. Really.', line: 8 }]);
  });

  it('finds the decision of a record without headings for it', () => {
    const raw =
      '# Cache\n\n**Status:** Accepted on 2020-02-02\n\nWe will cache nothing. It is fast.\n';
    const { meta } = outlineOf('adr/cache.md', raw);
    expect(meta).toMatchObject({ status: 'accepted', date: '2020-02-02' });
    expect(meta['decision']).toBe('We will cache nothing. It is fast.');
  });

  it('keeps the list a decision leads to', () => {
    const raw = '# X\n\n## Decision Outcome\n\nChosen option: "A", because\n\n* fast\n* small\n';
    const { meta } = outlineOf('docs/adr/2-x.md', raw);
    expect(meta['decision']).toBe('Chosen option: "A", because fast; small');
  });
});
