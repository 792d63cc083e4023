import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { loadModules } from '../adapters/sources/own/load.ts';
import type { Batch } from '../ports/store.ts';
import { Analyser, type RawContent } from './analyser.ts';

/** The other end of adapters/threads/pool.ts: work comes in, batches and receipts go out. */
export type Request =
  | { readonly kind: 'work'; readonly items: readonly RawContent[] }
  | { readonly kind: 'finish' | 'stop' };
export type Reply =
  | { readonly kind: 'batch'; readonly batch: Batch }
  | { readonly kind: 'done'; readonly items: number; readonly characters: number }
  | { readonly kind: 'finished' };

async function serve(port: MessagePort, modules: readonly string[]): Promise<void> {
  const adapters = await loadModules(modules);
  const analyser = new Analyser({ adapters, modules }, (batch) => {
    const buffers = batch.table.blocks.map((block) => block.buffer as ArrayBuffer);
    port.postMessage({ kind: 'batch', batch } satisfies Reply, buffers);
  });
  let queue = Promise.resolve();
  const answer = async (request: Request): Promise<void> => {
    if (request.kind !== 'work') {
      analyser.flush();
      port.postMessage({ kind: 'finished' } satisfies Reply);
      return;
    }
    await analyser.add(request.items);
    const characters = request.items.reduce((sum, { raw }) => sum + raw.length, 0);
    port.postMessage({ kind: 'done', items: request.items.length, characters } satisfies Reply);
  };
  port.on('message', (request: Request) => {
    // Of the thread alone: here nothing is half done.
    if (request.kind === 'stop') process.exit();
    queue = queue.then(() => answer(request));
    // An error must reach the main thread as the thread's own, not vanish with the promise.
    queue.catch((error: unknown) => {
      setImmediate(() => {
        throw error;
      });
    });
  });
}

if (parentPort !== null) await serve(parentPort, workerData as readonly string[]);
