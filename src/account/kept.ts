import type { ContextRequest } from '../compose/request.ts';
import type { Config } from '../config/defaults.ts';
import { SESSION_VARIABLE } from '../config/key-spec.ts';
import { planHandle } from '../model/plan.ts';
import type { AssemblyRecord } from '../model/record.ts';
import type { AssembleResult } from '../model/results.ts';
import type { Ports } from '../ports/ports.ts';
import type { ContextShelf, StateView } from '../ports/store.ts';
import { planText } from '../record/plan.ts';

/** The record of a context, with the name its plan has where it is kept. */
export function withHandle(
  { record, plan }: AssembleResult,
  digest: Ports['digest'],
): AssemblyRecord {
  const sha256 = digest(planText(plan)).replace('sha256:', '');
  return { ...record, log: { ...record.log, plan: planHandle(sha256) } };
}

/** A context that was there already: its record says who asked for it and when, and that it took no time. */
export function askedAgain(
  result: AssembleResult,
  { now, env }: Pick<Ports, 'now' | 'env'>,
): AssembleResult {
  const timestamp = new Date(now()).toISOString();
  const budget = { ...result.record.budget, timestamp };
  const log = { ...result.record.log, assembly_time_ms: 0, cached: true };
  const record = { session: env[SESSION_VARIABLE] ?? 'default', budget, log };
  return { ...result, record, stages: { gatherMs: 0, assembleMs: 0 } };
}

/** All that a context is made from, as a text. */
export const nameOf = ({ state, identity }: StateView, request: ContextRequest): string =>
  JSON.stringify([state.root, state.commit, identity?.() ?? '', request]);

/** A context with what was said to people while it was made. */
interface Kept {
  readonly result: AssembleResult;
  readonly notes: readonly string[];
}

/** Where contexts are kept from one process to the next, and what of the world around a request is part of their names. */
export interface KeptIn {
  readonly shelf: ContextShelf;
  readonly world: string;
}

/** A model may answer differently the next time, so what was made with one is made again. */
const isSettled = ({ relevance: { semantic, reranker }, summarization }: Config): boolean =>
  ['lsa', 'none'].includes(semantic.provider) &&
  !reranker.enabled &&
  summarization.provider === 'none';

/** The context of this name that an earlier process kept, or what `make` gives, which is kept. What was said then is said again. */
export async function madeOnce(
  keptIn: KeptIn | null,
  name: string,
  { config }: Pick<ContextRequest, 'config'>,
  ports: Ports,
  make: (ports: Ports) => Promise<AssembleResult>,
): Promise<AssembleResult> {
  if (keptIn === null || !isSettled(config)) return make(ports);
  const { shelf, world } = keptIn;
  const key = ports.digest(`${world}\0${name}`);
  const found = shelf.read(key);
  if (found !== null) {
    const { result, notes } = JSON.parse(found) as Kept;
    for (const note of notes) ports.warn(note);
    return askedAgain(result, ports);
  }
  const notes: string[] = [];
  const warn = (note: string): void => {
    notes.push(note);
    ports.warn(note);
  };
  const result = await make({ ...ports, warn });
  shelf.write(key, JSON.stringify({ result, notes } satisfies Kept));
  return result;
}
