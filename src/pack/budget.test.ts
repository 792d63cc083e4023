import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Budget } from '../model/budget.ts';
import { SheafError } from '../model/errors.ts';
import { budgetOf, contextBudget, type Reserves } from './budget.ts';

const reserves = (more: Partial<Reserves> = {}): Reserves => ({
  output: -1,
  system: -1,
  query: 0,
  headroom: 0,
  ...more,
});

/** The sums without what they are made of. */
const sums = ({ reserves: _, ...own }: Budget): Omit<Budget, 'reserves'> => own;

describe('BU-1 the budget', () => {
  it('says what each reserve is for', () => {
    const { reserves: split } = budgetOf(50_000, reserves({ query: 30 }));
    expect(split).toEqual({ output: 4000, system: 1000, query: 30, headroom: 0 });
  });

  it('is the total without the reserves', () => {
    expect(sums(budgetOf(100_000, reserves()))).toEqual({
      total: 100_000,
      reserved: 10_000,
      available: 90_000,
    });
    const more = reserves({ output: 500, system: 200, query: 100, headroom: 50 });
    expect(sums(budgetOf(2000, more))).toEqual({ total: 2000, reserved: 850, available: 1150 });
  });

  it('lets the usual reserves shrink with a smaller window, and says so', () => {
    expect(sums(budgetOf(9000, reserves()))).toEqual({
      total: 9000,
      reserved: 900,
      available: 8100,
      unscaled: 10_000,
    });
    expect(sums(budgetOf(8000, reserves({ output: 4000 })))).toEqual({
      total: 8000,
      reserved: 4160,
      available: 3840,
      unscaled: 6000,
    });
    expect(sums(budgetOf(200_000, reserves()))).toEqual({
      total: 200_000,
      reserved: 10_000,
      available: 190_000,
    });
  });

  it('keeps reserves that were set, also where they are the usual ones', () => {
    const set = reserves({ output: 8000, system: 2000 });
    expect(sums(budgetOf(12_000, set))).toEqual({
      total: 12_000,
      reserved: 10_000,
      available: 2000,
    });
    expect(() => budgetOf(9000, set)).toThrow(
      'The reserves take 10000 of 9000 tokens and leave nothing for context.',
    );
  });

  it('is refused where the reserves eat the total', () => {
    for (const query of [2000, 5000]) {
      const refuse = (): unknown => budgetOf(2000, reserves({ output: 0, system: 0, query }));
      expect(refuse).toThrow(SheafError);
      expect(refuse).toThrow(/leave nothing for context/);
    }
  });

  it('is never negative, and never more than the total', () => {
    const tokens = fc.integer({ min: -1, max: 5000 });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300_000 }),
        fc.record({ output: tokens, system: tokens, query: fc.nat(5000), headroom: fc.nat(5000) }),
        (total, own) => {
          let made: ReturnType<typeof budgetOf> | null = null;
          try {
            made = budgetOf(total, own);
          } catch (error) {
            expect(error).toBeInstanceOf(SheafError);
          }
          if (made === null) return;
          expect(made.available).toBeGreaterThan(0);
          expect(made.available + made.reserved).toBe(total);
          const kept = Math.max(0, own.output) + Math.max(0, own.system) + own.query + own.headroom;
          expect(made.reserved).toBeGreaterThanOrEqual(kept);
        },
      ),
    );
  });

  it('can be given directly', () => {
    expect(contextBudget(500)).toEqual({ total: 500, reserved: 0, available: 500 });
  });
});
