import {
  FACTORS,
  type FactorName,
  type RelevanceRules,
  type TypePriorities,
} from '../model/relevance.ts';
import { CODE_KINDS, familyOf, type Shape } from '../model/shape.ts';

const DAY = 86_400;

/** Recency: 1 for the newest, 0 once it is older than the decay; against the state, never the clock (SC-5). */
export function recency(time: number | null, newest: number, decayDays: number): number {
  if (time === null) return 0;
  const ageDays = Math.max(0, newest - time) / DAY;
  return Math.max(0, 1 - ageDays / decayDays);
}

/** Being named by another document that matters is a hint; being named by the task is more than that. */
const DOCUMENT_MENTION = 0.2;

/** Mention density: how strongly the task names the file, and how many of the best documents do. */
export function mentionDensity(taskMention: number, documents: number): number {
  return Math.min(1, taskMention + DOCUMENT_MENTION * documents);
}

/** Dependency depth: 1 at the start of the graph walk, less with each step, 0 beyond the limit. */
export function dependencyDepth(steps: number | null, maxDepth: number): number {
  return steps === null || steps > maxDepth ? 0 : 1 - steps / (maxDepth + 1);
}

/** Which kind of file it is. */
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
export function shares(factors: RelevanceRules['factors']): Record<FactorName, number> {
  const sum = FACTORS.reduce((total, name) => total + factors[name].weight, 0);
  const share = (name: FactorName): number => (sum > 0 ? factors[name].weight / sum : 0);
  return Object.fromEntries(FACTORS.map((name) => [name, share(name)])) as Record<
    FactorName,
    number
  >;
}
