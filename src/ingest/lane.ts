import { startPool } from '../adapters/threads/pool.ts';
import { type Shape, shapeKey } from '../model/shape.ts';
import type { OwnSources } from '../ports/source.ts';
import { contentName, type IndexWriter, type StoredContent } from '../ports/store.ts';
import { Analyser, type RawContent } from './analyser.ts';
import type { Reply } from './thread.ts';

/** Where contents go to be analysed and stored: threads for much, this thread for little. */
export interface Lane {
  /** What is stored by now, by content name. */
  readonly stored: ReadonlyMap<string, StoredContent>;
  /** True if the content was given or found before. */
  has(hash: string, shape: Shape): boolean;
  /** Notes contents that the store had already. */
  note(found: ReadonlyMap<string, StoredContent>): void;
  give(item: RawContent): Promise<void>;
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

export function openLane(writer: IndexWriter, totalBytes: number, own: OwnSources): Lane {
  const stored = new Map<string, StoredContent>();
  const given = new Set<string>();
  const note = (found: ReadonlyMap<string, StoredContent>): void => {
    for (const [name, content] of found) stored.set(name, content);
  };
  const threads =
    canThread && own.modules !== null && totalBytes > THREADS_ABOVE_BYTES
      ? startPool<RawContent, Reply>(THREAD_SCRIPT, own.modules, (reply) => {
          if (reply.kind === 'batch') note(writer.addBatch(reply.batch));
        })
      : null;
  const analyser = new Analyser(own, (batch) => note(writer.addBatch(batch)));
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
    note,
    has: (hash, shape) => {
      const name = contentName({ hash, shape: shapeKey(shape) });
      return given.has(name) || stored.has(name);
    },
    give: async (item) => {
      given.add(contentName({ hash: item.hash, shape: shapeKey(item.shape) }));
      held.push(item);
      characters += item.raw.length;
      if (characters >= GIVE_CHARACTERS) await pass();
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
