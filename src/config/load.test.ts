import { describe, expect, it } from 'vitest';
import { SheafError } from '../model/errors.ts';
import { DEFAULTS, valueAt } from './defaults.ts';
import { KEYS } from './keys.ts';
import { type ConfigRequest, type LoadedConfig, loadConfig } from './load.ts';

const ROOT = '/home/u/project';

function loadToml(toml: string | null, rest: Partial<ConfigRequest> = {}): Promise<LoadedConfig> {
  const readText = (path: string): string | null => (path === `${ROOT}/sheaf.toml` ? toml : null);
  return loadConfig({ root: ROOT, env: {}, home: null, readText, ...rest });
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
    const { config, origins, files } = await loadToml(null);
    expect(config).toEqual(DEFAULTS);
    expect(files).toEqual({ project: null, user: null });
    expect(new Set(Object.values(origins))).toEqual(new Set(['default']));
    expect(Object.keys(origins)).toContain('sources.logs.log_window_hours');
  });

  it('lets a variable beat the file and a flag beat both, and says so', async () => {
    const toml = '[budget]\nmax_tokens = 1\nreserve_for_output = 2\nreserve_for_system = 3\n';
    const { config, origins } = await loadToml(toml, {
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
    const found = await loadConfig({
      root: '/home/u/project/deep',
      env: {},
      home: null,
      readText,
    });
    expect(found.config.budget.max_tokens).toBe(7);
    expect(found.origins['budget.max_tokens']).toBe('../../sheaf.toml:2');
    expect(found.files.project).toBe('/home/u/sheaf.toml');
  });

  it('reads lists, numbers and switches from text', async () => {
    const { config } = await loadToml(null, {
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

  it('gives data that cannot be changed by accident', async () => {
    const { config } = await loadToml('[index]\nignore = ["x"]\n');
    expect(Object.isFrozen(config.index.ignore)).toBe(true);
    expect(DEFAULTS.index.ignore).toEqual([]);
  });
});

describe('SC-2 the classic preset', () => {
  it('restores the original weights, below what the user sets', async () => {
    const { config, origins } = await loadToml(
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
      /context window/,
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
      'sheaf.toml:1: "budget" is a section, so it cannot be 5',
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
      /the order must be/,
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
      /cannot be turned off/,
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
    const error = await refusal(loadToml(toml));
    if (typeof message === 'string') expect(error.message).toBe(message);
    else expect(error.message).toMatch(message);
    if (typeof hint === 'string') expect(error.hint).toBe(hint);
    else expect(error.hint).toMatch(hint);
  });

  it('reports the first of several and counts the rest', async () => {
    const error = await refusal(loadToml('[index]\nstates = 1\n[budget]\nfoo_bar_baz = 1\n'));
    expect(error.message).toMatch(/^sheaf\.toml:2/);
    expect(error.hint).toMatch(/and 1 more/);
  });

  it('names an unknown variable and the one that was meant', async () => {
    const env = { SHEAF_BUDGET_MAX_TOKEN: '5' };
    const error = await refusal(loadToml(null, { env }));
    expect(error.message).toBe('environment: unknown variable SHEAF_BUDGET_MAX_TOKEN');
    expect(error.hint).toBe('did you mean SHEAF_BUDGET_MAX_TOKENS?');
  });

  it('names the variable with a wrong value', async () => {
    const error = await refusal(loadToml(null, { env: { SHEAF_INDEX_STATES_KEPT: '0' } }));
    expect(error.message).toMatch(/^SHEAF_INDEX_STATES_KEPT: .*from 1 to 10000, not 0$/);
  });

  it('names the flag with a wrong key, section or value', async () => {
    const set = (key: string, value: unknown): Promise<SheafError> =>
      refusal(loadToml(null, { overrides: [{ key, value, flag: '--set' }] }));
    expect((await set('budget.max_tokns', '5')).hint).toBe('did you mean "budget.max_tokens"?');
    expect((await set('budget', '5')).message).toBe('--set: "budget" is a section, not a key');
    expect((await set('sources.deployment.redact_secrets', 'off')).hint).toMatch(/turned off/);
    expect((await set('toString', '5')).message).toBe('--set: unknown key "toString"');
  });
});

describe('IF-3 files as they come', () => {
  it('reads a file with a byte order mark and Windows line ends, lines counted right', async () => {
    const { config, origins } = await loadToml(
      '\uFEFF# top\r\n[budget]\r\nmax_tokens = 5_000\r\n\r\n[index]\r\nignore = [\r\n "a", # one\r\n]\r\nstates_kept = 3\r\n',
    );
    expect(config.budget.max_tokens).toBe(5000);
    expect(origins['budget.max_tokens']).toBe('sheaf.toml:3');
    expect(origins['index.states_kept']).toBe('sheaf.toml:9');
  });

  it('reads an empty file', async () => {
    const { config, files } = await loadToml('');
    expect(config).toEqual(DEFAULTS);
    expect(files.project).toBe(`${ROOT}/sheaf.toml`);
  });

  it('accepts percentages that only floating point keeps from adding up', async () => {
    const allocation = 'primary = 33.3\nsupporting = 33.3\nreference = 33.3\nhistory = 0.1\n';
    const { config } = await loadToml(`[budget.allocation]\n${allocation}`);
    expect(config.budget.allocation.history).toBe(0.1);
  });

  it('refuses a file of twenty thousand wrong keys in bounded time', async () => {
    const toml = Array.from({ length: 20_000 }, (_, i) => `k${i} = 1`).join('\n');
    const error = await refusal(loadToml(toml));
    expect(error.message).toMatch(/^sheaf\.toml:1: unknown key "k0"/);
  });
});

const USER = '/home/u/.config/sheaf/config.toml';

/** A project's file and the user's own, either of which may be missing. */
function loadBoth(
  files: { readonly user?: string; readonly project?: string },
  rest: Partial<ConfigRequest> = {},
): Promise<LoadedConfig> {
  const texts: Readonly<Record<string, string | undefined>> = {
    [`${ROOT}/sheaf.toml`]: files.project,
    [USER]: files.user,
  };
  const readText = (path: string): string | null => texts[path] ?? null;
  return loadConfig({ root: ROOT, env: {}, home: '/home/u', readText, ...rest });
}

describe("IF-3 the user's own configuration", () => {
  const user = '[budget]\nmax_tokens = 1000\nheadroom_tokens = 1\ntokenizer = "chars4"\n';

  it('ranks below the project, a variable and a flag, and says where it came from', async () => {
    const project = '[budget]\nmax_tokens = 2000\nheadroom_tokens = 2\n';
    const { config, origins, files } = await loadBoth(
      { user, project },
      { env: { SHEAF_BUDGET_HEADROOM_TOKENS: '3' } },
    );
    expect(config.budget).toMatchObject({
      max_tokens: 2000,
      headroom_tokens: 3,
      tokenizer: 'chars4',
    });
    expect(origins).toMatchObject({
      'budget.max_tokens': 'sheaf.toml:2',
      'budget.headroom_tokens': 'SHEAF_BUDGET_HEADROOM_TOKENS',
      'budget.tokenizer': '~/.config/sheaf/config.toml:4',
    });
    expect(files).toEqual({ project: `${ROOT}/sheaf.toml`, user: USER });
  });

  it('ranks above a preset, which it may choose itself', async () => {
    const { config, origins } = await loadBoth({
      user: '[relevance]\npreset = "classic"\n[sources.code]\nmax_tokens = 7\n',
    });
    expect(config.sources.code.max_tokens).toBe(7);
    expect(origins['sources.logs.max_tokens']).toBe('preset classic');
  });

  it.each([
    ['XDG_CONFIG_HOME', { XDG_CONFIG_HOME: '/xdg', APPDATA: '/app' }, '/xdg/sheaf/config.toml'],
    ['APPDATA', { APPDATA: '/app' }, '/app/sheaf/config.toml'],
    ['the home folder', {}, USER],
    ['the home folder, not a relative XDG_CONFIG_HOME', { XDG_CONFIG_HOME: 'x' }, USER],
    ['the home folder, not an empty XDG_CONFIG_HOME', { XDG_CONFIG_HOME: '' }, USER],
  ])('lies where %s says', async (_, env, expected) => {
    const readText = (path: string): string | null => (path === expected ? user : null);
    const { files, origins } = await loadBoth({}, { env, readText });
    expect(files.user).toBe(expected);
    const name = expected === USER ? '~/.config/sheaf/config.toml' : expected;
    expect(origins['budget.max_tokens']).toBe(`${name}:2`);
  });

  it('is not looked for where there is no home', async () => {
    const seen: string[] = [];
    const readText = (path: string): null => {
      seen.push(path);
      return null;
    };
    await loadBoth({}, { home: null, readText });
    expect(seen.filter((path) => !path.endsWith('/sheaf.toml'))).toEqual([]);
    expect(seen.length).toBeGreaterThan(2);
  });

  it.each([
    [
      'an unknown key',
      '\n[budget]\nmax_tokn = 1\n',
      '~/.config/sheaf/config.toml:3: unknown key "budget.max_tokn"',
      'did you mean "budget.max_tokens"?',
    ],
    [
      'a wrong value',
      '[budget]\nmax_tokens = 0\n',
      /^~\/\.config\/sheaf\/config\.toml:2: "budget\.max_tokens" must be a whole number/,
      /window/,
    ],
    ['broken TOML', 'x\n', /^~\/\.config\/sheaf\/config\.toml:1: not valid TOML/, /quotes/],
    [
      'a module by a relative path',
      '[modules]\nsources = ["/a.js", "b.js"]\n',
      '~/.config/sheaf/config.toml:2: "modules.sources" holds "b.js", which is not an absolute path',
      /different file in every folder/,
    ],
    [
      'a cache in a folder called ~',
      'summarization.caching.cache_path = "~/cache"\n',
      /:1: "summarization.caching.cache_path" is "~\/cache", but only a shell knows/,
      'use an absolute path',
    ],
    [
      'a host that is an address',
      '[models]\nallowed_hosts = ["https://example.org/v1"]\n',
      /holds "https:\/\/example.org\/v1", which is not the name of a host$/,
      /"api\.example\.org"/,
    ],
    [
      'a host with a port',
      'models.allowed_hosts = ["example.org:80"]\n',
      /:1: .*of a host$/,
      /port/,
    ],
  ])('is refused for %s with the file and the line', async (_, text, message, hint) => {
    const error = await refusal(loadBoth({ user: text }));
    if (typeof message === 'string') expect(error.message).toBe(message);
    else expect(error.message).toMatch(message);
    if (typeof hint === 'string') expect(error.hint).toBe(hint);
    else expect(error.hint).toMatch(hint);
  });
});

/** `budget.max_tokens`, 5 → a file that sets it. */
const fileWith = (path: string, value: unknown): string => `${path} = ${JSON.stringify(value)}\n`;

describe("IF-3 keys that a project's file cannot set", () => {
  const GUARDED = KEYS.filter(({ guard }) => guard === 'user' || guard === 'consent');
  const LIMITS = KEYS.filter(({ guard }) => guard === 'lower');

  it('are addresses, names of key variables, the home folder, hosts, what is no secret, and modules', () => {
    expect(GUARDED.map(({ path }) => path)).toEqual([
      'relevance.semantic.base_url',
      'relevance.semantic.api_key_env',
      'relevance.reranker.base_url',
      'relevance.reranker.api_key_env',
      'summarization.base_url',
      'summarization.api_key_env',
      'sources.conversation.home_transcripts',
      'models.allowed_hosts',
      'secrets.allow_rules',
      'secrets.allow_paths',
      'secrets.allow_fingerprints',
      'modules.sources',
      'team.store',
      'team.schema',
      'team.repository',
      'team.role',
    ]);
  });

  it.each(GUARDED.map(({ path }) => path))('%s, in its own folder or above', async (path) => {
    const key = GUARDED.find((known) => known.path === path);
    const samples = { list: ['/x'], boolean: true, choice: key?.values.at(-1) ?? '' };
    const value = samples[key?.kind as keyof typeof samples] ?? 'x';
    const text = `\n${fileWith(path, value)}`;
    const error = await refusal(loadBoth({ project: text }));
    expect(error.message).toBe(`sheaf.toml:2: "${path}" cannot be set by a project's file`);
    const variable = `SHEAF_${path.toUpperCase().replaceAll('.', '_')}`;
    const trust = key?.guard === 'user' ? '' : '; if you trust this file, run sheaf trust';
    expect(error.hint).toBe(`move it to ~/.config/sheaf/config.toml, or set ${variable}${trust}`);
    const readText = (file: string): string | null => (file === '/home/sheaf.toml' ? text : null);
    expect((await refusal(loadBoth({}, { readText }))).message).toMatch(
      /^\.\.\/\.\.\/sheaf\.toml:2/,
    );
    // Even where the user has set the same.
    await refusal(loadBoth({ project: text, user: text }));
  });

  it("count from the user's configuration, a variable and a flag", async () => {
    const user = fileWith('summarization.base_url', 'http://127.0.0.1:1/v1');
    const { config, origins } = await loadBoth(
      { user },
      {
        env: { SHEAF_RELEVANCE_SEMANTIC_API_KEY_ENV: 'MY_KEY' },
        overrides: [{ key: 'modules.sources', value: '/a.js,/b.js', flag: '--set' }],
      },
    );
    expect(config.summarization.base_url).toBe('http://127.0.0.1:1/v1');
    expect(origins['summarization.base_url']).toBe('~/.config/sheaf/config.toml:1');
    expect(config.relevance.semantic.api_key_env).toBe('MY_KEY');
    expect(config.modules.sources).toEqual(['/a.js', '/b.js']);
  });

  it('name only a variable to a user without a home', async () => {
    const project = fileWith('summarization.base_url', 'http://x');
    const { hint } = await refusal(loadBoth({ project }, { home: null }));
    expect(hint).toBe('set SHEAF_SUMMARIZATION_BASE_URL; if you trust this file, run sheaf trust');
  });

  it('are told in the order of the lines, among other mistakes', async () => {
    const project = '[summarization]\nbase_url = "x"\nmodl = "y"\n';
    const error = await refusal(loadBoth({ project }));
    expect(error.message).toMatch(/^sheaf\.toml:2: .*base_url/);
    expect(error.hint).toMatch(/and 1 more/);
  });

  it.each(LIMITS.map(({ path }) => path))('%s, unless it lowers it', async (path) => {
    const key = LIMITS.find((known) => known.path === path);
    if (typeof key?.default !== 'number') throw new Error(`${path} is no limit`);
    const lower = await loadBoth({ project: fileWith(path, key.range[0]) });
    expect(valueAt(lower.config, path)).toBe(key.range[0]);
    const error = await refusal(loadBoth({ project: fileWith(path, key.default + 1) }));
    expect(error.message).toBe(
      `sheaf.toml:1: a project's file cannot raise "${path}" from ${key.default} to ${key.default + 1}`,
    );
    expect(error.hint).toMatch(/move it to ~\/\.config/);
    const user = fileWith(path, key.default + 2);
    const raised = await loadBoth({ user, project: fileWith(path, key.default + 1) });
    expect(valueAt(raised.config, path)).toBe(key.default + 1);
    await refusal(
      loadBoth({ user: fileWith(path, key.range[0]), project: fileWith(path, key.default) }),
    );
  });

  it.each(['/var/cache', '../cache', 'a/../../b', '..'])(
    'a cache that leaves the project: %s',
    async (place) => {
      const text = fileWith('summarization.caching.cache_path', place);
      const error = await refusal(loadBoth({ project: text }));
      expect(error.message).toMatch(/^sheaf\.toml:1: .*outside the project$/);
      expect(error.hint).toMatch(/^move it to ~\/\.config\/sheaf\/config\.toml/);
      expect((await loadBoth({ user: text })).config.summarization.caching.cache_path).toBe(place);
    },
  );

  it('but a cache within the project', async () => {
    for (const place of ['', '.sheaf/summaries', 'a/../b']) {
      const project = fileWith('summarization.caching.cache_path', place);
      const { config } = await loadBoth({ project });
      expect(config.summarization.caching.cache_path).toBe(place);
    }
  });
});

describe('IF-3 hosts that text may be sent to', () => {
  it('are named by a variable of their own too, which loses against the usual one', async () => {
    const env = { ALLOWED_SHEAF_HOSTS: 'a.example, b.example' };
    const user = 'models.allowed_hosts = ["c.example"]\n';
    const loaded = await loadBoth({ user }, { env });
    expect(loaded.config.models.allowed_hosts).toEqual(['a.example', 'b.example']);
    expect(loaded.origins['models.allowed_hosts']).toBe('ALLOWED_SHEAF_HOSTS');
    const both = { ...env, SHEAF_MODELS_ALLOWED_HOSTS: 'd.example' };
    const { config } = await loadBoth({ user }, { env: both });
    expect(config.models.allowed_hosts).toEqual(['d.example']);
  });
});

describe('IF-1 a program may hand settings over', () => {
  const circle: { self?: unknown } = {};
  circle.self = circle;

  it.each([null, 'budget.max_tokens=5', 7, [5], [null], [['budget.max_tokens', 5]]])(
    'but as nothing else: %j',
    async (overrides) => {
      const loading = loadBoth({}, { overrides } as unknown as ConfigRequest);
      await expect(loading).rejects.toMatchObject({
        name: 'SheafError',
        code: 'usage',
        message: expect.stringMatching(/^overrides must be an object of settings/),
        hint: expect.stringContaining('budget: { max_tokens: 8000 }'),
      });
      for (const root of ['', 5]) {
        const without = loadBoth({}, { root } as unknown as ConfigRequest);
        await expect(without).rejects.toMatchObject({ name: 'SheafError', code: 'usage' });
      }
    },
  );

  it('as objects, as dotted keys, or both, above everything else', async () => {
    const { config, origins } = await loadBoth(
      { project: '[budget]\nmax_tokens = 1\n' },
      {
        env: { SHEAF_BUDGET_MAX_TOKENS: '2' },
        overrides: {
          budget: { max_tokens: 3000, allocation: { primary: 40, supporting: 40 } },
          'assembly.format': 'xml',
          index: { ignore: undefined, states_kept: 3 },
        },
      },
    );
    expect(config.budget.max_tokens).toBe(3000);
    expect(config.budget.allocation.supporting).toBe(40);
    expect(config.assembly.format).toBe('xml');
    expect(config.index).toMatchObject({ ignore: [], states_kept: 3 });
    expect(origins['assembly.format']).toBe('overrides');
  });

  it.each([
    ['an unknown key', { budget: { max_tokn: 1 } }, 'overrides: unknown key "budget.max_tokn"'],
    ['an unknown section', { bugdet: { max_tokens: 1 } }, 'overrides: unknown key "bugdet"'],
    ['a section as a value', { budget: 5 }, 'overrides: "budget" is a section, not a key'],
    ['null', { 'budget.max_tokens': null }, /must be a whole number .* not null$/],
    ['a wrong type', { budget: { max_tokens: {} } }, /must be a whole number .* not \{\}$/],
    ['a function', { assembly: { format: () => 1 } }, /must be one of .* not function$/],
    ['a circle', { assembly: { format: circle } }, /must be one of .* not object$/],
    ['a big integer', { 'budget.max_tokens': 5n }, /must be a whole number .* not bigint$/],
  ])('and gets an error with a code for %s', async (_, overrides, message) => {
    const error = await refusal(loadBoth({}, { overrides }));
    if (typeof message === 'string') expect(error.message).toBe(message);
    else expect(error.message).toMatch(message);
  });
});
