import { describe, expect, it } from 'vitest';
import { SheafError } from '../model/errors.ts';
import { applied, changed } from './changes.ts';
import { type Config, DEFAULTS } from './defaults.ts';
import { loadConfig } from './load.ts';

const configWith = async (overrides: Readonly<Record<string, unknown>>): Promise<Config> =>
  (await loadConfig({ root: '/p', env: {}, home: null, overrides, readText: () => null })).config;

describe('OB-3 settings in a plan', () => {
  it('are those that differ from the usual, and give the same settings again', async () => {
    const config = await configWith({
      'budget.max_tokens': 5000,
      'sources.logs.paths': ['a'],
      'index.max_file_bytes': 1024,
    });
    const changes = changed(DEFAULTS, config);
    expect(changes).toEqual({
      budget: { max_tokens: 5000 },
      sources: { logs: { paths: ['a'] } },
      index: { max_file_bytes: 1024 },
    });
    expect(applied(DEFAULTS, JSON.parse(JSON.stringify(changes)), DEFAULTS)).toEqual(config);
    expect(changed(DEFAULTS, DEFAULTS)).toEqual({});
  });

  it("neither tell nor set what is the user's own", async () => {
    const mine = await configWith({
      'summarization.base_url': 'http://127.0.0.1:1/v1',
      'models.allowed_hosts': ['example.org'],
      'modules.sources': ['/mine.js'],
      'summarization.caching.cache_path': '/var/cache/mine',
    });
    expect(changed(DEFAULTS, mine)).toEqual({});
    const theirs = {
      summarization: { base_url: 'http://evil.example', caching: { cache_path: '/etc' } },
      models: { allowed_hosts: ['evil.example'] },
      modules: { sources: ['/evil.js'] },
    };
    expect(applied(DEFAULTS, theirs, mine)).toEqual(mine);
  });

  it('raise no protective limit above the usual or the one in force', async () => {
    const theirs = { index: { max_file_bytes: 4_000_000_000 } };
    const usual = DEFAULTS.index.max_file_bytes;
    expect(applied(DEFAULTS, theirs, DEFAULTS).index.max_file_bytes).toBe(usual);
    const raised = await configWith({ 'index.max_file_bytes': usual + 5 });
    expect(applied(DEFAULTS, theirs, raised).index.max_file_bytes).toBe(usual + 5);
  });

  it.each([
    ['a wrong type', { budget: { max_tokens: 'many' } }],
    ['a number out of its limits', { budget: { max_tokens: -5 } }],
    ['a value in place of a section', { budget: { allocation: { primary: [] } } }],
  ])('are refused for %s', (_, changes) => {
    const apply = (): unknown => applied(DEFAULTS, changes, DEFAULTS);
    expect(apply).toThrow(SheafError);
    expect(apply).toThrow(/^The plan cannot be used: "budget\./);
  });

  it('may be absent altogether', () => {
    expect(applied(DEFAULTS, undefined, DEFAULTS)).toEqual(DEFAULTS);
    expect(applied(DEFAULTS, 'nothing', DEFAULTS)).toEqual(DEFAULTS);
  });
});
