import { createIgnoreRules, parseRules } from './adapters/files/ignore-rules.ts';
import { loadTokenizer } from './adapters/tokenizers/tokenizers.ts';
import { type Assembled, assemble } from './assemble.ts';
import type { Config } from './config/defaults.ts';
import { DEFAULTS } from './config/defaults.ts';
import { SESSION_VARIABLE } from './config/key-spec.ts';
import type { EngineOptions } from './engine.ts';
import { bodyOf } from './format/body.ts';
import { type Gathering, gather } from './gather.ts';
import type { Budget } from './model/budget.ts';
import type { GatheredItem } from './model/flow.ts';
import type { AssembleRequest, AssembleResult, ContextLook } from './model/results.ts';
import { SOURCES, type SourceName } from './model/shape.ts';
import type { StateFile } from './model/state.ts';
import { VERSION } from './model/version.ts';
import { budgetOf, contextBudget } from './pack/budget.ts';
import { digest } from './parts.ts';
import type { StateView } from './ports/store.ts';
import type { Tokenizer } from './ports/tokenizer.ts';
import { planOf } from './record/plan.ts';
import { efficiencyOf, recordOf } from './record/record.ts';
import { allocationReport } from './record/report.ts';
import { redact } from './redact/redact.ts';
import { gatherRequest } from './search.ts';
import type { AssemblyRules } from './workbench.ts';

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
      detailed: levels.detailed.token_limit,
      summary: levels.summary.token_limit,
      stub: levels.stub.token_limit,
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

const TASK_SHAPE = {
  source: 'documentation',
  kind: 'prose',
  language: 'text',
  options: '',
} as const;

/** What would stand in the context of a request, for a flow: each document at its level. */
export async function gatheredItems(
  options: EngineOptions,
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
  readonly gathering: Gathering;
  readonly request: AssembleRequest;
  readonly budget: Budget;
  readonly tokenizer: Tokenizer;
  readonly flowId: string;
  readonly rules: AssemblyRules;
  readonly gatheredAt: number;
}

async function makeContext(
  options: EngineOptions,
  view: StateView,
  asked: AssembleRequest,
): Promise<Made> {
  const { config } = options;
  const budget = availableOf(config, asked.contextTokens);
  // A task is text like any other: what is secret in it stays out of prompts, plans and records.
  const request = { ...asked, text: redact(asked.text, TASK_SHAPE).text };
  const { include = [], exclude = [], pins = [], without = [] } = request;
  const accepts = filterOf(include, exclude);
  const gathering = gather(view, {
    ...(await gatherRequest(options, view, { ...request, without })),
    sources: request.sources.filter(isSource),
    pins,
    tokens: budget.available,
    ...(accepts === undefined ? {} : { accepts }),
  });
  const gatheredAt = performance.now();
  const tokenizer = await loadTokenizer(config.budget.tokenizer);
  const flowId = flowIdOf(gathering.task.sections.title, view.state.root);
  const rules = rulesOf(config, request.look);
  const made = assemble(gathering, { flowId, budget, tokenizer, rules });
  return { made, gathering, request, budget, tokenizer, flowId, rules, gatheredAt };
}

/** From a request to a context with its plan, report and record. */
export async function assembled(
  options: EngineOptions,
  view: StateView,
  asked: AssembleRequest,
): Promise<AssembleResult> {
  const began = performance.now();
  const { config } = options;
  const context = await makeContext(options, view, asked);
  const { made, gathering, request, budget, tokenizer, flowId, rules, gatheredAt } = context;
  const { include = [], exclude = [], pins = [], without = [] } = request;
  const endedAt = performance.now();
  const title = gathering.task.sections.title;
  const { include_minimum: includeMinimum } = config.relevance.thresholds;
  const task = { text: request.text, type: gathering.task.type };
  const all = [...made.context.fixed, ...made.context.parts];
  const plan = planOf({
    flowId,
    parts: all.map((part, i) => ({
      part,
      text: bodyOf(part),
      tokens: made.parts[i]?.tokens ?? 0,
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
      timestamp: new Date().toISOString(),
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

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What of the settings differs from the usual, all the way down. */
function changed(usual: unknown, now: unknown): Record<string, unknown> {
  if (!isObject(usual) || !isObject(now)) return {};
  return Object.fromEntries(
    Object.keys(now).flatMap((key): [string, unknown][] => {
      if (isObject(now[key])) {
        const inner = changed(usual[key], now[key]);
        return Object.keys(inner).length > 0 ? [[key, inner]] : [];
      }
      return JSON.stringify(usual[key]) === JSON.stringify(now[key]) ? [] : [[key, now[key]]];
    }),
  );
}

/** The usual settings with these changes. */
export function applied(usual: unknown, changes: unknown): unknown {
  if (!isObject(usual) || !isObject(changes)) return changes === undefined ? usual : changes;
  return Object.fromEntries(
    Object.keys(usual).map((key) => [
      key,
      Object.hasOwn(changes, key) ? applied(usual[key], changes[key]) : usual[key],
    ]),
  );
}
