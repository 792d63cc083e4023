import type { AssemblyOptions } from './assemble.ts';
import { type EngineOptions, openEngine } from './engine.ts';
import type { Ingested } from './ingest.ts';
import { freshFor, recent } from './math/memo.ts';
import { SheafError } from './model/errors.ts';
import type { AssembleResult, IndexResult, Workspace } from './model/results.ts';
import type { State } from './model/state.ts';
import type { StateView } from './ports/store.ts';

/** Contexts that a running process may be asked for again. */
const CONTEXTS_KEPT = 32;
/** They hold the texts of forty files each. */
const GATHERINGS_KEPT = 8;

/** A workspace as the doors see it: requests in, plain results out. What answers questions is loaded by the first one: an update needs none of it. */
export async function openWorkspace(given: EngineOptions): Promise<Workspace> {
  const now = given.now ?? Date.now;
  const lifeMs = given.config.assembly.cache_ttl_seconds * 1000;
  const options: AssemblyOptions = {
    ...given,
    said: freshFor(lifeMs, GATHERINGS_KEPT, now),
    gathered: freshFor(lifeMs, GATHERINGS_KEPT, now),
  };
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
    search: (request) =>
      viewing(async (view) => {
        const { search } = await import('./search/search.ts');
        return search(options, view, request);
      }),
    assemble: (request) => {
      const began = performance.now();
      return viewing(async (view) => {
        const indexMs = Math.round(performance.now() - began);
        const [{ assembled }, { digest }] = await Promise.all([
          import('./assemble.ts'),
          import('./compose/parts.ts'),
        ]);
        // The same request on the same state gives the same bytes, so they need not be made again (PK-5).
        const key = digest(JSON.stringify([view.state.root, view.state.commit, request]));
        const known = contexts.get(key);
        const result =
          known === undefined ? await assembled(options, view, request) : askedAgain(known, now());
        contexts.set(key, result);
        engine.record(result.record);
        return { ...result, stages: { index_ms: indexMs, ...result.stages } };
      });
    },
    gather: (request) =>
      viewing(async (view) => {
        const { gatheredItems } = await import('./assemble.ts');
        return gatheredItems(options, view, request);
      }),
    links: (paths) =>
      viewing(async (view) => {
        const { linksOf } = await import('./lookup/links.ts');
        return linksOf(view, paths);
      }),
    replay: async (plan) => {
      const { replayed } = await import('./replay/replay.ts');
      return replayed(given, engine, plan);
    },
    records: async () => engine.records(),
    changedSince: async (ref) => {
      await engine.update();
      const { changedSince } = await import('./replay/replay.ts');
      return changedSince(options, engine, ref);
    },
    score: (request) =>
      viewing(async (view) => {
        const { answerScore } = await import('./explain/answers.ts');
        return answerScore(options, view, engine.latest(), request);
      }),
    why: (request) =>
      viewing(async (view) => {
        const { answerWhy } = await import('./explain/answers.ts');
        return answerWhy(options, view, engine.latest(), request);
      }),
    summarize: (request) =>
      viewing(async (view) => {
        const { summarizeFile } = await import('./summarize/file.ts');
        return summarizeFile(engine, view, request, {
          ...options,
          nowMs: now(),
        });
      }),
    close: async () => engine.close(),
  };
}

/** A context that was there already: its record says when it was asked for, and that it took no time. */
function askedAgain(result: AssembleResult, nowMs: number): AssembleResult {
  const { budget, log } = result.record;
  const timestamp = new Date(nowMs).toISOString();
  return {
    ...result,
    record: {
      ...result.record,
      budget: { ...budget, timestamp },
      log: { ...log, assembly_time_ms: 0 },
    },
    stages: { gather_ms: 0, assemble_ms: 0 },
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
