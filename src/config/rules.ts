import type { Config } from './defaults.ts';

/** Something wrong between keys that are each right on their own. */
export interface Clash {
  /** The keys involved, dotted; the one set last is the one to name. */
  readonly keys: readonly string[];
  readonly message: string;
  readonly hint: string;
}

/** Percentages are written by people: 33.3 + 33.3 + 33.4 must be 100 in floating point too. */
const PERCENT_SLACK = 1e-6;

const rounded = (value: number): string => String(Number(value.toFixed(6)));

function allocationClash(config: Config): Clash | null {
  const { primary, supporting, reference, history } = config.budget.allocation;
  const sum = primary + supporting + reference + history;
  if (Math.abs(sum - 100) <= PERCENT_SLACK) return null;
  return {
    keys: ['primary', 'supporting', 'reference', 'history'].map((n) => `budget.allocation.${n}`),
    message: `the percentages of "budget.allocation" add up to ${rounded(sum)}, not 100`,
    hint: `primary ${rounded(primary)}, supporting ${rounded(supporting)}, reference ${rounded(reference)}, history ${rounded(history)}; keys that are not set keep their defaults`,
  };
}

function thresholdClash(config: Config): Clash | null {
  const { include_minimum, supporting_threshold, primary_threshold } = config.relevance.thresholds;
  if (include_minimum <= supporting_threshold && supporting_threshold <= primary_threshold) {
    return null;
  }
  const names = ['include_minimum', 'supporting_threshold', 'primary_threshold'];
  return {
    keys: names.map((n) => `relevance.thresholds.${n}`),
    message: `"relevance.thresholds" are out of order: include_minimum ${include_minimum}, supporting_threshold ${supporting_threshold}, primary_threshold ${primary_threshold}`,
    hint: 'they must not fall: include_minimum <= supporting_threshold <= primary_threshold',
  };
}

function weightClash(config: Config): Clash | null {
  const factors = Object.entries(config.relevance.factors);
  if (factors.some(([, factor]) => factor.weight > 0)) return null;
  return {
    keys: factors.map(([name]) => `relevance.factors.${name}.weight`),
    message: 'every weight of "relevance.factors" is 0, so nothing could be ranked',
    hint: 'give at least one factor a weight above 0',
  };
}

/** Rules that look at more than one key. */
export function clashes(config: Config): Clash[] {
  return [allocationClash(config), thresholdClash(config), weightClash(config)].filter(
    (clash) => clash !== null,
  );
}
