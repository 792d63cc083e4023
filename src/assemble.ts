import { planned } from './account/plan.ts';
import { recorded, reportOf } from './account/record.ts';
import { resultOf } from './account/result.ts';
import { toldOf } from './account/told.ts';
import { type Composed, compose } from './compose/compose.ts';
import { refuseOverflow, sizingOf } from './compose/refuse.ts';
import { assemblyId, budgetFor, type ContextRequest } from './compose/request.ts';
import { compositionRules, FLOW_STRATEGY, roomFor } from './compose/rules.ts';
import type { ComposedContext, Subject } from './compose/subject.ts';
import { flowSubject } from './flows/subject.ts';
import { doubtNotes } from './gather/doubt.ts';
import { filterOf, noteIdle } from './gather/filter.ts';
import type { Gathering } from './gather/gathering.ts';
import { absentNotes } from './gather/named-alone.ts';
import { sourcesAsked } from './gather/rank.ts';
import { trying } from './gather/understand.ts';
import { gather } from './gather.ts';
import { contentHashes, contentNames } from './lookup/contents.ts';
import { remembered } from './math/memo.ts';
import type { Part } from './model/flow.ts';
import type { ScoredFile } from './model/relevance.ts';
import type { AssembleResult } from './model/results.ts';
import type { Ports } from './ports/ports.ts';
import type { StateView } from './ports/store.ts';
import { redactTask } from './redact/task.ts';
import { respeltNotes } from './retrieve/spelling.ts';
import { summaryStoreOf } from './summarize/file.ts';
import { withWrittenSummaries } from './summarize/written.ts';

/** Where the evidence comes from: a state of the project, searched for the task, or the files of a flow. */
export type Origin =
  | { readonly kind: 'state'; readonly view: StateView }
  | { readonly kind: 'flow'; readonly id: string; readonly parts: readonly Part[] };

/** From a request to a context with its plan, report and record: redact → gather → compose → summarize → plan → record. */
export async function assemble(
  ports: Ports,
  origin: Origin,
  asked: ContextRequest,
): Promise<AssembleResult> {
  const beganMs = ports.now();
  const { request, subject, context, gatheredMs } = await contextFor(ports, origin, asked);
  if (origin.kind === 'flow') warnOfDoubt(ports, subject);
  const plan = planned(ports, subject, context, request);
  const told = toldOf(plan, subject, context, request.config.assembly.raw_unicode);
  for (const sentence of Object.values(told)) if (sentence !== null) ports.warn(sentence);
  const endedMs = ports.now();
  return {
    ...resultOf(subject, context),
    plan,
    report: reportOf(subject, context, request, told),
    record: recorded(ports, subject, context, request, endedMs - beganMs, told),
    stages: { gatherMs: gatheredMs - beganMs, assembleMs: endedMs - gatheredMs },
  };
}

/** For whoever is not told with what a context is expected to hold. */
export function warnOfDoubt({ warn }: Pick<Ports, 'warn'>, { candidates }: Subject): void {
  for (const note of doubtNotes(candidates.surroundings)) warn(note);
}

/** The first half: what stands in the context, before any account of it. */
export async function contextFor(
  ports: Ports,
  origin: Origin,
  asked: ContextRequest,
): Promise<{
  readonly request: ContextRequest;
  readonly subject: Subject;
  readonly context: ComposedContext;
  readonly gatheredMs: number;
}> {
  const request = { ...asked, task: redactTask(asked.task) };
  const found = await subjectOf(ports, origin, request);
  const gatheredMs = ports.now();
  const made = await composed(ports, found, request);
  // Only where a flow does not fit as it is must anybody know what its texts hold.
  const isLong = origin.kind === 'flow' && made.made.truncated;
  const subject = isLong ? await subjectOf(ports, origin, request, true) : found;
  const context = isLong ? await composed(ports, subject, request) : made;
  if (request.config.budget.overflow_strategy === 'error') {
    await refuseOverflow(context.made, sizingOf(request, madeFor(ports, origin)));
  }
  return { request, subject, context, gatheredMs };
}

/** The same request at another size, from the beginning: more room means more to choose from. */
const madeFor =
  (ports: Ports, origin: Origin) =>
  async (request: ContextRequest): Promise<Composed> =>
    (await composed(ports, await subjectOf(ports, origin, request, true), request)).made;

/** Contexts of one task, gathered once: the usual one, and others of these sizes. */
export async function contextsFor(
  ports: Ports,
  view: StateView,
  asked: ContextRequest,
  sizes: readonly number[],
): Promise<{
  readonly files: readonly ScoredFile[];
  readonly made: Composed;
  readonly others: readonly Composed[];
}> {
  // Counting is most of the work, and the same pieces are counted at every size.
  const tokenizer = await ports.tokenizer(asked.config.budget.tokenizer);
  const counted = { ...tokenizer, count: remembered((text: string) => tokenizer.count(text)) };
  const own: Ports = { ...ports, tokenizer: async () => counted };
  const { request, subject, context } = await contextFor(own, { kind: 'state', view }, asked);
  const others: Composed[] = [];
  for (const maxTokens of sizes) {
    others.push((await composed(own, subject, { ...request, maxTokens })).made);
  }
  return { files: subject.candidates.files, made: context.made, others };
}

async function subjectOf(
  ports: Ports,
  origin: Origin,
  request: ContextRequest,
  mustShorten = false,
): Promise<Subject> {
  if (origin.kind === 'flow') return flowSubject(ports, origin, request, mustShorten);
  const { view } = origin;
  const { root, commit } = view.state;
  const gathering = await gathered(ports, view, request);
  const { task } = gathering;
  for (const note of [...respeltNotes(task), ...absentNotes(task, view)]) ports.warn(note);
  return {
    flowId: assemblyId(task.title, root),
    title: task.title,
    task: { text: request.task, type: task.type },
    stateRoot: root,
    commit,
    candidates: gathering,
    sourcesQueried: sourcesAsked(view, task, request),
    contentOf: contentNames(view),
    hashOf: contentHashes(view),
    summaries: summaryStoreOf(ports, view, request.config.summarization),
    files: null,
  };
}

/** What was gathered is kept for a while: the same task at another size or in another format needs it again. */
export function gathered(
  ports: Ports,
  view: StateView,
  request: ContextRequest,
): Promise<Gathering> {
  const { config, include, exclude, pins, without, picks = [], drops = [] } = request;
  const { available } = budgetFor(config, request.maxTokens);
  const room = roomFor(available, config, request);
  const { maxTokens: _, look: __, recorded: ___, ...sought } = request;
  const { root, commit } = view.state;
  const key = JSON.stringify(['gathered', root, commit, view.identity?.(), room, sought]);
  return ports.memory.get(key, () =>
    trying(ports, (own) => {
      const accepts = filterOf(include, exclude);
      noteIdle(view, pins, accepts, ports.warn);
      return gather(own, view, {
        text: request.task,
        type: request.type === 'auto' ? undefined : request.type,
        sources: request.sources,
        without,
        pins,
        picks,
        drops,
        ...room,
        config,
        ...(accepts === undefined ? {} : { accepts }),
      });
    }),
  );
}

/** The context that fits; where a model writes summaries, composed again with what it wrote. */
async function composed(
  ports: Ports,
  { flowId, candidates, contentOf, summaries, files }: Subject,
  { config, maxTokens, isSizeGiven, look, recorded: known = null }: ContextRequest,
): Promise<ComposedContext> {
  const budget = budgetFor(config, maxTokens);
  const tokenizer = await ports.tokenizer(config.budget.tokenizer);
  const usual = compositionRules(config, ports.compressors, { look, maxTokens, isSizeGiven });
  const ofFlow = { strategy: FLOW_STRATEGY, isOpen: false, preferRecent: false };
  const rules = files === null ? usual : { ...usual, ...ofFlow };
  const { digest } = ports;
  const written = await withWrittenSummaries(
    (shortener) => compose(candidates, { flowId, budget, tokenizer, digest, rules, shortener }),
    {
      ports,
      config: config.summarization,
      limits: rules.levels,
      tokenizer,
      recorded: known,
      contentOf,
      store: summaries,
    },
  );
  return { ...written, tokenizer };
}
