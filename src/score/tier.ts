import type { RelevanceRules, SourceThresholds, Standing, Tier } from '../model/relevance.ts';
import { familyOf, type SourceName } from '../model/shape.ts';

/** Tiers by relevance; what was said before is history, however well it fits. */
export function tierOf(
  relevance: number,
  source: SourceName,
  thresholds: RelevanceRules['thresholds'],
): Tier {
  if (source === 'conversation') return 'history';
  if (relevance >= thresholds.primary_threshold) return 'primary';
  return relevance >= thresholds.supporting_threshold ? 'supporting' : 'reference';
}

/**
 * The relevance an item needs. `classic` holds the minimum against the weighted factors and the sources' thresholds against how well words
 * match; the measured relevance is one number, and both hold for it.
 */
export function thresholdOf(
  source: SourceName,
  thresholds: RelevanceRules['thresholds'],
  sources: SourceThresholds,
  preset: RelevanceRules['preset'],
): number {
  const { include_minimum: minimum } = thresholds;
  return preset === 'classic' ? minimum : Math.max(minimum, sources[familyOf(source)]);
}

export interface Claim {
  readonly relevance: number;
  readonly threshold: number;
  /** How well the words match, and what its source asks of it; null where the relevance is all there is. */
  readonly match: { readonly value: number; readonly threshold: number } | null;
  readonly isFixed: boolean;
  readonly isMentioned: boolean;
}

/** What is below a threshold is left out, unless the context is to be filled with whatever there is. */
export function standingOf(
  { relevance, threshold, match, isFixed, isMentioned }: Claim,
  fill: boolean,
): Standing {
  if (isFixed) return 'fixed';
  if (isMentioned) return 'mentioned';
  if (relevance >= threshold && (match === null || match.value >= match.threshold)) {
    return 'relevant';
  }
  return fill ? 'room' : 'below-threshold';
}
