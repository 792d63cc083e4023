import { loadTokenizer } from './adapters/tokenizers/tokenizers.ts';
import { assembled, availableOf, flowIdOf, gatheredItems, rulesOf } from './assembly.ts';
import { type EngineOptions, openEngine } from './engine.ts';
import { explainScore } from './explain.ts';
import { rank } from './gather.ts';
import type { Ingested } from './ingest.ts';
import { linksOf } from './links.ts';
import { locate } from './locate.ts';
import { recent } from './math/recent.ts';
import { SheafError } from './model/errors.ts';
import type { AssembleResult, IndexResult, Workspace } from './model/results.ts';
import type { State } from './model/state.ts';
import { digest } from './parts.ts';
import type { StateView } from './ports/store.ts';
import { changedSince, replayed } from './replay.ts';
import { gatherRequest, search } from './search.ts';
import { whyOf } from './why.ts';

/** Contexts that a running process may be asked for again. */
const CONTEXTS_KEPT = 32;

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
  const contexts = recent<AssembleResult>(CONTEXTS_KEPT);
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
    assemble: (request) =>
      viewing(async (view) => {
        // The same request on the same state gives the same bytes, so they need not be made again (PK-5).
        const key = digest(JSON.stringify([view.state.root, view.state.commit, request]));
        const result = contexts.get(key) ?? (await assembled(options, view, request));
        contexts.set(key, result);
        engine.record(result.record);
        return result;
      }),
    gather: (request) => viewing((view) => gatheredItems(options, view, request)),
    links: (paths) => viewing(async (view) => linksOf(view, paths)),
    replay: (plan) => replayed(options, engine, plan),
    records: async () => engine.records(),
    changedSince: async (ref) => {
      await engine.update();
      return changedSince(options, engine, ref);
    },
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
        const budget = availableOf(options.config, request.contextTokens);
        const asked = await gatherRequest(options, view, request);
        return whyOf(view, {
          request: { ...asked, tokens: budget.available },
          file: found.file,
          place: found,
          budget,
          tokenizer: await loadTokenizer(options.config.budget.tokenizer),
          rules: rulesOf(options.config),
          flowIdOf: ({ task }) => flowIdOf(task.sections.title, view.state.root),
        });
      }),
    summarize: (request) =>
      viewing(async (view) => {
        const { summarizeFile } = await import('./summarize-file.ts');
        return summarizeFile(engine, view, request, { ...options, nowMs: Date.now() });
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
