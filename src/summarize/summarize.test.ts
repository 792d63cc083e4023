import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { factsOf } from '../../test/support/facts.ts';
import { LIMITS } from '../../test/support/level-limits.ts';
import {
  type Answer,
  type Asked,
  chat,
  serving,
  stopServing,
  trouble,
} from '../../test/support/model-server.ts';
import { testPorts } from '../../test/support/ports.ts';
import type { Item } from '../compress/item.ts';
import { atLevel } from '../compress/levels.ts';
import { type Config, DEFAULTS } from '../config/defaults.ts';
import type { SummaryStore } from '../ports/models.ts';
import { type SummarizeOptions, summarize } from './summarize.ts';

afterEach(stopServing);

/** Four characters a token: enough to tell whether a limit holds. */
const count = (text: string): number => Math.ceil(text.length / 4);
const HOUR = 3_600_000;
const LEVEL = { kind: 'level', level: 'summary' } as const;

const guide = Array.from(
  { length: 120 },
  (_, i) => `## Step ${i}\n\nTurn screw ${i} by ${i % 7} turns. It holds part ${i * 3} in place.\n`,
).join('\n');

const itemOf = (text: string): Item => ({
  path: 'docs/guide.md',
  modified: null,
  facts: factsOf(
    text,
    {},
    { source: 'documentation', kind: 'prose', language: 'markdown', options: '' },
  ),
});
const item = itemOf(guide);
const offline = atLevel(item, 'summary', LIMITS, count);

let said: string[];
let kept: Map<string, Uint8Array>;
let store: SummaryStore;
beforeEach(() => {
  said = [];
  kept = new Map();
  store = {
    readSummary: (key) => kept.get(key) ?? null,
    writeSummary: (key, body) => {
      kept.set(key, body);
    },
  };
});

const ports = await testPorts();

type Keys = Partial<Config['summarization']>;

const options = (keys: Keys = {}, more: Partial<SummarizeOptions> = {}): SummarizeOptions => ({
  wish: LEVEL,
  maxTokens: null,
  count,
  tokenizer: 'test',
  content: 'abc documentation/prose/markdown',
  config: { ...DEFAULTS.summarization, ...keys },
  ports: { ...ports, warn: (sentence) => said.push(sentence), now: () => 1000 * HOUR },
  store,
  ...more,
});

async function withModel(
  answer: (asked: Asked, number: number) => Answer,
): Promise<{ readonly keys: Keys; readonly asked: Asked[] }> {
  const { baseUrl, asked } = await serving(answer);
  const keys = { provider: 'openai-compatible', base_url: baseUrl, model: 'm' } as const;
  return { keys, asked };
}

describe('SM-2 a summary by a language model', () => {
  it('is what the model makes of all sections, with a receipt', async () => {
    const { keys, asked } = await withModel(() =>
      chat('A guide: 120 screws, each with its turns.'),
    );
    const summary = await summarize(item, options(keys));
    expect(summary).toMatchObject({
      text: 'A guide: 120 screws, each with its turns.',
      model: 'm',
      cached: false,
      receipt: { method: 'summary', kinds: { lines: 479 }, tokensBefore: count(guide) },
    });
    expect(summary.receipt.tokensAfter).toBe(count(summary.text));
    const texts = asked.map(({ body }) => body.messages?.at(-1)?.content ?? '').join('\n');
    for (let i = 0; i < 120; i++) expect(texts).toContain(`Turn screw ${i} by`);
    expect(said).toEqual([]);
  });

  it('survives an error of the server that passes', { timeout: 20_000 }, async () => {
    const { keys } = await withModel((_, number) =>
      number === 1 ? trouble(500, 'busy') : chat('A guide.'),
    );
    expect(await summarize(item, options(keys))).toMatchObject({ text: 'A guide.', model: 'm' });
    expect(said).toEqual([]);
  });

  it.each<[string, Answer, string]>([
    ['refuses', trouble(401, 'wrong key'), 'status 401: wrong key'],
    ['answers nothing', chat(''), 'it answered nothing'],
    ['goes on and on', chat('On it goes. '.repeat(400)), 'tokens where 500 are allowed'],
  ])('is made offline, with a warning, where the model %s', async (_, answer, because) => {
    const { keys } = await withModel(() => answer);
    const small = { ...keys, window_tokens: 100_000 };
    const summary = await summarize(item, options(small));
    expect(summary).toEqual({ ...offline, model: null, cached: false });
    expect(said).toHaveLength(1);
    expect(said[0]).toContain(because);
    expect(said[0]).toMatch(/ The summary is made offline\.$/);
    expect(kept.size, 'what was not wanted is not kept').toBe(0);
  });

  it('is made offline where the model hangs', { timeout: 20_000 }, async () => {
    const { keys } = await withModel(() => 'silence');
    const summary = await summarize(item, options({ ...keys, timeout_ms: 40 }));
    expect(summary).toEqual({ ...offline, model: null, cached: false });
    expect(said[0]).toContain('no answer within 40 ms');
  });

  it('is not waited for when the caller stops', async () => {
    const { keys } = await withModel(() => 'silence');
    const { ports: usual } = options();
    const own = { ...usual, signal: AbortSignal.timeout(30) };
    await expect(summarize(item, options(keys, { ports: own }))).rejects.toThrow(/timeout|abort/i);
    expect(said).toEqual([]);
  });

  it('is not sent to a host that only the project names', async () => {
    const far = { provider: 'openai-compatible', base_url: 'https://example.org/v1' } as const;
    const summary = await summarize(item, options(far));
    expect(summary.model).toBeNull();
    expect(said[0]).toContain('ALLOWED_SHEAF_HOSTS=example.org');
  });

  it('is asked for only where a paragraph is wanted: summaries and heavy cuts', async () => {
    const { keys, asked } = await withModel(() => chat('A guide.'));
    const askedFor = async (wish: SummarizeOptions['wish']): Promise<boolean> => {
      const before = asked.length;
      await summarize(item, options(keys, { wish, store: null }));
      return asked.length > before;
    };
    expect(await askedFor({ kind: 'level', level: 'full' })).toBe(false);
    expect(await askedFor({ kind: 'level', level: 'detailed' })).toBe(false);
    expect(await askedFor({ kind: 'level', level: 'stub' })).toBe(false);
    expect(await askedFor({ kind: 'ratio', ratio: 0.5 })).toBe(false);
    expect(await askedFor({ kind: 'ratio', ratio: 0.2 })).toBe(true);
    expect(await askedFor({ kind: 'tokens', tokens: 100 })).toBe(true);
    expect(await askedFor(LEVEL)).toBe(true);
    const short = itemOf('# Short\n\nIt fits as it is.\n');
    const before = asked.length;
    expect((await summarize(short, options(keys))).receipt.method).toBe('none');
    expect(asked).toHaveLength(before);
  });
});

describe('SM-1 limits', () => {
  it.each([
    [{ kind: 'level', level: 'full' }, 50],
    [{ kind: 'level', level: 'detailed' }, 50],
    [{ kind: 'level', level: 'summary' }, 50],
    [{ kind: 'level', level: 'stub' }, 14],
    [{ kind: 'ratio', ratio: 0.9 }, 50],
    [{ kind: 'tokens', tokens: 1000 }, 50],
  ] as const)('are lowered by the request: %j to %d tokens', async (wish, maxTokens) => {
    const summary = await summarize(item, options({}, { wish, maxTokens }));
    expect(count(summary.text)).toBeLessThanOrEqual(maxTokens);
    expect(summary.text).not.toBe('');
  });

  it('come from the configuration; -1 is none', async () => {
    const levels = { ...DEFAULTS.summarization.levels, summary: { token_limit: 60 } };
    const summary = await summarize(item, options({ levels }));
    expect(count(summary.text)).toBeLessThanOrEqual(60);
    const free = { ...DEFAULTS.summarization.levels, detailed: { token_limit: -1 } };
    const wish = { kind: 'level', level: 'detailed' } as const;
    const detailed = await summarize(item, options({ levels: free }, { wish }));
    expect(detailed.receipt.tokensAfter).toBeLessThan(count(guide));
  });
});

describe('SM-3 summaries are kept', () => {
  const caching = DEFAULTS.summarization.caching;

  it('and the model is asked once for each content, level and model', async () => {
    const { keys, asked } = await withModel(() => chat('A guide.'));
    const first = await summarize(item, options(keys));
    const calls = asked.length;
    expect(await summarize(item, options(keys))).toEqual({ ...first, cached: true });
    expect(asked).toHaveLength(calls);

    const isNew = async (keys_: Keys, more: Partial<SummarizeOptions>): Promise<boolean> =>
      !(await summarize(item, options(keys_, more))).cached;
    expect(await isNew(keys, { content: 'def documentation/prose/markdown' })).toBe(true);
    expect(await isNew({ ...keys, model: 'other' }, {})).toBe(true);
    expect(await isNew(keys, { wish: { kind: 'tokens', tokens: 90 } })).toBe(true);
    expect(await isNew(keys, { maxTokens: 90 })).toBe(true);
    expect(await isNew(keys, { tokenizer: 'another' })).toBe(true);
    expect(await isNew({ ...keys, provider: 'none' }, {})).toBe(true);
    const tasked = await summarize({ ...item, task: 'screw 7' }, options(keys));
    expect(tasked.cached).toBe(false);
    expect(await isNew(keys, {})).toBe(false);
  });

  it('until they are too old; 0 hours means for ever', async () => {
    const at = async (hours: number, max_age_hours = 24): Promise<boolean> => {
      const keys = { caching: { ...caching, max_age_hours } };
      return (
        await summarize(item, options(keys, { ports: { ...ports, now: () => hours * HOUR } }))
      ).cached;
    };
    expect(await at(1000)).toBe(false);
    expect(await at(1023.9)).toBe(true);
    expect(await at(1024)).toBe(false);
    expect(await at(9000, 0)).toBe(true);
    expect(await at(100, 0), 'a clock that went back').toBe(false);
  });

  it('through changes of the document where the configuration says so', async () => {
    const keys = { caching: { ...caching, invalidate_on_change: false } };
    const first = await summarize(item, options(keys));
    const changed = await summarize(itemOf(`${guide}\nMore.\n`), options(keys, { content: 'x' }));
    expect(changed).toEqual({ ...first, cached: true });
    const strict = await summarize(itemOf(`${guide}\nMore.\n`), options({}, { content: 'x' }));
    expect(strict.cached).toBe(false);
  });

  it('unless caching is switched off, or what is kept is not ours', async () => {
    const off = { caching: { ...caching, enabled: false } };
    await summarize(item, options(off));
    expect(kept.size).toBe(0);
    const first = await summarize(item, options());
    for (const bytes of ['', '{', 'null', '{"text":1}', '\u0000']) {
      for (const key of kept.keys()) kept.set(key, new TextEncoder().encode(bytes));
      expect(await summarize(item, options())).toEqual(first);
    }
  });
});
