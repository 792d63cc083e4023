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
import { git, manyModules, writeFiles } from '../support/project.ts';
import { commitOn } from '../support/shop.ts';

type Values = Readonly<Record<string, unknown>>;

/** A setting, a value that is not its default, and under what it shows. */
interface Case {
  readonly value: unknown;
  readonly given?: Values;
  readonly asked?: Partial<AssembleRequest>;
}

const classic: Values = { 'relevance.preset': 'classic', ...CLASSIC, ...noMaxima() };
const wide = { contextTokens: 20_000 };

/** The maxima of the seeds would hide what else a setting does. */
function noMaxima(): Values {
  return Object.fromEntries(
    Object.keys(DEFAULTS.sources).map((name) => [`sources.${name}.max_tokens`, 0]),
  );
}

/** `budget` settings show where the budget is not given directly. */
const window = { contextTokens: null };
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
  'budget.allocation.primary': { value: 5, given: { ...classic, 'budget.allocation.history': 50 } },
  'budget.allocation.supporting': {
    value: 95,
    given: { ...classic, 'budget.allocation.primary': 5 },
  },
  'budget.allocation.reference': {
    value: 1,
    given: { ...classic, 'budget.allocation.supporting': 44 },
  },
  'budget.allocation.history': {
    value: 60,
    given: { ...classic, 'budget.allocation.primary': 10 },
  },
  'assembly.packing_strategy': { value: 'interleaved' },
  'assembly.dedup_threshold': { value: 1, asked: wide },
  'assembly.max_chunks_per_doc': { value: 1 },
  'assembly.prefer_recent': { value: true },
  'assembly.include_metadata': { value: false, given: { 'assembly.format': 'docs' } },
  'assembly.format': { value: 'xml' },
  'assembly.min_headroom_tokens': { value: 1000 },
  'sources.conversation.recent_messages_verbatim': { value: 1, asked: wide },
  'sources.conversation.compress_older': {
    value: false,
    given: { 'budget.overflow_strategy': 'summarize' },
    asked: { sources: ['conversation'], contextTokens: 700 },
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
  documentation: 'more/guide.txt',
  code: 'more/tool.session',
  deployment: 'more/session.settings',
  logs: 'more/session.out',
};

function casesOf(source: string): Readonly<Record<string, Case>> {
  const own = { sources: [source], ...wide };
  return {
    [`sources.${source}.enabled`]: { value: false, asked: own },
    [`sources.${source}.threshold`]: { value: 1, given: classic, asked: own },
    [`sources.${source}.max_tokens`]: { value: 150, asked: own },
    [`sources.${source}.paths`]: { value: [HOMES[source]], asked: own },
  };
}
const ALL = { ...CASES, ...Object.assign({}, ...Object.keys(HOMES).map(casesOf)) } as Readonly<
  Record<string, Case>
>;

/** Has one value only, so nothing can change it. */
const UNCHANGEABLE = ['sources.deployment.redact_secrets'];

const TASK = 'Fix: session refresh crashes with KeyError, see the logs of the session store';
const LINE = 'ERROR session refresh failed: KeyError session store\n';
const HOUR_OLD = Array.from({ length: 20 }, (_, i) => `2024-01-02 07:00:${10 + i} ${LINE}`).join(
  '',
);
const BURST = `2024-01-02 10:00:00 ${LINE}  Traceback (most recent call last):\n    raise KeyError(session)\n`;

const said = (i: number): string =>
  `**User**: Message ${i}: the session store loses refresh number ${i}. ${'It happens at night. '.repeat(6)}\n\n**Assistant**: Then the session refresh ${i} needs a lock.\n\n`;

function makeProject(root: string): void {
  git(root, 'init', '-q');
  writeFiles(root, {
    ...manyModules(30),
    'src/session.py': `from src.store import Store\n\n\nclass Session:\n    """A session of the session store."""\n\n${Array.from({ length: 30 }, (_, i) => `    def refresh_${i}(self, store):\n        key = store.session_${i}\n        if key is None:\n            raise KeyError("session refresh ${i}")\n        return store.refresh(key)\n\n`).join('')}`,
    'src/store.py':
      'class Store:\n    """Keeps every session."""\n\n    def refresh(self, key):\n        return self.sessions[key]\n',
    'src/copy_of_store.py':
      'class Store:\n    """Keeps every session."""\n\n    def refresh(self, key):\n        return self.sessions[key]\n',
    'src/session.d.ts': 'export interface Session {\n  refresh(store: SessionStore): void;\n}\n',
    'tests/test_session.py':
      'def test_session_refresh():\n    assert Session().refresh_1(None) is None\n',
    'AGENTS.md': '# Working here\n\nRun the linter before you finish.\n',
    'notes/style.md': '# Style\n\nSentences are short.\n',
    'docs/sessions.md': `# Sessions\n\n${Array.from({ length: 20 }, (_, i) => `## Refresh ${i}\n\nThe session store refreshes session ${i} after ${i} minutes, if nobody has.\n`).join('\n')}`,
    '.sheaf/conversations/talk.md': Array.from({ length: 14 }, (_, i) => said(i)).join(''),
    '.sheaf/research/search.json': `{"query": "session refresh KeyError", "results": [{"title": "Session store", "url": "https://example.org/a", "snippet": "A session refresh raises KeyError when the store is empty."}]}`,
    '.sheaf/research/agents/found.md':
      '# Task: why does session refresh fail\n\n## Findings\n\nThe session store drops a session while refresh runs, which gives a KeyError.\n',
    '.sheaf/research/note.md':
      '# Session store\n\nRefresh of a session takes a lock in other stores.\n',
    '.env': 'SESSION_STORE=redis\nSESSION_REFRESH_SECONDS=60\n',
    'deploy/session.yaml':
      'apiVersion: v1\nkind: Service\nmetadata:\n  name: session-store\nspec:\n  sessionAffinity: ClientIP\n',
    Dockerfile: 'FROM python:3.12\nENV SESSION_STORE=redis\nCMD ["python", "-m", "session"]\n',
    'logs/server.log': `${HOUR_OLD}${BURST.repeat(12)}2024-01-02 10:00:09 INFO session store is idle\n`,
    'more/talk.md': `**User**: Does session refresh hold the store?\n\n**Assistant**: No.\n`,
    'more/found.md': '# Found\n\nA session refresh needs a store.\n',
    'more/guide.txt': 'How a session refresh uses its store, step by step.\n',
    'more/tool.session': 'session refresh store KeyError\n',
    'more/session.settings': 'session.store = redis\nsession.refresh = 60\n',
    'more/session.out': '2024-01-02 10:00:00 ERROR session refresh failed: KeyError\n',
  });
  commitOn(root, 0, 'Start with sessions');
  writeFiles(root, {
    'src/copy_of_store.py':
      'class Store:\n    """Keeps every session."""\n\n    def refresh(self, key):\n        return self.sessions[key]\n\n\nOTHER = 1\n',
    'src/part0/module_0.py': '"""Refreshes a session of the store."""\n',
  });
  commitOn(root, 30, 'Later work on the store');
}

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
  makeProject(root);
});
afterAll(() => {
  execFileSync('rm', ['-rf', root]);
});

async function seen(values: Values, asked: Partial<AssembleRequest>): Promise<unknown> {
  const workspace = await openWorkspace({
    root,
    gitDir: null,
    ref: null,
    indexFile: null,
    config: configWith(values),
    warn: () => {},
    onProgress: () => {},
  });
  try {
    const request = { text: TASK, type: 'auto', sources: [], contextTokens: 2500 } as const;
    const { prompt, budget } = await workspace.assemble({ ...request, ...asked });
    return { prompt, budget };
  } finally {
    await workspace.close();
  }
}

describe('BU-1 every setting of budget, assembly and sources changes something', () => {
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
