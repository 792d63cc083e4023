import { EventEmitter, once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** Work given to a thread and not yet answered; more would only fill memory. */
const QUEUE_CHARACTERS = 2_000_000;
const MAX_THREADS = 8;

/** What a thread is told, and what it answers. */
export type PoolRequest<Item> =
  | { readonly kind: 'work'; readonly items: readonly Item[] }
  | { readonly kind: 'finish' | 'stop' };
export type PoolReply<Batch> =
  | { readonly kind: 'batch'; readonly batch: Batch }
  | { readonly kind: 'done'; readonly characters: number }
  | { readonly kind: 'finished' };

export interface Pool<Item> {
  /** Resolves when a thread has room for it. */
  give(items: readonly Item[], characters: number): Promise<void>;
  /** Resolves when everything given has been answered. */
  finish(): Promise<void>;
  stop(): Promise<void>;
}

/** Up to `most` threads that run `script` on some data; batches go to `onBatch` in the order each thread sends them. */
export function startPool<Item, Batch>(
  script: URL,
  workerData: unknown,
  most: number,
  onBatch: (batch: Batch) => void,
): Pool<Item> {
  let failure: unknown;
  let finished = 0;
  const changes = new EventEmitter();
  const changed = (): Promise<unknown> => once(changes, 'change');
  const fail = (error: unknown): void => {
    failure ??= error;
    changes.emit('change');
  };
  const length = Math.min(availableParallelism(), MAX_THREADS, most);
  const lanes = Array.from({ length }, () => {
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
  return {
    give: async (items, characters) => {
      for (;;) {
        check();
        const free = lanes.reduce((best, lane) => (lane.queued < best.queued ? lane : best));
        if (free.queued === 0 || free.queued + characters <= QUEUE_CHARACTERS) {
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
