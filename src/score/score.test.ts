import { describe, expect, it } from 'vitest';
import { DEFAULTS } from '../config/defaults.ts';
import type { RankedFile } from '../model/candidate.ts';
import type { RelevanceRules } from '../model/relevance.ts';
import { SOURCES, type SourceName } from '../model/shape.ts';
import type { TaskType } from '../model/task.ts';
import { multiplierOf, priorityOf } from './priorities.ts';
import { type Surroundings, score } from './score.ts';
import { tierOf } from './tier.ts';

const NOTHING = {
  lexical: 0,
  title: 0,
  historyFull: 0,
  historyTitle: 0,
  historyFiles: 0,
  historyBest: 0,
  nearness: 0,
  heading: 0,
  mention: 0,
  frame: 0,
  semantic: 0,
};
const file = (path: string, value: number, more: Partial<RankedFile> = {}): RankedFile => ({
  file: 0,
  path,
  source: 'code',
  signals: NOTHING,
  penalty: 1,
  score: value,
  ...more,
});
const around = (taskType: TaskType, more: Partial<Surroundings> = {}): Surroundings => ({
  taskType,
  ask: 'change',
  newest: () => 0,
  timeOf: () => null,
  shapeOf: ({ source }) => ({ source, kind: 'source', language: 'text', options: '' }),
  mentionsOf: () => 0,
  stepsTo: () => null,
  keywordHits: () => 0,
  isFixed: () => false,
  ...more,
});
const THRESHOLDS: Record<SourceName, number> = {
  conversation: 0.3,
  research: 0.5,
  documentation: 0.4,
  code: 0.5,
  deployment: 0.6,
  logs: 0.7,
};
const rules = (relevance: RelevanceRules): Parameters<typeof score>[2] => ({
  relevance,
  sources: THRESHOLDS,
});
const MEASURED = rules(DEFAULTS.relevance);
const CLASSIC = rules({ ...DEFAULTS.relevance, preset: 'classic' });

describe('SC-3 tiers', () => {
  it('follow the thresholds, which belong to the upper tier', () => {
    const { thresholds } = DEFAULTS.relevance;
    const tiers = [0.25, 0.24, 0.05, 0.04, 0].map((value) => tierOf(value, 'code', thresholds));
    expect(tiers).toEqual(['primary', 'supporting', 'supporting', 'reference', 'reference']);
  });

  it('keep what was said before for history', () => {
    expect(tierOf(0.9, 'conversation', DEFAULTS.relevance.thresholds)).toBe('history');
  });

  it('hold each source to its own threshold', () => {
    const files = SOURCES.map((source) => file(source, 1, { source }));
    const found = score(files, around('bug'), MEASURED);
    expect(Object.fromEntries(found.map((entry) => [entry.path, entry.threshold]))).toEqual(
      THRESHOLDS,
    );
  });

  it('leave out what is below its threshold, and let it fill up with the measured numbers where that is asked for', () => {
    const files = [file('a', 2), file('b', 0.2)];
    const lastStands = (given: typeof MEASURED): string | undefined =>
      score(files, around('bug'), given).at(-1)?.standing;
    expect(score(files, around('bug'), MEASURED)[0]?.standing).toBe('relevant');
    expect(lastStands(MEASURED)).toBe('below-threshold');
    expect(lastStands({ ...MEASURED, fill: true })).toBe('room');
    expect(lastStands({ ...CLASSIC, fill: true })).toBe('below-threshold');
  });

  it('hold the threshold of a source against the match, and the minimum against the relevance, with the classic numbers', () => {
    const lexical = (value: number): RankedFile['signals'] => ({ ...NOTHING, lexical: value });
    const { factors } = DEFAULTS.relevance;
    const classic = rules({
      ...DEFAULTS.relevance,
      preset: 'classic',
      factors: {
        ...factors,
        task_alignment: { weight: 0.4 },
        recency: { ...factors.recency, weight: 0.5 },
        file_type: { ...factors.file_type, weight: 0.1 },
      },
    });
    const files = [
      file('near', 2, { signals: lexical(0.6) }),
      file('far', 1, { signals: lexical(0.4) }),
    ];
    const surroundings = around('research', { keywordHits: () => 9 });
    const found = score(files, surroundings, classic);
    expect(found.map(({ path, standing }) => [path, standing])).toEqual([
      ['near', 'relevant'],
      ['far', 'below-threshold'],
    ]);
    // 0.4 × 0.54 + 0.1 × 1 is the relevance, far below the 0.5 that code must reach by its match.
    expect(found[0]?.relevance).toBeLessThan(0.32);
    expect(found[0]?.match).toEqual({ value: 0.54, threshold: 0.5 });
    expect(found[1]?.match?.value).toBeCloseTo(0.46);
  });

  it('let in what the task names and what every task sees, whatever its relevance', () => {
    const named = file('named', 0.1, { signals: { ...NOTHING, mention: 1 } });
    const files = [file('a', 2), named, file('AGENTS.md', 0.05)];
    const isFixed: Surroundings['isFixed'] = ({ path }) => path === 'AGENTS.md';
    const standings = score(files, around('bug', { isFixed }), CLASSIC).map((entry) => [
      entry.path,
      entry.standing,
    ]);
    expect(Object.fromEntries(standings)).toMatchObject({
      named: 'mentioned',
      'AGENTS.md': 'fixed',
    });
  });
});

describe('SC-4 task types', () => {
  it('order the sources as the tables say', () => {
    const order = (type: TaskType): SourceName[] =>
      SOURCES.filter((source) => priorityOf(type, source) === 'high');
    expect(order('bug')).toEqual(['code', 'logs']);
    expect(order('feature')).toEqual(['conversation', 'documentation', 'code']);
    expect(order('infra')).toEqual(['deployment', 'logs']);
    expect(order('research')).toEqual(['research', 'documentation']);
    expect(multiplierOf('high')).toBeGreaterThan(multiplierOf('medium'));
    expect(multiplierOf('medium')).toBeGreaterThan(multiplierOf('low'));
  });

  it('never change the order of the files of one source', () => {
    const files = [1.9, 1.7, 1.1, 0.4, 0.39, 0.02].map((value, i) => file(`f${i}`, value));
    for (const type of ['bug', 'feature', 'infra', 'research'] as const) {
      const paths = score(files, around(type), MEASURED).map((entry) => entry.path);
      expect(paths).toEqual(files.map((entry) => entry.path));
    }
  });
});

describe('SC-2 relevance', () => {
  it('is the weighted mean of the factors with the odds times the priority, and keeps each number', () => {
    const weighted: RelevanceRules = {
      ...DEFAULTS.relevance,
      factors: {
        ...DEFAULTS.relevance.factors,
        recency: { weight: 1, decay_days: 10 },
        file_type: { ...DEFAULTS.relevance.factors.file_type, weight: 2 },
      },
    };
    const surroundings = around('infra', { newest: () => 86_400 * 5, timeOf: () => 0 });
    const [found] = score([file('a', 2)], surroundings, rules(weighted));
    const mean = found?.factors.reduce((sum, { weight, value }) => sum + weight * value, 0) ?? 0;
    expect(found?.factors.map(({ name, weight }) => [name, weight])).toEqual([
      ['task_alignment', 0.25],
      ['recency', 0.25],
      ['file_type', 0.5],
    ]);
    expect(found?.factors[1]?.value).toBeCloseTo(0.5);
    const odds = (mean / (1 - mean)) * multiplierOf('medium');
    expect(found?.relevance).toBeCloseTo(odds / (1 + odds));
  });

  it('does not look up what has no weight', () => {
    const costly = (): never => {
      throw new Error('asked for what has no weight');
    };
    const surroundings = around('bug', { timeOf: costly, mentionsOf: costly, stepsTo: costly });
    expect(() => score([file('a', 1)], surroundings, MEASURED)).not.toThrow();
  });
});
