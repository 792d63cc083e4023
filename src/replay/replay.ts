import { assembled } from '../assemble.ts';
import { digest } from '../compose/parts.ts';
import { applied } from '../config/changes.ts';
import { DEFAULTS } from '../config/defaults.ts';
import { type Engine, type EngineOptions, openEngine } from '../engine.ts';
import { SheafError } from '../model/errors.ts';
import type { ContextPlan, PlanDifference } from '../model/plan.ts';
import type {
  AssembleRequest,
  AssembleResult,
  ContextLook,
  ReplayResult,
} from '../model/results.ts';
import type { State } from '../model/state.ts';
import type { StateView } from '../ports/store.ts';
import { diffPlans } from '../record/diff-plans.ts';
import { HASH_PREFIX } from '../summarize/file.ts';

/** What a plan says was asked for. */
function requestOf({ task, options }: ContextPlan): AssembleRequest {
  const list = (key: string): string[] => {
    const value = options[key];
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  };
  const tokens = options['context_tokens'];
  return {
    text: task.text,
    type: (typeof options['type'] === 'string'
      ? options['type']
      : 'auto') as AssembleRequest['type'],
    sources: list('sources'),
    without: list('without'),
    pins: list('pins'),
    include: list('include'),
    exclude: list('exclude'),
    look: lookOf(options['look']),
    contextTokens: typeof tokens === 'number' ? tokens : null,
  };
}

const SWITCHES = ['includeSources', 'includeCode', 'groupByType'] as const;

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

/**
 * Builds a recorded context anew. The state it was made from is the one in front of us, or, where the tree stands on another commit
 * by now, that of the recorded commit, read from git. Anything else is a difference, and is named.
 */
export async function replayed(
  options: EngineOptions,
  engine: Engine,
  plan: ContextPlan,
): Promise<ReplayResult> {
  const config = applied(DEFAULTS, plan.options['config'], options.config);
  const asked = { ...options, config };
  const made = await viewing(engine, (view) =>
    assembled(asked, view, requestOf(plan), plan.summaries ?? []),
  );
  if (made.state_root === plan.state_root) return compared(plan, made, []);
  const now = engine.latest();
  const kept = engine.stateOf(plan.state_root);
  const isHere = now?.commit === plan.commit;
  if (plan.commit === null || (isHere && kept !== null)) {
    return compared(plan, made, edits(kept, now, plan));
  }
  const then = await openedAt(asked, plan.commit);
  if (then === null) return compared(plan, made, edits(kept, now, plan));
  try {
    const old = await viewing(then, (view) =>
      assembled(asked, view, requestOf(plan), plan.summaries ?? []),
    );
    if (old.state_root === plan.state_root && !isHere) return compared(plan, old, []);
    return compared(plan, made, edits(kept ?? then.latest(), now, plan));
  } finally {
    then.close();
  }
}

/** The workspace as it was at a commit; null where the repository does not have it. */
async function openedAt(options: EngineOptions, commit: string): Promise<Engine | null> {
  try {
    return await openEngine({ ...options, ref: commit });
  } catch (error) {
    if (error instanceof SheafError && error.code === 'not-found') return null;
    throw error;
  }
}

async function viewing<T>(engine: Engine, work: (view: StateView) => Promise<T>): Promise<T> {
  const view = await engine.view();
  try {
    return await work(view);
  } finally {
    view.close();
  }
}

/** Files of the tree that differ from a commit. */
export async function changedSince(
  options: EngineOptions,
  engine: Engine,
  ref: string,
): Promise<string[]> {
  const then = await openEngine({ ...options, ref });
  try {
    const { state } = await then.update();
    const now = engine.latest();
    const there = new Set(now?.files.map(({ path }) => path));
    return differing(state, now).filter((path) => there.has(path));
  } finally {
    then.close();
  }
}

type Hashes = ReadonlyMap<string, string>;

const hashesOf = (state: State | null): Hashes =>
  new Map(state?.files.map(({ path, hash }) => [path, hash]) ?? []);

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
  return paths.map((path) => {
    const wasThere = planned.has(path) || old.has(path);
    const isThere = current.has(path);
    return {
      cause: 'content',
      what: path,
      before: wasThere ? 'as recorded' : 'not there',
      after: afterwards(wasThere, isThere),
    };
  });
}

function afterwards(wasThere: boolean, isThere: boolean): string {
  if (!isThere) return 'removed since';
  return wasThere ? 'changed since' : 'added since';
}

function compared(
  plan: ContextPlan,
  made: AssembleResult,
  content: readonly PlanDifference[],
): ReplayResult {
  // A file of the plan that was edited where nothing of it is shown is another file all the same.
  const planned = new Set(plan.parts.map(({ path }) => path));
  const isEdited = content.some(({ what }) => planned.has(what));
  const isIdentical = digest(made.prompt) === plan.prompt_digest && !isEdited;
  const kept = new Set(made.plan.summaries?.map(({ cid }) => cid));
  const gone = (plan.summaries ?? [])
    .filter(({ cid }) => !kept.has(cid))
    .map(({ path, model }) => ({
      cause: 'summary' as const,
      what: path,
      before: `summary written by ${model}`,
      after: 'no longer kept',
    }));
  const differences = isIdentical ? [] : [...content, ...gone, ...diffPlans(plan, made.plan)];
  return { identical: isIdentical, prompt: made.prompt, differences, plan: made.plan };
}
