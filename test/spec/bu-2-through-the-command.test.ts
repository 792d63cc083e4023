import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countTokens as cl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { countTokens as o200k } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlannedPart } from '../../src/model/plan.ts';
import { readPlan } from '../../src/record/read-plan.ts';
import { command } from '../support/command.ts';
import { makeEverything } from '../support/everything.ts';
import { readPrompt } from '../support/read-prompt.ts';

/* What is proven for single functions elsewhere, asked of the command. */

const TASK = 'Fix: session refresh crashes with KeyError, see the logs of the session store';
const FORMATS = ['mdctx', 'docs', 'markdown', 'xml', 'plain', 'json', 'messages'] as const;

let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'sheaf-command-'));
  makeEverything(root);
});
afterAll(() => execFileSync('rm', ['-rf', root]));

async function sheaf(...argv: readonly string[]): Promise<string> {
  const { code, out, err } = await command(root, argv);
  expect(code, err).toBe(0);
  return out;
}
const json = async <T>(...argv: readonly string[]): Promise<T> =>
  JSON.parse(await sheaf(...argv, '--json')) as T;

interface Assembled {
  readonly prompt: string;
  readonly parts: readonly PlannedPart[];
  readonly total_tokens: number;
}
const assembled = (...argv: readonly string[]): Promise<Assembled> =>
  json('assemble', TASK, ...argv);

describe('SR-2 real formats without configuration', () => {
  it('fill all six sources of the index', async () => {
    const { sources } = await json<{ sources: Record<string, number> }>('index');
    expect(Object.keys(sources).sort()).toEqual(
      ['code', 'conversation', 'deployment', 'documentation', 'logs', 'research'].sort(),
    );
  });
});

describe('RT-3 pieces follow the structure of a file', () => {
  it('and end where a definition ends', async () => {
    const hits = await json<{ path: string; span?: readonly [number, number] }[]>(
      ...['search', 'refresh_7 of a session', '--limit', '100'],
    );
    const lines = readFileSync(join(root, 'src/session.py'), 'utf8').split('\n');
    const ends = hits.flatMap(({ path, span }) =>
      path === 'src/session.py' && span !== undefined ? [span[1]] : [],
    );
    expect(ends.length).toBeGreaterThan(1);
    for (const end of ends) {
      const next = lines.slice(end).find((line) => line.trim() !== '');
      expect(next ?? 'def').toMatch(/^\s*(?:def|class)\b/);
    }
  });
});

describe('BU-2 tokenizers', () => {
  it.each([
    ['o200k', o200k],
    ['cl100k', cl100k],
  ] as const)('%s counts as its reference does, and the plan names it', async (name, count) => {
    const file = join(root, '.sheaf/plan.json');
    const { prompt, total_tokens } = await assembled('--tokenizer', name, '--plan', file);
    expect(total_tokens).toBe(count(prompt, { disallowedSpecial: new Set() }));
    expect(readPlan(readFileSync(file, 'utf8')).tokenizer).toBe(name);
  });
});

describe('BU-5 PK-1 every strategy', () => {
  it.each(['optimal', 'greedy', 'interleaved', 'score-weighted'])(
    '%s fills the budget and never exceeds it',
    async (strategy) => {
      const { prompt } = await assembled('--strategy', strategy, '--context-tokens', '2000');
      const tokens = o200k(prompt, { disallowedSpecial: new Set() });
      expect(tokens).toBeLessThanOrEqual(2000);
      expect(tokens).toBeGreaterThan(1000);
    },
  );
});

describe('PK-2 the order of a context', () => {
  it('names each document once, with its lines in reading order', async () => {
    const result = await assembled('--context-tokens', '4000');
    const parts = result.parts.filter(({ tier }) => tier !== 'system');
    expect(parts.length).toBeGreaterThan(5);
    expect(new Set(parts.map(({ path }) => path)).size).toBe(parts.length);
    for (const { spans } of parts) {
      const starts = spans.map(([first]) => first);
      expect(starts).toEqual([...starts].sort((a, b) => a - b));
    }
  });
});

describe('FM-1 FM-2 formats', () => {
  it.each(FORMATS)('%s holds the task and the parts that the result lists', async (format) => {
    const { prompt, parts } = await assembled('--format', format, '--context-tokens', '3000');
    const read = readPrompt(format, prompt);
    expect(read.request).toContain('session refresh crashes');
    expect(read.parts.map(({ path }) => path).sort()).toEqual(parts.map(({ path }) => path).sort());
  });

  it('lists sources, groups by type and leaves contents out, as asked', async () => {
    const { prompt } = await assembled(
      ...['--format', 'markdown', '--list-sources', '--group-by-type', '--names-only'],
    );
    expect(prompt).toMatch(/^## /m);
    expect(prompt).not.toContain('raise KeyError');
  });
});

describe('SM-1 levels of detail', () => {
  it('get shorter from full to stub', async () => {
    const lengths: number[] = [];
    for (const level of ['full', 'detailed', 'summary', 'stub']) {
      lengths.push((await sheaf('summarize', 'src/session.py', '--level', level)).length);
    }
    expect(lengths).toEqual([...lengths].sort((a, b) => b - a));
    expect(new Set(lengths).size).toBe(4);
  });
});

describe('OB-2 the report', () => {
  it('shows how the newest assembly spent its budget', async () => {
    await assembled('--context-tokens', '2500');
    const report = await sheaf('report');
    expect(report).toContain('session refresh crashes');
    expect(report).toMatch(/primary/i);
  });
});

describe('FL-2 FL-11 evidence', () => {
  it('is named by rank, kind and role, and each change is told in a block', async () => {
    await sheaf('flow', 'new', 'fix sessions');
    const told = await sheaf('add', 'src/store.py', '--rank', '120');
    expect(told).toMatch(
      /^✓ Added evidence: 120_store_py\.evidence\.md\n {2}Bytes: .+\n {2}Total context: .+\n {2}Budget: .+\n/,
    );
    const [id = ''] = readdirSync(join(root, '.sheaf/flows')).filter((name) => /^fix/.test(name));
    expect(readdirSync(join(root, '.sheaf/flows', id, 'ctx/evidence'))).toEqual([
      '120_store_py.evidence.md',
    ]);
  });
});
