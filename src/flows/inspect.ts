import { tierAt } from '../flow/context.ts';
import { bodyOf, evidenceIn } from '../flow/evidence-text.ts';
import { numbersOf, pathOf } from '../flow/find.ts';
import { baseOf, byPlace, uriFile } from '../flow/names.ts';
import type { Part } from '../model/flow.ts';
import type { FlowPart } from '../model/inspection.ts';
import type { PlannedPart } from '../model/plan.ts';

/** All parts of a flow in their order, each with what it takes in the context; what is switched off with what it would take. */
export function flowParts(
  parts: readonly Part[],
  planned: readonly PlannedPart[],
  count: (text: string) => number,
): FlowPart[] {
  const numbers = numbersOf(parts);
  const shown = new Map(planned.map((part) => [part.path, part]));
  return parts.toSorted(byPlace).map((part): FlowPart => {
    const { provenance } = evidenceIn(part);
    const { level, relevance, reason } = provenance?.more ?? {};
    const path = pathOf(part) ?? baseOf(part);
    const own = shown.get(uriFile(part)) ?? shown.get(path);
    return {
      name: baseOf(part),
      number: numbers.get(part.file) ?? '',
      rank: part.rank,
      state: part.state,
      role: part.role,
      path,
      tier: part.role === 'evidence' ? (own?.tier ?? tierAt(part.rank)) : 'system',
      level: own?.level === undefined || own.level === 'full' ? levelOf(level) : own.level,
      spans: provenance?.span?.unit === 'lines' ? provenance.span.ranges : [],
      tokens: own?.tokens ?? count(bodyOf(part)),
      relevance: relevance === undefined ? 1 : Number(relevance),
      reason: reason ?? '',
      problem: part.problem,
    };
  });
}

const LEVELS = ['full', 'excerpts', 'detailed', 'summary', 'stub'] as const;
const levelOf = (word: string | undefined): FlowPart['level'] =>
  LEVELS.find((level) => level === word) ?? 'full';
