import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Config, DEFAULTS } from '../../src/config/defaults.ts';
import type { ContextPlan } from '../../src/model/plan.ts';
import type { AssembleRequest, ReplayResult, Workspace } from '../../src/model/results.ts';
import { diffPlans } from '../../src/record/diff-plans.ts';
import { openWorkspace } from '../../src/workspace.ts';
import { testPorts } from '../support/ports.ts';
import { commitAll, forgetIndex, git, inFolder, writeFiles } from '../support/project.ts';

const ASK: AssembleRequest = {
  task: 'the reader drops the last token of a line',
  maxTokens: 600,
};

const module = (name: string): string =>
  Array.from(
    { length: 8 },
    (_, n) =>
      `def ${name}_${n}(line):\n    """Reads token ${n} of a line."""\n    return line.split()[${n}]\n`,
  ).join('\n\n');

async function inProject<T>(work: (root: string) => Promise<T>): Promise<T> {
  return inFolder(async (root) => {
    git(root, 'init', '-q');
    writeFiles(root, {
      'reader/token.py': module('token'),
      'reader/line.py': module('line'),
      'reader/last.py': module('last'),
      'docs/reader.md': '# The reader\n\nIt reads the last token of a line.\n',
    });
    commitAll(root, 'A reader');
    return work(root);
  });
}

async function inWorkspace<T>(
  root: string,
  config: Config,
  work: (workspace: Workspace) => Promise<T>,
): Promise<T> {
  const workspace = await openWorkspace({
    root,
    gitDir: null,
    ref: null,
    indexFile: null,
    config,
    warn: () => {},
    onProgress: () => {},
  });
  try {
    return await work(workspace);
  } finally {
    await workspace.close();
  }
}

const planOf = (
  root: string,
  config: Config = DEFAULTS,
  ask: Partial<AssembleRequest> = {},
): Promise<ContextPlan> =>
  inWorkspace(root, config, async (workspace) => {
    const { plan } = await workspace.assemble({ ...ASK, ...ask });
    return plan;
  });

const replay = (root: string, plan: ContextPlan): Promise<ReplayResult> =>
  inWorkspace(root, DEFAULTS, (workspace) => workspace.replay(plan));

const { relevance, budget, assembly } = DEFAULTS;
const factors = { ...relevance.factors, mention_density: { weight: 0.9 } };

const { digest } = await testPorts();

describe('OB-3 two plans differ for a single cause', () => {
  it.each([
    ['weight', { ...DEFAULTS, relevance: { ...relevance, factors } }],
    ['tokenizer', { ...DEFAULTS, budget: { ...budget, tokenizer: 'chars4' } }],
    ['format', { ...DEFAULTS, assembly: { ...assembly, format: 'xml' } }],
    ['option', { ...DEFAULTS, assembly: { ...assembly, packing_strategy: 'score-weighted' } }],
    ['option', { ...DEFAULTS, budget: { ...budget, overflow_strategy: 'summarize' } }],
  ] as const)('%s', (cause, config) =>
    inProject(async (root) => {
      const differences = diffPlans(await planOf(root), await planOf(root, config));
      expect(differences.length).toBeGreaterThan(0);
      expect([...new Set(differences.map((found) => found.cause))]).toEqual([cause]);
    }),
  );

  it('budget, task and version', () =>
    inProject(async (root) => {
      const plan = await planOf(root);
      const causesOf = (other: ContextPlan): string[] => [
        ...new Set(diffPlans(plan, other).map(({ cause }) => cause)),
      ];
      expect(causesOf(await planOf(root, DEFAULTS, { maxTokens: 400 }))).toEqual(['budget']);
      expect(causesOf(await planOf(root, DEFAULTS, { task: 'lines' }))).toEqual(['task']);
      expect(causesOf(await planOf(root, DEFAULTS, { pins: ['docs/reader.md'] }))).toEqual([
        'option',
      ]);
      expect(causesOf({ ...plan, sheaf_version: '0.0.1' })).toEqual(['version']);
    }));

  it('content, the edited file first', () =>
    inProject(async (root) => {
      const before = await planOf(root);
      appendFileSync(join(root, 'reader/last.py'), '\n\ndef more(line):\n    return line\n');
      const differences = diffPlans(before, await planOf(root));
      expect(differences[0]).toMatchObject({ cause: 'content', what: 'reader/last.py' });
      expect([...new Set(differences.map(({ cause }) => cause))]).toEqual(['content']);
    }));
});

describe('OB-3 replay names the file that was changed', () => {
  const named = async (root: string, plan: ContextPlan): Promise<string[]> => {
    const { identical, differences } = await replay(root, plan);
    expect(identical).toBe(false);
    const { cause, what, after } = differences[0] ?? { cause: '', what: '', after: '' };
    return [cause, what, after];
  };

  it('where others were changed before the plan was made', () =>
    inProject(async (root) => {
      appendFileSync(join(root, 'reader/token.py'), '\n# not committed\n');
      const plan = await planOf(root);
      expect((await replay(root, plan)).identical).toBe(true);
      appendFileSync(join(root, 'reader/last.py'), '\n# edited\n');
      expect(await named(root, plan)).toEqual(['content', 'reader/last.py', 'changed since']);
      // Another index knows no state but that of the commit.
      forgetIndex(root);
      expect(await named(root, plan)).toEqual(['content', 'reader/last.py', 'changed since']);
    }));

  it('where there is no git, and whether it is in the plan or not', () =>
    inProject(async (root) => {
      rmSync(join(root, '.git'), { recursive: true });
      const plan = await planOf(root, DEFAULTS, { maxTokens: 300 });
      writeFiles(root, { 'other/unrelated.md': '# Weather\n\nIt rains.\n' });
      expect(await named(root, plan)).toEqual(['content', 'other/unrelated.md', 'added since']);
      rmSync(join(root, 'other'), { recursive: true });
      expect((await replay(root, plan)).identical).toBe(true);
      rmSync(join(root, plan.parts.at(-1)?.path ?? ''));
      expect(await named(root, plan)).toEqual([
        'content',
        plan.parts.at(-1)?.path,
        'removed since',
      ]);
    }));

  it('also where nothing of the change is shown', () =>
    inProject(async (root) => {
      const path = 'reader/last.py';
      const weather = Array.from(
        { length: 200 },
        (_, day) =>
          `def rain_${day}(cloud):\n    # Wind and sun.\n    return cloud.drops(${day})\n`,
      );
      appendFileSync(join(root, path), `\n\n${weather.join('\n\n')}`);
      // A format that does not name the state.
      const plan = await planOf(root, { ...DEFAULTS, assembly: { ...assembly, format: 'plain' } });
      expect(plan.parts.find((part) => part.path === path)?.level).toBe('excerpts');
      const text = readFileSync(join(root, path), 'utf8');
      writeFiles(root, { [path]: text.replace('drops(150)', 'drops(151)') });
      expect(await named(root, plan)).toEqual(['content', path, 'changed since']);
      expect(digest((await replay(root, plan)).prompt)).toBe(plan.ctx_digest);
    }));

  it('where the repository no longer has the commit', () =>
    inProject(async (root) => {
      const plan = await planOf(root);
      const elsewhere = { ...plan, commit: '0123456789abcdef0123456789abcdef01234567' };
      appendFileSync(join(root, 'reader/last.py'), '\n# edited\n');
      expect(await named(root, elsewhere)).toEqual(['content', 'reader/last.py', 'changed since']);
    }));
});
