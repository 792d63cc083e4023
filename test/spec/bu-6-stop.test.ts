import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFAULTS } from '../../src/config/defaults.ts';
import type { AssembleRequest, AssembleResult } from '../../src/model/results.ts';
import { planText } from '../../src/record/plan.ts';
import { readPlan } from '../../src/record/read-plan.ts';
import { assemble, openWorkspace } from '../../src/workspace.ts';
import { command } from '../support/command.ts';
import { makeEverything } from '../support/everything.ts';
import { commitAll, inFolder, writeFiles } from '../support/project.ts';

const TASK = 'Fix: session refresh crashes with KeyError';

/** Contexts of one project, one for each request. */
async function made(
  requests: readonly (Partial<AssembleRequest> & { readonly fill?: boolean })[],
  files: Readonly<Record<string, string>> = {},
): Promise<AssembleResult[]> {
  return inFolder(async (root) => {
    makeEverything(root);
    writeFiles(root, files);
    commitAll(root, 'More');
    const results: AssembleResult[] = [];
    for (const { fill = false, ...request } of requests) {
      // In a small project nothing is so unlikely that it lies below the usual least relevance.
      const relevance = { thresholds: { include_minimum: LEAST } };
      const options = { root, config: { assembly: { fill }, relevance } };
      const workspace = await openWorkspace({ ...options, warn: () => {}, onProgress: () => {} });
      results.push(await workspace.assemble({ task: TASK, ...request, isDryRun: true }));
      await workspace.close();
    }
    return results;
  });
}

const LEAST = 0.002;

describe('BU-6 the window is a ceiling', () => {
  it('stops where nothing is worth its tokens, fills a size with what reaches the least relevance (SC-3), and takes all with fill', async () => {
    const [open, sized, filled] = await made([
      {},
      { maxTokens: 90_000 },
      { maxTokens: 90_000, fill: true },
    ]);
    const tokens = [open, sized, filled].map((result) => result?.totalTokens ?? 0);
    expect(tokens).toEqual([...tokens].sort((a, b) => a - b));
    expect(new Set(tokens).size).toBe(3);
    const below = (result: AssembleResult | undefined): number =>
      result?.parts.filter(({ tier, relevance }) => tier !== 'system' && relevance < LEAST)
        .length ?? 0;
    expect([open, sized].map(below)).toEqual([0, 0]);
    expect(below(filled)).toBeGreaterThan(0);
    expect(open?.dropped.map(({ reason }) => reason)).toContain('not-worth-it');
    expect(sized?.dropped.map(({ reason }) => reason)).not.toContain('not-worth-it');
  });

  it('fills the usual window for whoever sets it, and replays it', () =>
    inFolder(async (root) => {
      makeEverything(root);
      const plan = join(root, '.sheaf/plan.json');
      const tokensOf = async (...more: string[]): Promise<number> => {
        const { out } = await command(root, ['assemble', TASK, '--json', '--plan', plan, ...more]);
        const replayed = await command(root, ['replay', plan]);
        expect(replayed.code, replayed.err).toBe(0);
        return (JSON.parse(out) as { total_tokens: number }).total_tokens;
      };
      const open = await tokensOf();
      const sized = await tokensOf('--context-tokens', '90000');
      expect(sized).toBeGreaterThan(open);
      expect(await tokensOf('--budget', '100000')).toBe(sized);
      expect(await tokensOf('--set', 'budget.max_tokens=100k')).toBe(sized);
      expect(await tokensOf('--set', 'assembly.fill=false')).toBe(open);
      const [given, all] = await Promise.all(
        [{ budget: { max_tokens: 100_000 } }, DEFAULTS].map((config) =>
          assemble({ root, config, task: TASK, isDryRun: true }),
        ),
      );
      expect([given?.totalTokens, all?.totalTokens]).toEqual([sized, open]);
      writeFiles(root, { 'sheaf.toml': '[budget]\nmax_tokens = 100000\n' });
      expect(await tokensOf()).toBeGreaterThan(open);
    }));

  it('fills a size from many files where little of each is of use, and calls none over budget while there is room', () =>
    inFolder(async (root) => {
      const other = (i: number, n: number): string =>
        `def unrelated_${i}x${n}(number):\n    return number * ${i}${n} + 1\n\n\n`;
      const reader = (i: number): string =>
        `def open_${i}(cookie):\n    return cookie.jar\n\n\n${Array.from({ length: 60 }, (_, n) => other(i, n)).join('')}`;
      const readers = Array.from({ length: 60 }, (_, i) => [`shop/reader${i}.py`, reader(i)]);
      const session = 'def refresh_session(cookie):\n    return cookie.session\n';
      writeFiles(root, { ...Object.fromEntries(readers), 'shop/session.py': session });
      const argv = ['assemble', 'refresh session of the cookie', '--json', '--context-tokens'];
      const { out } = await command(root, [...argv, '20000']);
      const { dropped, total_tokens: used } = JSON.parse(out) as Pick<AssembleResult, 'dropped'> & {
        total_tokens: number;
      };
      expect(used).toBeGreaterThan(1000);
      expect(dropped.filter(({ reason }) => reason === 'over-budget')).toEqual([]);
      // Who wants all of it or nothing is told about what it takes (BU-4).
      const { err } = await command(root, [...argv, '1000', '--overflow', 'error']);
      const enough = /Use --context-tokens (\d+)/.exec(err)?.[1] ?? '';
      expect(Number(enough)).toBeLessThan(1.1 * used);
      const again = await command(root, [...argv, enough, '--overflow', 'error']);
      expect(again.code).toBe(0);
    }));

  it('takes what is pinned whatever it is worth', async () => {
    const path = 'src/part3/module_3.py';
    const [open, pinned] = await made([{}, { pins: [path] }]);
    expect(open?.parts.map((part) => part.path)).not.toContain(path);
    expect(pinned?.parts.find((part) => part.path === path)).toMatchObject({
      level: 'full',
      tier: 'primary',
    });
  });

  it('puts the file first that is needed most probably', async () => {
    const [open] = await made([{}]);
    const own = open?.parts.filter(({ tier }) => tier !== 'system' && tier !== 'history') ?? [];
    const relevance = own.map((part) => part.relevance);
    expect(relevance.length).toBeGreaterThan(3);
    expect(relevance).toEqual([...relevance].sort((a, b) => b - a));
  });
});

describe('BU-6 copies', () => {
  it('are named beside the page that says the same, and not shown again', async () => {
    const text = `# Ledger exports\n\n${'A ledger export writes every entry with its sum. '.repeat(5)}\n`;
    const [page, copy] = ['docs/ledger.md', 'site/versioned_docs/version-1.0/ledger.md'];
    const [result] = await made([{ task: 'how do ledger exports work' }], {
      [page]: text,
      [copy]: text,
    });
    const levels = new Map(result?.parts.map(({ path, level }) => [path, level]));
    expect(levels.get(page)).toBe('full');
    expect(levels.get(copy)).toBe('stub');
    expect(result?.prompt).toContain(`Says the same as ${page}, lines 1 to 3.`);
    expect(result?.prompt.split('# Ledger exports')).toHaveLength(2);
  });
});

describe('IF-3 line numbers', () => {
  it('stand before the lines of files, and the context still fits', async () => {
    const [numbered] = await made([{ maxTokens: 3000, lineNumbers: true }]);
    expect(numbered?.totalTokens).toBeLessThanOrEqual(3000);
    expect(numbered?.prompt).toMatch(/^7: {5}def refresh_0\(self, store\):$/m);
    expect(numbered?.prompt).toMatch(/^8: {9}key = store\.session_0$/m);
  });
});

describe('BU-6 what is expected', () => {
  it('counts what a context before it holds, of which nothing is missing', () =>
    inFolder(async (root) => {
      makeEverything(root);
      commitAll(root, 'Start');
      const everyFile = async (...more: string[]): Promise<number> => {
        const { out } = await command(root, ['assemble', TASK, '--json', ...more]);
        return (JSON.parse(out) as { expected: { every_file: number } }).expected.every_file;
      };
      const first = await everyFile('--plan', '.sheaf/plan.json');
      expect(first).toBeGreaterThan(0.3);
      expect(await everyFile('--after', '.sheaf/plan.json')).toBeGreaterThanOrEqual(first);
    }));

  it('is said in the result, the plan and the report, and grows with the context', async () => {
    const [small, large] = await made([{ maxTokens: 450 }, { maxTokens: 20_000 }]);
    expect(small?.expected?.every_file).toBeLessThan(large?.expected?.every_file ?? 0);
    expect(small?.expected).toMatchObject({ next_tokens: 2000 });
    expect(small?.expected?.gain).toBeGreaterThan(0);
    expect(small?.parts.map(({ path }) => path)).not.toContain(small?.expected?.path);
    expect(small?.plan.expected).toEqual(small?.expected);
    if (small !== undefined) expect(readPlan(planText(small.plan))).toEqual(small.plan);
    expect(small?.report).toMatch(
      /Expected: every file with probability 0\.\d\d; the next 2,000 tokens would add 0\.\d\d, first \S+\n/,
    );
  });

  it('is not counted out to a reader where more tokens add nothing', () =>
    inFolder(async (root) => {
      const rows = Array.from({ length: 400 }, (_, i) => `export const row${i} = 'row ${i}';\n`);
      writeFiles(root, { 'src/basket.ts': `export const basket = 1;\n${rows.join('')}` });
      const { err } = await command(root, ['assemble', 'empty the basket', '--no-color']);
      expect(err).toMatch(
        /every file with probability 0\.\d\d; more tokens would hardly add to it/,
      );
    }));

  it('is nothing where nothing matches the task, which the result and the plan say', async () => {
    const [none, some] = await made([{ task: 'qwertzuiop' }, {}]);
    expect(none).toMatchObject({ matched: false, plan: { matched: false } });
    expect(none?.parts.filter(({ tier }) => tier !== 'system' && tier !== 'history')).toEqual([]);
    expect(some).toMatchObject({ matched: true, plan: { matched: true } });
  });
});

const README = `<p align="center"><img src="logo.png"></p>

# Shop

[![build](https://ci.example.org/a.svg)](https://ci.example.org)
[![coverage-status]][coverage]

[Docs](docs/a.md) | [Chat](https://chat.example.org) | [News](https://example.org)

Sells [things][goods] of all kinds that [people](https://people.example.org) return.

## Installing

Copy it.
`;
/** As many projects begin: columns of sponsors, a title in tags, buttons, a notice and a heading before the first sentence. */
const ADORNED = `<sup>Special thanks to:</sup>

<table><tr><td><a href="https://ad.example.org"><img src="ad.png"></a>
<div>Rocket, the fastest way to build with many agents.</div></td></tr></table>

<h1 align="center">acme/shop</h1>

<p align="center"><a href="https://demo.example.org">« LAUNCH DEMO »</a></p>

> [!WARNING]
> This branch is in development, the stable one is elsewhere.

## Intro
A shop for things that people return.

## Installing

Copy it.
`;
const AGENTS = `# Working here\n\n${Array.from({ length: 40 }, (_, i) => `## Rule ${i}\n\n${`Rule ${i} says what to do about case ${i} of the many. `.repeat(6)}\n`).join('\n')}`;

describe('BU-6 what stands in every context', () => {
  it('is the description of the introduction, and nothing of it in a small context', async () => {
    const [large, small] = await made([{ maxTokens: 12_000 }, { maxTokens: 3000 }], {
      'README.md': README,
    });
    expect(large?.prompt).toContain('# Shop\n\nSells things of all kinds that people return.\n```');
    expect(large?.prompt).not.toMatch(/ci\.example|coverage|logo\.png|Chat|Copy it/);
    expect(small?.parts.map(({ path }) => path)).not.toContain('README.md');
  });

  it('is its title and first sentence, whatever stands before them', async () => {
    const [adorned] = await made([{ maxTokens: 12_000 }], { 'README.md': ADORNED });
    expect(adorned?.prompt).toContain('# acme/shop\n\nA shop for things that people return.\n```');
    const [blank] = await made([{ maxTokens: 12_000 }], {
      'README.md': '# Shop &nbsp;\n\nA&nbsp;shop for things that people return.\n',
    });
    expect(blank?.prompt).toContain('# Shop\n\nA shop for things that people return.\n```');
  });

  it('is no description where the introduction itself answers the question', async () => {
    const [answer] = await made([{ task: 'how do I install the shop' }], { 'README.md': README });
    const part = answer?.parts.find(({ path }) => path === 'README.md');
    expect(part).toMatchObject({ tier: 'primary' });
    expect(answer?.prompt).toContain('## Installing\n\nCopy it.');
  });

  it('is instructions by whole sections where they are too long', async () => {
    const [small, large] = await made([{ maxTokens: 6000 }, { maxTokens: 80_000 }], {
      'AGENTS.md': AGENTS,
    });
    const part = small?.parts.find(({ path }) => path === 'AGENTS.md');
    expect(part).toMatchObject({ tier: 'system', level: 'excerpts' });
    const shown = /## Evidence: AGENTS\.md[\s\S]*?```\w*\n([\s\S]*?)\n```/.exec(
      small?.prompt ?? '',
    )?.[1];
    const paragraphs = AGENTS.split('\n').filter((line) => line !== '');
    for (const line of (shown ?? '').split('\n')) {
      if (line !== '' && !line.includes('…')) expect(paragraphs).toContain(line);
    }
    expect(shown).toContain('## Rule 0');
    expect(large?.parts.find(({ path }) => path === 'AGENTS.md')?.level).toBe('full');
  });
});

describe('BU-6 code behind an answer', () => {
  it('is not the whole file where all of it has the words', () =>
    inFolder(async (root) => {
      const merge = (i: number): string =>
        `/** Merges schema number ${i} into the one before. */\nexport function mergeSchema${i}(left: Schema, right: Schema): Schema {\n${Array.from({ length: 8 }, (_, k) => `  const merged${k} = merge(left.schema${k}, right.schema${k}, ${i});`).join('\n')}\n  return { merged0, merged1, merged2, merged3, merged4, merged5, merged6, merged7 };\n}\n`;
      const all = Array.from({ length: 120 }, (_, i) => merge(i)).join('\n');
      const others = Array.from({ length: 30 }, (_, i) => [
        `src/other${i}.ts`,
        `export const other${i} = ${i};\n`,
      ]);
      writeFiles(root, { 'src/types.ts': all, ...Object.fromEntries(others) });
      const { out } = await command(root, ['assemble', 'how do schema merges work', '--json']);
      const { parts } = JSON.parse(out) as {
        parts: { path: string; spans: [number, number][] }[];
      };
      const spans = parts.find(({ path }) => path === 'src/types.ts')?.spans ?? [];
      const shown = spans.reduce((sum, [first, last]) => sum + last - first + 1, 0);
      expect(shown).toBeGreaterThan(20);
      expect(shown).toBeLessThan(all.split('\n').length / 2);
    }));
});

describe('BU-6 a hundred files that are as unlikely as each other', () => {
  it('are not all opened where nobody gave a size, and are where somebody did', () =>
    inFolder(async (root) => {
      const route = (i: number): string =>
        `import { checkAuth } from '../lib/auth';\n\nexport async function get${i}(request: Request) {\n  const auth = await checkAuth(request);\n  return auth.allows(${i});\n}\n`;
      const routes = Array.from({ length: 160 }, (_, i) => [`src/api/route${i}.ts`, route(i)]);
      writeFiles(root, {
        'src/lib/auth.ts': 'export async function checkAuth(auth: Request) {\n  return auth;\n}\n',
        ...Object.fromEntries(routes),
      });
      const files = async (...size: string[]): Promise<string[]> => {
        const { out } = await command(root, ['assemble', 'refactor the auth', '--json', ...size]);
        const { parts } = JSON.parse(out) as { parts: { path: string }[] };
        return parts.map(({ path }) => path);
      };
      const open = await files();
      expect(open[0]).toBe('src/lib/auth.ts');
      expect(open.length).toBeLessThanOrEqual(40);
      expect((await files('--fill')).length).toBeGreaterThan(40);
    }));
});
