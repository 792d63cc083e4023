import { createIgnoreRules, parseRules } from './adapters/files/ignore-rules.ts';
import { loadBlake3 } from './adapters/hash/blake3.ts';
import { loadTokenizer } from './adapters/tokenizers/tokenizers.ts';
import type { Assembled } from './compose/compose.ts';
import { digest } from './compose/parts.ts';
import type { AssemblyRules } from './compose/workbench.ts';
import { changed } from './config/changes.ts';
import type { Config } from './config/defaults.ts';
import { DEFAULTS } from './config/defaults.ts';
import { SESSION_VARIABLE } from './config/key-spec.ts';
import { bodyOf } from './format/body.ts';
import { type Gathering, gather } from './gather.ts';
import type { Fresh } from './math/memo.ts';
import type { Budget } from './model/budget.ts';
import type { GatheredItem } from './model/flow.ts';
import type { PlannedSummary } from './model/plan.ts';
import type { AssembleRequest, AssembleResult, ContextLook } from './model/results.ts';
import { SOURCES, type SourceName } from './model/shape.ts';
import type { StateFile } from './model/state.ts';
import { VERSION } from './model/version.ts';
import { budgetOf, contextBudget } from './pack/budget.ts';
import type { StateView } from './ports/store.ts';
import type { Tokenizer } from './ports/tokenizer.ts';
import { planOf } from './record/plan.ts';
import { efficiencyOf, recordOf } from './record/record.ts';
import { allocationReport } from './record/report.ts';
import { redact } from './redact/redact.ts';
import { type GatherOptions, gatherRequest } from './search/search.ts';
import { assembleWritten } from './summarize/context.ts';
import { contentHashes, contentNames, summaryStoreOf } from './summarize/file.ts';

/** How the configuration wants contexts to be made. */
export function rulesOf(
  { assembly, budget, relevance, summarization, sources }: Config,
  look: ContextLook = {},
): AssemblyRules {
  const { levels } = summarization;
  return {
    format: assembly.format,
    formatOptions: { includeMetadata: assembly.include_metadata, ...look },
    strategy: assembly.packing_strategy,
    overflow: budget.overflow_strategy,
    maxChunksPerDoc: assembly.max_chunks_per_doc,
    preferRecent: assembly.prefer_recent,
    documentOverhead: budget.per_document_overhead_tokens,
    allocation: relevance.preset === 'classic' ? budget.allocation : null,
    levels: {
      detailed: limitOf(levels.detailed),
      summary: limitOf(levels.summary),
      stub: limitOf(levels.stub),
    },
    sourceLimits: new Map(
      SOURCES.flatMap((name): [SourceName, number][] =>
        sources[name].max_tokens > 0 ? [[name, sources[name].max_tokens]] : [],
      ),
    ),
    minHeadroom: assembly.min_headroom_tokens,
    shortens: { any: summarization.enabled, conversation: sources.conversation.compress_older },
    recentDays: relevance.factors.recency.decay_days,
  };
}

const limitOf = ({ token_limit: limit }: { readonly token_limit: number }): number | null =>
  limit < 0 ? null : limit;

export function availableOf({ budget: settings }: Config, contextTokens: number | null): Budget {
  if (contextTokens !== null) return contextBudget(contextTokens);
  return budgetOf(settings.max_tokens, {
    output: settings.reserve_for_output,
    system: settings.reserve_for_system,
    query: settings.reserve_for_query,
    headroom: settings.headroom_tokens,
  });
}

/** A short name for an assembly that says what it was for and on what, without a clock. */
export function flowIdOf(text: string, root: string): string {
  const slug = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
  return `${slug === '' ? 'task' : slug.replace(/-+$/, '')}-${root.slice(0, 12)}`;
}

const isSource = (name: string): name is SourceName =>
  (SOURCES as readonly string[]).includes(name);

/** Files that `include` names, if it names any, and `exclude` does not; both as in a .gitignore. */
function filterOf(
  include: readonly string[],
  exclude: readonly string[],
): ((file: StateFile) => boolean) | undefined {
  if (include.length + exclude.length === 0) return undefined;
  const rules = (globs: readonly string[]): ((path: string) => boolean) => {
    const found = createIgnoreRules();
    found.add('', parseRules(globs.join('\n'), ''));
    return (path) => found.refusalOf(path) !== null;
  };
  const isIncluded = rules(include);
  const isExcluded = rules(exclude);
  return ({ path }) => (include.length === 0 || isIncluded(path)) && !isExcluded(path);
}

/** Says which wishes of a request no file fulfils: a slip of the pen would otherwise go unseen. */
function noteIdle(
  { state: { files } }: StateView,
  { pins = [] }: AssembleRequest,
  accepts: ((file: StateFile) => boolean) | undefined,
  warn: (sentence: string) => void,
): void {
  const paths = new Set(files.map(({ path }) => path));
  const unknown = pins.filter((path) => !paths.has(path));
  if (unknown.length > 0) {
    const names = unknown.slice(0, NAMES_SHOWN).join(', ');
    const rest = unknown.length - NAMES_SHOWN;
    warn(`Not pinned, for it is not in the index: ${names}${rest > 0 ? ` and ${rest} more` : ''}`);
  }
  if (accepts !== undefined && !files.some(accepts)) {
    warn('No file is left by --include and --exclude; both are globs as in a .gitignore.');
  }
}

const NAMES_SHOWN = 5;

const TASK_SHAPE = {
  source: 'documentation',
  kind: 'prose',
  language: 'text',
  options: '',
} as const;

/** What a running process keeps of what it gathered: the same task at another size or in another format needs it again. */
export interface AssemblyOptions extends GatherOptions {
  readonly gathered?: Fresh<Gathering>;
}

/** What would stand in the context of a request, for a flow: each document at its level. */
export async function gatheredItems(
  options: AssemblyOptions,
  view: StateView,
  asked: AssembleRequest,
): Promise<GatheredItem[]> {
  const { made, gathering } = await makeContext(options, view, asked);
  const scored = new Map(gathering.files.map((file) => [file.path, file]));
  return made.context.parts.flatMap((part): GatheredItem[] => {
    if (part.tier === 'system' || part.source === 'task') return [];
    const rank = gathering.files.findIndex(({ path }) => path === part.path) + 1;
    return [
      {
        path: part.path,
        source: part.source,
        tier: part.tier,
        level: part.level,
        relevance: part.relevance,
        spans: part.level === 'full' ? [] : part.stretches.map((s) => [s.firstLine, s.lastLine]),
        text: bodyOf(part),
        reason: `rank ${rank}, ${scored.get(part.path)?.standing ?? 'room'}`,
      },
    ];
  });
}

interface Made {
  readonly made: Assembled;
  readonly summaries: readonly PlannedSummary[];
  readonly gathering: Gathering;
  readonly request: AssembleRequest;
  readonly budget: Budget;
  readonly tokenizer: Tokenizer;
  readonly flowId: string;
  readonly rules: AssemblyRules;
  readonly gatheredAt: number;
}

async function makeContext(
  options: AssemblyOptions,
  view: StateView,
  asked: AssembleRequest,
  recorded: readonly PlannedSummary[] | null = null,
): Promise<Made> {
  const { config } = options;
  const budget = availableOf(config, asked.contextTokens);
  // A task is text like any other: what is secret in it stays out of prompts, plans and records.
  const request = { ...asked, text: redact(asked.text, TASK_SHAPE).text };
  const { include = [], exclude = [], pins = [], without = [] } = request;
  const make = async (): Promise<{ value: Gathering; keeps: boolean }> => {
    let keeps = true;
    const warn = (sentence: string): void => {
      // What went wrong may go well the next time.
      keeps = false;
      options.warn(sentence);
    };
    const accepts = filterOf(include, exclude);
    noteIdle(view, request, accepts, options.warn);
    const value = gather(view, {
      ...(await gatherRequest({ ...options, warn }, view, { ...request, without })),
      sources: request.sources.filter(isSource),
      pins,
      tokens: budget.available,
      ...(accepts === undefined ? {} : { accepts }),
    });
    return { value, keeps };
  };
  const { contextTokens: _, look: __, ...sought } = request;
  const key = JSON.stringify([view.state.root, view.state.commit, budget.available, sought]);
  const gathering =
    options.gathered === undefined ? (await make()).value : await options.gathered.get(key, make);
  const gatheredAt = performance.now();
  const tokenizer = await loadTokenizer(config.budget.tokenizer);
  const flowId = flowIdOf(gathering.task.sections.title, view.state.root);
  const rules = rulesOf(config, request.look);
  const { made, summaries } = await assembleWritten(
    gathering,
    { flowId, budget, tokenizer, rules },
    {
      recorded,
      config: config.summarization,
      env: process.env,
      contentOf: contentNames(view),
      store: summaryStoreOf(options, view),
      hash: await loadBlake3(),
      nowMs: (options.now ?? Date.now)(),
      warn: options.warn,
      signal: options.signal ?? new AbortController().signal,
    },
  );
  return { made, summaries, gathering, request, budget, tokenizer, flowId, rules, gatheredAt };
}

/**
 * From a request to a context with its plan, report and record. With what a plan recorded of summaries, those are used and no
 * model is asked.
 */
export async function assembled(
  options: AssemblyOptions,
  view: StateView,
  asked: AssembleRequest,
  recorded: readonly PlannedSummary[] | null = null,
): Promise<AssembleResult> {
  const began = performance.now();
  const { config } = options;
  const context = await makeContext(options, view, asked, recorded);
  const { made, summaries, gathering, request, budget, tokenizer, flowId, rules, gatheredAt } =
    context;
  const { include = [], exclude = [], pins = [], without = [] } = request;
  const endedAt = performance.now();
  const title = gathering.task.sections.title;
  const { include_minimum: includeMinimum } = config.relevance.thresholds;
  const task = { text: request.text, type: gathering.task.type };
  const all = [...made.context.fixed, ...made.context.parts];
  const contentOf = contentHashes(view);
  const plan = planOf({
    flowId,
    parts: all.map((part, i) => ({
      part: { ...part, cid: made.parts[i]?.cid ?? part.cid },
      text: bodyOf(part),
      tokens: made.parts[i]?.tokens ?? 0,
      ...contentOf(part.path),
    })),
    sheafVersion: VERSION,
    stateRoot: view.state.root,
    commit: view.state.commit,
    task,
    format: rules.format,
    tokenizer: tokenizer.name,
    budget,
    totalTokens: made.totalTokens,
    options: {
      type: request.type,
      sources: request.sources,
      without,
      pins,
      include,
      exclude,
      context_tokens: request.contextTokens,
      look: request.look ?? {},
      config: changed(DEFAULTS, config),
      gap: Number(made.gap.toFixed(6)),
    },
    prompt: made.prompt,
    dropped: made.dropped,
    summaries,
    digest,
  });
  const overflow = overflowOf(gathering, made.dropped, rules.overflow);
  return {
    version: 1,
    task,
    state_root: view.state.root,
    budget: { ...budget, tokenizer: tokenizer.name },
    total_tokens: made.totalTokens,
    truncated: made.truncated,
    parts: made.parts,
    dropped: made.dropped,
    prompt: made.prompt,
    plan,
    report: allocationReport({
      task: title,
      tokenizer: tokenizer.name,
      budget,
      usedTokens: made.totalTokens,
      parts: made.parts,
      droppedFiles: made.dropped.length,
      allocation: config.budget.allocation,
      efficiency: efficiencyOf(made.parts, includeMinimum),
    }),
    record: recordOf({
      session: process.env[SESSION_VARIABLE] ?? 'default',
      timestamp: new Date((options.now ?? Date.now)()).toISOString(),
      elapsedMs: Math.round(endedAt - began),
      taskId: flowId,
      task: title,
      budget,
      usedTokens: made.totalTokens,
      parts: made.parts,
      sourcesQueried: request.sources.length > 0 ? request.sources : SOURCES,
      candidates: gathering.files.length,
      overflow,
      includeMinimum,
      tokenizer: tokenizer.name,
      leftOut: made.dropped.length,
    }),
    stages: {
      gather_ms: Math.round(gatheredAt - began),
      assemble_ms: Math.round(endedAt - gatheredAt),
    },
  };
}

function overflowOf(
  gathering: Gathering,
  dropped: AssembleResult['dropped'],
  strategy: string,
): AssembleResult['record']['budget']['overflow'] {
  const relevant = new Set(
    gathering.files.filter(({ standing }) => standing === 'relevant').map(({ path }) => path),
  );
  const affected = dropped
    .filter(({ path, reason }) => reason === 'over-budget' && relevant.has(path))
    .map(({ path }) => path);
  return {
    occurred: affected.length > 0,
    strategy_applied: affected.length > 0 ? strategy : 'none',
    files_affected: affected,
  };
}
