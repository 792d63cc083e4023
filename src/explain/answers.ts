import { budgetFor } from '../compose/request.ts';
import { compositionRules } from '../compose/rules.ts';
import type { Config } from '../config/defaults.ts';
import { rank } from '../gather/rank.ts';
import { gatherRequest } from '../gather/request.ts';
import { understand } from '../gather/understand.ts';
import { locate } from '../lookup/locate.ts';
import type { ScoreRequest, WhyRequest, Workspace } from '../model/results.ts';
import type { State } from '../model/state.ts';
import type { Ports } from '../ports/ports.ts';
import type { StateView } from '../ports/store.ts';
import { explainScore } from './score.ts';
import { whyOf } from './why.ts';

/** A state as questions about it need it: a view does not know what was left out. */
export interface Explained {
  readonly view: StateView;
  readonly state: State | null;
  readonly config: Config;
  readonly isSizeGiven: boolean;
}

/** How a file a user names scores for a task, or why there is no such file. */
export async function answerScore(
  ports: Ports,
  { view, state, config }: Explained,
  request: ScoreRequest,
): ReturnType<Workspace['score']> {
  const found = locate(ports.files, view, state, request.path);
  if (found.kind === 'absent') return found;
  const asked = await understand(ports, view, gatherRequest(request, config));
  return explainScore(view, rank(view, asked), asked, found.file);
}

/** Why a place a user names is in or out of the context of a task, or why there is no such place. */
export async function answerWhy(
  ports: Ports,
  { view, state, config, isSizeGiven }: Explained,
  request: WhyRequest,
): ReturnType<Workspace['why']> {
  const found = locate(ports.files, view, state, request.place);
  if (found.kind === 'absent') return found;
  const { maxTokens = null } = request;
  const budget = budgetFor(config, maxTokens);
  const asked = await understand(ports, view, gatherRequest(request, config));
  return whyOf(view, {
    request: { ...asked, tokens: budget.available },
    file: found.file,
    place: found,
    budget,
    tokenizer: await ports.tokenizer(config.budget.tokenizer),
    digest: ports.digest,
    rules: compositionRules(config, ports.compressors, { maxTokens, isSizeGiven }),
  });
}
