import { planFolder } from '../../adapters/stores/plan-folder.ts';
import { readFolder } from '../../config/folders.ts';
import { asSheafError, SheafError } from '../../model/errors.ts';
import type { Place } from '../context.ts';
import type { Operation } from '../operation.ts';
import { type Answer, answerTo, type Caller } from './answer.ts';
import { rootFor } from './place.ts';
import type { Given } from './read.ts';
import { openTurns } from './turns.ts';
import { openWorkspaces } from './workspaces.ts';

/* What MCP and HTTP share: a call by name and JSON, an answer with its text, its data and its state. */

/** A server that answers for a folder, or for a team's store, until it is closed. */
export interface Door {
  readonly operations: readonly Operation[];
  call(operation: Operation, given: Given, caller: Caller): Promise<Answer>;
  readonly turns: Load;
  /** The text of a plan by its handle; null if there is none. */
  planOf(handle: string): string | null;
  close(): Promise<void>;
}

export interface Load {
  /** How many questions are being answered. */
  readonly working: number;
  readonly waiting: number;
  /** How many were answered with what others got, where that is counted. */
  readonly reused?: number;
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
}

/** More would only take the processor from each other. */
const AT_ONCE = 4;
export const MOST_WAITING = 256;

export function openDoor(options: DoorOptions): Door {
  const { env, operations, signal } = options;
  const served = [options.root, ...(options.roots ?? []).map((text) => readFolder(text).path)];
  const workspaces = openWorkspaces(signal, options.patienceMs);
  const plans = planFolder(env);
  const turns = openTurns(AT_ONCE, MOST_WAITING);
  /** The folder of a root by the name that paths of an answer begin with; null where nothing is called so. */
  const rootNamed = async (given: string): Promise<string | null> => {
    const [{ loadConfig }, { rootsOf }] = await Promise.all([
      import('../../adapters/node-settings.ts'),
      import('../../adapters/roots/roots.ts'),
    ]);
    const { root, roots } = options;
    const overrides = roots === undefined ? {} : { workspace: { roots } };
    const { config } = await loadConfig({ root, env, overrides });
    return rootsOf(config, root).find(({ name }) => name === given)?.folder ?? null;
  };
  const placeOf = async (given: string | undefined, ref: string | undefined): Promise<Place> => {
    // What has a slash is a path.
    const isName = given !== undefined && given !== '' && !/[\\/]/.test(given);
    const named = isName ? await rootNamed(given) : null;
    return {
      root: named ?? rootFor(served, given),
      // Whoever names a folder asks that one alone.
      ...(given === undefined && options.roots !== undefined && { roots: options.roots }),
      gitDir: null,
      ref: ref ?? null,
      indexFile: null,
    };
  };
  return {
    operations,
    turns,
    call: (operation, given, caller) => {
      const until = AbortSignal.any([signal, caller.signal]);
      return turns.take(until, async () => {
        const { root, ref, rest } = splitGiven(given);
        const asked = { place: await placeOf(root, ref), env, operations, workspaces, plans };
        return answerTo(operation, rest, asked, { ...caller, signal: until });
      });
    },
    planOf: (handle) => plans.read(handle),
    close: () => workspaces.close(),
  };
}

/** Where a question is asked, apart from what is asked. */
export function splitGiven({ root, ref, ...rest }: Given): {
  readonly root: string | undefined;
  readonly ref: string | undefined;
  readonly rest: Given;
} {
  return { root: textOrNone(root, 'root'), ref: textOrNone(ref, 'ref'), rest };
}

function textOrNone(value: unknown, name: string): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  throw new SheafError('usage', `${name} must be a text`);
}

/** What somebody said, as it may be said back. */
export async function withoutSecrets(said: string): Promise<string> {
  const { redactFlowText } = await import('../../flows/redactor.ts');
  return redactFlowText(said, 'error.md');
}

/** What went wrong, as a program reads it; what is secret in it is left out. */
export async function failureOf(
  thrown: unknown,
): Promise<{ readonly code: string; readonly message: string; readonly hint: string }> {
  const { code, message, hint } = asSheafError(thrown);
  return { code, message: await withoutSecrets(message), hint: await withoutSecrets(hint) };
}
