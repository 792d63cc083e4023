import { planHandle } from '../model/plan.ts';
import type { AssemblyRecord } from '../model/record.ts';
import type { AssembleResult } from '../model/results.ts';
import type { Ports } from '../ports/ports.ts';
import { planText } from '../record/plan.ts';

/** The record of a context, with the name its plan has where it is kept. */
export function withHandle(
  { record, plan }: AssembleResult,
  digest: Ports['digest'],
): AssemblyRecord {
  const sha256 = digest(planText(plan)).replace('sha256:', '');
  return { ...record, log: { ...record.log, plan: planHandle(sha256) } };
}

/** A context that was there already: its record says when it was asked for, and that it took no time. */
export function askedAgain(result: AssembleResult, nowMs: number): AssembleResult {
  const timestamp = new Date(nowMs).toISOString();
  const budget = { ...result.record.budget, timestamp };
  const log = { ...result.record.log, assembly_time_ms: 0, cached: true };
  const record = { ...result.record, budget, log };
  return { ...result, record, stages: { gatherMs: 0, assembleMs: 0 } };
}
