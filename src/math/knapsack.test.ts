import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/support/runs.ts';
import { bestChoice, type Group, type Item } from './knapsack.ts';

const size = { weight: fc.integer({ min: 1, max: 60 }), value: fc.integer({ min: 1, max: 99 }) };
const anyPart = fc.record({ ...size, parts: fc.constant([]) });
const anyItem = fc.record({ ...size, parts: fc.array(anyPart, { maxLength: 2 }) });
const anyGroup = fc.record({
  ...size,
  isGiven: fc.boolean(),
  isEmpty: fc.boolean(),
  items: fc.array(anyItem, { maxLength: 2 }),
});

/** Every choice there is of some items with their parts, as weight and value. */
function choices(items: readonly Item[]): { weight: number; value: number }[] {
  let sums = [{ weight: 0, value: 0 }];
  for (const { weight, value, parts } of items) {
    const own = choices(parts).map((part) => ({
      weight: weight + part.weight,
      value: value + part.value,
    }));
    sums = [{ weight: 0, value: 0 }, ...own].flatMap((added) =>
      sums.map((sum) => ({ weight: sum.weight + added.weight, value: sum.value + added.value })),
    );
  }
  return sums;
}

function bestByTrying(groups: readonly Group[], capacity: number): number {
  const all = groups.reduce(
    (sums, { weight, value, isGiven, isEmpty, items }) => {
      const own = choices(items)
        .slice(isEmpty ? 1 : 0)
        .map((choice) => ({
          weight: choice.weight + (isGiven ? 0 : weight),
          value: choice.value + (isGiven ? 0 : value),
        }));
      const options = isGiven ? own : [{ weight: 0, value: 0 }, ...own];
      return sums.flatMap((sum) =>
        options.map((option) => ({
          weight: sum.weight + option.weight,
          value: sum.value + option.value,
        })),
      );
    },
    [{ weight: 0, value: 0 }],
  );
  return Math.max(...all.filter(({ weight }) => weight <= capacity).map(({ value }) => value));
}

function sumOf(
  groups: readonly Group[],
  taken: { groups: ReadonlySet<Group>; items: ReadonlySet<Item> },
) {
  let weight = 0;
  let value = 0;
  const add = (item: Item): void => {
    if (!taken.items.has(item)) return;
    weight += item.weight;
    value += item.value;
    item.parts.forEach(add);
  };
  for (const group of groups) {
    if (!taken.groups.has(group)) continue;
    weight += group.isGiven ? 0 : group.weight;
    value += group.isGiven ? 0 : group.value;
    group.items.forEach(add);
  }
  return { weight, value };
}

describe('a knapsack of groups', () => {
  it('is packed as well as by trying every choice', () => {
    fc.assert(
      fc.property(
        fc.array(anyGroup, { maxLength: 4 }),
        fc.integer({ min: 0, max: 300 }),
        (groups, capacity) => {
          const best = bestByTrying(groups, capacity);
          // A group that is given but does not fit leaves nothing to choose.
          fc.pre(best >= 0);
          const choice = bestChoice(groups, capacity);
          const { weight, value } = sumOf(groups, choice);
          expect(weight).toBeLessThanOrEqual(capacity);
          expect(value).toBe(best);
          expect(choice.isExact).toBe(true);
        },
      ),
      { numRuns: runs(2000) },
    );
  });

  it('holds what fits, and says that it is not exact, where weights are too large for a table of their own', () => {
    const items = Array.from({ length: 40 }, (_, i) => ({
      weight: 90_000 + 977 * i,
      value: 1000 + ((i * 7919) % 500),
      parts: [],
    }));
    const groups = [{ weight: 50, value: 0, isGiven: false, isEmpty: true, items }];
    const choice = bestChoice(groups, 2_000_000);
    expect(sumOf(groups, choice).weight).toBeLessThanOrEqual(2_000_000);
    expect(choice.items.size).toBeGreaterThan(15);
    expect(choice.isExact).toBe(false);
  });
});
