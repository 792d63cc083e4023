import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeSourceContract } from '../../../../test/contracts/source.contract.ts';
import { runs } from '../../../../test/support/runs.ts';
import type { Outline } from '../../../model/document.ts';
import type { Shape } from '../../../model/shape.ts';
import { research } from './research.ts';

const GOLDEN = join(import.meta.dirname, '../../../../test/golden/research');
const SETTINGS = { paths: [], alwaysInclude: [], windowHours: 24 };
const samples = readdirSync(join(GOLDEN, 'input'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(join(GOLDEN, 'input/').length))
  .sort()
  .map((path) => ({ path, raw: readFileSync(join(GOLDEN, 'input', path), 'utf8') }));

const claim = (path: string, head = ''): Shape | null => research.claim(path, head, SETTINGS);

function read(path: string, raw: string): { shape: Shape; text: string; outline: Outline } {
  const shape = claim(path, raw.slice(0, 4096));
  if (!shape) throw new Error(`not claimed: ${path}`);
  const text = research.render?.(raw, shape) ?? raw;
  return { shape, text, outline: research.outline(text, shape) };
}

describeSourceContract(research, samples);

describe('SR-2 research formats', () => {
  it.each(samples)('reads $path as its golden file says', async ({ path, raw }) => {
    const { shape, text, outline } = read(path, raw);
    const shown = [
      `${shape.kind} ${shape.language} ${JSON.stringify(outline.meta)}`,
      ...outline.units.map((unit) =>
        [
          `${unit.firstLine}-${unit.lastLine} ${unit.kind}${unit.joins ? '' : '!'}`,
          [...unit.within, unit.name].join(' › '),
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

  it('claims only what lies in research folders or is configured', () => {
    expect(claim('.sheaf/research/a.md')?.kind).toBe('note');
    expect(claim('docs/research/deep/a.txt')?.kind).toBe('note');
    expect(claim('research/a.html')?.kind).toBe('page');
    expect(claim('docs/a.md')).toBeNull();
    expect(claim('src/research/a.md')).toBeNull();
    expect(claim('research/train.py')).toBeNull();
    expect(claim('spikes/a.md')?.kind).toBe('note');
    expect(claim('research/prices.csv', 'company,fee\nA,1\n')?.kind).toBe('table');
    const settings = { ...SETTINGS, paths: ['lab/*.md'] };
    expect(research.claim('lab/a.md', '', settings)?.kind).toBe('note');
    expect(research.claim('lab/sub/a.md', '', settings)).toBeNull();
  });

  it('takes JSON of a shared folder only if it is a search or an output', () => {
    expect(claim('research/config.json', '{"seed": 4}')).toBeNull();
    expect(claim('.sheaf/research/config.json', '{"seed": 4}')?.kind).toBe('note');
    expect(claim('research/r.json', '[{"title":"a","url":"https://a.example"}]')?.kind).toBe(
      'search',
    );
    expect(claim('research/r.json', '{"task":"look","output":"found"}')?.kind).toBe('agent');
  });

  it('gives one unit with its address per hit, in order, whatever the excerpts hold', () => {
    const hit = fc.record({
      title: fc.string({ maxLength: 30 }),
      url: fc.nat().map((n) => `https://example.org/${n}`),
      excerpt: fc
        .oneof(
          fc.string({ unit: 'binary', maxLength: 60 }),
          fc.constantFrom(
            '```\n# open',
            '## Title\n<https://x.example>\n',
            '# Search: no',
            'a\n===\n',
            '<!--',
          ),
        )
        .map((text) => `x${text}`),
    });
    fc.assert(
      fc.property(fc.array(hit, { minLength: 1, maxLength: 6 }), (results) => {
        const { outline } = read('.sheaf/research/s.json', JSON.stringify({ query: 'q', results }));
        const urls = outline.units.filter((u) => u.kind === 'hit').map((u) => u.meta?.['url']);
        expect(urls).toEqual(results.map(({ url }) => url));
      }),
      { numRuns: runs(100) },
    );
  });

  it('shows JSON it can make nothing of as it is, in lines', () => {
    const { text } = read('.sheaf/research/x.json', `{"a":[${'1,'.repeat(300)}2]}`);
    expect(text.split('\n').length).toBeGreaterThan(300);
    expect(text.replace(/\s/g, '')).toBe(`{"a":[${'1,'.repeat(300)}2]}`);
  });
});

describe('SR-1 conclusions of research', () => {
  const remarksOf = (raw: string): string[] =>
    read('research/a.md', raw).outline.remarks.map(({ text }) => text);

  it.each([
    'Conclusions',
    'Key findings',
    'TL;DR',
    '4. Recommendation',
    'Executive summary',
    'Results',
    '✅ Bottom line',
  ])('takes what stands under %s', (title) => {
    expect(remarksOf(`# A\n\nText.\n\n## ${title}\n\nUse B.\n`)).toEqual(['Use B.']);
  });

  it('takes sentences that say they conclude, and no others', () => {
    const raw =
      '# A\n\nWe looked. We recommend B over C. It is fast.\n\nResulting files are big.\n';
    expect(remarksOf(raw)).toEqual(['We recommend B over C.']);
  });

  it('finds nothing in a text that concludes nothing', () => {
    expect(remarksOf('# Summarizers\n\nThere are many. Results vary by day.\n')).toEqual([]);
  });
});
