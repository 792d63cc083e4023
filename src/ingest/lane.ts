import type { IndexStore } from '../adapters/stores/sqlite/store.ts';
import { startPool } from '../adapters/threads/pool.ts';
import { shapeKey } from '../model/shape.ts';
import type { OwnSources } from '../ports/source.ts';
import { type Batch, contentName, type IndexWriter, type StoredContent } from '../ports/store.ts';
import { Analyser, type RawContent } from './analyser.ts';

/** Where contents go to be analysed and stored: threads for much, this thread for little. */
export interface Lane {
  /** What is stored by now, by content name. */
  readonly stored: ReadonlyMap<string, StoredContent>;
  /** Has a content analysed unless its facts are known; true if it was new. */
  give(item: RawContent): Promise<boolean>;
  finish(): Promise<void>;
  stop(): Promise<void>;
}

/** Below this a thread costs more to start than it saves. */
const THREADS_ABOVE_BYTES = 600_000;
/** Handed over together, so that messages are few. */
const GIVE_CHARACTERS = 250_000;

/** Threads run the bundled script; run from the sources, as tests do, the same work is done here. */
const THREAD_SCRIPT = new URL('./ingest-thread.js', import.meta.url);
const canThread = /\.c?js$/.test(import.meta.url);

export function openLane(
  store: IndexStore,
  writer: IndexWriter,
  totalBytes: number,
  own: OwnSources,
): Lane {
  const stored = new Map<string, StoredContent>();
  /** Names of contents that were given before. */
  const given = new Set<string>();
  const add = (batch: Batch): void => {
    for (const [name, content] of writer.addBatch(batch)) stored.set(name, content);
  };
  const threads =
    canThread && own.modules !== null && totalBytes > THREADS_ABOVE_BYTES
      ? startPool<RawContent, Batch>(THREAD_SCRIPT, own.modules, add)
      : null;
  const analyser = new Analyser(own, add);
  let held: RawContent[] = [];
  let characters = 0;
  const pass = async (): Promise<void> => {
    const items = held;
    const size = characters;
    held = [];
    characters = 0;
    if (items.length === 0) return;
    await (threads === null ? analyser.add(items) : threads.give(items, size));
  };
  return {
    stored,
    give: async (item) => {
      const key = { hash: item.hash, shape: shapeKey(item.shape) };
      const name = contentName(key);
      if (given.has(name)) return false;
      given.add(name);
      const known = store.find(key);
      if (known !== null) {
        stored.set(name, known);
        return false;
      }
      held.push(item);
      characters += item.raw.length;
      if (characters >= GIVE_CHARACTERS) await pass();
      return true;
    },
    finish: async () => {
      await pass();
      if (threads === null) analyser.flush();
      else await threads.finish();
    },
    stop: async () => {
      await threads?.stop();
    },
  };
}
