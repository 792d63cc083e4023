import type { ContextRequest } from '../compose/request.ts';
import type { Config } from '../config/defaults.ts';
import * as check from '../config/given.ts';
import type { CallOptions } from '../model/call.ts';
import { SheafError } from '../model/errors.ts';
import type { EvaluateRequest } from '../model/evaluation.ts';
import type { ShowRequest, SizesRequest } from '../model/inspection.ts';
import * as names from '../model/options.ts';
import type { ContextPlan } from '../model/plan.ts';
import type { HeldPlace, PushRequest } from '../model/push.ts';
import { SWITCHES } from '../model/relevance.ts';
import type * as model from '../model/results.ts';
import type { Choice, ShortlistRequest } from '../model/shortlist.ts';
import type { SummarizeRequest } from '../model/summary.ts';
import { TASK_TYPES } from '../model/task.ts';
import type { WorkspaceFiles } from '../ports/ports.ts';
import { isPlain } from '../text/paths/reserved.ts';

const CALL: check.Checks<CallOptions> = { signal: check.signal, onState: check.callback() };

const RANKING: check.Checks<model.RankingOptions> = {
  ...CALL,
  type: check.choice(['auto', ...TASK_TYPES]),
  without: check.list(check.choice(SWITCHES)),
};

/** What every request for a context may say of how it is made and looks. */
export const CONTEXT: check.Checks<model.ContextOptions> = {
  maxTokens: check.tokens,
  format: check.choice(names.FORMAT_NAMES),
  overflow: check.choice(names.OVERFLOWS),
  tokenizer: check.choice(names.TOKENIZER_NAMES),
  includeSources: check.flag,
  includeCodeContent: check.flag,
  groupByType: check.flag,
  lineNumbers: check.flag,
  style: check.choice(['whole', 'compact']),
  api: check.choice(['anthropic', 'openai']),
};

/** What every request may say of which files it wants. */
const CHOOSING = {
  pins: check.list(check.text),
  include: check.list(check.text),
  exclude: check.list(check.text),
} as const;

export const readCall = (given: unknown = {}): CallOptions =>
  check.fields<CallOptions>('this call', given, [], CALL);

export const readSearch = (given: unknown): model.SearchRequest =>
  check.fields<model.SearchRequest>('search', given, ['query'], {
    ...RANKING,
    query: check.text,
    find: check.choice(['pieces', 'files', 'functions']),
    limit: check.number(1, 100_000),
  });

/** Far more than a list has: the list itself says what is not on it. */
const MOST_NUMBER = 9999;
const CHOICE: check.Checks<Choice> = {
  pick: check.list(check.number(1, MOST_NUMBER)),
  drop: check.list(check.number(1, MOST_NUMBER)),
  shortlist: check.text,
};

/** Which files may be asked for at all. */
const scopeIn = (
  sources: readonly string[],
): check.Checks<Pick<ShortlistRequest, 'sources' | 'include' | 'exclude'>> => ({
  sources: check.list(check.choice(sources)),
  include: check.list(check.text),
  exclude: check.list(check.text),
});

export const readShortlist = (given: unknown, { sources }: InForce): ShortlistRequest =>
  check.fields<ShortlistRequest>('shortlist', given, ['task'], {
    ...RANKING,
    ...scopeIn(sources),
    task: check.text,
  });

export const readEvaluate = (given: unknown = {}): EvaluateRequest =>
  check.fields<EvaluateRequest>('evaluate', given, [], {
    ...CALL,
    tasks: check.number(1, 10_000),
    at: check.text,
  });

const readHeld = (given: unknown): HeldPlace =>
  check.fields<HeldPlace>('held', given, ['place', 'hash'], {
    place: check.text,
    hash: check.text,
  });

export const readPush = (given: unknown): PushRequest =>
  check.fields<PushRequest>('push', given, ['task', 'maxTokens', 'maxCharacters'], {
    ...RANKING,
    task: check.text,
    maxTokens: check.tokens,
    maxCharacters: check.number(1, Number.MAX_SAFE_INTEGER),
    held: check.list(readHeld),
  });

export const readScore = (given: unknown): model.ScoreRequest =>
  check.fields<model.ScoreRequest>('score', given, ['task', 'path'], {
    ...RANKING,
    task: check.text,
    path: check.text,
  });

export function readWhy(given: unknown, inForce: InForce): model.WhyRequest {
  const asked = check.fields<model.WhyRequest>('why', given, ['task', 'place'], {
    ...RANKING,
    ...CHOOSING,
    task: check.text,
    ...CHOICE,
    place: check.text,
    maxTokens: check.tokens,
    sources: check.list(check.choice(inForce.sources)),
  });
  return { ...asked, pins: pinnedPaths(asked, inForce) };
}

export const readSummarize = (given: unknown): SummarizeRequest =>
  check.fields<SummarizeRequest>('summarize', given, ['path'], {
    path: check.text,
    level: check.choice(['full', 'detailed', 'summary', 'stub']),
    compress: check.tokens,
    ratio: check.number(0, 1, 'any'),
    task: check.text,
    maxTokens: check.tokens,
    ...CALL,
  });

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
  /** What a reader chose from a list, by numbers. */
  readonly choice?: Choice;
  /** The plan of what the reader has already. */
  readonly after?: ContextPlan | undefined;
  readonly isDryRun: boolean;
}

export function readAssemble(given: unknown, inForce: InForce): ReadRequest {
  const asked = check.fields<model.AssembleRequest>('assemble', given, ['task'], {
    ...RANKING,
    ...CONTEXT,
    task: check.text,
    strategy: check.choice(names.STRATEGIES),
    fill: check.flag,
    map: check.flag,
    ...CHOOSING,
    ...CHOICE,
    sources: check.list(check.choice(inForce.sources)),
    after: check.object,
    isDryRun: check.flag,
  });
  const { signal, onState, isDryRun = false, task, type = 'auto' } = asked;
  const { sources = [], without = [], include = [], exclude = [] } = asked;
  const { pick, drop, shortlist, after } = asked;
  const { isSizeGiven } = inForce;
  const pins = pinnedPaths(asked, inForce);
  const chosen = { task, type, sources, without, pins, include, exclude };
  const request = { ...contextOf(asked, inForce.config), isSizeGiven, ...chosen };
  return { signal, onState, isDryRun, request, after, choice: { pick, drop, shortlist } };
}

/** The same request, asked at growing sizes. */
export function readSizes(
  given: unknown,
  inForce: InForce,
): ReadRequest & { readonly upTo: number | undefined } {
  const { upTo, ...rest } = check.object<Partial<SizesRequest>>(given, 'sizes');
  return {
    ...readAssemble(rest, inForce),
    upTo: upTo === undefined ? undefined : check.tokens(upTo, 'upTo'),
  };
}

export const readShow = (given: unknown): ShowRequest =>
  check.fields<ShowRequest>('show', given, ['path'], { ...CALL, path: check.text });

/** A request for a flow, which says itself what is wanted and where that is. */
export function readFlow(
  given: unknown,
  { config }: InForce,
): ReadRequest & { readonly flow: string | null } {
  const asked = check.fields<model.FlowAssembleRequest>('assembleFlow', given ?? {}, [], {
    ...CONTEXT,
    flow: check.text,
    isDryRun: check.flag,
    ...CALL,
  });
  const { signal, onState, isDryRun = false, flow = null } = asked;
  const nothing = { sources: [], without: [], pins: [], include: [], exclude: [] };
  const request = { ...contextOf(asked, config), ...nothing, task: '', type: 'auto' } as const;
  return { signal, onState, isDryRun, flow, request };
}

/** The settings with what a request says instead, its budget and its look. */
export function contextOf(
  asked: model.ContextOptions & Pick<model.AssembleRequest, 'strategy' | 'fill' | 'map'>,
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
function lookOf(asked: model.ContextOptions, format: names.FormatName): model.ContextLook {
  for (const [name, { value, formats }] of Object.entries(names.LOOKS)) {
    if (asked[name as keyof typeof names.LOOKS] !== value || formats.includes(format)) continue;
    const hint = `leave it out, or use the format ${formats.join(', ')}`;
    throw new SheafError('usage', `${name} has no effect in the format ${format}`, hint);
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

/** What a request pins, and the files of a task that is a diff. */
const pinnedPaths = (
  { task, pins = [] }: Pick<model.AssembleRequest, 'task' | 'pins'>,
  inForce: InForce,
): string[] => [...new Set([...pins.map((pin) => insidePath(pin, inForce)), ...diffedPaths(task)])];

/** A path that a user names, as the index knows it. */
function insidePath(given: string, { files }: InForce): string {
  const path = files.relative(given);
  if (isPlain(path)) return path;
  const sentence = `the pin ${check.shown(given)} is not a file inside the workspace`;
  const hint = 'Name a file inside the root.';
  throw new SheafError('outside', sentence, hint);
}

/** `+++ b/path` and `rename to path` of a diff; a task that is none names no files this way. */
const DIFFED = /^(?:\+\+\+ b\/|rename to |--- a\/)(.+?)(?:\t.*)?$/gm;
const IS_DIFF = /^(?:diff --git |--- \S+.*\n\+\+\+ )/m;

/** The files a diff is about; they are pinned. */
function diffedPaths(task: string): string[] {
  if (!IS_DIFF.test(task)) return [];
  return Array.from(task.matchAll(DIFFED), ([, path = '']) => path).filter(isPlain);
}
