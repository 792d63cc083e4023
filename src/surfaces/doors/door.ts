import { dirtyFiles } from '../../adapters/git/dirty-files.ts';
import { rootsOf } from '../../adapters/roots/roots.ts';
import { type PlanFolder, planFolder } from '../../adapters/stores/plan-folder.ts';
import type { Config } from '../../config/defaults.ts';
import { readFolder } from '../../config/folders.ts';
import type { LoadedConfig } from '../../config/load.ts';
import type { SeenState } from '../../model/call.ts';
import { asSheafError, SheafError } from '../../model/errors.ts';
import type { ContextPlan } from '../../model/plan.ts';
import { planText } from '../../record/plan.ts';
import type { Step } from '../cli/progress.ts';
import { styleFor } from '../cli/style.ts';
import { type Context, type Place, rootOverrides } from '../context.ts';
import type { Operation, Page } from '../operation.ts';
import { rootFor } from './place.ts';
import { type Given, readGiven } from './read.ts';
import { openTurns, type Turns } from './turns.ts';
import { openWorkspaces, type Workspaces } from './workspaces.ts';

/* What MCP and HTTP share: a call by name and JSON, an answer with its text, its data and its state. */

/** A server that answers for a folder until it is closed. */
export interface Door {
  readonly operations: readonly Operation[];
  call(operation: Operation, given: Given, caller: Caller): Promise<Answer>;
  /** How many questions are being answered, and how many wait. */
  readonly turns: Turns;
  /** The text of a plan by its handle; null if there is none. */
  planOf(handle: string): string | null;
  close(): Promise<void>;
}

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
  /** What the operation itself returned. */
  readonly result: unknown;
  /** What programs get, as with `--json`. */
  readonly data: unknown;
  /** What people get. */
  readonly text: string;
  readonly exitCode: number;
  readonly notes: readonly string[];
  /** Null where no file of the project was looked at. */
  readonly state: Freshness | null;
  /** Names the plan of a context; `replay` takes it. */
  readonly plan: string | null;
}

export interface DoorOptions {
  /** The folder the server was started for, or the first of several. */
  readonly root: string;
  readonly roots?: readonly string[] | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly operations: readonly Operation[];
  readonly signal: AbortSignal;
  /** How long an answer waits for the first index before it is made from a part of the files. */
  readonly patienceMs?: number | undefined;
  /** What one caller may read of a team's store, instead of a folder. */
  readonly team?: TeamDoor | undefined;
}

/** Repositories of a team's store as one caller sees them. There are no files here, and nothing of the caller's is kept. */
export interface TeamDoor {
  /** The repository that a caller names; one it may not read is as little there as one that does not exist. */
  repositoryFor(given: string | undefined): string;
  readonly config: Omit<Config['team'], 'repository'>;
  /** Open workspaces, turns of all callers. */
  readonly workspaces: Workspaces;
  readonly turns: Turns;
}

/** More would only take the processor from each other. */
const AT_ONCE = 4;
const MOST_WAITING = 256;
const DIRTY_SHOWN = 10;
const COLUMNS = 100;

/** Turns of all who ask one server. */
export const openTeamTurns = (): Turns => openTurns(AT_ONCE, MOST_WAITING);

export function openDoor(options: DoorOptions): Door {
  const { env, operations, signal, team } = options;
  const served = [options.root, ...(options.roots ?? []).map((text) => readFolder(text).path)];
  const workspaces = team?.workspaces ?? openWorkspaces(signal, options.patienceMs);
  // A team's plans live as long as the server, each caller's apart.
  const plans = planFolder(team === undefined ? env : {});
  const turns = team?.turns ?? openTeamTurns();
  return {
    operations,
    turns,
    call: (operation, given, caller) => {
      const until = AbortSignal.any([signal, caller.signal]);
      return turns.take(until, () => answer(operation, given, { ...caller, signal: until }));
    },
    planOf: (handle) => plans.read(handle),
    close: () => workspaces.close(),
  };

  async function answer(
    operation: Operation,
    { root: named, ref, ...given }: Given,
    caller: Caller,
  ): Promise<Answer> {
    if (named !== undefined && typeof named !== 'string') throw notText('root');
    if (ref !== undefined && typeof ref !== 'string') throw notText('ref');
    if (team !== undefined && ref !== undefined) throw new SheafError('usage', NO_REF);
    const repository = team?.repositoryFor(named);
    const root = repository === undefined ? rootFor(served, named) : options.root;
    // Whoever names a folder asks that one alone.
    const isAll = named === undefined && options.roots !== undefined;
    const place: Place = {
      root,
      ...(isAll && { roots: options.roots }),
      gitDir: null,
      ref: ref ?? null,
      indexFile: null,
      ...(team && { stored: true }),
    };
    const { input, overrides } = readGiven(operation, given);
    const about = input['task'] ?? input['query'];
    const notes: string[] = [];
    let seen: SeenState | null = null;
    let dirty: Promise<readonly string[] | null> = Promise.resolve(null);
    const context = contextIn({
      place,
      team: team && { ...team.config, repository: repository ?? '' },
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
        if (seen === null && ref === undefined && team === undefined) dirty = dirtyIn(context);
        dirty.catch(() => undefined); // awaited below, unless the operation fails first
        seen = state;
      },
    });
    const result = await operation.run(input, context);
    return {
      result,
      data: operation.json ? operation.json(result) : result,
      text: textOf(operation, result),
      exitCode: operation.exitCode?.(result) ?? 0,
      notes,
      state: seen && freshness(repository ?? root, seen, await dirty),
      plan: keptPlan(result, plans),
    };
  }
}

/** Files that differ from the last commit, in all roots; null where no root has one. */
async function dirtyIn(context: Context): Promise<readonly string[] | null> {
  const { place, signal, config } = context;
  const roots = rootsOf((await config()).config, place.root);
  if (roots.length === 0) return dirtyFiles(place.root, signal);
  const found = await Promise.all(
    roots.map(async ({ name, folder }) =>
      (await dirtyFiles(folder, signal))?.map((path) => `${name}:${path}`),
    ),
  );
  const known = found.flatMap((paths) => (paths === undefined ? [] : [paths]));
  return known.length === 0 ? null : known.flat();
}

const NO_REF = 'a team is served its newest commit; leave ref out';
const notText = (name: string): SheafError => new SheafError('usage', `${name} must be a text`);

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
  /** Beats all settings: which repository is read is not the caller's to set. */
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

/** What went wrong, as a program reads it; what is secret in it is left out. */
export async function failureOf(
  thrown: unknown,
): Promise<{ readonly code: string; readonly message: string; readonly hint: string }> {
  const { code, message, hint } = asSheafError(thrown);
  const { redactFlowText } = await import('../../flows/redactor.ts');
  const clean = (text: string): string => redactFlowText(text, 'error.md');
  return { code, message: clean(message), hint: clean(hint) };
}
