import type { Budget } from '../model/budget.ts';
import { SheafError } from '../model/errors.ts';

export interface Reserves {
  readonly output: number;
  readonly system: number;
  readonly query: number;
  readonly headroom: number;
}

/** The usual reserves are meant for a window of 100,000 tokens; left as they are, they shrink with a smaller one. */
const USUAL_TOTAL = 100_000;
export const USUAL_RESERVES = { output: 8_000, system: 2_000 } as const;

export function budgetOf(total: number, reserves: Reserves): Budget {
  const scaled = (value: number, usual: number): number =>
    value === usual && total < USUAL_TOTAL ? Math.floor((value * total) / USUAL_TOTAL) : value;
  const reserved =
    scaled(reserves.output, USUAL_RESERVES.output) +
    scaled(reserves.system, USUAL_RESERVES.system) +
    reserves.query +
    reserves.headroom;
  if (reserved >= total) {
    throw new SheafError(
      'over-budget',
      `The reserves take ${reserved} of ${total} tokens and leave nothing for context.`,
      'Raise --budget, lower the reserves under [budget], or give --context-tokens.',
    );
  }
  return { total, reserved, available: total - reserved };
}

/** A budget given directly as what may be filled. */
export const contextBudget = (available: number): Budget => ({
  total: available,
  reserved: 0,
  available,
});
