import { describe, expect, it } from 'vitest';
import { command } from '../support/command.ts';
import { inFolder } from '../support/project.ts';
import { makeShop } from '../support/shop.ts';

const budgetOf = (...flags: string[]): Promise<{ total: number; tokenizer: string }> =>
  inFolder(async (root) => {
    makeShop(root);
    const { out, err } = await command(root, ['sessions expire', '--json', ...flags], {
      env: process.env as Record<string, string>,
    });
    if (out === '') throw new Error(err);
    return (JSON.parse(out) as { budget: { total: number; tokenizer: string } }).budget;
  });

describe('the model a context is for (IF-2)', () => {
  it.each([
    [['--model', 'gpt-4'], 8192, 'cl100k'],
    [['--model', 'claude'], 200_000, 'claude'],
    [['--model', 'claude-sonnet-4'], 200_000, 'claude'],
    [['--model', 'gpt-4o-2024-08-06'], 128_000, 'o200k'],
    [['--model', 'llama3.1:8b'], 128_000, 'chars4'],
    [['--model', 'gpt-4', '--budget', '4k'], 4000, 'cl100k'],
    [['--model', 'gpt-4', '--tokenizer', 'o200k'], 8192, 'o200k'],
    [['--model', 'gpt-4', '--set', 'budget.max_tokens=5k'], 5000, 'cl100k'],
  ] as const)('%j means a window of %d tokens of %s', async (flags, total, tokenizer) => {
    expect(await budgetOf(...flags)).toMatchObject({ total, tokenizer });
  });

  it('is a ceiling and no size: its window is not filled, and the plan replays', () =>
    inFolder(async (root) => {
      makeShop(root);
      const made = async (...flags: string[]) => {
        const { out } = await command(root, ['sessions expire', '--json', ...flags]);
        return JSON.parse(out) as { total_tokens: number; dropped: { reason: string }[] };
      };
      const counted = ['--tokenizer', 'o200k'];
      const usual = await made(...counted);
      const named = await made('--model', 'claude', ...counted, '--plan', 'plan.json');
      expect(named.total_tokens).toBe(usual.total_tokens);
      const sized = await made('--budget', '150k', ...counted);
      expect(sized.total_tokens).toBeGreaterThan(usual.total_tokens);
      expect((await command(root, ['replay', 'plan.json'])).code).toBe(0);
    }));

  it('is refused with the nearest name where it is not known', async () => {
    await expect(budgetOf('--model', 'gpt-4oo')).rejects.toThrow(/did you mean gpt-4o/);
    await expect(budgetOf('--model', 'gpt-4.5')).rejects.toThrow(/must be one of/);
  });
});
