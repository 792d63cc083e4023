import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SheafError } from '../model/errors.ts';
import { budgetOf, contextBudget, type Reserves, USUAL_RESERVES } from './budget.ts';

const reserves = (more: Partial<Reserves> = {}): Reserves => ({
  ...USUAL_RESERVES,
  query: 0,
  headroom: 0,
  ...more,
});

describe('BU-1 the budget', () => {
  it('is the total without the reserves', () => {
    expect(budgetOf(100_000, reserves())).toEqual({
      total: 100_000,
      reserved: 10_000,
      available: 90_000,
    });
    const more = reserves({ output: 500, system: 200, query: 100, headroom: 50 });
    expect(budgetOf(2000, more)).toEqual({ total: 2000, reserved: 850, available: 1150 });
  });

  it('lets the usual reserves shrink with a smaller window, and no others', () => {
    expect(budgetOf(8000, reserves()).available).toBe(7200);
    expect(budgetOf(8000, reserves({ output: 4000 })).available).toBe(8000 - 4000 - 160);
  });

  it('is refused where the reserves eat the total', () => {
    for (const query of [2000, 5000]) {
      const refuse = (): unknown => budgetOf(2000, reserves({ output: 0, system: 0, query }));
      expect(refuse).toThrow(SheafError);
      expect(refuse).toThrow(/leave nothing for context/);
    }
  });

  it('is never negative, and never more than the total', () => {
    const tokens = fc.integer({ min: 0, max: 5000 });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300_000 }),
        fc.record({ output: tokens, system: tokens, query: tokens, headroom: tokens }),
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
        },
      ),
    );
  });

  it('can be given directly', () => {
    expect(contextBudget(500)).toEqual({ total: 500, reserved: 0, available: 500 });
  });
});
