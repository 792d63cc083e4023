import type { RelevanceRules, SourceThresholds, Standing, Tier } from '../model/relevance.ts';
import type { SourceName } from '../model/shape.ts';

/** S1's tiers by relevance; what was said before is history, however well it fits. */
export function tierOf(
  relevance: number,
  source: SourceName,
  thresholds: RelevanceRules['thresholds'],
): Tier {
  if (source === 'conversation') return 'history';
  if (relevance >= thresholds.primary_threshold) return 'primary';
  return relevance >= thresholds.supporting_threshold ? 'supporting' : 'reference';
}

/** S1's minimum for all and S3's for the source both hold. */
export function thresholdOf(
  source: SourceName,
  thresholds: RelevanceRules['thresholds'],
  sources: SourceThresholds,
): number {
  return Math.max(thresholds.include_minimum, sources[source]);
}

export interface Claim {
  readonly relevance: number;
  readonly threshold: number;
  readonly isFixed: boolean;
  readonly isMentioned: boolean;
}

/**
 * `classic` leaves out what is below the threshold, as the seeds say. `measured` lets it fill what
 * the relevant leave over: a calibrated relevance is honest, so that the file at rank five, which one task in
 * thirty needs, is far below any threshold; and a budget that stays empty helps nobody.
 */
export function standingOf(
  { relevance, threshold, isFixed, isMentioned }: Claim,
  preset: RelevanceRules['preset'],
): Standing {
  if (isFixed) return 'fixed';
  if (isMentioned) return 'mentioned';
  if (relevance >= threshold) return 'relevant';
  return preset === 'classic' ? 'below-threshold' : 'room';
}
