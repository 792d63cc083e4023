import { dirtyFiles } from '../../adapters/git/dirty-files.ts';
import { rootsOf } from '../../adapters/roots/roots.ts';
import type { PlanFolder } from '../../adapters/stores/plan-folder.ts';
import type { Config } from '../../config/defaults.ts';
import type { LoadedConfig } from '../../config/load.ts';
import type { SeenState } from '../../model/call.ts';
import { SheafError } from '../../model/errors.ts';
import type { ContextPlan } from '../../model/plan.ts';
import { planText } from '../../record/plan.ts';
import type { Step } from '../cli/progress.ts';
import { styleFor } from '../cli/style.ts';
import { type Context, rootOverrides } from '../context.ts';
import type { Operation, Page } from '../operation.ts';
import { type Given, readGiven } from './read.ts';
import type { Workspaces } from './workspaces.ts';

/* An operation by name and JSON, and its answer: its text, its data and its state. */

export interface Caller {
  readonly signal: AbortSignal;
  onProgress(step: Step): void;
}

/** How fresh an answer is: which files it saw, and how they differ from the last commit. */
export interface Freshness {
  readonly root: string;
  readonly state_root: string;
  readonly commit: string | null;
  /** How many files differ from the commit; null without git. */
  readonly dirty: number | null;
  readonly dirty_files: readonly string[];
  /** The share of the files that were read, while the index is being made. */
  readonly partial?: number;
}

export interface Answer {
  /** What programs get, as with `--json`: written once, for all who get this answer. */
  readonly json: Uint8Array;
  /** What people get. */
  readonly text: string;
  readonly exitCode: number;
  readonly notes: readonly string[];
  /** Null where no file of the project was looked at. */
  readonly state: Freshness | null;
  /** Names the plan of a context; `replay` takes it. */
  readonly plan: string | null;
}

/** The same as data; nothing where the operation has none. */
export const dataOf = ({ json }: Pick<Answer, 'json'>): unknown =>
  json.length === 0 ? undefined : JSON.parse(new TextDecoder().decode(json));

/** What a question is asked of. */
export interface Asked extends Pick<Context, 'place' | 'env' | 'operations'> {
  /** A team's repository, instead of a folder. Beats all settings: which repository is read is not the caller's to set. */
  readonly team?: Config['team'] | undefined;
  /** Plans that the caller may name, and where those of new contexts go. */
  readonly plans: PlanFolder;
  readonly workspaces: Workspaces;
}

const DIRTY_SHOWN = 10;
const COLUMNS = 100;

export async function answerTo(
  operation: Operation,
  given: Given,
  { place, team, env, operations, workspaces, plans }: Asked,
  caller: Caller,
): Promise<Answer> {
  const { input, overrides } = readGiven(operation, given);
  const about = input['task'] ?? input['query'];
  const notes: string[] = [];
  let seen: SeenState | null = null;
  let dirty: Promise<readonly string[] | null> = Promise.resolve(null);
  const context = contextIn({
    place,
    team,
    overrides: [...overrides, ...rootOverrides(place)],
    env,
    operations,
    signal: caller.signal,
    workspaces,
    plans,
    part: operation.answersInPart === true && typeof about === 'string' ? about : null,
    onProgress: (step) => caller.onProgress(step),
    note: (text) => notes.push(text),
    // Git is asked only where an answer is about the project's files.
    sawState: (state) => {
      if (seen === null && place.ref === null && team === undefined) dirty = dirtyIn(context);
      dirty.catch(() => undefined); // awaited below, unless the operation fails first
      seen = state;
    },
  });
  const result = await operation.run(input, context);
  const data = operation.json ? operation.json(result) : result;
  return {
    json: new TextEncoder().encode(JSON.stringify(data)),
    text: textOf(operation, result),
    exitCode: operation.exitCode?.(result) ?? 0,
    notes,
    state: seen && freshness(team?.repository ?? place.root, seen, await dirty),
    plan: keptPlan(result, plans),
  };
}

/** Files that differ from the last commit, in all roots; null where no root has one. */
async function dirtyIn(context: Context): Promise<readonly string[] | null> {
  const { place, signal, config, env } = context;
  const roots = rootsOf((await config()).config, place.root);
  if (roots.length === 0) return dirtyFiles(place.root, { signal, env });
  const found = await Promise.all(
    roots.map(async ({ name, folder }) =>
      (await dirtyFiles(folder, { signal, env }))?.map((path) => `${name}:${path}`),
    ),
  );
  const known = found.flatMap((paths) => (paths === undefined ? [] : [paths]));
  return known.length === 0 ? null : known.flat();
}

function freshness(root: string, seen: SeenState, dirty: readonly string[] | null): Freshness {
  return {
    root,
    state_root: seen.stateRoot,
    commit: seen.commit,
    dirty: dirty?.length ?? null,
    dirty_files: dirty?.slice(0, DIRTY_SHOWN) ?? [],
    ...(seen.share === undefined ? {} : { partial: Number(seen.share.toFixed(3)) }),
  };
}

/** A plan is a handle: whoever has it can have the same context again, from any process. */
function keptPlan(result: unknown, plans: PlanFolder): string | null {
  const { plan, prompt } = Object(result) as { plan?: ContextPlan; prompt?: string };
  return plan === undefined || prompt === undefined ? null : plans.keep(planText(plan));
}

function textOf(operation: Operation, result: unknown): string {
  const lines: string[] = [];
  const page: Page = {
    style: styleFor(false, {}, true),
    columns: COLUMNS,
    isTTY: false,
    line: (text = '') => lines.push(`${text}\n`),
    raw: (text) => lines.push(text),
  };
  operation.present(result, page);
  return lines.join('');
}

type ContextParts = Omit<Context, 'config' | 'progress' | 'readInput' | 'resolvePath'> & {
  readonly team: Config['team'] | undefined;
  readonly plans: PlanFolder;
  readonly workspaces: Workspaces;
  onProgress(step: Step): void;
};

/** What an operation sees of its caller. There are no files of the caller's here: a text by name is a plan. */
function contextIn({ plans, team, onProgress, ...parts }: ContextParts): Context {
  let loaded: Promise<LoadedConfig> | null = null;
  return {
    ...parts,
    progress: { update: onProgress, clear: () => undefined },
    config: () => {
      loaded ??= import('../../adapters/node-settings.ts')
        .then(({ loadConfig }) =>
          loadConfig({ root: parts.place.root, env: parts.env, overrides: parts.overrides }),
        )
        .then((own) => (team === undefined ? own : { ...own, config: { ...own.config, team } }));
      return loaded;
    },
    readInput: async (handle) => {
      if (handle === '-') throw new SheafError('usage', 'a server has no standard input');
      const text = plans.read(handle);
      if (text !== null) return text;
      const said = JSON.stringify(handle.slice(0, 80));
      const hint = 'give the plan that a context came with, such as plan-0123456789abcdef';
      throw new SheafError('not-found', `there is no plan ${said}`, hint);
    },
    resolvePath: () => {
      throw new SheafError('usage', 'a server reads and writes no files of its callers');
    },
  };
}
