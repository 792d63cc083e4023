import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assembleResults, loadTokenizer, type SearchResult } from '../../src/index.ts';
import { FORMAT_NAMES, OVERFLOWS, STRATEGIES, TOKENIZER_NAMES } from '../../src/model/options.ts';

const chunk = (path: string, sequence: number, text: string, score: number): SearchResult => ({
  chunk: { id: `${path}#${sequence}`, text, sequence, byte_offset: sequence * 100 },
  document: { id: path, path },
  score,
  semantic_score: score,
  lexical_score: score,
});

const entity = (name: string, type: string, score: number, more: object = {}): SearchResult => ({
  entityId: `id-${name}`,
  score,
  entity: { name, type, ...more },
});

const LOGIN = 'function login(user) {\n  return session.open(user);\n}\n';
const ENTITIES = [
  entity('login', 'function', 0.9, { filePath: 'src/login.ts', startLine: 12, content: LOGIN }),
  entity('Sessions', 'section', 0.7, { filePath: 'docs/auth.md', content: 'A session ends.\n' }),
  entity('stand-up', 'message', 0.5, { content: 'We open sessions late.' }),
  entity('GET /users', 'endpoint', 0.4, { summary: 'Lists users.' }),
];

const words = (count: number, word: string): string =>
  Array.from({ length: count }, (_, i) => `${word}${i}`).join(' ');

describe('PK-2 results of another search', () => {
  it('stand by document, documents by their best result, pieces in reading order', async () => {
    const results = [
      chunk('a.md', 1, 'Proof of stake.', 0.9),
      chunk('b.md', 1, 'Merkle trees.', 0.88),
      chunk('a.md', 2, 'Validators lock tokens.', 0.85),
      chunk('b.md', 2, 'Leaves are hashes.', 0.82),
    ];
    const made = await assembleResults(results, { format: 'docs' });
    expect(made.context).toBe(
      '[DOC: a.md]\nProof of stake.\nValidators lock tokens.\n\n[DOC: b.md]\nMerkle trees.\nLeaves are hashes.\n',
    );
    expect(made).toMatchObject({ truncated: false });
    expect(made.sources.map(({ id }) => id)).toEqual(['a.md#1', 'a.md#2', 'b.md#1', 'b.md#2']);
    const again = await assembleResults([...results].reverse(), { format: 'docs' });
    expect(again).toEqual(made);
  });

  it('at most so many of each document', async () => {
    const results = [1, 2, 3].map((n) => chunk('a.md', n, `${words(9, `w${n}_`)}.`, 1 / n));
    const { sources } = await assembleResults(results, { maxChunksPerDoc: 2 });
    expect(sources.map(({ id }) => id)).toEqual(['a.md#1', 'a.md#2']);
  });

  it('are left out where they do not fit, the best first in', async () => {
    const sizes = { a: 50, b: 100, c: 30, d: 80 };
    const results = Object.entries(sizes).map(([name, size], i) => ({
      path: `${name}.md`,
      text: 'x'.repeat(4 * size - 20),
      score: 0.9 - i * 0.05,
    }));
    const made = await assembleResults(
      results.map((result, i) => ({ ...result, text: `${i}${result.text}` })),
      { format: 'docs', maxTokens: 100, tokenizer: 'chars4', overflow: 'prioritize' },
    );
    expect(made.sources.map(({ file }) => file)).toEqual(['a.md', 'c.md']);
    expect(made.tokenCount).toBeLessThanOrEqual(100);
    expect(made.truncated).toBe(true);
  });

  it('whose lines overlap are one', async () => {
    const lines = Array.from({ length: 30 }, (_, i) => `line ${i + 1} ${words(4, `w${i}_`)}`);
    const part = (first: number, last: number, score: number): SearchResult => ({
      ...{ id: `${first}-${last}`, path: 'a.ts', line: first, score },
      text: lines.slice(first - 1, last).join('\n'),
    });
    const made = await assembleResults([part(3, 10, 0.5), part(8, 14, 0.9), part(20, 22, 0.1)], {
      format: 'plain',
    });
    for (const line of lines.slice(2, 14)) expect(made.context.split(line)).toHaveLength(2);
    expect(made.context).toContain('lines 15');
    expect(made.sources.map(({ id }) => id)).toEqual(['3-10', '8-14', '20-22']);
  });
});

describe('RT-1 results of another search', () => {
  it('that say the same are there once, the best of them', async () => {
    const text = `${words(40, 'same')}\n`;
    const results = [
      { id: 'copy', path: 'copy.md', text, score: 0.4 },
      { id: 'best', path: 'best.md', text, score: 0.9 },
      { id: 'near', path: 'near.md', text: `${text}and one more\n`, score: 0.8 },
      { id: 'else', path: 'else.md', text: words(40, 'other'), score: 0.1 },
    ];
    const ids = async (dedupThreshold?: number): Promise<string[]> =>
      (await assembleResults(results, { dedupThreshold })).sources.map(({ id }) => id);
    expect(await ids()).toEqual(['best', 'else']);
    expect(await ids(1)).toEqual(['best', 'near', 'else']);
  });

  it('lose their secrets', async () => {
    const made = await assembleResults([
      { path: 'a.env', text: 'PASSWORD=hunter2hunter2\nHOST=localhost\n', score: 1 },
    ]);
    expect(made.context).toContain('PASSWORD');
    expect(made.context).not.toContain('hunter2');
  });
});

describe('FM-2 results of another search', () => {
  it('become a context with sources, grouped by type', async () => {
    const options = { format: 'markdown', includeSources: true, groupByType: true } as const;
    const made = await assembleResults(ENTITIES, { ...options, task: 'why does login fail' });
    const headings = made.context.split('\n').filter((line) => line.startsWith('## '));
    expect(headings).toEqual([
      '## Relevant Code',
      '## Related Documentation',
      '## Previous Conversations',
      '## Other Context',
    ]);
    expect(made.context).toContain('### login\n*src/login.ts:12*\n');
    expect(made.context).toContain('**Sources:**\n- login (src/login.ts:12)');
    expect(made.context).toContain('# User Request\n\nwhy does login fail');
    expect(made.sources).toEqual([
      {
        ...{ id: 'id-login', name: 'login', type: 'function' },
        ...{ file: 'src/login.ts', line: 12, relevance: 0.9 },
      },
      {
        ...{ id: 'id-Sessions', name: 'Sessions', type: 'section' },
        ...{ file: 'docs/auth.md', relevance: 0.7 },
      },
      { id: 'id-stand-up', name: 'stand-up', type: 'message', relevance: 0.5 },
      { id: 'id-GET /users', name: 'GET /users', type: 'endpoint', relevance: 0.4 },
    ]);
    expect(made.summary).toBeUndefined();
  });

  it('show names, places and summaries where contents are not wanted', async () => {
    const login = entity('login', 'function', 0.9, {
      ...{ filePath: 'src/login.ts', content: LOGIN, summary: 'Logs a user in.' },
    });
    const { context } = await assembleResults([login, ...ENTITIES.slice(1, 2)], {
      format: 'markdown',
      includeCodeContent: false,
    });
    expect(context).toContain('Logs a user in.');
    expect(context).not.toContain('session.open');
    expect(context).toContain('### Sessions');
    expect(context).not.toContain('A session ends.');
  });

  it('say how many were shortened', async () => {
    const text = Array.from({ length: 60 }, (_, i) => `Sentence ${i} about ${words(6, `w${i}_`)}.`);
    const results = [0, 1, 2].map((i) => ({
      path: `${i}.md`,
      text: `# Guide ${i}\n\n${text.map((line) => `${line} ${i}`).join('\n\n')}\n`,
      score: 1 - i / 10,
    }));
    const made = await assembleResults(results, { maxTokens: 1500, overflow: 'summarize' });
    expect(made.summary).toMatch(/^\d as found, [1-3] in fewer words$/);
    expect(made.sources.length).toBeGreaterThan(0);
  });

  it('are refused where all must be there and do not fit', async () => {
    const results = [{ path: 'a.md', text: words(400, 'word'), score: 1 }];
    await expect(
      assembleResults(results, { maxTokens: 100, overflow: 'error' }),
    ).rejects.toMatchObject({ code: 'over-budget' });
    expect((await assembleResults([], { maxTokens: 100 })).sources).toEqual([]);
  });
});

describe('BU-5 results of another search', () => {
  it('never exceed the budget, and the count is that of the tokenizer', async () => {
    const anyResult = fc.record({
      path: fc.constantFrom('a.ts', 'b.md', 'c/d.py', 'log.txt', '[DOC: x]', 'e\n# System'),
      text: fc.oneof(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }),
        fc.integer({ min: 1, max: 300 }).map((count) => words(count, 'token')),
      ),
      score: fc.double({ min: -5, max: 5, noNaN: true }),
      line: fc.option(fc.integer({ min: 1, max: 50 })),
    });
    const options = fc.record({
      format: fc.constantFrom(...FORMAT_NAMES),
      strategy: fc.constantFrom(...STRATEGIES),
      overflow: fc.constantFrom(...OVERFLOWS),
      tokenizer: fc.constantFrom(...TOKENIZER_NAMES),
      maxTokens: fc.integer({ min: 60, max: 3000 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyResult, { maxLength: 12 }), options, async (results, asked) => {
        const made = await assembleResults(results, asked).catch((error: unknown) => error);
        if (made instanceof Error) {
          expect(made).toMatchObject({ code: 'over-budget' });
          return;
        }
        const { context, tokenCount } = made as Awaited<ReturnType<typeof assembleResults>>;
        const { count } = await loadTokenizer(asked.tokenizer);
        expect(tokenCount).toBe(count(context));
        expect(tokenCount).toBeLessThanOrEqual(asked.maxTokens);
      }),
      { numRuns: 80 },
    );
  });
});
