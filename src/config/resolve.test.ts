import { describe, expect, it } from 'vitest';
import { SheafError } from '../model/errors.ts';
import { DEFAULTS } from './defaults.ts';
import { type ConfigRequest, type ResolvedConfig, resolveConfig } from './resolve.ts';

const ROOT = '/home/u/project';

function resolveToml(
  toml: string | null,
  rest: Partial<ConfigRequest> = {},
): Promise<ResolvedConfig> {
  const readText = (path: string): string | null => (path === `${ROOT}/sheaf.toml` ? toml : null);
  return resolveConfig({ root: ROOT, env: {}, readText, ...rest });
}

async function refusal(resolving: Promise<unknown>): Promise<SheafError> {
  const outcome = await resolving.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(outcome instanceof SheafError)) throw new Error(`not refused: ${String(outcome)}`);
  expect(outcome.code).toBe('config');
  return outcome;
}

describe('IF-3 where configuration comes from', () => {
  it('is the defaults when nothing is set', async () => {
    const { config, origins, file } = await resolveToml(null);
    expect(config).toEqual(DEFAULTS);
    expect(file).toBeNull();
    expect(new Set(Object.values(origins))).toEqual(new Set(['default']));
    expect(Object.keys(origins)).toContain('sources.logs.log_window_hours');
  });

  it('lets a variable beat the file and a flag beat both, and says so', async () => {
    const toml = '[budget]\nmax_tokens = 1\nreserve_for_output = 2\nreserve_for_system = 3\n';
    const { config, origins } = await resolveToml(toml, {
      env: { SHEAF_BUDGET_MAX_TOKENS: '20k', SHEAF_BUDGET_RESERVE_FOR_OUTPUT: '30', OTHER: 'x' },
      overrides: [{ key: 'budget.max_tokens', value: 40_000, flag: '--budget' }],
    });
    expect(config.budget).toMatchObject({
      max_tokens: 40_000,
      reserve_for_output: 30,
      reserve_for_system: 3,
    });
    expect(origins).toMatchObject({
      'budget.max_tokens': '--budget',
      'budget.reserve_for_output': 'SHEAF_BUDGET_RESERVE_FOR_OUTPUT',
      'budget.reserve_for_system': 'sheaf.toml:4',
      'budget.tokenizer': 'default',
    });
  });

  it('takes the nearest file at or above the root', async () => {
    const files: Record<string, string> = {
      '/home/u/sheaf.toml': '[budget]\nmax_tokens = 7\n',
      '/sheaf.toml': '[budget]\nmax_tokens = 8\n',
    };
    const readText = (path: string): string | null => files[path] ?? null;
    const found = await resolveConfig({ root: '/home/u/project/deep', env: {}, readText });
    expect(found.config.budget.max_tokens).toBe(7);
    expect(found.origins['budget.max_tokens']).toBe('../../sheaf.toml:2');
    expect(found.file).toBe('/home/u/sheaf.toml');
  });

  it('reads lists, numbers and switches from text', async () => {
    const { config } = await resolveToml(null, {
      env: {
        SHEAF_INDEX_IGNORE: 'dist/, *.snap',
        SHEAF_ASSEMBLY_PREFER_RECENT: 'yes',
        SHEAF_RELEVANCE_FACTORS_RECENCY_WEIGHT: '.25',
        SHEAF_INDEX_MAX_FILE_BYTES: '',
      },
      overrides: [{ key: 'sources.logs.paths', value: '["a,b.log", "c"]', flag: '--set' }],
    });
    expect(config.index.ignore).toEqual(['dist/', '*.snap']);
    expect(config.assembly.prefer_recent).toBe(true);
    expect(config.relevance.factors.recency.weight).toBe(0.25);
    expect(config.sources.logs.paths).toEqual(['a,b.log', 'c']);
    expect(config.index.max_file_bytes).toBe(DEFAULTS.index.max_file_bytes);
  });

  it('gives data that can not be changed by accident', async () => {
    const { config } = await resolveToml('[index]\nignore = ["x"]\n');
    expect(Object.isFrozen(config.index.ignore)).toBe(true);
    expect(DEFAULTS.index.ignore).toEqual([]);
  });
});

describe('SC-2 the classic preset', () => {
  it('restores the original weights, below what the user sets', async () => {
    const { config, origins } = await resolveToml(
      '[relevance]\npreset = "classic"\n[relevance.factors.recency]\nweight = 0.5\n',
    );
    const { factors } = config.relevance;
    expect(Object.entries(factors).map(([name, factor]) => [name, factor.weight])).toEqual([
      ['task_alignment', 0.4],
      ['recency', 0.5],
      ['mention_density', 0.2],
      ['dependency_depth', 0.1],
      ['file_type', 0.1],
    ]);
    expect(config.sources.code.max_tokens).toBe(12_000);
    expect(origins['relevance.factors.task_alignment.weight']).toBe('preset classic');
    expect(origins['relevance.factors.recency.weight']).toBe('sheaf.toml:4');
  });
});

describe('IF-3 refusals name the key, the line and the nearest name', () => {
  const cases: [name: string, toml: string, message: string | RegExp, hint: string | RegExp][] = [
    [
      'an unknown key',
      '# c\n[budget]\n\nmax_token = 5\n',
      'sheaf.toml:4: unknown key "budget.max_token"',
      'did you mean "budget.max_tokens"?',
    ],
    [
      'an unknown section',
      '[budgett]\nmax_tokens = 5\n',
      'sheaf.toml:1: unknown key "budgett"',
      'did you mean "budget"?',
    ],
    [
      'a key in the wrong place',
      'max_tokens = 5\n',
      'sheaf.toml:1: unknown key "max_tokens"',
      'did you mean "budget.max_tokens"?',
    ],
    [
      'a dotted key with a quoted part',
      'budget."max.tokens" = 5\n',
      'sheaf.toml:1: unknown key "budget."max.tokens""',
      'did you mean "budget.max_tokens"?',
    ],
    [
      'a key in an inline table over several lines',
      'budget = { max_tokens = 5,\n  tokenizr = "o200k" }\n',
      'sheaf.toml:2: unknown key "budget.tokenizr"',
      'did you mean "budget.tokenizer"?',
    ],
    [
      'a text for a number',
      '[budget]\nmax_tokens = "many"\n',
      'sheaf.toml:2: "budget.max_tokens" must be a whole number from 1 to 100000000, not "many"',
      /whole window/,
    ],
    [
      'a fraction for a whole number',
      '[budget]\nmax_tokens = 1.5\n',
      /sheaf\.toml:2: .*not 1\.5$/,
      /./,
    ],
    [
      'a number out of its limits',
      '[relevance.thresholds]\ninclude_minimum = 1.01\n',
      'sheaf.toml:2: "relevance.thresholds.include_minimum" must be a number from 0 to 1, not 1.01',
      /left out/,
    ],
    [
      'infinity',
      '[assembly]\ndedup_threshold = inf\n',
      /must be a number from 0 to 1, not Infinity/,
      /./,
    ],
    [
      'not a number',
      '[assembly]\ndedup_threshold = nan\n',
      /must be a number from 0 to 1, not NaN/,
      /./,
    ],
    [
      'a number no double can hold',
      'x = 1\n[budget]\nmax_tokens = 99999999999999999999\n',
      /^sheaf\.toml:3: not valid TOML: integer/,
      /./,
    ],
    ['a date', '[budget]\nmax_tokens = 2024-01-01\n', /sheaf\.toml:2: .*whole number/, /./],
    [
      'a wrong word',
      '[budget]\noverflow_strategy = "sumarize"\n',
      /must be one of "truncate", .*not "sumarize"/,
      'did you mean "summarize"?',
    ],
    [
      'a table for a value',
      '[budget.max_tokens]\nx = 1\n',
      /sheaf\.toml:1: "budget\.max_tokens" must be a whole number/,
      /./,
    ],
    [
      'a value for a table',
      'budget = 5\n',
      'sheaf.toml:1: "budget" is a section, so it can not be 5',
      'write it as [budget]',
    ],
    ['an array of tables', '[[budget]]\nmax_tokens = 5\n', /"budget" is a section/, /./],
    [
      'a list with something else in it',
      '[index]\nignore = [\n  "a",\n  5,\n]\n',
      'sheaf.toml:2: "index.ignore" holds 5 (item 2), which is not a text',
      /./,
    ],
    [
      'percentages that do not add up',
      '[budget.allocation]\nprimary = 60\nhistory = 0\n',
      'sheaf.toml:3: the percentages of "budget.allocation" add up to 105, not 100',
      /primary 60, supporting 30, reference 15, history 0/,
    ],
    [
      'thresholds that fall',
      '[relevance.thresholds]\nsupporting_threshold = 0.8\n',
      /^sheaf\.toml:2: "relevance\.thresholds" are out of order/,
      /must not fall/,
    ],
    [
      'weights that are all 0',
      '[relevance.factors.task_alignment]\nweight = 0\n',
      /every weight .* is 0/,
      /at least one/,
    ],
    [
      'secrets that shall be shown',
      '[sources.deployment]\nredact_secrets = false\n',
      'sheaf.toml:2: "sources.deployment.redact_secrets" must be only true, not false',
      /can not be switched off/,
    ],
    ['broken TOML', '[budget]\nmax_tokens = \n', /^sheaf\.toml:2: not valid TOML: /, /quotes/],
    [
      'a table written twice',
      '[index]\n[budget]\n[index]\n',
      /^sheaf\.toml:3: not valid TOML/,
      /./,
    ],
    ['__proto__ as a key', '__proto__ = 1\n', 'sheaf.toml:1: unknown key "__proto__"', /./],
    [
      '__proto__ as a table',
      '[budget.__proto__]\nx = 1\n',
      'sheaf.toml:1: unknown key "budget.__proto__"',
      /./,
    ],
    [
      'constructor as a key',
      'constructor.prototype.x = 1\n',
      'sheaf.toml:1: unknown key "constructor"',
      /./,
    ],
  ];
  it.each(cases)('%s', async (_name, toml, message, hint) => {
    const error = await refusal(resolveToml(toml));
    if (typeof message === 'string') expect(error.message).toBe(message);
    else expect(error.message).toMatch(message);
    if (typeof hint === 'string') expect(error.hint).toBe(hint);
    else expect(error.hint).toMatch(hint);
  });

  it('reports the first of several and counts the rest', async () => {
    const error = await refusal(resolveToml('[index]\nstates = 1\n[budget]\nfoo_bar_baz = 1\n'));
    expect(error.message).toMatch(/^sheaf\.toml:2/);
    expect(error.hint).toMatch(/and 1 more/);
  });

  it('names an unknown variable and the one that was meant', async () => {
    const env = { SHEAF_BUDGET_MAX_TOKEN: '5' };
    const error = await refusal(resolveToml(null, { env }));
    expect(error.message).toBe('environment: unknown variable SHEAF_BUDGET_MAX_TOKEN');
    expect(error.hint).toBe('did you mean SHEAF_BUDGET_MAX_TOKENS?');
  });

  it('names the variable with a wrong value', async () => {
    const error = await refusal(resolveToml(null, { env: { SHEAF_INDEX_STATES_KEPT: '0' } }));
    expect(error.message).toMatch(/^SHEAF_INDEX_STATES_KEPT: .*from 1 to 10000, not 0$/);
  });

  it('names the flag with a wrong key, section or value', async () => {
    const set = (key: string, value: unknown): Promise<SheafError> =>
      refusal(resolveToml(null, { overrides: [{ key, value, flag: '--set' }] }));
    expect((await set('budget.max_tokns', '5')).hint).toBe('did you mean "budget.max_tokens"?');
    expect((await set('budget', '5')).message).toBe('--set: "budget" is a section, not a key');
    expect((await set('sources.deployment.redact_secrets', 'off')).hint).toMatch(/switched off/);
    expect((await set('toString', '5')).message).toBe('--set: unknown key "toString"');
  });
});

describe('IF-3 files as they come', () => {
  it('reads a file with a byte order mark and Windows line ends, lines counted right', async () => {
    const { config, origins } = await resolveToml(
      '\uFEFF# top\r\n[budget]\r\nmax_tokens = 5_000\r\n\r\n[index]\r\nignore = [\r\n "a", # one\r\n]\r\nstates_kept = 3\r\n',
    );
    expect(config.budget.max_tokens).toBe(5000);
    expect(origins['budget.max_tokens']).toBe('sheaf.toml:3');
    expect(origins['index.states_kept']).toBe('sheaf.toml:9');
  });

  it('reads an empty file', async () => {
    const { config, file } = await resolveToml('');
    expect(config).toEqual(DEFAULTS);
    expect(file).toBe(`${ROOT}/sheaf.toml`);
  });

  it('accepts percentages that only floating point keeps from adding up', async () => {
    const allocation = 'primary = 33.3\nsupporting = 33.3\nreference = 33.3\nhistory = 0.1\n';
    const { config } = await resolveToml(`[budget.allocation]\n${allocation}`);
    expect(config.budget.allocation.history).toBe(0.1);
  });

  it('refuses a file of twenty thousand wrong keys in bounded time', async () => {
    const toml = Array.from({ length: 20_000 }, (_, i) => `k${i} = 1`).join('\n');
    const error = await refusal(resolveToml(toml));
    expect(error.message).toMatch(/^sheaf\.toml:1: unknown key "k0"/);
  });
});
