import { describe, expect, it } from 'vitest';
import { DEFAULTS } from '../config/defaults.ts';
import { classicAlignment } from './classic.ts';
import { dependencyDepth, fileType, mentionDensity, recency, shares } from './factors.ts';

const DAY = 86_400;
const shape = { language: 'text', options: '' };

describe('SC-2 factors', () => {
  it('lets recency fall from 1 to 0 over the days of its decay', () => {
    expect(recency(100 * DAY, 100 * DAY, 7)).toBe(1);
    expect(recency(96.5 * DAY, 100 * DAY, 7)).toBeCloseTo(0.5);
    expect(recency(93 * DAY, 100 * DAY, 7)).toBe(0);
    expect(recency(0, 100 * DAY, 7)).toBe(0);
    expect(recency(null, 100 * DAY, 7)).toBe(0);
  });

  it('counts being named by the task for more than being named by another document', () => {
    expect(mentionDensity(0, 0)).toBe(0);
    expect(mentionDensity(1, 0)).toBe(1);
    expect(mentionDensity(0, 2)).toBeCloseTo(0.4);
    expect(mentionDensity(0.6, 9)).toBe(1);
  });

  it('lets dependency depth fall with each import and end at the limit', () => {
    expect([0, 1, 2, 3, 4].map((steps) => dependencyDepth(steps, 3))).toEqual([
      1, 0.75, 0.5, 0.25, 0,
    ]);
    expect(dependencyDepth(null, 3)).toBe(0);
  });

  it('knows the kinds of files that have a priority', () => {
    expect(fileType({ source: 'code', kind: 'source', ...shape })).toBe('source_code');
    expect(fileType({ source: 'code', kind: 'test', ...shape })).toBe('test_code');
    expect(fileType({ source: 'code', kind: 'build', ...shape })).toBe('config');
    expect(fileType({ source: 'documentation', kind: 'decision', ...shape })).toBe('requirements');
    expect(fileType({ source: 'documentation', kind: 'prose', ...shape })).toBe('documentation');
    expect(fileType({ source: 'deployment', kind: 'kubernetes', ...shape })).toBe('config');
  });

  it('divides weights by their sum', () => {
    const { factors } = DEFAULTS.relevance;
    const doubled = { ...factors, recency: { ...factors.recency, weight: 1 } };
    expect(shares(doubled)).toMatchObject({ task_alignment: 0.5, recency: 0.5, file_type: 0 });
  });

  it('has the classic formula for task alignment, capped at 1', () => {
    const nothing = { similarity: 0, keywordHits: 0, ageSeconds: null, isMentioned: false };
    expect(classicAlignment(nothing)).toBe(0);
    expect(classicAlignment({ ...nothing, similarity: 0.5 })).toBeCloseTo(0.2);
    expect(classicAlignment({ ...nothing, keywordHits: 2 })).toBeCloseTo(0.12);
    expect(classicAlignment({ ...nothing, keywordHits: 50 })).toBeCloseTo(0.3);
    expect(classicAlignment({ ...nothing, ageSeconds: 84 * 3600 })).toBeCloseTo(0.1);
    expect(classicAlignment({ ...nothing, isMentioned: true })).toBeCloseTo(0.3);
    expect(
      classicAlignment({ similarity: 1, keywordHits: 9, ageSeconds: 0, isMentioned: true }),
    ).toBe(1);
  });
});
