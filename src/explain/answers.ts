import { loadTokenizer } from '../adapters/tokenizers/tokenizers.ts';
import { availableOf, flowIdOf, rulesOf } from '../assemble.ts';
import type { EngineOptions } from '../engine.ts';
import { rank } from '../gather.ts';
import { locate } from '../lookup/locate.ts';
import type { Workspace } from '../model/results.ts';
import type { State } from '../model/state.ts';
import type { StateView } from '../ports/store.ts';
import { gatherRequest } from '../search/search.ts';
import { explainScore } from './score.ts';
import { whyOf } from './why.ts';

type Answer<Name extends 'score' | 'why'> = (
  options: EngineOptions,
  view: StateView,
  /** With what was left out, which a view does not know. */
  state: State | null,
  request: Parameters<Workspace[Name]>[0],
) => ReturnType<Workspace[Name]>;

/** How a file a user names scores for a task, or why there is no such file. */
export const answerScore: Answer<'score'> = async (options, view, state, request) => {
  const found = locate(view, state, request.path, options);
  if (found.kind === 'absent') return found;
  const asked = await gatherRequest(options, view, request);
  return explainScore(view, rank(view, asked), asked, found.file);
};

/** Why a place a user names is in or out of the context of a task, or why there is no such place. */
export const answerWhy: Answer<'why'> = async (options, view, state, request) => {
  const found = locate(view, state, request.place, options);
  if (found.kind === 'absent') return found;
  const budget = availableOf(options.config, request.contextTokens);
  const asked = await gatherRequest(options, view, request);
  return whyOf(view, {
    request: { ...asked, tokens: budget.available },
    file: found.file,
    place: found,
    budget,
    tokenizer: await loadTokenizer(options.config.budget.tokenizer),
    rules: rulesOf(options.config),
    flowIdOf: ({ task }) => flowIdOf(task.sections.title, view.state.root),
  });
};
