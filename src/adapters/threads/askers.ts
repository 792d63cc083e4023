import { Worker } from 'node:worker_threads';
import { asSheafError, type ErrorCode, SheafError } from '../../model/errors.ts';
import { ended } from './pool.ts';

/* Threads that answer questions, one at a time each. */

type Said<Question> =
  | { readonly kind: 'ask'; readonly question: Question }
  | { readonly kind: 'stop' };
type Reply<Answer> =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | {
      readonly kind: 'failure';
      readonly code: ErrorCode;
      readonly message: string;
      readonly hint: string;
    };

/** Who asks and what about: nobody waits for all questions of another, and a thread that knows the subject comes first. */
interface Concern {
  readonly who: string;
  readonly about: string;
}

export interface Askers<Question, Answer> {
  readonly working: number;
  readonly waiting: number;
  /** Rejects as soon as the signal is aborted; a question that nobody has begun with is then forgotten. */
  ask(question: Question, concern: Concern, signal: AbortSignal): Promise<Answer>;
  close(): Promise<void>;
}

interface Job<Question, Answer> extends Concern {
  readonly question: Question;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

interface Lane<Question, Answer> {
  readonly worker: Worker;
  job: Job<Question, Answer> | null;
  about: string;
}

/** So many threads that run `script`. */
export function openAskers<Question, Answer>(
  script: URL,
  workerData: unknown,
  { count, mostWaiting }: { readonly count: number; readonly mostWaiting: number },
): Askers<Question, Answer> {
  const lanes: Lane<Question, Answer>[] = [];
  const waiting: Job<Question, Answer>[] = [];
  const lastServed = new Map<string, number>();
  let served = 0;
  const working = (): number => lanes.filter(({ job }) => job !== null).length;

  const opened = (): Lane<Question, Answer> => {
    const lane: Lane<Question, Answer> = {
      worker: new Worker(script, { workerData }),
      job: null,
      about: '',
    };
    const done = (settle: (job: Job<Question, Answer>) => void): void => {
      const { job } = lane;
      lane.job = null;
      if (job !== null) settle(job);
      begin();
    };
    lane.worker.on('message', (reply: Reply<Answer>) => {
      if (reply.kind === 'answer') return done((job) => job.resolve(reply.answer));
      return done((job) => job.reject(new SheafError(reply.code, reply.message, reply.hint)));
    });
    // Its question fails with it; the next one gets another thread.
    lane.worker.on('error', (error) => {
      lanes.splice(lanes.indexOf(lane), 1, opened());
      done((job) => job.reject(error));
    });
    return lane;
  };

  /** The first question of whoever was served longest ago. */
  const next = (): Job<Question, Answer> | undefined =>
    waiting.reduce<Job<Question, Answer> | undefined>((best, job) => {
      const isSooner = best === undefined || turnOf(job) < turnOf(best);
      return isSooner ? job : best;
    }, undefined);
  const turnOf = ({ who }: Concern): number => lastServed.get(who) ?? 0;

  const begin = (): void => {
    for (let job = next(); job !== undefined; job = next()) {
      const idle = lanes.filter((lane) => lane.job === null);
      const { about } = job;
      // One that knows the subject, or whoever rested longest: all stay warm.
      const lane = idle.find((each) => each.about === about) ?? idle[0];
      if (lane === undefined) return;
      waiting.splice(waiting.indexOf(job), 1);
      lastServed.set(job.who, ++served);
      lane.job = job;
      lane.about = about;
      lanes.push(...lanes.splice(lanes.indexOf(lane), 1));
      lane.worker.postMessage({ kind: 'ask', question: job.question } satisfies Said<Question>);
    }
  };

  lanes.push(...Array.from({ length: count }, opened));
  return {
    get working() {
      return working();
    },
    get waiting() {
      return waiting.length;
    },
    ask: (question, concern, signal) =>
      new Promise<Answer>((resolve, reject) => {
        if (waiting.length >= mostWaiting) {
          const sentence = `${working()} questions are being answered and ${waiting.length} wait`;
          throw new SheafError('busy', sentence, 'ask again in a moment');
        }
        signal.throwIfAborted();
        const leave = (): void => {
          const at = waiting.indexOf(job);
          if (at >= 0) waiting.splice(at, 1);
          reject(signal.reason);
        };
        const settling =
          <T>(settle: (value: T) => void) =>
          (value: T): void => {
            signal.removeEventListener('abort', leave);
            settle(value);
          };
        const job = { ...concern, question, resolve: settling(resolve), reject: settling(reject) };
        signal.addEventListener('abort', leave, { once: true });
        waiting.push(job);
        begin();
      }),
    close: async () => {
      await Promise.all(lanes.map(({ worker }) => ended(worker)));
    },
  };
}

/** The thread's side: answers until it is told to stop. */
export function serveAskers<Question, Answer>(
  port: {
    on(event: 'message', heard: (said: Said<Question>) => void): unknown;
    postMessage(reply: Reply<Answer>): void;
  },
  answer: (question: Question) => Promise<Answer>,
  stop: () => Promise<void>,
): void {
  port.on('message', (said) => {
    if (said.kind === 'stop') return void stop();
    return void answer(said.question)
      .then(
        (given): Reply<Answer> => ({ kind: 'answer', answer: given }),
        (thrown: unknown): Reply<Answer> => {
          const { code, message, hint } = asSheafError(thrown);
          return { kind: 'failure', code, message, hint };
        },
      )
      .then((reply) => port.postMessage(reply));
  });
}
