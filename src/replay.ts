import { assembled } from './assembly.ts';
import { applied } from './changes.ts';
import { type Config, DEFAULTS } from './config/defaults.ts';
import { type Engine, type EngineOptions, openEngine } from './engine.ts';
import type { ContextPlan } from './model/plan.ts';
import type {
  AssembleRequest,
  AssembleResult,
  ContextLook,
  ReplayResult,
} from './model/results.ts';
import type { State } from './model/state.ts';
import { digest } from './parts.ts';
import type { StateView } from './ports/store.ts';
import { diffPlans } from './record/diff-plans.ts';

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
  const config = applied(DEFAULTS, plan.options['config']) as Config;
  const asked = { ...options, config };
  const made = await viewing(engine, (view) =>
    assembled(asked, view, requestOf(plan), plan.summaries ?? []),
  );
  if (made.state_root === plan.state_root) return compared(plan, made, []);
  const now = engine.latest();
  if (plan.commit === null) return compared(plan, made, []);
  const then = await openEngine({ ...asked, ref: plan.commit });
  try {
    const old = await viewing(then, (view) =>
      assembled(asked, view, requestOf(plan), plan.summaries ?? []),
    );
    const isRecorded = old.state_root === plan.state_root;
    if (isRecorded && now?.commit !== plan.commit) return compared(plan, old, []);
    return compared(plan, made, changedPaths(then.latest(), now, plan));
  } finally {
    then.close();
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

function differing(before: State | null, now: State | null): string[] {
  const hashes = (state: State | null): Map<string, string> =>
    new Map(state?.files.map(({ path, hash }) => [path, hash]) ?? []);
  const [old, current] = [hashes(before), hashes(now)];
  return [...new Set([...old.keys(), ...current.keys()])].filter(
    (path) => old.get(path) !== current.get(path),
  );
}

/** Files that differ between two states, those of the plan first. */
function changedPaths(before: State | null, now: State | null, plan: ContextPlan): string[] {
  const paths = differing(before, now);
  const planned = new Set(plan.parts.map(({ path }) => path));
  return [
    ...paths.filter((path) => planned.has(path)),
    ...paths.filter((path) => !planned.has(path)),
  ];
}

function compared(
  plan: ContextPlan,
  made: AssembleResult,
  changed: readonly string[],
): ReplayResult {
  const isIdentical = digest(made.prompt) === plan.prompt_digest;
  const content = changed.map((path) => ({
    cause: 'content' as const,
    what: path,
    before: 'as recorded',
    after: 'changed since',
  }));
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
