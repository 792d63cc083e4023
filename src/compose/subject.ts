import type { FlowFields, PlannedSummary } from '../model/plan.ts';
import type { SummaryStore } from '../ports/models.ts';
import type { Tokenizer } from '../ports/tokenizer.ts';
import type { Candidates } from './candidates.ts';
import type { Composed } from './compose.ts';

/** What a context is made of and where that comes from: the files of a project for a task, or the files of a flow. */
export interface Subject {
  readonly flowId: string;
  /** The task in one line. */
  readonly title: string;
  readonly task: { readonly text: string; readonly type: string };
  readonly stateRoot: string;
  readonly commit: string | null;
  readonly candidates: Candidates;
  readonly sourcesQueried: readonly string[];
  /** Names the content of a document: equal names mean equal texts. */
  readonly contentOf: (path: string) => string;
  /** `blake3:` of a file of the project; nothing for what is no file. */
  readonly hashOf: (path: string) => { readonly content?: string };
  /** Where summaries are kept; null to keep nothing. */
  readonly summaries: SummaryStore | null;
  /** All files of a flow in their order, whether they stand in the context or not; null for a task. */
  readonly files: readonly FlowFields[] | null;
}

/** What was made of a subject, with the summaries that a model wrote for it. */
export interface ComposedContext {
  readonly made: Composed;
  readonly summaries: readonly PlannedSummary[];
  readonly tokenizer: Tokenizer;
}
