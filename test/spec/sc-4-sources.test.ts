import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { CLASSIC } from '../../src/config/presets.ts';
import { openEngine } from '../../src/engine.ts';
import type { Gathering, GatherRequest } from '../../src/gather/gathering.ts';
import { gather } from '../../src/gather.ts';
import { inFolder } from '../support/project.ts';
import { makeShop } from '../support/shop.ts';

/** Gathers for some requests on one state of the shop. */
async function gathered(...requests: Partial<GatherRequest>[]): Promise<Gathering[]> {
  return inFolder(async (root) => {
    makeShop(root);
    const engine = await openEngine({
      root,
      gitDir: null,
      ref: null,
      indexFile: join(root, '.sheaf/index.db'),
      config: DEFAULTS,
      warn: () => {},
      onProgress: () => {},
    });
    const view = await engine.view();
    try {
      return await Promise.all(
        requests.map((request) =>
          gather(engine.ports, view, { text: '', sources: [], ...request }),
        ),
      );
    } finally {
      view.close();
      engine.close();
    }
  });
}

const { factors } = DEFAULTS.relevance;
const weight = (name: string): number => Number(CLASSIC[`relevance.factors.${name}.weight`]);
const classic: GatherRequest['config'] = {
  ...DEFAULTS,
  sources: Object.fromEntries(
    Object.entries(DEFAULTS.sources).map(([name, source]) => [
      name,
      { ...source, threshold: Number(CLASSIC[`sources.${name}.threshold`]) },
    ]),
  ) as unknown as typeof DEFAULTS.sources,
  relevance: {
    ...DEFAULTS.relevance,
    thresholds: {
      include_minimum: Number(CLASSIC['relevance.thresholds.include_minimum']),
      supporting_threshold: Number(CLASSIC['relevance.thresholds.supporting_threshold']),
      primary_threshold: Number(CLASSIC['relevance.thresholds.primary_threshold']),
    },
    preset: 'classic',
    factors: {
      task_alignment: { weight: weight('task_alignment') },
      recency: { ...factors.recency, weight: weight('recency') },
      mention_density: { weight: weight('mention_density') },
      dependency_depth: { ...factors.dependency_depth, weight: weight('dependency_depth') },
      file_type: { ...factors.file_type, weight: weight('file_type') },
    },
  },
};

const hasLog = (found: Gathering | undefined): boolean | undefined =>
  found?.files.some(({ path }) => path === 'logs/server.log');

describe('SC-4 logs are looked at when something is debugged', () => {
  it('or when they are asked for, and not otherwise', async () => {
    const [bug, feature, asked, named] = await gathered(
      { text: 'Session refresh crashes with KeyError' },
      { text: 'feat: add a session refresh button' },
      { text: 'feat: add what the logs say of session refresh' },
      { text: 'feat: add session refresh', sources: ['logs'] },
    );
    expect([bug, feature, asked, named].map(hasLog)).toEqual([true, false, true, true]);
  });

  it('also when somebody tells or asks what happens, and not when asked how things are', async () => {
    const found = await gathered(
      { text: 'session refresh of 653 seconds on an old phone' },
      { text: 'how many session refreshes did we have' },
      { text: 'how does session refresh work' },
      { text: 'what is a session refresh' },
      { text: 'what kind of key does a session refresh use' },
      { text: 'what errors does a session refresh raise' },
    );
    expect(found.map(hasLog)).toEqual([true, true, false, false, false, true]);
  });
});

describe('SC-2 the classic preset', () => {
  it('keeps all five factors with the classic weights', async () => {
    const [found] = await gathered({ text: 'Refresh sessions', config: classic });
    const best = found?.files[0];
    expect(best?.factors.map(({ name, weight: share }) => [name, share])).toEqual([
      ['task_alignment', 0.4],
      ['recency', 0.2],
      ['mention_density', 0.2],
      ['dependency_depth', 0.1],
      ['file_type', 0.1],
    ]);
  });

  it('leaves out what is below the threshold of its source', async () => {
    const [found] = await gathered({ text: 'Refresh sessions', config: classic });
    const out = found?.files.filter(({ standing }) => standing === 'below-threshold') ?? [];
    expect(out.length).toBeGreaterThan(0);
    for (const { relevance, threshold, match } of out) {
      // Its relevance is below the minimum, or its match below the threshold of its source.
      const short = match === undefined ? 0 : match.value - match.threshold;
      expect(Math.min(relevance - threshold, short)).toBeLessThan(0);
    }
    const chunked = new Set(found?.chunks.map(({ ranked }) => ranked.path));
    expect(out.some(({ path }) => chunked.has(path))).toBe(false);
  });

  it('follows imports from the files that the task names', async () => {
    const [found] = await gathered({ text: 'Look at shop/mail.py: prices', config: classic });
    const depth = (path: string): number | undefined =>
      found?.files
        .find((file) => file.path === path)
        ?.factors.find(({ name }) => name === 'dependency_depth')?.value;
    expect(depth('shop/mail.py')).toBe(1);
    expect(depth('shop/rounding.py')).toBe(0.75);
    expect(depth('shop/cart.py')).toBe(0);
  });
});

describe('SC-5 recency', () => {
  it('is measured against the newest commit of the state', async () => {
    const [found] = await gathered({ text: 'prices of carts and invoices', config: classic });
    const recency = (path: string): number | undefined =>
      found?.files
        .find((file) => file.path === path)
        ?.factors.find(({ name }) => name === 'recency')?.value;
    expect(recency('shop/cart.py')).toBe(1);
    expect(recency('shop/mail.py')).toBeCloseTo(6 / 7);
    expect(recency('shop/rounding.py')).toBe(0);
  });
});

describe('SC-3 fixed documents', () => {
  it('are there even where nothing in the task points at them', async () => {
    const [found] = await gathered({ text: 'zebra' });
    expect(found?.files.map(({ path, standing }) => [path, standing])).toEqual([
      ['AGENTS.md', 'fixed'],
      ['README.md', 'fixed'],
    ]);
  });
});
