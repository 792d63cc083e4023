import { describe, expect, it } from 'vitest';
import { type Config, DEFAULTS } from '../../src/config/defaults.ts';
import type { FileReasons } from '../../src/model/explanation.ts';
import type { Workspace } from '../../src/model/results.ts';
import { openWorkspace } from '../../src/workspace.ts';
import { inFolder, sheaf } from '../support/project.ts';
import { makeShop } from '../support/shop.ts';

const TASK = 'Session cookie is not refreshed by a request\n\nSee shop/session.py.';
const ON = { ...DEFAULTS, relevance: { ...DEFAULTS.relevance, fusion: 'rrf' } } as const;

async function inShop(
  config: Config,
  work: (workspace: Workspace) => Promise<void>,
): Promise<void> {
  await inFolder(async (root) => {
    makeShop(root);
    const options = { root, gitDir: null, ref: null, indexFile: null, config };
    const workspace = await openWorkspace({ ...options, warn: () => {}, onProgress: () => {} });
    try {
      await work(workspace);
    } finally {
      await workspace.close();
    }
  });
}

const asked = { task: TASK };

async function reasons(workspace: Workspace, place: string): Promise<FileReasons> {
  const why = await workspace.why({ ...asked, place, maxTokens: 4000 });
  if (why.kind === 'absent') throw new Error(why.reason);
  return why;
}

const placeOf = (part: number): number => 1 / part - 60;

describe('RT-1 reciprocal rank fusion', () => {
  it('adds 1 / (60 + place) for each list, and the explanation shows just that', () =>
    inShop(ON, async (workspace) => {
      const hits = await workspace.search({ query: TASK, find: 'files', limit: 100 });
      expect(hits[0]?.path).toBe('shop/session.py');
      const texts = hits.filter(({ path }) => /\.(?:py|md|yaml)$/.test(path));
      const all = await Promise.all(texts.map(({ path }) => reasons(workspace, path)));
      for (const { path, signals, penalty, score } of all) {
        expect(score, path).toBe(hits.find((hit) => hit.path === path)?.score);
        const sum = signals.reduce((total, { contribution }) => total + contribution, 0);
        expect(score, path).toBeCloseTo(sum * penalty, 12);
        for (const { contribution } of signals.filter(({ raw }) => (raw ?? 0) > 0)) {
          const place = placeOf(contribution);
          expect(place).toBeCloseTo(Math.round(place), 6);
          expect(place).toBeGreaterThan(0.5);
        }
      }
      // In each list the places follow the strengths.
      for (const name of ['lexical', 'title', 'historyFull']) {
        const listed = all
          .map(({ signals }) => signals.find(({ signal }) => signal === name))
          .filter((entry) => (entry?.raw ?? 0) > 0)
          .sort((a, b) => (b?.raw ?? 0) - (a?.raw ?? 0));
        const parts = listed.map((entry) => entry?.contribution ?? 0);
        expect(parts, name).toEqual([...parts].sort((a, b) => b - a));
      }
    }));

  it('names the signal that a rank hangs on', () =>
    inShop(ON, async (workspace) => {
      const rankOf = async (path: string, without: readonly string[]): Promise<number> => {
        const hits = await workspace.search({ query: TASK, without, find: 'files', limit: 100 });
        const at = hits.findIndex((hit) => hit.path === path);
        return at < 0 ? Number.POSITIVE_INFINITY : at + 1;
      };
      for (const path of ['shop/session.py', 'shop/cookies.py', 'docs/sessions.md']) {
        const { rank, top_signal } = await reasons(workspace, path);
        expect(await rankOf(path, (top_signal ?? '').split(',')), path).toBeGreaterThan(rank ?? 0);
      }
    }));

  it('is off unless it is asked for', () =>
    inFolder((root) => {
      makeShop(root);
      const scores = (...more: string[]): number[] => {
        const { out } = sheaf(['search', '--files', '--json', '--root', root, ...more, TASK]);
        return (JSON.parse(out) as { score: number }[]).map(({ score }) => score);
      };
      const weighted = scores();
      expect(scores('--set', 'relevance.fusion=weighted')).toEqual(weighted);
      expect(weighted[0]).toBeGreaterThan(1);
      expect(scores('--set', 'relevance.fusion=rrf')[0]).toBeLessThan(7 / 61);
    }));
});
