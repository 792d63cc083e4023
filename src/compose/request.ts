import type { Config } from '../config/defaults.ts';
import type { Budget } from '../model/budget.ts';
import type { PlannedSummary } from '../model/plan.ts';
import type { ContextLook } from '../model/results.ts';
import type { TaskType } from '../model/task.ts';
import { budgetOf, contextBudget } from '../pack/budget.ts';

/** A request for a context with everything in it that it left open. */
export interface ContextRequest {
  /** A flow has its own. */
  readonly task: string;
  readonly type: 'auto' | TaskType;
  /** Empty for all. */
  readonly sources: readonly string[];
  readonly without: readonly string[];
  readonly pins: readonly string[];
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Places that a reader picked and those that they dropped, such as `src/a.ts:10-42`; none unless given. */
  readonly picks?: readonly string[];
  readonly drops?: readonly string[];
  /** Null for the window less its reserves. */
  readonly maxTokens: number | null;
  /** Whether somebody set the window, be it to the usual size. */
  readonly isSizeGiven?: boolean | undefined;
  readonly look: ContextLook;
  readonly config: Config;
  /** Summaries that a plan names, which are used in place of new ones; null to have them written. */
  readonly recorded?: readonly PlannedSummary[] | null;
}

/** What there is for context: as the request says, or the window without its reserves (BU-1). */
export function budgetFor({ budget }: Config, maxTokens: number | null): Budget {
  if (maxTokens !== null) return contextBudget(maxTokens);
  return budgetOf(budget.max_tokens, {
    output: budget.reserve_for_output,
    system: budget.reserve_for_system,
    query: budget.reserve_for_query,
    headroom: budget.headroom_tokens,
  });
}

/** Headings and markers of a part take less. */
const FRAME_BYTES = 600;

/** A token is at least a byte: what is smaller than the budget in bytes surely fits, and nothing need be known of it. */
export const surelyFit = (texts: readonly string[], tokens: number): boolean =>
  texts.reduce((sum, text) => sum + FRAME_BYTES + new TextEncoder().encode(text).length, 0) <=
  tokens;

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
