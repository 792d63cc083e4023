import { availableParallelism } from 'node:os';
import type { Newest } from '../../adapters/stores/postgres/newest.ts';
import { openAskers } from '../../adapters/threads/askers.ts';
import { recent } from '../../math/memo.ts';
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

/** An answer that is being made, and how many wait for it. */
interface Flight {
  readonly answer: Promise<TeamAnswer>;
  readonly left: AbortController;
  waiting: number;
}

export function openTeamAnswers(thread: TeamThread, newest: Newest): TeamAnswers {
  const askers = openAskers<TeamQuestion, TeamAnswer>(SCRIPT, thread, {
    count: Math.min(availableParallelism(), MOST_THREADS),
    mostWaiting: MOST_WAITING,
  });
  const kept = recent<TeamAnswer>(ANSWERS_KEPT);
  const flights = new Map<string, Flight>();
  let reused = 0;
  /** An answer that was made, or is being made, for others. */
  const made = (key: string, signal: AbortSignal): Promise<TeamAnswer> | TeamAnswer | undefined => {
    const shared = flights.get(key);
    return kept.get(key) ?? (shared && share(shared, signal));
  };

  const begin = (question: TeamQuestion, who: string): Flight => {
    const left = new AbortController();
    const answer = askers.ask(question, { who, about: question.repository }, left.signal);
    return { answer, left, waiting: 0 };
  };
  /** Waits for an answer; it is given up when nobody waits any more. */
  const share = async (flight: Flight, signal: AbortSignal): Promise<TeamAnswer> => {
    flight.waiting++;
    let leave = (): void => undefined;
    const gone = new Promise<never>((_, reject) => {
      leave = () => reject(signal.reason);
    });
    signal.addEventListener('abort', leave, { once: true });
    try {
      signal.throwIfAborted();
      return await Promise.race([flight.answer, gone]);
    } finally {
      signal.removeEventListener('abort', leave);
      flight.waiting--;
      if (flight.waiting === 0) flight.left.abort();
    }
  };

  return {
    turns: {
      get working() {
        return askers.working;
      },
      get waiting() {
        return askers.waiting;
      },
      get reused() {
        return reused;
      },
    },
    get: async (question, who, signal) => {
      const state = await newest.of(question.repository);
      if (state === null) return share(begin(question, who), signal);
      const key = JSON.stringify([state, question]);
      const known = made(key, signal);
      if (known !== undefined) {
        reused++;
        return known;
      }
      const flight = begin(question, who);
      flights.set(key, flight);
      flight.answer
        .then((answer) => kept.set(key, answer))
        .catch(() => undefined) // whoever waits hears of it
        .finally(() => flights.delete(key));
      return share(flight, signal);
    },
    close: () => askers.close(),
  };
}
