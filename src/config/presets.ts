import type { Value } from './key-spec.ts';

/**
 * The numbers of the original schemas for keys whose shipped default is another one. They stand
 * below everything a user sets, so that `preset = "classic"` can still be adjusted key by key.
 */
export const CLASSIC: Readonly<Record<string, Value>> = {
  'relevance.factors.task_alignment.weight': 0.4,
  'relevance.factors.recency.weight': 0.2,
  'relevance.factors.mention_density.weight': 0.2,
  'relevance.factors.dependency_depth.weight': 0.1,
  'relevance.factors.file_type.weight': 0.1,
  'relevance.thresholds.include_minimum': 0.3,
  'relevance.thresholds.supporting_threshold': 0.5,
  'relevance.thresholds.primary_threshold': 0.7,
  'assembly.packing_strategy': 'optimal',
  'sources.conversation.threshold': 0.3,
  'sources.research.threshold': 0.5,
  'sources.documentation.threshold': 0.4,
  'sources.code.threshold': 0.5,
  'sources.deployment.threshold': 0.6,
  'sources.logs.threshold': 0.7,
  'sources.conversation.max_tokens': 4000,
  'sources.research.max_tokens': 4000,
  'sources.documentation.max_tokens': 3000,
  'sources.code.max_tokens': 12_000,
  'sources.deployment.max_tokens': 2000,
  'sources.logs.max_tokens': 3000,
};
