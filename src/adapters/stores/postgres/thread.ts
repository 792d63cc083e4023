import { connect, type NetConnectOpts, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parentPort, workerData } from 'node:worker_threads';
import postgres from 'postgres';
import type { Ask, Asked, Reply, Row, Setup, Trouble } from './wire.ts';

/* The other end of link.ts: asks the server while the caller sleeps. */

const CONNECT_SECONDS = 10;
const END_SECONDS = 2;
const BIGINT = 20;

/** Where a connection goes; lists of which the first counts. */
interface Target {
  readonly host: readonly string[];
  readonly port: readonly number[];
  readonly path?: string | undefined;
}

/** The end of a COPY is a packet of its own, which the system would hold back for 40 ms. Known to the package, not to its types. */
const PROMPT: object = {
  socket: ({ host: [host], port: [port], path }: Target) =>
    new Promise<Socket>((resolve, reject) => {
      const socket = connect({ host, port, path, noDelay: true } as NetConnectOpts);
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(socket);
      });
    }),
};

interface Session {
  readonly sql: postgres.Sql<{ bigint: number }>;
  /** The connection is gone. A new one would not hold the transaction or the lock that the caller relies on. */
  isLost: boolean;
}

function opened({ url, schema }: Setup): Session {
  const session: Session = {
    isLost: false,
    sql: postgres(url, {
      max: 1,
      connect_timeout: CONNECT_SECONDS,
      idle_timeout: 0,
      max_lifetime: null,
      // Types of our own there are none, and asking for them would be another round trip.
      fetch_types: false,
      onnotice: () => undefined,
      onclose: () => {
        session.isLost = true;
      },
      connection: { application_name: 'sheaf', search_path: `"${schema}"` },
      ...PROMPT,
      types: { bigint: { to: BIGINT, from: [BIGINT], parse: Number, serialize: String } },
    }),
  };
  return session;
}

function serve(setup: Setup): void {
  const { port, flag } = setup;
  const sessions = new Map<number, Session>();
  const woken = new Int32Array(flag);
  const sessionOf = (id: number): Session => {
    const session = sessions.get(id) ?? opened(setup);
    sessions.set(id, session);
    return session;
  };
  const run = async (ask: Ask): Promise<readonly Row[]> => {
    const session = sessionOf(ask.session);
    const { sql } = session;
    if (ask.kind === 'close') {
      sessions.delete(ask.session);
      await sql.end({ timeout: END_SECONDS });
      return [];
    }
    if (session.isLost) throw Object.assign(new Error('the connection was lost'), { code: LOST });
    if (ask.kind === 'script') return [...(await sql.unsafe(ask.sql).simple())] as Row[];
    if (ask.kind === 'copy') {
      const into = await sql.unsafe(ask.sql).writable();
      await pipeline(Readable.from([ask.body]), into);
      return [];
    }
    return [...(await sql.unsafe(ask.sql, [...ask.values], { prepare: true }))];
  };
  const troubleOf = (error: unknown, ask: Ask): Trouble => {
    const { code = '', message = String(error) } = Object(error) as Partial<NodeJS.ErrnoException>;
    const session = sessions.get(ask.session);
    // What is not the server's own word is the connection's, which a session does not survive.
    if (session !== undefined && !(error instanceof postgres.PostgresError)) session.isLost = true;
    return { code, message, lost: session?.isLost !== false };
  };
  parentPort?.on('message', async ({ number, ask }: Asked) => {
    const reply: Reply = await run(ask).then(
      (rows) => ({ number, rows }),
      (error: unknown) => ({ number, trouble: troubleOf(error, ask) }),
    );
    port.postMessage(reply);
    Atomics.store(woken, 0, 1);
    Atomics.notify(woken, 0);
  });
  parentPort?.postMessage('ready');
}

const LOST = 'CONNECTION_CLOSED';

serve(workerData as Setup);
