import fc from 'fast-check';
import { FORMAT_NAMES, OVERFLOWS, STRATEGIES } from '../../src/model/options.ts';
import { SOURCES } from '../../src/model/shape.ts';
import type { Wish } from './agreement.ts';

/** What a project offers to ask for. */
export interface Offers {
  readonly tasks: readonly string[];
  readonly paths: readonly string[];
  readonly globs: readonly string[];
}

/** Requests of every size, form and mood. */
export function wishes({ tasks, paths, globs }: Offers): fc.Arbitrary<Wish> {
  const some = <T>(items: readonly T[]): fc.Arbitrary<T[]> =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constant<T[]>([]) },
      fc.subarray([...items], { maxLength: 2 }),
    );
  const size = fc.oneof(
    fc.record({ maxTokens: fc.integer({ min: 120, max: 6000 }) }),
    fc.record({ window: fc.integer({ min: 400, max: 40_000 }) }),
    fc.constant({}),
  );
  return fc
    .record({
      task: fc.constantFrom(...tasks),
      size: size as fc.Arbitrary<{ maxTokens?: number; window?: number }>,
      format: fc.constantFrom(...FORMAT_NAMES),
      strategy: fc.constantFrom(...STRATEGIES),
      overflow: fc.constantFrom(...OVERFLOWS, 'error'),
      preset: fc.constantFrom('measured', 'measured', 'classic'),
      method: fc.constantFrom('hybrid', 'hybrid', 'keyword'),
      fill: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
      pins: some(paths),
      exclude: some(globs),
      sources: some(SOURCES),
      isFlow: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, fc.constant(true)),
    })
    .map(({ task, size: { maxTokens, window }, pins, exclude, sources, isFlow, ...set }) => ({
      request: { task, maxTokens, pins, exclude, sources },
      config: {
        budget: {
          overflow_strategy: set.overflow,
          ...(window === undefined ? {} : { max_tokens: window }),
        },
        assembly: { format: set.format, packing_strategy: set.strategy, fill: set.fill },
        relevance: { preset: set.preset, scoring_method: set.method },
      },
      isFlow,
    }));
}
