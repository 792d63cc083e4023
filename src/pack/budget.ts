import type { Budget } from '../model/budget.ts';
import { SheafError } from '../model/errors.ts';

/** Tokens that context may not take. Less than 0 for output and system means the usual. */
export interface Reserves {
  readonly output: number;
  readonly system: number;
  readonly query: number;
  readonly headroom: number;
}

/** The usual reserves are meant for a window of this size; in a smaller one they are smaller too. */
const USUAL_TOTAL = 100_000;
const USUAL_RESERVES = { output: 8_000, system: 2_000 } as const;

/** What a window leaves for context. Reserves that someone has set are kept as they are, or refused. */
export function budgetOf(total: number, reserves: Reserves): Budget {
  const reservesIn = (window: number): Reserves => {
    const kept = (set: number, usual: number): number =>
      set < 0 ? Math.floor((usual * Math.min(window, USUAL_TOTAL)) / USUAL_TOTAL) : set;
    const output = kept(reserves.output, USUAL_RESERVES.output);
    const system = kept(reserves.system, USUAL_RESERVES.system);
    return { ...reserves, output, system };
  };
  const sum = ({ output, system, query, headroom }: Reserves): number =>
    output + system + query + headroom;
  const own = reservesIn(total);
  const reserved = sum(own);
  const unscaled = sum(reservesIn(USUAL_TOTAL));
  if (reserved >= total) {
    const sentence = `The reserves take ${reserved} of ${total} tokens and leave nothing for context.`;
    const hint = 'Raise --budget, lower the reserves under [budget], or use --context-tokens.';
    throw new SheafError('over-budget', sentence, hint);
  }
  const budget = { total, reserved, available: total - reserved, reserves: own };
  return reserved === unscaled ? budget : { ...budget, unscaled };
}

/** A budget given directly as what may be filled. */
export const contextBudget = (available: number): Budget => ({
  total: available,
  reserved: 0,
  available,
});
