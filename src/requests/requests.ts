import type { ContextRequest } from '../compose/request.ts';
import type { Config } from '../config/defaults.ts';
import {
  type Checks,
  choice,
  fields,
  flag,
  list,
  number,
  shown,
  signal,
  text,
  tokens,
} from '../config/given.ts';
import { SheafError } from '../model/errors.ts';
import {
  FORMAT_NAMES,
  type FormatName,
  LOOKS,
  OVERFLOWS,
  STRATEGIES,
  TOKENIZER_NAMES,
} from '../model/options.ts';
import { SWITCHES } from '../model/relevance.ts';
import type {
  AssembleRequest,
  CallOptions,
  ContextLook,
  ContextOptions,
  FlowAssembleRequest,
  RankingOptions,
  ScoreRequest,
  SearchRequest,
  WhyRequest,
} from '../model/results.ts';
import type { SummarizeRequest } from '../model/summary.ts';
import { TASK_TYPES } from '../model/task.ts';
import type { WorkspaceFiles } from '../ports/ports.ts';
import { isPlain } from '../text/paths/reserved.ts';

const RANKING: Checks<RankingOptions> = {
  type: choice(['auto', ...TASK_TYPES]),
  without: list(choice(SWITCHES)),
  signal,
};

/** What every request for a context may say of how it is made and looks. */
export const CONTEXT: Checks<ContextOptions> = {
  maxTokens: tokens,
  format: choice(FORMAT_NAMES),
  overflow: choice(OVERFLOWS),
  tokenizer: choice(TOKENIZER_NAMES),
  includeSources: flag,
  includeCodeContent: flag,
  groupByType: flag,
  lineNumbers: flag,
  style: choice(['whole', 'compact']),
  api: choice(['anthropic', 'openai']),
};

export const readCall = (given: unknown = {}): CallOptions =>
  fields<CallOptions>('this call', given, { signal });

export const readSearch = (given: unknown): SearchRequest =>
  fields<SearchRequest>(
    'search',
    given,
    {
      ...RANKING,
      query: text,
      find: choice(['pieces', 'files', 'functions']),
      limit: number(1, 100_000),
    },
    ['query'],
  );

export const readScore = (given: unknown): ScoreRequest =>
  fields<ScoreRequest>('score', given, { ...RANKING, task: text, path: text }, ['task', 'path']);

export const readWhy = (given: unknown): WhyRequest =>
  fields<WhyRequest>('why', given, { ...RANKING, task: text, place: text, maxTokens: tokens }, [
    'task',
    'place',
  ]);

export const readSummarize = (given: unknown): SummarizeRequest =>
  fields<SummarizeRequest>(
    'summarize',
    given,
    {
      path: text,
      level: choice(['full', 'detailed', 'summary', 'stub']),
      compress: tokens,
      ratio: number(0, 1, 'any'),
      task: text,
      maxTokens: tokens,
      signal,
    },
    ['path'],
  );

/** What is in force where a request is made. */
export interface InForce {
  readonly config: Config;
  readonly isSizeGiven: boolean;
  /** Names of all sources. */
  readonly sources: readonly string[];
  readonly files: Pick<WorkspaceFiles, 'relative'>;
}

/** A request with everything it left open, and what concerns the call alone. */
export interface ReadRequest extends CallOptions {
  readonly request: ContextRequest;
  readonly isDryRun: boolean;
}

export function readAssemble(given: unknown, inForce: InForce): ReadRequest {
  const asked = fields<AssembleRequest>(
    'assemble',
    given,
    {
      ...RANKING,
      ...CONTEXT,
      task: text,
      strategy: choice(STRATEGIES),
      fill: flag,
      map: flag,
      sources: list(choice(inForce.sources)),
      pins: list(text),
      include: list(text),
      exclude: list(text),
      isDryRun: flag,
    },
    ['task'],
  );
  const pins = (asked.pins ?? []).map((pin) => insidePath(pin, inForce));
  return {
    signal: asked.signal,
    isDryRun: asked.isDryRun ?? false,
    request: {
      ...contextOf(asked, inForce.config),
      isSizeGiven: inForce.isSizeGiven,
      task: asked.task,
      type: asked.type ?? 'auto',
      sources: asked.sources ?? [],
      without: asked.without ?? [],
      pins: [...new Set([...pins, ...diffedPaths(asked.task)])],
      include: asked.include ?? [],
      exclude: asked.exclude ?? [],
    },
  };
}

/** A request for a flow, which says itself what is wanted and where that is. */
export function readFlow(
  given: unknown,
  { config }: InForce,
): ReadRequest & { readonly flow: string | null } {
  const asked = fields<FlowAssembleRequest>('assembleFlow', given ?? {}, {
    ...CONTEXT,
    flow: text,
    isDryRun: flag,
    signal,
  });
  const nothing = { sources: [], without: [], pins: [], include: [], exclude: [] };
  return {
    signal: asked.signal,
    isDryRun: asked.isDryRun ?? false,
    flow: asked.flow ?? null,
    request: { ...contextOf(asked, config), ...nothing, task: '', type: 'auto' },
  };
}

/** The settings with what a request says instead, its budget and its look. */
export function contextOf(
  asked: ContextOptions & Pick<AssembleRequest, 'strategy' | 'fill' | 'map'>,
  { assembly, budget, ...config }: Config,
): Pick<ContextRequest, 'config' | 'maxTokens' | 'look'> {
  const format = asked.format ?? assembly.format;
  return {
    config: {
      ...config,
      assembly: {
        ...assembly,
        format,
        packing_strategy: asked.strategy ?? assembly.packing_strategy,
        fill: asked.fill ?? assembly.fill,
        map: asked.map ?? assembly.map,
      },
      budget: {
        ...budget,
        overflow_strategy: asked.overflow ?? budget.overflow_strategy,
        tokenizer: asked.tokenizer ?? budget.tokenizer,
      },
    },
    maxTokens: asked.maxTokens ?? null,
    look: lookOf(asked, format),
  };
}

/** How a context shall look. What the format has no place for is refused, not passed over. */
function lookOf(asked: ContextOptions, format: FormatName): ContextLook {
  for (const [name, { value, formats }] of Object.entries(LOOKS)) {
    if (asked[name as keyof typeof LOOKS] !== value || formats.includes(format)) continue;
    throw new SheafError(
      'usage',
      `${name} has no effect in the format ${format}`,
      `leave it out, or use the format ${formats.join(', ')}`,
    );
  }
  return {
    ...(asked.includeSources === true ? { includeSources: true } : {}),
    ...(asked.includeCodeContent === false ? { includeCode: false } : {}),
    ...(asked.groupByType === true ? { groupByType: true } : {}),
    ...(asked.lineNumbers === true ? { lineNumbers: true } : {}),
    ...(asked.style === 'compact' ? { style: 'compact' } : {}),
    ...(asked.api === 'openai' ? { api: 'openai' } : {}),
  };
}

/** A path that a user names, as the index knows it. */
function insidePath(given: string, { files }: InForce): string {
  const path = files.relative(given);
  if (isPlain(path)) return path;
  throw new SheafError(
    'outside',
    `the pin ${shown(given)} is not a file inside the workspace`,
    'Name a file inside the root.',
  );
}

/** `+++ b/path` and `rename to path` of a diff; a task that is none names no files this way. */
const DIFFED = /^(?:\+\+\+ b\/|rename to |--- a\/)(.+?)(?:\t.*)?$/gm;
const IS_DIFF = /^(?:diff --git |--- \S+.*\n\+\+\+ )/m;

/** The files a diff is about; they are pinned. */
function diffedPaths(task: string): string[] {
  if (!IS_DIFF.test(task)) return [];
  return Array.from(task.matchAll(DIFFED), ([, path = '']) => path).filter(isPlain);
}
