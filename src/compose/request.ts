import type { Config } from '../config/defaults.ts';
import type { Budget } from '../model/budget.ts';
import type { PlannedSummary } from '../model/plan.ts';
import type { AssembleRequest } from '../model/results.ts';
import { budgetOf, contextBudget } from '../pack/budget.ts';

/** A request with the settings in force. */
export interface ContextRequest extends AssembleRequest {
  readonly config: Config;
  /** Summaries that a plan names, which are used in place of new ones; null to have them written. */
  readonly recorded?: readonly PlannedSummary[] | null;
}

/** What there is for context: as the request says, or the window without its reserves (BU-1). */
export function budgetFor({ budget }: Config, contextTokens: number | null): Budget {
  if (contextTokens !== null) return contextBudget(contextTokens);
  return budgetOf(budget.max_tokens, {
    output: budget.reserve_for_output,
    system: budget.reserve_for_system,
    query: budget.reserve_for_query,
    headroom: budget.headroom_tokens,
  });
}

const SLUG_LENGTH = 40;
const ROOT_LENGTH = 12;

/** A short name for an assembly that says what it was for and on what, without a clock. */
export function assemblyId(text: string, root: string): string {
  const slug = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, SLUG_LENGTH);
  return `${slug === '' ? 'task' : slug.replace(/-+$/, '')}-${root.slice(0, ROOT_LENGTH)}`;
}
