import { describe, expect, it } from 'vitest';
import { command } from '../support/command.ts';
import { notes } from '../support/garage.ts';
import { inFolder, writeFiles } from '../support/project.ts';
import { makeShop } from '../support/shop.ts';

describe('SC-1 by words, by meaning, or by both', () => {
  it('leaves meaning out, searches by nothing else, or counts it beside the words of a page', () =>
    inFolder(async (root) => {
      writeFiles(root, notes);
      const meaning = async (method: string): Promise<number> => {
        const ran = await command(root, [
          'score',
          'docs/5.md', // says automobile
          'docs: the oil of a car',
          '--json',
          '--set',
          `relevance.scoring_method=${method}`,
        ]);
        expect(ran.code, ran.err).toBe(0);
        const { signals } = JSON.parse(ran.out) as {
          signals: { signal: string; contribution: number }[];
        };
        return signals.find(({ signal }) => signal === 'semantic')?.contribution ?? Number.NaN;
      };
      expect(await meaning('keyword')).toBe(0);
      expect(await meaning('hybrid')).toBeGreaterThan(0);
      const found = await command(root, [
        ...['search', '--files', '--method', 'semantic', 'docs: the oil of a car'],
      ]);
      expect(found.out).toContain('docs/5.md');
      expect(found.err).toContain('Meaning is compared in');
    }));

  it('is chosen for a context, too', () =>
    inFolder(async (root) => {
      writeFiles(root, notes);
      const made = (method: string) =>
        command(root, ['assemble', 'docs: the oil of a car', '--method', method]);
      const byMeaning = await made('semantic');
      expect(byMeaning.err).toContain('Meaning is compared in');
      expect(byMeaning.out).toContain('## Evidence: docs/5.md');
      expect((await made('keyword')).err).not.toContain('Meaning is compared in');
    }));

  it('refuses another word', () =>
    inFolder(async (root) => {
      writeFiles(root, notes);
      const ran = await command(root, ['search', 'tyres', '--method', 'guess']);
      expect([ran.code, ran.err]).toEqual([2, expect.stringContaining('semantic')]);
    }));
});

describe('SC-2 weights of factors, SC-4 types of tasks, SC-5 recency, by the command', () => {
  const seen = async (root: string, ...argv: string[]): Promise<string> => {
    const ran = await command(root, ['score', 'shop/mail.py', 'totals of invoices', ...argv]);
    expect(ran.code, ran.err).toBe(0);
    return ran.out;
  };

  it('show what they count', () =>
    inFolder(async (root) => {
      makeShop(root);
      expect(await seen(root)).toMatch(/recency +0\.00 /);
      // The newest commit is a day later than that of the file, on any day that this test runs.
      expect(await seen(root, '--set', 'relevance.factors.recency.weight=1')).toMatch(
        /recency +0\.50 +0\.857 .*1\.0 days older than the newest, of 7/,
      );
      const type = async (word: string): Promise<string> => await seen(root, '--type', word);
      expect(await type('bug')).toContain('code has high priority in a bug task');
      expect(await type('infra')).toContain('code has medium priority in a infra task');
    }));

  it('say under the classic preset which number was compared with which', () =>
    inFolder(async (root) => {
      makeShop(root);
      expect(await seen(root, '--set', 'relevance.preset=classic')).toMatch(
        /relevance 0\.\d+ reaches 0\.3, the least there is, and its match, 0\.\d+, 0\.5, the threshold of code/,
      );
    }));
});
