import { loadTokenizer } from './adapters/tokenizers/tokenizers.ts';
import { assemble } from './assemble.ts';
import type { Config } from './config/defaults.ts';
import { type EngineOptions, openEngine } from './engine.ts';
import { gather } from './gather.ts';
import type { Ingested } from './ingest.ts';
import type { RankedFile } from './model/candidate.ts';
import { SheafError } from './model/errors.ts';
import type {
  AssembleRequest,
  AssembleResult,
  IndexResult,
  SearchHit,
  SearchRequest,
  Workspace,
} from './model/results.ts';
import { SOURCES, type SourceName } from './model/shape.ts';
import type { State } from './model/state.ts';
import { budgetOf, contextBudget } from './pack/budget.ts';
import type { StateView } from './ports/store.ts';
import { allocationReport } from './record/report.ts';
import { byPriority } from './retrieve/chunks.ts';
import { SIGNAL_WEIGHTS } from './retrieve/files.ts';

const MAX_SCORE = Object.values(SIGNAL_WEIGHTS).reduce((sum, weight) => sum + weight, 0);
const relevanceOf = ({ score }: RankedFile): number => Math.min(1, score / MAX_SCORE);

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
    search: (request) => viewing(async (view) => search(view, request)),
    assemble: (request) => viewing((view) => assembled(options.config, view, request)),
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

function search(view: StateView, { text, files, limit }: SearchRequest): SearchHit[] {
  const gathering = gather(view, { text, sources: [] });
  if (files) {
    return gathering.files
      .slice(0, limit)
      .map((file) => ({ path: file.path, score: file.score, relevance: relevanceOf(file) }));
  }
  const ranked = new Map(gathering.chunks.map((entry) => [entry.ranked.path, entry]));
  return gathering.chunks
    .flatMap((entry) => entry.chunks)
    .sort(byPriority)
    .slice(0, limit)
    .map((chunk) => {
      const entry = ranked.get(chunk.path);
      const name = entry?.facts.chunks[chunk.sequence]?.name ?? '';
      return {
        path: chunk.path,
        score: chunk.priority,
        relevance: entry === undefined ? 0 : relevanceOf(entry.ranked),
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

async function assembled(
  config: Config,
  view: StateView,
  request: AssembleRequest,
): Promise<AssembleResult> {
  const { budget: settings } = config;
  const budget =
    request.contextTokens === null
      ? budgetOf(settings.max_tokens, {
          output: settings.reserve_for_output,
          system: settings.reserve_for_system,
          query: settings.reserve_for_query,
          headroom: settings.headroom_tokens,
        })
      : contextBudget(request.contextTokens);
  const type = request.type === 'auto' ? undefined : request.type;
  const gathering = gather(view, {
    text: request.text,
    type,
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
