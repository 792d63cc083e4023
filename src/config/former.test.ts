import { describe, expect, it } from 'vitest';
import { SheafError } from '../model/errors.ts';
import { KEYS } from './keys.ts';
import { loadConfig } from './load.ts';

async function refusal(toml: string): Promise<SheafError> {
  const readText = (path: string): string | null => (path === '/p/sheaf.toml' ? toml : null);
  try {
    await loadConfig({ root: '/p', env: {}, home: null, readText });
  } catch (error) {
    if (error instanceof SheafError) return error;
    throw error;
  }
  throw new Error('not refused');
}

describe('IF-3 names of the schemas that Sheaf grew out of', () => {
  it.each([
    ['[enrichment]\ndefault_budget_tokens = 24000\n', 2, 'budget.max_tokens'],
    ['[enrichment]\nmin_headroom_tokens = 4000\n', 2, 'assembly.min_headroom_tokens'],
    ['[enrichment.thresholds]\nlogs = 0.7\n', 2, 'sources.logs.threshold'],
    ['[enrichment.sources.logs]\nenabled = true\n', 2, 'sources.logs.enabled'],
    ['[enrichment.sources.code]\ninclude_types = true\n', 2, 'sources.code.include_types'],
    ['[budget_config.total_budget]\nmax_tokens = 5000\n', 2, 'budget.max_tokens'],
    ['[budget.total_budget]\nreserve_for_output = 10\n', 2, 'budget.reserve_for_output'],
    [
      '[budget_config.allocation.primary_context]\npercentage = 60\n',
      2,
      'budget.allocation.primary',
    ],
    ['[budget_config]\noverflow_strategy = "error"\n', 2, 'budget.overflow_strategy'],
    ['[relevance_scoring]\nscoring_method = "keyword"\n', 2, 'relevance.scoring_method'],
  ])('are refused with the place where they live now: %s', async (toml, line, now) => {
    const { message, hint } = await refusal(toml);
    expect(message).toMatch(new RegExp(`^sheaf.toml:${line}: .* has another name here$`));
    expect(hint).toBe(`write it as "${now}"`);
    expect(KEYS.map(({ path }) => path)).toContain(now);
  });

  it.each([
    ['version = "1.0.0"\n', 'a configuration has no version'],
    ['[budget]\nenabled = true\n', 'always on'],
    ['[relevance_scoring]\nenabled = true\n', 'always on'],
    [
      '[summarization.levels.detailed]\npreserve = ["function signatures"]\n',
      'summarization.levels.*.token_limit',
    ],
    [
      '[levels.detailed]\npreserve = ["function signatures"]\n',
      'summarization.levels.*.token_limit',
    ],
    ['[summarization.levels.stub]\ninclude = ["file path"]\n', 'a stub path, type'],
    ['[summarization.levels.full]\nuse_when = "always"\n', 'no effect'],
  ])('or with the reason why they are none: %s', async (toml, why) => {
    const { message, hint } = await refusal(toml);
    expect(message).toContain('is not a key here');
    expect(hint).toContain(why);
  });

  it('say as much of a key that never was one as of any other', async () => {
    expect((await refusal('[enrichment]\nspeed = 3\n')).message).toContain(
      'unknown key "enrichment.speed"',
    );
  });
});
