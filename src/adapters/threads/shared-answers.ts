import { recent } from '../../math/memo.ts';

/** Answers that several may ask for: each is made once and kept, at most so many of them. */
export interface SharedAnswers<Answer> {
  /** How many got what was made for others. */
  readonly reused: number;
  /** What is known under a key, or what `make` gives; it is told when nobody waits for it any more. Without a key nothing is shared. */
  get(
    key: string | null,
    signal: AbortSignal,
    make: (left: AbortSignal) => Promise<Answer>,
  ): Promise<Answer>;
}

/** An answer that is being made, and how many wait for it. */
interface Flight<Answer> {
  readonly answer: Promise<Answer>;
  readonly left: AbortController;
  waiting: number;
}

export function sharedAnswers<Answer>(most: number): SharedAnswers<Answer> {
  const kept = recent<Answer>(most);
  const flights = new Map<string, Flight<Answer>>();
  let reused = 0;
  const begin: (make: (left: AbortSignal) => Promise<Answer>) => Flight<Answer> = (make) => {
    const left = new AbortController();
    return { answer: make(left.signal), left, waiting: 0 };
  };
  return {
    get reused() {
      return reused;
    },
    get: async (key, signal, make) => {
      if (key === null) return waited(begin(make), signal);
      const flight = flights.get(key);
      const known = kept.get(key) ?? (flight && waited(flight, signal));
      if (known !== undefined) {
        reused++;
        return known;
      }
      const first = begin(make);
      flights.set(key, first);
      first.answer
        .then((answer) => kept.set(key, answer))
        .catch(() => undefined) // whoever waits hears of it
        .finally(() => flights.delete(key));
      return waited(first, signal);
    },
  };
}

/** Waits for an answer; it is given up when nobody waits any more. */
async function waited<Answer>(flight: Flight<Answer>, signal: AbortSignal): Promise<Answer> {
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
}
