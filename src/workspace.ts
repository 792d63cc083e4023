import { indexResult } from './account/indexed.ts';
import { callback, object, text } from './config/given.ts';
import { type Engine, type EngineOptions, openEngine } from './engine.ts';
import type { OpenState } from './evaluate/evaluate.ts';
import type { Flows } from './flows/flows.ts';
import { recent } from './math/memo.ts';
import { asSheafError, SheafError } from './model/errors.ts';
import type { SizesRequest } from './model/inspection.ts';
import type { ContextPlan } from './model/plan.ts';
import { NO_DOUBT } from './model/relevance.ts';
import type {
  AssembleRequest,
  AssembleResult,
  IndexResult,
  WhyRequest,
  Workspace,
} from './model/results.ts';
import { SOURCES } from './model/shape.ts';
import type { ShortlistRequest } from './model/shortlist.ts';
import type { Ports } from './ports/ports.ts';
import type { StateView } from './ports/store.ts';
import type { Replaying } from './replay/replay.ts';
import { openMethods, seen } from './requests/methods.ts';
import { isPlaceOption, readOptions, type WorkspaceOptions } from './requests/options.ts';
import * as requests from './requests/requests.ts';
import { namesFor, withRootNames } from './requests/roots.ts';

/** Contexts that a running process may be asked for again. */
const CONTEXTS_KEPT = 32;
/** Commits that become tasks of an evaluation: enough for figures that do not jump, few enough for a minute. */
const USUAL_TASKS = 60;

/**
 * Opens a project. `sheaf.toml` and the user's configuration are read now; the index is made, or brought up to date, by the
 * first call. Close it when nothing more is wanted.
 */
export async function openWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  try {
    const read = await readOptions(options);
    const names = namesFor(read);
    if (names === null) return await workspaceOn(read);
    const warn = (sentence: string): void => read.warn(names.shown(sentence));
    return withRootNames(await workspaceOn({ ...read, warn }), names);
  } catch (error) {
    throw asSheafError(error);
  }
}

/** The context for a task, from opening the project to closing it. Whoever asks more than once keeps a workspace open. */
export async function assemble(
  options: Omit<WorkspaceOptions, 'sources'> & AssembleRequest,
): Promise<AssembleResult> {
  const given = Object.entries(object<object>(options, 'assemble'));
  const only = (ofPlace: boolean): unknown =>
    Object.fromEntries(given.filter(([name]) => isPlaceOption(name) === ofPlace));
  const workspace = await openWorkspace(only(true) as WorkspaceOptions);
  try {
    return await workspace.assemble(only(false) as AssembleRequest);
  } finally {
    await workspace.close();
  }
}

/** Requests in, plain results out. What answers questions is loaded by the first one: an update needs none of it. */
async function workspaceOn(options: EngineOptions): Promise<Workspace> {
  const { config, isSizeGiven = false } = options;
  const opened = await openEngine(options);
  const { ports } = opened;
  const own = (options.sources?.adapters ?? []).map(({ name }) => name);
  const sources = [...SOURCES, ...own];
  const inForce: requests.InForce = { config, isSizeGiven, files: ports.files, sources };
  const { call, calling, asking, askingOf, ...calls } = openMethods(opened);
  const reading = (given: AssembleRequest): requests.ReadRequest =>
    requests.readAssemble(given, inForce);
  const contexts = recent<AssembleResult>(CONTEXTS_KEPT);
  /** A request with the places that numbers of a shortlist mean. */
  const withChoice = async (
    engine: Engine,
    view: StateView,
    { request, choice = {}, after }: requests.ReadRequest,
  ): Promise<requests.ReadRequest['request']> => {
    const asked = after === undefined ? request : await withoutHeld(request, after);
    const { pick = [], drop = [], shortlist } = choice;
    // A door that knows these options gives empty lists, and what makes a shortlist is most of the program.
    if (pick.length + drop.length === 0 && shortlist === undefined) return asked;
    const { chosenPlaces } = await import('./shortlist/shortlist.ts');
    const { picks, drops } = await chosenPlaces(
      engine.ports,
      view,
      { ...request, ...choice },
      config,
    );
    return { ...asked, picks, drops: [...drops, ...(asked.drops ?? [])] };
  };
  const update = async (engine: Engine): Promise<IndexResult> => {
    const ingested = await engine.update();
    return indexResult(engine, ingested.state, ingested);
  };
  const flowsFor = async (engine: Engine): Promise<Flows> => {
    const flows = await import('./flows/flows.ts');
    return flows.flowsIn(options.root, config, engine.ports);
  };
  const replaying = (engine: Engine): Replaying => ({
    config,
    now: engine,
    at: async (ref) => {
      const then = (await openEngine({ ...options, ref })).until(engine.ports.signal);
      // A team may have forgotten the commit, and there is no repository to read it from.
      if (then.hasFiles) return then;
      return then.update().then(
        () => then,
        (error) => {
          then.close();
          throw error;
        },
      );
    },
    flow: async (id) => {
      const flows = await flowsFor(engine);
      return flows.ids().includes(id) ? flows.open(id).parts() : null;
    },
  });
  return {
    update: calling(update),
    status: calling(async (engine) => {
      const state = engine.latest();
      if (state !== null) return indexResult(engine, state, null);
      const sentence = 'There is no index of this workspace yet.';
      throw new SheafError('not-found', sentence, 'Run sheaf index first.');
    }),
    collect: calling(async (engine) => {
      const { states, roots, rootsGone, contents, oldIndexes, ...bytes } = await engine.gc();
      return {
        statesKept: states,
        rootsKept: roots,
        rootsDropped: rootsGone,
        contentsDropped: contents,
        oldIndexesDropped: oldIndexes,
        bytesFreed: Math.max(0, bytes.bytesBefore - bytes.bytesAfter),
      };
    }),
    secrets: calling((engine) => engine.secrets()),
    watch: async (onUpdate, given) => {
      const tell = callback<typeof onUpdate>()(onUpdate, 'onUpdate');
      return call(requests.readCall(given), (engine) =>
        engine
          .until(AbortSignal.any([engine.ports.signal, calls.ending]))
          .watch(async () => tell(await update(engine))),
      );
    },
    search: asking(requests.readSearch, async (engine, view, asked) => {
      const { search } = await import('./search/search.ts');
      return search(engine.ports, view, asked, config);
    }),
    push: asking(requests.readPush, async (engine, view, asked) => {
      const { push } = await import('./push/push.ts');
      return push(engine.ports, view, asked, config);
    }),
    shortlist: asking(
      (given: ShortlistRequest) => requests.readShortlist(given, inForce),
      async (engine, view, asked) => {
        const { shortlist } = await import('./shortlist/shortlist.ts');
        return shortlist(engine.ports, view, asked, config);
      },
    ),
    assemble: asking(reading, async (engine, view, asked, indexMs) => {
      const { isDryRun } = asked;
      const request = await withChoice(engine, view, asked);
      const { askedAgain, madeOnce, nameOf, withHandle } = await import('./account/kept.ts');
      // The same request on the same state gives the same bytes, so they need not be made again (PK-5).
      const name = nameOf(view, request);
      const key = ports.digest(name);
      const make = async (own: Ports): Promise<AssembleResult> => {
        const assembling = await import('./assemble.ts');
        return inPart(await assembling.assemble(own, { kind: 'state', view }, request), engine);
      };
      // Who writes nothing down wants to know what is made now: `verify` compares two assemblies.
      const keptIn = isDryRun ? null : engine.contexts;
      const known = contexts.get(key);
      const result =
        known === undefined
          ? await madeOnce(keptIn, name, request, engine.ports, make)
          : askedAgain(known, ports);
      contexts.set(key, result);
      if (!isDryRun) engine.record(withHandle(result, ports.digest));
      return { ...result, stages: { indexMs, ...result.stages } };
    }),
    assembleFlow: async (given) => {
      const { request, isDryRun, flow: name, ...asked } = requests.readFlow(given, inForce);
      return call(asked, async (engine) => {
        const flow = (await flowsFor(engine)).open(name);
        const [assembling, { withHandle }] = await Promise.all([
          import('./assemble.ts'),
          import('./account/kept.ts'),
        ]);
        const origin = { kind: 'flow', id: flow.id, parts: await flow.parts() } as const;
        const result = await assembling.assemble(engine.ports, origin, request);
        asked.onState?.(seen(result.plan, engine));
        if (isDryRun) return result;
        flow.writeBuild(request.config.assembly.format, result.prompt, result.plan);
        engine.record(withHandle(result, ports.digest));
        return result;
      });
    },
    inspect: asking(reading, async (engine, view, asked) => {
      const request = await withChoice(engine, view, asked);
      const [{ gathered, contextFor }, { resultOf }, { inspected }] = await Promise.all([
        import('./assemble.ts'),
        import('./account/result.ts'),
        import('./explain/inspect.ts'),
      ]);
      const origin = { kind: 'state', view } as const;
      const { subject, context, ...made } = await contextFor(engine.ports, origin, request);
      const gathering = await gathered(engine.ports, view, made.request);
      return {
        ...resultOf(subject, context),
        ...inspected(view, gathering, context.made, made.request),
      };
    }),
    inspectFlow: async (given) => {
      const { request, flow: name, ...asked } = requests.readFlow(given, inForce);
      return call(asked, async (engine) => {
        const flow = (await flowsFor(engine)).open(name);
        const [{ contextFor }, { resultOf }, { flowParts }] = await Promise.all([
          import('./assemble.ts'),
          import('./account/result.ts'),
          import('./flows/inspect.ts'),
        ]);
        const parts = await flow.parts();
        const origin = { kind: 'flow', id: flow.id, parts } as const;
        const { subject, context } = await contextFor(engine.ports, origin, request);
        const { task, budget, totalTokens, prompt } = resultOf(subject, context);
        return {
          flowId: flow.id,
          focus: flow.focused(),
          undo: flow.top('undo'),
          redo: flow.top('redo'),
          ...{ task, budget, totalTokens, prompt },
          parts: flowParts(parts, context.made.parts, context.tokenizer.count),
          sections: context.made.sections(),
        };
      });
    },
    sizes: asking(
      (given: SizesRequest) => requests.readSizes(given, inForce),
      async (engine, view, asked) => {
        const request = await withChoice(engine, view, asked);
        const [{ contextFor }, { largestSize, sizesFor }] = await Promise.all([
          import('./assemble.ts'),
          import('./explain/sizes.ts'),
        ]);
        const origin = { kind: 'state', view } as const;
        const maxTokens = largestSize(request, asked.upTo);
        const { context } = await contextFor(engine.ports, origin, request);
        const { subject } = await contextFor(engine.ports, origin, { ...request, maxTokens });
        return sizesFor(engine.ports, subject, request, maxTokens, context.made.dropped);
      },
    ),
    show: asking(requests.readShow, async (engine, view, { path }) => {
      const [{ documentOf }, { shownFile }] = await Promise.all([
        import('./lookup/document.ts'),
        import('./lookup/show.ts'),
      ]);
      return shownFile(await documentOf(engine.ports, engine, view, path));
    }),
    gather: asking(reading, async (engine, view, asked) => {
      const request = await withChoice(engine, view, asked);
      const [{ contextFor, warnOfDoubt }, { gatheredItems }] = await Promise.all([
        import('./assemble.ts'),
        import('./flows/gathered.ts'),
      ]);
      const origin = { kind: 'state', view } as const;
      const { subject, context } = await contextFor(engine.ports, origin, request);
      const { files, surroundings } = subject.candidates;
      warnOfDoubt(engine.ports, subject);
      return gatheredItems(context.made.context, files, surroundings.doubt ?? NO_DOUBT);
    }),
    links: askingOf(async (view, paths) => {
      const { linksOf } = await import('./lookup/links.ts');
      return linksOf(view, paths);
    }),
    companions: askingOf(async (view, paths) => {
      const { companionsOf } = await import('./lookup/companions.ts');
      return companionsOf(view, paths);
    }),
    replay: async (plan, given) => {
      const asked = requests.readCall(given);
      return call(asked, async (engine) => {
        const [{ replay }, { checkedPlan }] = await Promise.all([
          import('./replay/replay.ts'),
          import('./record/read-plan.ts'),
        ]);
        const replayed = await replay(replaying(engine), checkedPlan(plan));
        asked.onState?.(seen(replayed.plan, engine));
        return replayed;
      });
    },
    records: calling(async (engine) => engine.records()),
    changedSince: async (ref, given) =>
      call(requests.readCall(given), async (engine) => {
        const asked = text(ref, 'ref');
        await engine.update();
        const { changedSince } = await import('./replay/replay.ts');
        return changedSince(replaying(engine), engine.trackable, asked);
      }),
    score: asking(requests.readScore, async (engine, view, asked) => {
      const { answerScore } = await import('./explain/answers.ts');
      const explained = { view, state: engine.latest(), config, isSizeGiven };
      return answerScore(engine.ports, explained, asked);
    }),
    why: asking(
      (given: WhyRequest) => requests.readWhy(given, inForce),
      async (engine, view, asked) => {
        const [{ answerWhy }, { chosenPlaces }] = await Promise.all([
          import('./explain/answers.ts'),
          import('./shortlist/shortlist.ts'),
        ]);
        const explained = { view, state: engine.latest(), config, isSizeGiven };
        const chosen = await chosenPlaces(engine.ports, view, asked, config);
        return answerWhy(engine.ports, explained, { ...asked, ...chosen });
      },
    ),
    evaluate: async (given) => {
      const asked = requests.readEvaluate(given);
      return call(asked, async (engine) => {
        const { evaluate } = await import('./evaluate/evaluate.ts');
        const { tasks = USUAL_TASKS, at } = asked;
        const commits = engine.commits();
        const open = async (ref: string): Promise<OpenState> => {
          const then = (await openEngine({ ...options, ref })).until(engine.ports.signal);
          const view = await then.view();
          const close = (): void => {
            view.close();
            then.close();
          };
          return { ports: then.ports, view, close };
        };
        const head = await commits.resolve(options.ref ?? 'HEAD');
        const project = { commits, head, open, config, isSizeGiven };
        return evaluate(project, {
          tasks,
          at: at === undefined ? null : await commits.resolve(at),
        });
      });
    },
    summarize: asking(requests.readSummarize, async (engine, view, asked) => {
      const [{ documentOf }, { summarizeFile }] = await Promise.all([
        import('./lookup/document.ts'),
        import('./summarize/file.ts'),
      ]);
      const document = await documentOf(engine.ports, engine, view, asked.path);
      return summarizeFile(engine.ports, view, document, asked, config);
    }),
    close: async () => {
      if (await calls.end()) opened.close();
    },
  };
}

/** A context of a part of the project says so wherever its plan goes. */
const inPart = (result: AssembleResult, { share }: Engine): AssembleResult =>
  share === undefined ? result : { ...result, plan: { ...result.plan, partial: share } };

/** What a reader has already is no candidate: they get what is new. */
async function withoutHeld(
  request: requests.ReadRequest['request'],
  after: ContextPlan,
): Promise<requests.ReadRequest['request']> {
  const [{ heldPlaces }, { checkedPlan }] = await Promise.all([
    import('./record/plan.ts'),
    import('./record/read-plan.ts'),
  ]);
  return { ...request, drops: heldPlaces(checkedPlan(after)) };
}
