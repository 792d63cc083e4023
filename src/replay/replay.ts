import { assemble } from '../assemble.ts';
import type { ContextRequest } from '../compose/request.ts';
import { applied, SIZE_KEY } from '../config/changes.ts';
import { type Config, DEFAULTS, valueAt } from '../config/defaults.ts';
import { HASH_PREFIX } from '../lookup/contents.ts';
import { SheafError } from '../model/errors.ts';
import type { Part } from '../model/flow.ts';
import { isWindowOf } from '../model/model-presets.ts';
import type { ContextPlan, PlanDifference } from '../model/plan.ts';
import type { AssembleResult, ContextLook, ReplayResult } from '../model/results.ts';
import type { State } from '../model/state.ts';
import type { Ports } from '../ports/ports.ts';
import type { StateView } from '../ports/store.ts';
import type { TreeEntry } from '../ports/tree.ts';
import { diffPlans } from '../record/diff-plans.ts';

function requestOf({ task, options, summaries = [] }: ContextPlan, config: Config): ContextRequest {
  const list = (key: string): string[] => {
    const value = options[key];
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  };
  const { type, context_tokens: tokens } = options;
  const settings = applied(DEFAULTS, options['config'], config);
  const isSizeSet = valueAt(options['config'], SIZE_KEY) !== undefined;
  return {
    task: task.text,
    type: (typeof type === 'string' ? type : 'auto') as ContextRequest['type'],
    sources: list('sources'),
    without: list('without'),
    pins: list('pins'),
    include: list('include'),
    exclude: list('exclude'),
    picks: list('picks'),
    drops: list('drops'),
    look: lookOf(options['look']),
    maxTokens: typeof tokens === 'number' ? tokens : null,
    isSizeGiven: isSizeSet && !isWindowOf(settings.budget),
    config: settings,
    recorded: summaries,
  };
}

const SWITCHES = ['includeSources', 'includeCode', 'groupByType', 'lineNumbers'] as const;

function lookOf(value: unknown): ContextLook {
  const given = (typeof value === 'object' && value !== null ? value : {}) as ContextLook;
  return {
    ...Object.fromEntries(
      SWITCHES.filter((key) => typeof given[key] === 'boolean').map((key) => [key, given[key]]),
    ),
    ...(given.style === 'compact' ? { style: 'compact' } : {}),
    ...(given.api === 'openai' ? { api: 'openai' } : {}),
  };
}

/** States of the project: the newest, those that are kept, and the files as they are now. */
export interface States {
  readonly ports: Ports;
  view(): Promise<StateView>;
  latest(): State | null;
  stateOf(root: string): State | null;
  update(): Promise<{ readonly state: State }>;
  /** Whether there are files beside the states. */
  readonly hasFiles: boolean;
  /** Reads one file as it is now. */
  readFile(entry: TreeEntry): Promise<{ readonly path: string; readonly content?: string }>;
  close(): void;
}

export interface Replaying {
  /** Settings that a plan may not bring along are taken from here. */
  readonly config: Config;
  readonly now: States;
  /** The project as it was at a commit; rejects with `not-found` where the repository does not have it. */
  at(commit: string): Promise<States>;
  /** The files of a flow; null where there is no such flow. */
  flow(id: string): Promise<readonly Part[] | null>;
}

/**
 * Builds a recorded context anew. The state it was made from is the one in front of us, or, where the tree stands on another commit
 * by now, that of the recorded commit, read from git. Anything else is a difference, and is named.
 */
export async function replay(replaying: Replaying, plan: ContextPlan): Promise<ReplayResult> {
  const { now } = replaying;
  if (plan.partial !== undefined) {
    const share = `${(100 * plan.partial).toFixed(0)} % of the files`;
    const sentence = `The plan is of an answer that was made from ${share}, before the index was complete.`;
    throw new SheafError(
      'usage',
      sentence,
      'Assemble the context again, then replay the new plan.',
    );
  }
  const request = requestOf(plan, replaying.config);
  if (typeof plan.options['flow'] === 'string') return replayFlow(replaying, plan, request);
  const made = await assembledIn(now, request);
  if (made.stateRoot === plan.state_root)
    return compared(now.ports, plan, made, await hidden(now, made));
  const latest = now.latest();
  const kept = now.stateOf(plan.state_root);
  const isHere = latest?.commit === plan.commit;
  if (plan.commit === null || (isHere && kept !== null)) {
    return compared(now.ports, plan, made, edits(kept, latest, plan));
  }
  const then = await replaying.at(plan.commit).catch((error) => {
    if (error instanceof SheafError && error.code === 'not-found') return null;
    throw error;
  });
  if (then === null) return compared(now.ports, plan, made, edits(kept, latest, plan));
  try {
    const old = await assembledIn(then, request);
    if (old.stateRoot === plan.state_root && !isHere)
      return compared(now.ports, plan, old, await hidden(then, old));
    return compared(now.ports, plan, made, edits(kept ?? then.latest(), latest, plan));
  } finally {
    then.close();
  }
}

async function replayFlow({ now, flow }: Replaying, plan: ContextPlan, request: ContextRequest) {
  const id = plan.flow_id;
  const parts = await flow(id);
  if (parts === null) {
    const sentence = `The plan belongs to the flow ${id}, which is not in this workspace.`;
    const hint = 'Replay it in the workspace that has the flow; sheaf flow list shows the flows.';
    throw new SheafError('not-found', sentence, hint);
  }
  const made = await assemble(now.ports, { kind: 'flow', id, parts }, request);
  return compared(now.ports, plan, made, flowEdits(plan, made.plan));
}

/** What was done to the files of a flow since; what was off and is off does not count. */
function flowEdits(before: ContextPlan, after: ContextPlan): PlanDifference[] {
  const then = new Map(before.parts.map((part) => [part.uri, part]));
  const now = new Map(after.parts.map((part) => [part.uri, part]));
  return [...new Set([...then.keys(), ...now.keys()])].flatMap((uri): PlanDifference[] => {
    const [old, current] = [then.get(uri), now.get(uri)];
    const isOff = old?.status !== 'active' && current?.status !== 'active';
    const isSame = old?.cid === current?.cid && old?.status === current?.status;
    if (isOff || isSame) return [];
    const turned = current?.status === 'active' ? 'switched on' : 'switched off';
    const done = old?.status === current?.status ? 'changed' : turned;
    const what = old?.path ?? current?.path ?? uri;
    return [edit(what, old !== undefined, current === undefined ? 'removed' : done)];
  });
}

async function assembledIn(states: States, request: ContextRequest): Promise<AssembleResult> {
  const view = await states.view();
  try {
    return await assemble(states.ports, { kind: 'state', view }, request);
  } finally {
    view.close();
  }
}

/** Files of the tree that differ from a commit, of those that git tracks or would add: a transcript that it ignores is no change. */
export async function changedSince(
  { now, at }: Pick<Replaying, 'now' | 'at'>,
  trackable: () => Promise<ReadonlySet<string>>,
  ref: string,
): Promise<string[]> {
  const then = await at(ref);
  try {
    const { state } = await then.update();
    const latest = now.latest();
    const there = new Set(latest?.files.map(({ path }) => path));
    const paths = differing(state, latest).filter((path) => there.has(path));
    const shared = paths.length === 0 ? new Set() : await trackable();
    return paths.filter((path) => shared.has(path));
  } finally {
    then.close();
  }
}

const hashesOf = (state: State | null): ReadonlyMap<string, string> =>
  new Map(state?.files.map(({ path, hash }) => [path, hash]));

function differing(before: State | null, now: State | null): string[] {
  const [old, current] = [hashesOf(before), hashesOf(now)];
  return [...new Set([...old.keys(), ...current.keys()])].filter(
    (path) => old.get(path) !== current.get(path),
  );
}

/**
 * What was done to the files since, those of the plan first: the plan names their contents. Of the others only a state tells: the
 * recorded one, or that of its commit, which lacks what was not committed.
 */
function edits(before: State | null, now: State | null, plan: ContextPlan): PlanDifference[] {
  const [old, current] = [hashesOf(before), hashesOf(now)];
  const planned = new Map(plan.parts.map(({ path, content }) => [path, content]));
  const isEdited = (path: string): boolean => {
    const content = planned.get(path);
    return content !== undefined && content !== `${HASH_PREFIX}${current.get(path)}`;
  };
  const others = before === null ? [] : differing(before, now);
  const paths = [
    ...[...planned.keys()].filter(isEdited),
    ...others.filter((path) => planned.get(path) === undefined),
  ];
  return paths.map((path) =>
    edit(path, planned.has(path) || old.has(path), current.has(path) ? 'changed' : 'removed'),
  );
}

/** What was not there was added. */
function edit(what: string, wasThere: boolean, done: string): PlanDifference {
  const before = wasThere ? 'as recorded' : 'not there';
  const after = wasThere || done === 'removed' ? done : 'added';
  return { cause: 'content', what, before, after: `${after} since` };
}

/** Files whose bytes are not those that the index took them for: it goes by their times, and may have been tampered with. */
async function hidden(states: States, { plan }: AssembleResult): Promise<PlanDifference[]> {
  if (!states.hasFiles) return [];
  const contents = new Map(plan.parts.map(({ path, content }) => [path, content]));
  const files = states.latest()?.files.filter(({ path }) => contents.get(path) !== undefined) ?? [];
  const found: PlanDifference[] = [];
  for (const { path, bytes, stamp, modified } of files) {
    const { content } = await states.readFile({ path, bytes, stamp, modified });
    const [hash] = content?.split(' ', 1) ?? [];
    if (contents.get(path) !== `${HASH_PREFIX}${hash}`) found.push(edit(path, true, 'changed'));
  }
  return found;
}

/** What a plan says its parts are, which must be what they are. */
const partsIn = ({ parts }: ContextPlan): string =>
  JSON.stringify(parts.map(({ path, content, spans }) => [path, content, spans]));

function compared(
  { digest }: Ports,
  plan: ContextPlan,
  made: AssembleResult,
  content: readonly PlanDifference[],
): ReplayResult {
  // A file of the plan that was edited where nothing of it is shown is another file all the same.
  const planned = new Set(plan.parts.map(({ path }) => path));
  const isEdited = content.some(({ what }) => planned.has(what));
  const isSame = digest(made.prompt) === plan.ctx_digest && partsIn(plan) === partsIn(made.plan);
  const isIdentical = isSame && !isEdited;
  const kept = new Set(made.plan.summaries?.map(({ cid }) => cid));
  const gone = (plan.summaries ?? []).flatMap(({ cid, path, model }): PlanDifference[] => {
    const words = { before: `summary written by ${model}`, after: 'no longer kept' };
    return kept.has(cid) ? [] : [{ cause: 'summary', what: path, ...words }];
  });
  const differences = isIdentical ? [] : [...content, ...gone, ...diffPlans(plan, made.plan)];
  return { identical: isIdentical, prompt: made.prompt, differences, plan: made.plan };
}
