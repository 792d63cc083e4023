import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { disagreements, type Wish } from '../support/agreement.ts';
import { command } from '../support/command.ts';
import { inFolder, writeFiles } from '../support/project.ts';
import { makeShop } from '../support/shop.ts';
import { wishes } from '../support/wishes.ts';

const SHOP = {
  tasks: [
    'Session refresh crashes with KeyError',
    'add a discount to the cart',
    'how are invoices mailed and rounded',
    `${'The session cookie is lost. '.repeat(200)}`,
  ],
  paths: ['shop/mail.py', 'docs/sessions.md', 'shop/session.py', 'logs/server.log'],
  globs: ['docs/', '*.log', 'shop/cart.py'],
};

describe('OB-1 all accounts of an assembly agree', () => {
  it(
    'whatever is asked for: record, report, plan, result and why',
    () =>
      inFolder(async (root) => {
        makeShop(root);
        await command(root, ['flow', 'new', 'fix the session refresh']);
        await command(root, ['gather', '--context-tokens', '2000']);
        const seen = new Set<string>();
        await fc.assert(
          fc.asyncProperty(wishes(SHOP), async (wish: Wish) => {
            const { outcome, wrong } = await disagreements(root, wish);
            seen.add(outcome);
            expect(wrong).toEqual([]);
          }),
          { numRuns: 30, seed: 12, endOnFailure: true },
        );
        expect([...seen].sort()).toEqual(expect.arrayContaining(['fits', 'overflow']));
      }),
    120_000,
  );

  it('and the size that --overflow error names suffices at the first try', () =>
    inFolder(async (root) => {
      makeShop(root);
      const [task = ''] = SHOP.tasks;
      const error = { overflow_strategy: 'error' } as const;
      for (const size of [250, 350]) {
        for (const [maxTokens, budget] of [
          [size, error],
          [undefined, { ...error, max_tokens: size }],
        ] as const) {
          const wish = { request: { task, maxTokens }, config: { budget }, isFlow: false };
          expect(await disagreements(root, wish)).toEqual({ outcome: 'refused', wrong: [] });
        }
      }
    }));

  it('and what is only known by its name is not among what was left out', () =>
    inFolder(async (root) => {
      makeShop(root);
      writeFiles(root, { 'session/package-lock.json': '{ "lockfileVersion": 3 }\n' });
      const [task = ''] = SHOP.tasks;
      const asked = ['assemble', task, '--set', 'relevance.preset=classic', '--json'];
      const { dropped } = JSON.parse((await command(root, asked)).out) as {
        dropped: { path: string }[];
      };
      expect(dropped.length).toBeGreaterThan(0);
      expect(dropped.map(({ path }) => path)).not.toContain('session/package-lock.json');
    }));

  it('and has its say in what the others are worth, in contexts and for why alike', () =>
    inFolder(async (root) => {
      makeShop(root);
      writeFiles(root, { 'session/package-lock.json': '{ "lockfileVersion": 3 }\n' });
      const task = 'bump session in package-lock.json';
      const { out } = await command(root, ['assemble', task, '--json']);
      const { parts } = JSON.parse(out) as { parts: { path: string; relevance: number }[] };
      const files = parts.filter(({ path }) => path.endsWith('.py'));
      expect(files.length).toBeGreaterThan(0);
      for (const { path, relevance } of files) {
        const why = await command(root, ['why', path, '--task', task, '--json']);
        expect((JSON.parse(why.out) as { relevance: number }).relevance).toBeCloseTo(relevance, 9);
      }
    }));

  it('and a budget that is only looked at leaves no record', () =>
    inFolder(async (root) => {
      makeShop(root);
      await command(root, ['budget', 'fix the session', '--show-allocation']);
      const { out } = await command(root, ['report', '--json']);
      expect(JSON.parse(out)).toEqual([]);
    }));

  it('tells of a task that is longer than half of the context', () =>
    inFolder(async (root) => {
      makeShop(root);
      const task = 'The session cookie is lost. '.repeat(200);
      const { err } = await command(root, ['assemble', task, '--context-tokens', '800']);
      expect(err).toMatch(/The task is shortened from \d+ to \d+ tokens/);
      const { out } = await command(root, ['report']);
      expect(out).toMatch(/Warning: The task is shortened from \d+ to \d+ tokens/);
    }));

  it('shows the model, what is reserved for what, and how overflow was handled', () =>
    inFolder(async (root) => {
      makeShop(root);
      const size = ['--budget', '500', '--set', 'budget.model=large-model'];
      await command(root, ['assemble', 'fix the session refresh', ...size]);
      const { out } = await command(root, ['report']);
      expect(out).toContain('Model: large-model');
      expect(out).toContain('Output generation: 40 tokens');
      expect(out).toContain('System prompts: 10 tokens');
      expect(out).toMatch(
        /Status: ✓ Within budget after overflow handling: prioritize, \d+ files?/,
      );
      await command(root, ['assemble', 'fix the session refresh', '--model', 'gpt-4o']);
      expect((await command(root, ['report'])).out).toContain('Model: gpt-4o');
    }));
});
