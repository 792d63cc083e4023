import { describe, expect, it } from 'vitest';
import { evened } from './roots.ts';

describe('the best files of several roots', () => {
  it('are brought half way to that of the likeliest, which keeps its scores', () => {
    const factors = evened(Float64Array.of(4, 1, 0.25, 0), Float64Array.of(0.5, 1, 0.5, 0.1));
    expect([...factors]).toEqual([0.25, 1, 1, 0.1]);
  });

  it('are compared with the best of all where nothing of the likeliest may be shown', () => {
    expect([...evened(Float64Array.of(0, 4, 1), Float64Array.of(1, 0.5, 0.5))]).toEqual([
      1, 0.5, 1,
    ]);
  });
});
