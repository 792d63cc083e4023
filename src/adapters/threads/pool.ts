import { EventEmitter, once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

const MAX_THREADS = 8;

/** As many threads as can run at once, this one among them. */
export const threadsAtOnce = (): number => Math.min(availableParallelism(), MAX_THREADS);

/** What a thread is told, and what it answers. */
export type PoolRequest<Item> =
  | { readonly kind: 'work'; readonly items: readonly Item[] }
  | { readonly kind: 'finish' | 'stop' };
export type PoolReply<Batch> =
  | { readonly kind: 'batch'; readonly batch: Batch }
  | { readonly kind: 'done'; readonly characters: number }
  | { readonly kind: 'finished' };

export interface Pool<Item> {
  /** Whether a thread would take it at once. */
  hasRoom(characters: number): boolean;
  /** Resolves when a thread has room for it. */
  give(items: readonly Item[], characters: number): Promise<void>;
  /** Resolves when everything given has been answered. */
  finish(): Promise<void>;
  stop(): Promise<void>;
}

export interface PoolOptions<Batch> {
  readonly script: URL;
  readonly workerData: unknown;
  readonly threads: number;
  /** Work given to a thread and not yet answered; more would only fill memory, or keep others waiting at the end. */
  readonly queueCharacters: () => number;
  /** Batches come in the order each thread sends them. */
  readonly onBatch: (batch: Batch) => void;
}

/** Threads that run a script on some data. */
export function startPool<Item, Batch>({
  script,
  workerData,
  threads,
  queueCharacters,
  onBatch,
}: PoolOptions<Batch>): Pool<Item> {
  let failure: unknown;
  let finished = 0;
  const changes = new EventEmitter();
  const changed = (): Promise<unknown> => once(changes, 'change');
  const fail = (error: unknown): void => {
    failure ??= error;
    changes.emit('change');
  };
  const lanes = Array.from({ length: threads }, () => {
    const lane = { worker: new Worker(script, { workerData }), queued: 0 };
    lane.worker.on('message', (reply: PoolReply<Batch>) => {
      try {
        if (reply.kind === 'done') lane.queued -= reply.characters;
        if (reply.kind === 'finished') finished++;
        if (reply.kind === 'batch') onBatch(reply.batch);
        changes.emit('change');
      } catch (error) {
        fail(error);
      }
    });
    lane.worker.on('error', fail);
    return lane;
  });
  const check = (): void => {
    if (failure !== undefined) throw failure;
  };
  /** The lane with the least to do, if that leaves room. */
  const laneFor = (characters: number): (typeof lanes)[number] | undefined => {
    const free = lanes.reduce((best, lane) => (lane.queued < best.queued ? lane : best));
    const hasRoom = free.queued === 0 || free.queued + characters <= queueCharacters();
    return hasRoom ? free : undefined;
  };
  return {
    hasRoom: (characters) => laneFor(characters) !== undefined,
    give: async (items, characters) => {
      for (;;) {
        check();
        const free = laneFor(characters);
        if (free !== undefined) {
          free.queued += characters;
          free.worker.postMessage({ kind: 'work', items });
          return;
        }
        await changed();
      }
    },
    finish: async () => {
      finished = 0;
      for (const { worker } of lanes) worker.postMessage({ kind: 'finish' });
      while (finished < lanes.length) {
        check();
        await changed();
      }
      check();
    },
    stop: async () => {
      await Promise.all(lanes.map(({ worker }) => ended(worker)));
    },
  };
}

/** Longer than any single piece of work takes. */
const PATIENCE_MS = 5000;

/**
 * Asks a thread to end, which it does between two pieces of work. Node 20 aborts the whole process where a thread is terminated
 * while it makes a compressor, so that is the last resort.
 */
export function ended(worker: Worker): Promise<void> {
  if (worker.threadId < 0) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(() => void worker.terminate(), PATIENCE_MS);
    worker.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
    worker.postMessage({ kind: 'stop' });
  });
}
