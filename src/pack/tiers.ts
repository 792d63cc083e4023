import type { Tier } from '../model/relevance.ts';

const TIERS: readonly Tier[] = ['primary', 'supporting', 'reference', 'history'];

/** Tokens for each tier by its percentage (BU-3); what a tier leaves over flows to the next. */
export function allotted(
  available: number,
  percentages: Readonly<Record<Tier, number>>,
  wanted: Readonly<Record<Tier, number>>,
): Record<Tier, number> {
  const given: Record<Tier, number> = { primary: 0, supporting: 0, reference: 0, history: 0 };
  let over = 0;
  for (const tier of TIERS) {
    const share = Math.floor((available * percentages[tier]) / 100) + over;
    given[tier] = Math.min(share, wanted[tier]);
    over = share - given[tier];
  }
  // What is left at the end goes back to whoever wants it, the first tier first.
  for (const tier of TIERS) {
    const more = Math.min(over, wanted[tier] - given[tier]);
    given[tier] += more;
    over -= more;
  }
  return given;
}
