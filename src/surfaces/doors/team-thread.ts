import { parentPort, workerData } from 'node:worker_threads';
import { handleOf } from '../../adapters/stores/plan-folder.ts';
import { serveAskers } from '../../adapters/threads/askers.ts';
import type { Config } from '../../config/defaults.ts';
import { SheafError } from '../../model/errors.ts';
import type { Operation } from '../operation.ts';
import { type Answer, answerTo } from './answer.ts';
import { ASKED } from './asked.ts';
import type { Given } from './read.ts';
import { openWorkspaces } from './workspaces.ts';

/* Answers questions about a team's repositories. Whether the caller may ask was decided by whoever passes the question on. */

export interface TeamThread {
  /** A folder with nothing in it: whatever an operation looks for there, it does not find. */
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly config: Omit<Config['team'], 'repository'>;
}

export interface TeamQuestion {
  readonly operation: string;
  readonly repository: string;
  readonly given: Given;
  /** Texts of the caller's own plans that the question names, by handle. */
  readonly plans: Readonly<Record<string, string>>;
}

export interface TeamAnswer {
  readonly answer: Answer;
  /** The text of the plan that the answer names, for the caller's own. */
  readonly plan: string | null;
}

if (parentPort !== null) serveTeam(parentPort, workerData as TeamThread);

function serveTeam(port: NonNullable<typeof parentPort>, { root, env, config }: TeamThread): void {
  const ending = new AbortController();
  const workspaces = openWorkspaces(ending.signal);
  const place = { root, gitDir: null, ref: null, indexFile: null, stored: true };
  const answer = async (question: TeamQuestion): Promise<TeamAnswer> => {
    const { repository, given, plans } = question;
    let plan: string | null = null;
    const own = {
      read: (handle: string) => plans[handle] ?? null,
      keep: (text: string) => {
        plan = text;
        return handleOf(text);
      },
    };
    const team = { ...config, repository };
    const asked = { place, team, env, operations: ASKED, workspaces, plans: own };
    const caller = { signal: ending.signal, onProgress: () => undefined };
    return { answer: await answerTo(named(question), given, asked, caller), plan };
  };
  serveAskers(port, answer, async () => {
    ending.abort();
    await workspaces.close();
    port.close();
  });
}

function named({ operation }: TeamQuestion): Operation {
  const found = ASKED.find(({ name }) => name === operation);
  if (found !== undefined) return found;
  throw new SheafError('internal', `there is no operation ${operation}`);
}
