import { startPool, threadsAtOnce } from '../adapters/threads/pool.ts';
import type { OwnSources } from '../ports/source.ts';
import type { Batch } from '../ports/store.ts';
import {
  type Content,
  charactersOf,
  cleanOf,
  createAnalyser,
  type RawContent,
} from './analyser.ts';

/** Those who analyse contents. */
export interface Workers {
  /** Resolves when there is room for more. */
  give(items: readonly RawContent[]): Promise<void>;
  finish(): Promise<void>;
  stop(): Promise<void>;
}

interface WorkersOptions {
  readonly own: OwnSources;
  readonly totalBytes: number;
  /** The process does little more than this. */
  readonly endsSoon: boolean;
  readonly onBatch: (batch: Batch) => void;
}

/** Each thread compiles for itself what it runs, which takes a second of processor time: it should have enough to do. */
const BYTES_PER_THREAD = 1_500_000;
/** What waits in front of a thread: enough for the time in which this one writes a batch. */
const LONG_QUEUE = 2_000_000;
/** Towards the end less waits, so that the last ends soon after the first. */
const SHORT_QUEUE = 250_000;

/** What a text of this length takes to be parsed is never given back: it is left to those who end before this thread does. */
const LARGE_CHARACTERS = 300_000;

/** Threads run the bundled script; run from the sources, as tests do, the same work is done here. */
const THREAD_SCRIPT = new URL('./ingest-thread.js', import.meta.url);
const canThread = /\.c?js$/.test(import.meta.url);

/** Threads for much, this thread for little. One that has nobody else to listen to takes its share instead of another thread. */
export function startWorkers({ own, totalBytes, endsSoon, onBatch }: WorkersOptions): Workers {
  const wanted = Math.min(Math.ceil(totalBytes / BYTES_PER_THREAD), threadsAtOnce());
  const threads = endsSoon || wanted === 1 ? wanted - 1 : wanted;
  const here = createAnalyser(own, onBatch);
  if (!canThread || own.modules === null || threads <= 0) {
    return { ...here, stop: async () => undefined };
  }
  /** What takes out secrets is much to compile and runs fast: of two threads only one has to have it. */
  const cleansHere = endsSoon && threads === 1;
  /** What is still to come. */
  let left = totalBytes;
  const pool = startPool<Content, Batch>({
    script: THREAD_SCRIPT,
    workerData: own.modules,
    threads,
    queueCharacters: () =>
      endsSoon ? Math.min(LONG_QUEUE, Math.max(SHORT_QUEUE, left / (threads + 1))) : LONG_QUEUE,
    onBatch,
  });
  return {
    give: (raw) => {
      const items = cleansHere ? raw.map((item) => cleanOf(item, own)) : raw;
      const characters = charactersOf(items);
      left -= characters;
      return endsSoon && characters < LARGE_CHARACTERS && !pool.hasRoom(characters)
        ? here.give(items)
        : pool.give(items, characters);
    },
    finish: async () => {
      await Promise.all([here.finish(), pool.finish()]);
    },
    stop: pool.stop,
  };
}
