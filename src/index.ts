export type { ConfigPart, ConfigRequest } from './adapters/node-settings.ts';
export { loadConfig } from './adapters/node-settings.ts';
export type { Source, SourceDefinition, SourceUnit } from './adapters/sources/own/define.ts';
export { defineSource } from './adapters/sources/own/define.ts';
export type { SourceLike } from './adapters/sources/own/load.ts';
export type { TokenizerOptions } from './adapters/tokenizers/tokenizers.ts';
export { loadTokenizer } from './adapters/tokenizers/tokenizers.ts';
export type { Config } from './config/defaults.ts';
export type { LoadedConfig } from './config/load.ts';
export type { AssembleResultsOptions } from './hits/assemble-results.ts';
export { assembleResults } from './hits/assemble-results.ts';
export type { FoundChunk, FoundEntity, FoundText, SearchResult } from './hits/read.ts';
export type { Budget } from './model/budget.ts';
export type { CallOptions, SeenState } from './model/call.ts';
export type { ErrorCode } from './model/errors.ts';
export { SheafError } from './model/errors.ts';
export type {
  CalibrationBin,
  EvaluatedTask,
  EvaluateRequest,
  Evaluation,
  OutcomeShares,
  TaskOutcome,
} from './model/evaluation.ts';
export type { AbsentFile, FileReasons, FileScore } from './model/explanation.ts';
export type { FoundFile, GatheredItem, LinkedFile } from './model/flow.ts';
export type { FormatName, Overflow, Strategy, TokenizerName } from './model/options.ts';
export type {
  ContextPlan,
  DroppedFile,
  PlanDifference,
  PlannedPart,
  PlanPart,
} from './model/plan.ts';
export type { HeldPlace, Push, PushRequest } from './model/push.ts';
export type { AssemblyRecord } from './model/record.ts';
export type {
  AssembledContext,
  AssembleRequest,
  AssembleResult,
  CollectResult,
  ContextOptions,
  ContextSource,
  FlowAssembleRequest,
  FoundSecret,
  IndexResult,
  RankingOptions,
  ReplayResult,
  ScoreRequest,
  SearchHit,
  SearchRequest,
  TaskRequest,
  WhyRequest,
  Workspace,
} from './model/results.ts';
export type { SourceName } from './model/shape.ts';
export type {
  Choice,
  Shortlist,
  ShortlistCandidate,
  ShortlistRequest,
} from './model/shortlist.ts';
export type { SummarizeRequest, SummaryResult } from './model/summary.ts';
export type { TaskType } from './model/task.ts';
export type { CompressRequest } from './ports/source.ts';
export type { Tokenizer } from './ports/tokenizer.ts';
export type { WorkspaceOptions } from './requests/options.ts';
export { assemble, openWorkspace } from './workspace.ts';
