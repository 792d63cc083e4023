import type { RelevanceRules, TypePriorities } from '../model/relevance.ts';
import { CODE_KINDS, familyOf, type Shape } from '../model/shape.ts';

const DAY = 86_400;

/** S1's recency: 1 for the newest, 0 once it is older than the decay; against the state, never the clock (SC-5). */
export function recency(time: number | null, newest: number, decayDays: number): number {
  if (time === null) return 0;
  const ageDays = Math.max(0, newest - time) / DAY;
  return Math.max(0, 1 - ageDays / decayDays);
}

/** Being named by another document that matters is a hint; being named by the task is more than that. */
const DOCUMENT_MENTION = 0.2;

/** S1's mention density: how strongly the task names the file, and how many of the best documents do. */
export function mentionDensity(taskMention: number, documents: number): number {
  return Math.min(1, taskMention + DOCUMENT_MENTION * documents);
}

/** S1's dependency depth: 1 at the start of the graph walk, less with each step, 0 beyond the limit. */
export function dependencyDepth(steps: number | null, maxDepth: number): number {
  return steps === null || steps > maxDepth ? 0 : 1 - steps / (maxDepth + 1);
}

/** Which of S1's kinds a file is. */
export function fileType({ source, kind }: Shape): keyof TypePriorities {
  switch (familyOf(source)) {
    case 'code':
      if (kind === 'test') return 'test_code';
      return CODE_KINDS.includes(kind) ? 'source_code' : 'config';
    case 'documentation':
      return kind === 'decision' || kind === 'api' ? 'requirements' : 'documentation';
    case 'conversation':
    case 'research':
      return 'documentation';
    case 'deployment':
    case 'logs':
      return 'config';
  }
}

/** The weights of the factors, divided by their sum. */
export function shares(factors: RelevanceRules['factors']): Record<keyof typeof factors, number> {
  const { task_alignment, recency: recent, mention_density, dependency_depth, file_type } = factors;
  const sum =
    task_alignment.weight +
    recent.weight +
    mention_density.weight +
    dependency_depth.weight +
    file_type.weight;
  const share = (weight: number): number => (sum > 0 ? weight / sum : 0);
  return {
    task_alignment: share(task_alignment.weight),
    recency: share(recent.weight),
    mention_density: share(mention_density.weight),
    dependency_depth: share(dependency_depth.weight),
    file_type: share(file_type.weight),
  };
}
