import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Config, DEFAULTS } from '../../src/config/defaults.ts';
import type { AssembleRequest, AssembleResult, Workspace } from '../../src/model/results.ts';
import { planText } from '../../src/record/plan.ts';
import { readPlan } from '../../src/record/read-plan.ts';
import { openWorkspace } from '../../src/workspace.ts';
import { type Asked, chat, serving, stopServing, trouble } from '../support/model-server.ts';
import { commitAll, copyOf, forgetIndex, git, inFolder, writeFiles } from '../support/project.ts';

afterEach(stopServing);

const HOUR_MS = 3_600_000;
const KEY = 'AKIAIOSFODNN7EXAMPLQ';

/** A guide that is far too long for the room there is. */
const guide = (name: string): string =>
  `# The ${name} queue\n\n${Array.from(
    { length: 60 },
    (_, i) =>
      `Step ${i}: the ${name} queue hands order ${i} to worker ${i % 7}, which retries ${i} times.`,
  ).join('\n\n')}\n\nThe key is ${KEY}.\n`;

const NAMES = ['payment', 'refund', 'shipping', 'invoice', 'returns', 'mail', 'stock', 'label'];
const FILES = Object.fromEntries(NAMES.map((name) => [`docs/${name}.md`, guide(name)]));
const ASK: AssembleRequest = {
  task: 'why does a queue hand an order to a worker twice',
  maxTokens: 1500,
};

/** The guides are references, which stand in a context as summaries. */
const AS_REFERENCES: Config['relevance']['thresholds'] = {
  ...DEFAULTS.relevance.thresholds,
  supporting_threshold: 0.8,
  primary_threshold: 0.9,
};

type Summarization = Config['summarization'];
interface Options extends Partial<Summarization> {
  readonly nowMs?: number;
}

async function inShop<T>(work: (root: string) => Promise<T>): Promise<T> {
  return inFolder(async (root) => {
    copyOf('model', root, writeShop);
    return work(root);
  });
}

function writeShop(root: string): void {
  writeFiles(root, FILES);
  git(root, 'init', '-q');
  commitAll(root, 'A shop');
}

async function open(
  root: string,
  baseUrl: string,
  { nowMs = 1_800_000_000_000, ...own }: Options = {},
): Promise<{ workspace: Workspace; warnings: string[] }> {
  const warnings: string[] = [];
  const summarization = {
    ...DEFAULTS.summarization,
    provider: 'openai-compatible' as const,
    base_url: baseUrl,
    model: 'm',
    ...own,
  };
  const workspace = await openWorkspace({
    root,
    gitDir: null,
    ref: null,
    indexFile: null,
    config: {
      ...DEFAULTS,
      summarization,
      relevance: { ...DEFAULTS.relevance, thresholds: AS_REFERENCES },
      budget: { ...DEFAULTS.budget, overflow_strategy: 'summarize' },
    },
    warn: (sentence) => warnings.push(sentence),
    onProgress: () => {},
    now: () => nowMs,
  });
  return { workspace, warnings };
}

async function made(
  root: string,
  baseUrl: string,
  options: Options = {},
): Promise<AssembleResult & { warnings: string[] }> {
  const { workspace, warnings } = await open(root, baseUrl, options);
  try {
    return { ...(await workspace.assemble(ASK)), warnings };
  } finally {
    await workspace.close();
  }
}

/** The name of the file a question is about. */
const about = ({ body }: Asked): string =>
  /docs\/(\w+)\.md/.exec(body.messages?.[0]?.content ?? '')?.[1] ?? '';
const answering = (asked: Asked): ReturnType<typeof chat> =>
  chat(`Orders of the ${about(asked)} queue go to seven workers in turn.`);

const byModel = ({ parts }: AssembleResult): string[] =>
  parts.filter(({ model }) => model === 'm').map(({ path }) => path);

describe('SM-2 summaries inside a context, with a language model configured', () => {
  it('are written by it, recorded in the plan and kept for the next time and the next task', () =>
    inShop(async (root) => {
      const { baseUrl, asked } = await serving(answering);
      const first = await made(root, baseUrl);
      const written = byModel(first);
      expect(written.length).toBeGreaterThan(1);
      for (const path of written) {
        const name = /(\w+)\.md/.exec(path)?.[1];
        expect(first.prompt).toContain(`Orders of the ${name} queue go to seven workers in turn.`);
      }
      const part = first.plan.parts.find(({ model }) => model === 'm');
      expect(part).toMatchObject({ level: 'summary', method: 'summary', model: 'm' });
      expect(part?.receipt).toMatch(/^summary by m: /);
      expect(first.plan.summaries?.map(({ path }) => path)).toEqual(
        expect.arrayContaining(written),
      );
      expect(first.totalTokens).toBeLessThanOrEqual(first.budget.available);
      const paths = first.parts.map(({ path }) => path);
      expect(paths).toEqual([...new Set(paths)]);

      const { length } = asked;
      const second = await made(root, baseUrl);
      expect(second.prompt).toBe(first.prompt);
      expect(planText(second.plan)).toBe(planText(first.plan));
      const { workspace } = await open(root, baseUrl);
      await workspace.assemble({ ...ASK, task: 'how often does a worker of the queue retry' });
      await workspace.close();
      expect(asked).toHaveLength(length);
    }));

  it('never send what is secret, nor the task', () =>
    inShop(async (root) => {
      const { baseUrl, asked } = await serving(answering);
      const { prompt } = await made(root, baseUrl, { window_tokens: 100_000 });
      const sent = JSON.stringify(asked);
      expect(sent).toContain('The key is');
      expect(sent).not.toContain(KEY);
      expect(sent).not.toContain(ASK.task);
      expect(prompt).not.toContain(KEY);
    }));

  it('are made section by section where the window is small', () =>
    inShop(async (root) => {
      const { baseUrl, asked } = await serving(answering);
      await made(root, baseUrl, { window_tokens: 1024, max_calls_per_context: 1000 });
      const contents = asked.map(({ body }) => body.messages?.[0]?.content ?? '');
      expect(contents.some((text) => text.includes('part 1 of'))).toBe(true);
      expect(contents.some((text) => text.includes('summaries of all parts'))).toBe(true);
    }));

  it('stop at the configured number of questions, kept or not, and say so', () =>
    inShop(async (root) => {
      const { baseUrl, asked } = await serving(answering);
      const once = { max_calls_per_context: 1, window_tokens: 100_000 };
      const first = await made(root, baseUrl, once);
      expect(asked).toHaveLength(1);
      expect(byModel(first)).toHaveLength(1);
      expect(first.warnings.join('\n')).toContain('summarization.max_calls_per_context');
      const again = await made(root, baseUrl, once);
      expect(asked).toHaveLength(1);
      expect(again.prompt).toBe(first.prompt);
      const none = await made(root, baseUrl, { max_calls_per_context: 0 });
      expect(byModel(none)).toEqual([]);
      expect(asked).toHaveLength(1);
    }));

  it('are made offline, with one warning, where the model does not answer', () =>
    inShop(async (root) => {
      const { baseUrl, asked } = await serving(() => trouble(400, 'no such model'));
      const fallen = await made(root, baseUrl);
      const offline = await made(root, baseUrl, { provider: 'none' });
      expect(asked).toHaveLength(1);
      expect(fallen.warnings).toEqual([
        expect.stringMatching(/no such model.*made offline/),
        expect.stringMatching(/^Sent \d+ bytes to 127\.0\.0\.1:\d+ in 1 request\.$/),
      ]);
      expect(fallen.prompt).toBe(offline.prompt);
      expect(fallen.plan.summaries).toBeUndefined();
    }));

  it('fall back one by one where the model answers nonsense, and are asked for again', () =>
    inShop(async (root) => {
      const { baseUrl, asked } = await serving((question, count) =>
        count === 1 ? chat('') : answering(question),
      );
      const first = await made(root, baseUrl, { window_tokens: 100_000 });
      const path = `docs/${asked.map(about)[0]}.md`;
      expect(byModel(first).length).toBeGreaterThan(0);
      expect(byModel(first)).not.toContain(path);
      expect(first.warnings).toEqual([
        expect.stringContaining(`${path}: it answered nothing`),
        expect.stringMatching(/^Sent \d+ bytes to 127\.0\.0\.1:\d+ in 3 requests\.$/),
      ]);
      expect(byModel(await made(root, baseUrl, { window_tokens: 100_000 }))).toContain(path);
    }));
});

describe('SM-2 documents that stand in every context', () => {
  it('are written by the model where less than a third of them has room', () =>
    inShop(async (root) => {
      writeFiles(root, { 'AGENTS.md': guide('rules') });
      const { baseUrl, asked } = await serving(() => chat('Seven workers take turns.'));
      const { workspace } = await open(root, baseUrl);
      const { parts, prompt } = await workspace.assemble({ ...ASK, maxTokens: 4000 });
      await workspace.close();
      const rules = parts.find(({ path }) => path === 'AGENTS.md');
      expect(rules).toMatchObject({ tier: 'system', method: 'heavy', model: 'm' });
      expect(prompt).toContain('Seven workers take turns.');
      const own = asked.filter(({ body }) => body.messages?.[0]?.content.includes('AGENTS.md'));
      expect(own.length).toBeGreaterThan(0);
    }));

  it('are whole or absent where nothing may be shortened', () =>
    inShop(async (root) => {
      writeFiles(root, { 'AGENTS.md': guide('rules'), 'README.md': '# Shop\n\nQueues.\n' });
      const { baseUrl, asked } = await serving(answering);
      const { parts } = await made(root, baseUrl, { enabled: false });
      expect(parts.filter(({ method }) => method !== undefined)).toEqual([]);
      expect(parts.length).toBeGreaterThan(0);
      expect(asked).toEqual([]);
    }));
});

describe('SM-3 kept summaries inside a context', () => {
  it('are made anew after a change and after their time', () =>
    inShop(async (root) => {
      const { baseUrl, asked } = await serving(answering);
      const nowMs = 1_800_000_000_000;
      const written = byModel(await made(root, baseUrl, { nowMs }));
      const [path = ''] = written;
      const before = asked.length;
      await made(root, baseUrl, { nowMs: nowMs + 23 * HOUR_MS });
      expect(asked).toHaveLength(before);
      // As long as before, so that it keeps its place among the others.
      const text = readFileSync(join(root, path), 'utf8');
      writeFileSync(join(root, path), text.replace('Step 59:', 'Last 59:'));
      await made(root, baseUrl, { nowMs, caching: { ...CACHING, invalidate_on_change: false } });
      const stale = asked.length;
      await made(root, baseUrl, { nowMs, caching: { ...CACHING, invalidate_on_change: false } });
      expect(asked).toHaveLength(stale);
      await made(root, baseUrl, { nowMs });
      expect(asked.slice(stale).map((question) => `docs/${about(question)}.md`)).toContain(path);
      const changed = asked.length;
      await made(root, baseUrl, { nowMs: nowMs + 24 * HOUR_MS });
      expect(asked.length).toBeGreaterThan(changed);
    }));
});

const CACHING = DEFAULTS.summarization.caching;

describe('OB-3 a plan with summaries by a model', () => {
  it('is replayed with the recorded words and without the model, whatever it would say today', () =>
    inShop(async (root) => {
      const { baseUrl, asked } = await serving(answering);
      const nowMs = 1_800_000_000_000;
      const first = await made(root, baseUrl, { nowMs });
      const before = asked.length;
      const later = { nowMs: nowMs + 1000 * HOUR_MS };
      const plan = readPlan(planText(first.plan));
      const { workspace } = await open(root, 'http://127.0.0.1:1/v1', later);
      const again = await workspace.replay(plan);
      expect(again.differences).toEqual([]);
      expect(again.prompt).toBe(first.prompt);
      expect(planText(again.plan)).toBe(planText(first.plan));
      expect(asked).toHaveLength(before);

      const [path = ''] = byModel(first);
      // As long as before, so that it keeps its place among the others.
      const text = readFileSync(join(root, path), 'utf8');
      writeFileSync(join(root, path), text.replace('Step 59:', 'Last 59:'));
      const edited = await workspace.replay(plan);
      expect(edited.identical).toBe(false);
      expect(edited.differences[0]).toMatchObject({ cause: 'content', what: path });
      await workspace.close();
    }));

  it('says which summary is gone', () =>
    inShop(async (root) => {
      const { baseUrl } = await serving(answering);
      const first = await made(root, baseUrl);
      forgetIndex(root);
      const { workspace } = await open(root, baseUrl);
      const { identical, differences } = await workspace.replay(first.plan);
      await workspace.close();
      expect(identical).toBe(false);
      expect(differences[0]).toEqual({
        cause: 'summary',
        what: first.plan.summaries?.[0]?.path,
        before: 'summary written by m',
        after: 'no longer kept',
      });
    }));
});
