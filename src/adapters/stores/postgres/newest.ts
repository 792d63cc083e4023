import { startThread } from './link.ts';
import type { Asked, Reply } from './wire.ts';

/** What is newest in a team's store, for those who keep answers: an answer holds as long as nothing newer is there. */
export interface Newest {
  /** Names the newest commit of a repository; null where that can't be told. */
  of(repository: string): Promise<string | null>;
  close(): void;
}

const NEWEST = `SELECT name, (SELECT max(s.id) FROM states s WHERE s.repository = r.id AND place LIKE 'commit:%')::text AS id
  FROM repositories r`;

type Found = ReadonlyMap<unknown, unknown>;

export function openNewest(url: string, schema: string): Newest {
  const { worker, port } = startThread(url, schema);
  let asked = 0;
  let session = 0;
  /** One look at a time, so one at most waits for an answer. */
  let told = (_: Reply): void => undefined;
  port.on('message', (reply: Reply) => told(reply));
  worker.on('error', () => told({ number: asked, trouble: BROKEN }));
  worker.unref();
  port.unref();
  const look = async (): Promise<Found> => {
    const reply = await new Promise<Reply>((resolve) => {
      told = resolve;
      const ask = { kind: 'query', session, sql: NEWEST, values: [] } as const;
      worker.postMessage({ number: ++asked, ask } satisfies Asked);
    });
    if ('rows' in reply) return new Map(reply.rows.map(({ name, id }) => [name, id]));
    // Whoever answers the question meets the same trouble and says it. What was lost is opened anew by the next.
    if (reply.trouble.lost) session++;
    return new Map();
  };
  let now: Promise<Found> | null = null;
  let next: Promise<Found> | null = null;
  const begin = (): Promise<Found> => {
    now = look().finally(() => {
      now = null;
    });
    return now;
  };
  return {
    of: async (repository) => {
      // What is on its way may be older than this question: all who come meanwhile share the next look.
      if (now !== null) {
        next ??= now.then(() => {
          next = null;
          return begin();
        });
      }
      const id = (await (next ?? begin())).get(repository);
      return typeof id === 'string' ? id : null;
    },
    close: () => {
      port.close();
      void worker.terminate();
    },
  };
}

const BROKEN = { code: '', message: '', lost: true };
