import { loadTokenizer } from './adapters/tokenizers/tokenizers.ts';
import { assemble } from './assemble.ts';
import type { Config } from './config/defaults.ts';
import { type EngineOptions, openEngine } from './engine.ts';
import { explainScore } from './explain.ts';
import { type GatherRequest, gather, rank } from './gather.ts';
import type { Ingested } from './ingest.ts';
import { locate } from './locate.ts';
import type { Budget } from './model/budget.ts';
import { SheafError } from './model/errors.ts';
import type {
  AssembleRequest,
  AssembleResult,
  IndexResult,
  SearchHit,
  SearchRequest,
  TaskRequest,
  Workspace,
} from './model/results.ts';
import { SOURCES, type SourceName } from './model/shape.ts';
import type { State } from './model/state.ts';
import { budgetOf, contextBudget } from './pack/budget.ts';
import type { StateView } from './ports/store.ts';
import { allocationReport } from './record/report.ts';
import { byPriority } from './retrieve/chunks.ts';
import { isProse } from './retrieve/files.ts';
import { readTask } from './task/read-task.ts';
import { whyOf } from './why.ts';

/** A workspace as the doors see it: requests in, plain results out. */
export async function openWorkspace(options: EngineOptions): Promise<Workspace> {
  const engine = await openEngine(options);
  const viewing = async <T>(work: (view: StateView) => Promise<T>): Promise<T> => {
    const view = await engine.view();
    try {
      return await work(view);
    } finally {
      view.close();
    }
  };
  const update = async (): Promise<IndexResult> => {
    const ingested = await engine.update();
    return indexResult(ingested.state, ingested);
  };
  return {
    update,
    status: async () => {
      const state = engine.latest();
      if (state !== null) return indexResult(state, null);
      throw new SheafError(
        'not-found',
        'There is no index of this workspace yet.',
        'Run sheaf index first.',
      );
    },
    collect: async () => {
      const report = await engine.gc();
      return {
        states_kept: report.states,
        contents_dropped: report.contents,
        bytes_freed: Math.max(0, report.bytesBefore - report.bytesAfter),
      };
    },
    watch: async (onUpdate) => {
      const { watchFolder } = await import('./adapters/files/watch.ts');
      const signal = options.signal ?? new AbortController().signal;
      await watchFolder(options.root, signal, async () => onUpdate(await update()));
    },
    search: (request) => viewing((view) => search(options, view, request)),
    assemble: (request) => viewing((view) => assembled(options, view, request)),
    score: (request) =>
      viewing(async (view) => {
        const found = locate(view, engine.latest(), request.path, options);
        if (found.kind === 'absent') return found;
        const asked = await gatherRequest(options, view, request);
        return explainScore(view, rank(view, asked), asked, found.file);
      }),
    why: (request) =>
      viewing(async (view) => {
        const found = locate(view, engine.latest(), request.place, options);
        if (found.kind === 'absent') return found;
        return whyOf(view, {
          request: await gatherRequest(options, view, request),
          file: found.file,
          place: found,
          budget: availableOf(options.config, request.contextTokens),
          tokenizer: await loadTokenizer(options.config.budget.tokenizer),
          flowIdOf: ({ task }) => flowIdOf(task.sections.title, view.state.root),
        });
      }),
    close: async () => engine.close(),
  };
}

function indexResult(state: State, ingested: Ingested | null): IndexResult {
  const indexed = state.files.filter((file) => file.stub === null);
  const stubs = state.files.flatMap((file) => (file.stub === null ? [] : [file.stub]));
  return {
    state_root: state.root,
    commit: state.commit,
    documents: indexed.length,
    chunks: indexed.reduce((sum, file) => sum + file.chunks, 0),
    sources: counted(indexed.map((file) => file.shape.source)),
    languages: counted(indexed.map((file) => file.shape.language)),
    left_out: counted([...stubs, ...state.leftOut.map((file) => file.reason)]),
    left_out_files: state.leftOut.map(({ path, reason, detail }) => ({ path, reason, detail })),
    updated: ingested?.read ?? 0,
    analysed: ingested?.analysed ?? 0,
    removed: ingested?.removed ?? 0,
  };
}

/** Counts by name, most first, then by name. */
function counted(names: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)));
}

async function gatherRequest(
  options: EngineOptions,
  view: StateView,
  request: TaskRequest,
): Promise<GatherRequest> {
  const asked: GatherRequest = {
    text: request.text,
    type: request.type === 'auto' ? undefined : request.type,
    sources: [],
    without: request.without,
    config: options.config,
  };
  return { ...asked, semantic: await meaningFor(options, view, asked) };
}

/** Half of the files or more: the project is a collection of texts. */
const MOSTLY_PROSE = 0.5;

/** Meaning is learnt from the project's own prose, which takes seconds: only where prose is what is looked for. */
async function meaningFor(
  { config, warn, signal }: EngineOptions,
  view: StateView,
  { text, type }: GatherRequest,
): Promise<Float64Array | null> {
  const { scoring_method: method, semantic } = config.relevance;
  if (method === 'keyword') return null;
  const task = readTask(text, type);
  const prose = view.state.files.filter(isProse).length;
  const isWanted =
    method === 'semantic' ||
    task.asksForDocs ||
    task.type === 'research' ||
    prose > MOSTLY_PROSE * view.state.files.length;
  if (prose === 0 || !isWanted) {
    if (method === 'semantic') warn('There is no prose to compare meanings with; words are used.');
    return null;
  }
  const { semanticScores } = await import('./semantic.ts');
  return semanticScores(view, text, {
    config: semantic,
    scope: 'prose',
    env: process.env,
    warn,
    signal,
  });
}

async function search(
  options: EngineOptions,
  view: StateView,
  request: SearchRequest,
): Promise<SearchHit[]> {
  const asked = await gatherRequest(options, view, request);
  if (request.files) {
    return rank(view, asked)
      .files.filter((file) => file.score > 0)
      .slice(0, request.limit)
      .map(({ path, score, relevance, tier }) => ({ path, score, relevance, tier }));
  }
  const gathering = gather(view, asked);
  const scored = new Map(gathering.files.map((file) => [file.path, file]));
  const facts = new Map(gathering.chunks.map((entry) => [entry.ranked.path, entry.facts]));
  return gathering.chunks
    .flatMap((entry) => entry.chunks)
    .sort(byPriority)
    .slice(0, request.limit)
    .map((chunk) => {
      const file = scored.get(chunk.path);
      const name = facts.get(chunk.path)?.chunks[chunk.sequence]?.name ?? '';
      return {
        path: chunk.path,
        score: chunk.priority,
        relevance: file?.relevance ?? 0,
        tier: file?.tier ?? 'reference',
        span: [chunk.firstLine, chunk.lastLine] as const,
        ...(name === '' ? {} : { name }),
      };
    });
}

const isSource = (name: string): name is SourceName =>
  (SOURCES as readonly string[]).includes(name);

/** A short name for an assembly that says what it was for and on what, without a clock. */
function flowIdOf(text: string, root: string): string {
  const slug = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
  return `${slug === '' ? 'task' : slug.replace(/-+$/, '')}-${root.slice(0, 12)}`;
}

function availableOf({ budget: settings }: Config, contextTokens: number | null): Budget {
  if (contextTokens !== null) return contextBudget(contextTokens);
  return budgetOf(settings.max_tokens, {
    output: settings.reserve_for_output,
    system: settings.reserve_for_system,
    query: settings.reserve_for_query,
    headroom: settings.headroom_tokens,
  });
}

async function assembled(
  options: EngineOptions,
  view: StateView,
  request: AssembleRequest,
): Promise<AssembleResult> {
  const { config } = options;
  const { budget: settings } = config;
  const budget = availableOf(config, request.contextTokens);
  const gathering = gather(view, {
    ...(await gatherRequest(options, view, { ...request, without: [] })),
    sources: request.sources.filter(isSource),
  });
  const tokenizer = await loadTokenizer(settings.tokenizer);
  const flowId = flowIdOf(gathering.task.sections.title, view.state.root);
  const made = assemble(gathering, { flowId, budget, tokenizer });
  return {
    version: 1,
    task: { text: request.text, type: gathering.task.type },
    state_root: view.state.root,
    budget: { ...budget, tokenizer: tokenizer.name },
    total_tokens: made.totalTokens,
    truncated: made.truncated,
    parts: made.parts,
    dropped: made.dropped,
    prompt: made.prompt,
    report: allocationReport({
      task: gathering.task.sections.title,
      tokenizer: tokenizer.name,
      budget,
      usedTokens: made.totalTokens,
      parts: made.parts,
      droppedFiles: made.dropped.length,
      allocation: settings.allocation,
    }),
  };
}
