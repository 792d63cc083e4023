import { type EngineOptions, openEngine } from './engine.ts';
import type { Flows } from './flows/flows.ts';
import type { Ingested } from './ingest.ts';
import { recent } from './math/memo.ts';
import { SheafError } from './model/errors.ts';
import type { AssembleResult, IndexResult, Workspace } from './model/results.ts';
import type { State } from './model/state.ts';
import type { StateView } from './ports/store.ts';

/** Contexts that a running process may be asked for again. */
const CONTEXTS_KEPT = 32;

/** A workspace as the doors see it: requests in, plain results out. What answers questions is loaded by the first one: an update needs none of it. */
export async function openWorkspace(options: EngineOptions): Promise<Workspace> {
  const { config } = options;
  const engine = await openEngine(options);
  const { ports } = engine;
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
  const openFlows = async (): Promise<Flows> => {
    const flows = await import('./flows/flows.ts');
    return flows.flowsIn(options.root, config, ports);
  };
  const replaying = {
    config,
    now: engine,
    at: (ref: string) => openEngine({ ...options, ref }),
    flow: async (id: string) => {
      const flows = await openFlows();
      return flows.ids().includes(id) ? flows.open(id).parts() : null;
    },
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
    watch: (onUpdate) => engine.watch(async () => onUpdate(await update())),
    search: (request) =>
      viewing(async (view) => {
        const { search } = await import('./search/search.ts');
        return search(ports, view, request, config);
      }),
    assemble: ({ isDryRun = false, ...request }) => {
      const beganMs = ports.now();
      return viewing(async (view) => {
        const indexMs = ports.now() - beganMs;
        const { assemble } = await import('./assemble.ts');
        // The same request on the same state gives the same bytes, so they need not be made again (PK-5).
        const key = ports.digest(JSON.stringify([view.state.root, view.state.commit, request]));
        const known = contexts.get(key);
        const result =
          known === undefined
            ? await assemble(ports, { kind: 'state', view }, { ...request, config })
            : askedAgain(known, ports.now());
        contexts.set(key, result);
        if (!isDryRun) engine.record(result.record);
        return { ...result, stages: { index_ms: indexMs, ...result.stages } };
      });
    },
    assembleFlow: async ({ flow: name, isDryRun = false, ...request }) => {
      const flow = (await openFlows()).open(name);
      const { assemble } = await import('./assemble.ts');
      const origin = { kind: 'flow', id: flow.id, parts: await flow.parts() } as const;
      const asked = { ...request, text: '', type: 'auto', sources: [], config } as const;
      const result = await assemble(ports, origin, asked);
      if (isDryRun) return result;
      flow.writeBuild(config.assembly.format, result.prompt, result.plan);
      engine.record(result.record);
      return result;
    },
    gather: (request) =>
      viewing(async (view) => {
        const [{ contextFor }, { gatheredItems }] = await Promise.all([
          import('./assemble.ts'),
          import('./flows/gathered.ts'),
        ]);
        const asked = { ...request, config };
        const { subject, context } = await contextFor(ports, { kind: 'state', view }, asked);
        return gatheredItems(context.made.context, subject.candidates.files);
      }),
    links: (paths) =>
      viewing(async (view) => {
        const { linksOf } = await import('./lookup/links.ts');
        return linksOf(view, paths);
      }),
    companions: (paths) =>
      viewing(async (view) => {
        const { companionsOf } = await import('./lookup/companions.ts');
        return companionsOf(view, paths);
      }),
    replay: async (plan) => {
      const { replay } = await import('./replay/replay.ts');
      return replay(replaying, plan);
    },
    records: async () => engine.records(),
    changedSince: async (ref) => {
      await engine.update();
      const { changedSince } = await import('./replay/replay.ts');
      return changedSince(replaying, ref);
    },
    score: (request) =>
      viewing(async (view) => {
        const { answerScore } = await import('./explain/answers.ts');
        return answerScore(ports, { view, state: engine.latest(), config }, request);
      }),
    why: (request) =>
      viewing(async (view) => {
        const { answerWhy } = await import('./explain/answers.ts');
        return answerWhy(ports, { view, state: engine.latest(), config }, request);
      }),
    summarize: (request) =>
      viewing(async (view) => {
        const [{ documentOf }, { summarizeFile }] = await Promise.all([
          import('./lookup/document.ts'),
          import('./summarize/file.ts'),
        ]);
        const document = await documentOf(ports, engine, view, request.path);
        return summarizeFile(ports, view, document, request, config);
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
