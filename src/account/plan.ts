import type { ContextRequest } from '../compose/request.ts';
import type { ComposedContext, Subject } from '../compose/subject.ts';
import { changed, SIZE_KEY } from '../config/changes.ts';
import { DEFAULTS } from '../config/defaults.ts';
import { bodyOf } from '../format/body.ts';
import { uriOf } from '../model/context.ts';
import type { ContextPlan } from '../model/plan.ts';
import { VERSION } from '../model/version.ts';
import type { Ports } from '../ports/ports.ts';
import { flowPlanPart, planOf, planPart } from '../record/plan.ts';
import { hiddenIn } from '../text/hidden.ts';
import { isMatched } from './result.ts';

/** The plan of a context: all that its bytes depend on, and what became of each candidate. */
export function planned(
  { digest }: Ports,
  { flowId, stateRoot, commit, task, hashOf, files, candidates }: Subject,
  { made, summaries, tokenizer }: ComposedContext,
  { config, look, type, sources, without, pins, include, exclude, ...asked }: ContextRequest,
): ContextPlan {
  const shown = [...made.context.fixed, ...made.context.parts].map((part, i) => ({
    part: { ...part, cid: made.parts[i]?.cid ?? part.cid },
    text: bodyOf(part),
    hidden: hiddenIn(`${part.path}\n${bodyOf(part)}`),
    tokens: made.parts[i]?.tokens ?? 0,
    ...hashOf(part.path),
  }));
  const ofFile = new Map(shown.map((entry) => [uriOf(entry.part), entry]));
  const matched = isMatched({ files, candidates });
  const parts =
    files?.map((fields) => {
      const entry = ofFile.get(fields.uri);
      const spoken = fields.role !== 'evidence' && fields.status === 'active';
      return flowPlanPart(
        fields,
        entry?.part ?? null,
        entry?.tokens ?? 0,
        spoken,
        entry?.hidden ?? 0,
      );
    }) ?? shown.map(planPart);
  return planOf({
    flowId,
    parts,
    sheafVersion: VERSION,
    stateRoot,
    commit,
    task,
    format: config.assembly.format,
    tokenizer: tokenizer.name,
    budget: made.budget,
    totalTokens: made.totalTokens,
    ...(files === null || !matched ? { matched } : {}),
    expected: made.expected,
    ...(files === null ? {} : { unfamiliar: candidates.surroundings.doubt?.unfamiliar ?? [] }),
    options: {
      ...(files === null ? { type, sources, without, pins, include, exclude } : { flow: flowId }),
      ...chosen(asked),
      context_tokens: asked.maxTokens,
      look,
      config: changed(DEFAULTS, config, asked.isSizeGiven ? [SIZE_KEY] : []),
      gap: Number(made.gap.toFixed(6)),
    },
    promptDigest: digest(made.prompt),
    dropped: made.dropped,
    summaries,
  });
}

/** What a reader chose, as places: no list is needed to replay them. */
const chosen = ({ picks = [], drops = [] }: Pick<ContextRequest, 'picks' | 'drops'>) => ({
  ...(picks.length === 0 ? {} : { picks }),
  ...(drops.length === 0 ? {} : { drops }),
});
