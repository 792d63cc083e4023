import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { planMemory } from '../../adapters/stores/plan-folder.ts';
import { openNewest } from '../../adapters/stores/postgres/newest.ts';
import { schemaOf } from '../../adapters/stores/postgres/schema.ts';
import { readUsers, type TeamUser } from '../../adapters/users-file.ts';
import { SheafError } from '../../model/errors.ts';
import { ANALYSER_VERSION } from '../../model/version.ts';
import type { Context } from '../context.ts';
import { ASKED } from './asked.ts';
import { type Door, splitGiven } from './door.ts';
import type { Given } from './read.ts';
import { openTeamAnswers, type TeamAnswers } from './team-answers.ts';
import type { TeamThread } from './team-thread.ts';

export interface TeamServer {
  readonly doors: readonly { readonly user: TeamUser; readonly door: Door }[];
  close(): Promise<void>;
}

/** A door for each user of a team's store, through which only the user's own repositories are seen. */
export function openTeam(
  { env, signal }: Pick<Context, 'env' | 'signal'>,
  config: TeamThread['config'],
  usersFile: string,
): TeamServer {
  const users = readUsers(usersFile);
  const root = mkdtempSync(join(tmpdir(), 'sheaf-team-'));
  const newest = openNewest(config.store, schemaOf(config.schema, ANALYSER_VERSION));
  const answers = openTeamAnswers({ root, env: { ...env }, config }, newest);
  return {
    doors: users.map((user) => ({ user, door: doorFor(user, answers, signal) })),
    close: async () => {
      newest.close();
      await answers.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

const NO_REF = 'a team is served its newest commit; leave ref out';

function doorFor(user: TeamUser, answers: TeamAnswers, signal: AbortSignal): Door {
  // A user's plans live as long as the server, apart from those of others.
  const plans = planMemory();
  return {
    operations: ASKED,
    turns: answers.turns,
    call: async ({ name: operation }, asked, caller) => {
      const { root, ref, rest: given } = splitGiven(asked);
      if (ref !== undefined) throw new SheafError('usage', NO_REF);
      const repository = repositoryOf(user, root);
      const until = AbortSignal.any([signal, caller.signal]);
      const question = { operation, repository, given, plans: plansIn(given, plans) };
      const { answer, plan } = await answers.get(question, user.name, until);
      if (answer.plan !== null && plan !== null) plans.set(answer.plan, plan);
      return answer;
    },
    planOf: (handle) => plans.get(handle) ?? null,
    close: async () => undefined,
  };
}

/** The plans that a question names, as far as they are the caller's. */
function plansIn(given: Given, plans: ReturnType<typeof planMemory>): Record<string, string> {
  const words = Object.values(given).filter((value) => typeof value === 'string');
  return Object.fromEntries(
    words.flatMap((word) => {
      const text = plans.get(word);
      return text === undefined ? [] : [[word, text]];
    }),
  );
}

/** The refusal is the same whether a repository is another's or nobody's, and says nothing but what the caller said. */
function repositoryOf({ repositories }: TeamUser, given: string | undefined): string {
  const [only, ...others] = repositories;
  if (given === undefined && only !== undefined && others.length === 0) return only;
  const hint = `yours: ${repositories.join(', ')}`;
  if (given === undefined) throw new SheafError('usage', 'root must name a repository', hint);
  if (repositories.includes(given)) return given;
  const said = JSON.stringify(given.slice(0, 200));
  throw new SheafError('not-found', `there is no repository ${said}`, hint);
}
