import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { loadModules } from '../adapters/sources/own/load.ts';
import type { PoolReply, PoolRequest } from '../adapters/threads/pool.ts';
import type { Batch } from '../ports/store.ts';
import { type Content, charactersOf, createAnalyser } from './analyser.ts';

/* The other end of adapters/threads/pool.ts: work comes in, batches and receipts go out. */

async function serve(port: MessagePort, modules: readonly string[]): Promise<void> {
  const reply = (message: PoolReply<Batch>, moved: readonly ArrayBuffer[] = []): void =>
    port.postMessage(message, moved);
  const adapters = await loadModules(modules);
  const analyser = createAnalyser({ adapters, modules }, (batch) => {
    const buffers = batch.table.blocks.map((block) => block.buffer as ArrayBuffer);
    reply({ kind: 'batch', batch }, buffers);
  });
  let queue = Promise.resolve();
  const answer = async (request: PoolRequest<Content>): Promise<void> => {
    if (request.kind !== 'work') {
      await analyser.finish();
      reply({ kind: 'finished' });
      return;
    }
    await analyser.give(request.items);
    reply({ kind: 'done', characters: charactersOf(request.items) });
  };
  port.on('message', (request: PoolRequest<Content>) => {
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
