import { availableParallelism } from 'node:os';
import type { Newest } from '../../adapters/stores/postgres/newest.ts';
import { openAskers } from '../../adapters/threads/askers.ts';
import { sharedAnswers } from '../../adapters/threads/shared-answers.ts';
import { type Load, MOST_WAITING } from './door.ts';
import type { TeamAnswer, TeamQuestion, TeamThread } from './team-thread.ts';

/** The answers of a team's server: each is made once for all who ask the same of the same commit. */
export interface TeamAnswers {
  readonly turns: Load;
  get(question: TeamQuestion, who: string, signal: AbortSignal): Promise<TeamAnswer>;
  close(): Promise<void>;
}

/** Some 200 KB each. */
const ANSWERS_KEPT = 256;
/** Each has its own copy of what it has read, some 100 MB. */
const MOST_THREADS = 8;

const isBundled = /\.c?js$/.test(import.meta.url);
/** Threads run the bundled script, also for those who run the sources, as tests do. */
const SCRIPT = new URL(`${isBundled ? './' : '../../../dist/'}team-thread.js`, import.meta.url);

export function openTeamAnswers(thread: TeamThread, newest: Newest): TeamAnswers {
  const askers = openAskers<TeamQuestion, TeamAnswer>(SCRIPT, thread, {
    count: Math.min(availableParallelism(), MOST_THREADS),
    mostWaiting: MOST_WAITING,
  });
  const shared = sharedAnswers<TeamAnswer>(ANSWERS_KEPT);
  return {
    turns: {
      get working() {
        return askers.working;
      },
      get waiting() {
        return askers.waiting;
      },
      get reused() {
        return shared.reused;
      },
    },
    get: async (question, who, signal) => {
      const state = await newest.of(question.repository);
      const key = state === null ? null : JSON.stringify([state, question]);
      return shared.get(key, signal, (left) =>
        askers.ask(question, { who, about: question.repository }, left),
      );
    },
    close: () => askers.close(),
  };
}
