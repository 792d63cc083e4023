import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Config, DEFAULTS } from '../../src/config/defaults.ts';
import { KEYS } from '../../src/config/keys.ts';
import { CLASSIC } from '../../src/config/presets.ts';
import type { AssembleRequest } from '../../src/model/results.ts';
import { openWorkspace } from '../../src/workspace.ts';
import { makeEverything } from '../support/everything.ts';

type Values = Readonly<Record<string, unknown>>;

/** A setting, a value that is not its default, and under what it shows. */
interface Case {
  readonly value: unknown;
  readonly given?: Values;
  readonly asked?: Partial<AssembleRequest>;
}

const classic: Values = { 'relevance.preset': 'classic', ...CLASSIC, ...noMaxima() };
const wide = { maxTokens: 20_000 };

/** The classic maxima of the sources would hide what else a setting does. */
function noMaxima(): Values {
  return Object.fromEntries(
    Object.keys(DEFAULTS.sources).map((name) => [`sources.${name}.max_tokens`, 0]),
  );
}

const open = Object.fromEntries(
  Object.keys(DEFAULTS.sources).map((name) => [`sources.${name}.threshold`, 0]),
);
/** All tiers want more than their share. */
const tiers: Values = {
  ...classic,
  ...open,
  'relevance.thresholds.include_minimum': 0,
  'relevance.thresholds.supporting_threshold': 0.3,
  'relevance.thresholds.primary_threshold': 0.4,
};
const narrow = { maxTokens: 1600 };

/** `budget` settings show where the budget is not given directly. */
const window = { maxTokens: undefined };
const small: Values = { 'budget.max_tokens': 6000 };

const CASES: Readonly<Record<string, Case>> = {
  'budget.max_tokens': { value: 6000, asked: window },
  'budget.reserve_for_output': { value: 3000, given: small, asked: window },
  'budget.reserve_for_system': { value: 3000, given: small, asked: window },
  'budget.reserve_for_query': { value: 3000, given: small, asked: window },
  'budget.headroom_tokens': { value: 3000, given: small, asked: window },
  'budget.per_document_overhead_tokens': { value: 900 },
  'budget.overflow_strategy': { value: 'summarize' },
  'budget.tokenizer': { value: 'chars4' },
  'budget.allocation.primary': { value: 5, given: tiers, asked: narrow },
  'budget.allocation.supporting': { value: 70, given: tiers, asked: narrow },
  'budget.allocation.reference': { value: 60, given: tiers, asked: narrow },
  'budget.allocation.history': { value: 60, given: tiers, asked: narrow },
  'assembly.packing_strategy': { value: 'interleaved' },
  'assembly.fill': { value: true, asked: window },
  'assembly.map': { value: true, asked: wide },
  'assembly.raw_unicode': { value: true, asked: { task: 'refresh of the session\u202e store' } },
  'assembly.dedup_threshold': { value: 1, asked: wide },
  'assembly.max_chunks_per_doc': { value: 1 },
  'assembly.prefer_recent': {
    value: true,
    asked: { include: ['pair/*'], task: 'refresh session store', maxTokens: 220 },
  },
  'assembly.include_metadata': { value: false, given: { 'assembly.format': 'docs' } },
  'assembly.format': { value: 'xml' },
  'assembly.min_headroom_tokens': { value: 1000 },
  'sources.conversation.recent_messages_verbatim': { value: 1, asked: wide },
  'sources.conversation.compress_older': {
    value: false,
    given: { 'budget.overflow_strategy': 'summarize' },
    asked: { sources: ['conversation'], maxTokens: 500 },
  },
  'sources.research.include_web_searches': { value: false, asked: { sources: ['research'] } },
  'sources.research.include_agent_outputs': { value: false, asked: { sources: ['research'] } },
  'sources.documentation.always_include': { value: ['notes/style.md'], asked: wide },
  'sources.code.include_types': { value: false, asked: { sources: ['code'], ...wide } },
  'sources.code.include_tests': { value: false, asked: { sources: ['code'], ...wide } },
  'sources.code.include_imports': { value: false, given: classic, asked: wide },
  'sources.deployment.include_env_configs': { value: false, asked: { sources: ['deployment'] } },
  'sources.deployment.include_k8s': { value: false, asked: { sources: ['deployment'] } },
  'sources.logs.log_window_hours': { value: 1, asked: { sources: ['logs'] } },
  'sources.logs.filter_noise': { value: false, asked: { sources: ['logs'], ...wide } },
  'sources.logs.max_bytes': { value: 1024, asked: { sources: ['logs'] } },
};

/** What all sources have. */
const HOMES: Readonly<Record<string, string>> = {
  conversation: 'more/talk.md',
  research: 'more/found.md',
  documentation: 'more/guide.session',
  code: 'more/tool.md',
  deployment: 'more/session.settings',
  logs: 'more/session.out',
};

function casesOf(source: string): Readonly<Record<string, Case>> {
  const own = { sources: [source], ...wide };
  return {
    [`sources.${source}.enabled`]: { value: false, asked: own },
    // A fault leads to the log of its service, whatever the threshold.
    [`sources.${source}.threshold`]: {
      value: 1,
      given: tiers,
      asked: { ...own, task: 'the session store refuses a refresh' },
    },
    [`sources.${source}.max_tokens`]: { value: 150, asked: own },
    [`sources.${source}.paths`]: { value: [HOMES[source]], asked: own },
  };
}
const ALL = { ...CASES, ...Object.assign({}, ...Object.keys(HOMES).map(casesOf)) } as Readonly<
  Record<string, Case>
>;

/** Have one value only, or show elsewhere: in a process that goes on (IF-4), in reports (OB-1), where a home has transcripts (SR-1). */
const UNCHANGEABLE = [
  'sources.deployment.redact_secrets',
  'assembly.cache_ttl_seconds',
  'budget.model',
  'sources.conversation.home_transcripts',
];

const TASK = 'Fix: session refresh crashes with KeyError, see the logs of the session store';
/** The usual settings with some values, by their names. */
function configWith(values: Values): Config {
  const config = structuredClone(DEFAULTS) as unknown as Record<string, unknown>;
  for (const [key, value] of Object.entries(values)) {
    const names = key.split('.');
    const last = names.pop() ?? '';
    const inner = names.reduce((at, name) => at[name] as Record<string, unknown>, config);
    inner[last] = value;
  }
  return config as unknown as Config;
}

let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'sheaf-test-'));
  makeEverything(root);
});
afterAll(() => {
  execFileSync('rm', ['-rf', root]);
});

const known = new Map<string, Promise<unknown>>();
/** What most cases are compared with is the same, and made once. */
function seen(values: Values, asked: Partial<AssembleRequest>): Promise<unknown> {
  const key = JSON.stringify([values, asked]);
  const made = known.get(key) ?? assembled(values, asked);
  known.set(key, made);
  return made;
}

async function assembled(values: Values, asked: Partial<AssembleRequest>): Promise<unknown> {
  const workspace = await openWorkspace({
    root,
    gitDir: null,
    ref: null,
    indexFile: null,
    // Some of these values are right only together with others, so they come as loaded already.
    config: {
      config: configWith(values),
      origins: {},
      files: { project: null, user: null },
      trusted: [],
    },
    warn: () => {},
    onProgress: () => {},
  });
  try {
    const request = { task: TASK, maxTokens: 2500 };
    const { prompt, budget, parts, dropped } = await workspace.assemble({ ...request, ...asked });
    return { prompt, budget, parts, dropped };
  } finally {
    await workspace.close();
  }
}

describe('BU-1 BU-3 every setting of budget, assembly and sources changes something', () => {
  it('has a case for each', () => {
    const keys = KEYS.map(({ path }) => path).filter((path) =>
      /^(budget|assembly|sources)\./.test(path),
    );
    expect(keys.length).toBeGreaterThan(50);
    expect(Object.keys(ALL).sort()).toEqual(
      keys.filter((key) => !UNCHANGEABLE.includes(key)).sort(),
    );
  });

  it.each(Object.entries(ALL))(
    '%s',
    { timeout: 60_000 },
    async (key, { value, given = {}, asked = {} }) => {
      const before = await seen(given, asked);
      const after = await seen({ ...given, [key]: value }, asked);
      expect(after).not.toEqual(before);
    },
  );
});
