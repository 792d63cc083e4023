import { describe, expect, it } from 'vitest';
import type { Context, ContextPart } from '../model/context.ts';
import { FORMAT_NAMES } from '../model/options.ts';
import { sourcesOf, summaryNote } from './body.ts';
import { FORMATS } from './formats.ts';

const cid = (digit: string): string => `sha256:${digit.repeat(64)}`;

const CLIENT = `import { refresh } from './tokens';

export async function call(url: string): Promise<Response> {
  return fetch(url, { headers: { authorization: await refresh() } });
}
`;

const PARTS: readonly ContextPart[] = [
  {
    path: 'src/api/client.ts',
    source: 'code',
    role: 'evidence',
    tier: 'primary',
    rank: 100,
    level: 'full',
    language: 'typescript',
    relevance: 0.92,
    cid: cid('a'),
    stretches: [{ firstLine: 1, lastLine: 5, text: CLIENT }],
    lines: 5,
  },
  {
    path: 'src/api/tokens.ts',
    source: 'code',
    role: 'evidence',
    tier: 'primary',
    rank: 101,
    level: 'excerpts',
    language: 'typescript',
    relevance: 0.81,
    cid: cid('b'),
    stretches: [
      { firstLine: 10, lastLine: 12, text: 'export function refresh() {\n  return token;\n}\n' },
      { firstLine: 30, lastLine: 30, text: 'export const LIFE_SECONDS = 300;\n' },
    ],
    lines: 41,
    gaps: ['', '// … lines 13–29\n', '// …\n'],
    tags: ['auth'],
  },
  {
    path: 'docs/security.md',
    source: 'documentation',
    role: 'evidence',
    tier: 'reference',
    rank: 300,
    level: 'summary',
    language: 'markdown',
    relevance: 0.44,
    cid: cid('c'),
    stretches: [],
    text: 'Tokens live for five minutes and are refreshed once.',
    lines: 120,
    receipt: '6 sections, 2 tables; 9 % kept',
  },
  {
    path: 'logs/api.log',
    source: 'logs',
    role: 'evidence',
    tier: 'reference',
    rank: 301,
    level: 'excerpts',
    language: 'text',
    relevance: 0.31,
    cid: cid('d'),
    stretches: [{ firstLine: 7, lastLine: 7, text: '12:00:01 ERROR 401 from [api:443]\n' }],
    lines: 7,
  },
];

const CONTEXT: Context = {
  flowId: 'oauth-1f2e3d',
  system: 'Answer with a patch.',
  request: 'Requests fail with 401 after five minutes.\n',
  fixed: [
    {
      path: 'CONVENTIONS.md',
      source: 'documentation',
      role: 'system',
      tier: 'system',
      rank: 10,
      level: 'full',
      language: 'markdown',
      relevance: 1,
      cid: cid('e'),
      stretches: [{ firstLine: 1, lastLine: 1, text: 'Two spaces, no tabs.\n' }],
      lines: 1,
    },
  ],
  parts: PARTS,
};

const golden = (name: string): string => `../../test/golden/format/${name}`;

describe('FM-1 formats', () => {
  it.each(FORMAT_NAMES)('%s', async (name) => {
    await expect(FORMATS[name].render(CONTEXT)).toMatchFileSnapshot(golden(`${name}.txt`));
  });

  it.each(['markdown', 'xml', 'plain'] as const)(
    'FM-2 %s in groups, with its sources, in the compact style',
    async (name) => {
      const long = { ...PARTS[0], text: 'x'.repeat(700) } as ContextPart;
      const text = FORMATS[name].render(
        { ...CONTEXT, parts: [...PARTS, long] },
        { groupByType: true, includeSources: true, style: 'compact' },
      );
      await expect(text).toMatchFileSnapshot(golden(`${name}-grouped.txt`));
    },
  );

  it('FM-2 leaves code out where only names are wanted, and keeps summaries', () => {
    const text = FORMATS.markdown.render(CONTEXT, { includeCode: false });
    expect(text).toContain('*src/api/client.ts:1*');
    expect(text).not.toContain('fetch(url');
    expect(text).toContain('five minutes and are refreshed');
  });

  it('docs with facts about each part', async () => {
    const text = FORMATS.docs.render(CONTEXT, { includeMetadata: true });
    await expect(text).toMatchFileSnapshot(golden('docs-metadata.txt'));
  });

  it('docs puts a marker before each document and a blank line between them, to the byte', () => {
    const doc = (path: string, text: string): ContextPart => ({
      ...(PARTS[0] as ContextPart),
      path,
      text,
    });
    const parts = [doc('a.md', 'Chunk 1\nChunk 2'), doc('b.md', 'Chunk 1\nChunk 2')];
    expect(FORMATS.docs.render({ flowId: '', request: '', fixed: [], parts })).toBe(
      '[DOC: a.md]\nChunk 1\nChunk 2\n\n[DOC: b.md]\nChunk 1\nChunk 2\n',
    );
  });

  it('messages for the other API have the same blocks without breakpoints', async () => {
    const text = FORMATS.messages.render(CONTEXT, { api: 'openai' });
    expect(text).not.toContain('cache_control');
    await expect(text).toMatchFileSnapshot(golden('messages-openai.txt'));
  });

  it('messages start with the same bytes for every task of a project', () => {
    const [one, other] = ['First', 'Second'].map((request) =>
      FORMATS.messages.render({ ...CONTEXT, request, parts: [] }),
    ) as [string, string];
    const fixed = one.indexOf('cache_control', one.indexOf('CONVENTIONS.md'));
    expect(fixed).toBeGreaterThan(0);
    expect(one.slice(0, fixed)).toBe(other.slice(0, fixed));
  });
});

describe('FM-2 the result of an assembly', () => {
  it('carries its sources and what was shortened', () => {
    expect(summaryNote(CONTEXT)).toBe('5 documents: 2 whole, 2 as excerpts, 1 as summary');
    expect(sourcesOf(CONTEXT)[2]).toEqual({
      id: cid('b'),
      name: 'tokens.ts',
      type: 'file',
      file: 'src/api/tokens.ts',
      line: 10,
      relevance: 0.81,
    });
  });

  it('has no note where everything is whole', () => {
    expect(summaryNote({ ...CONTEXT, parts: PARTS.slice(0, 1) })).toBeUndefined();
  });
});
