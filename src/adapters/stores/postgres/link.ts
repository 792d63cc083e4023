import { once } from 'node:events';
import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  Worker,
} from 'node:worker_threads';
import { SheafError } from '../../../model/errors.ts';
import { copyBody } from './copy.ts';
import { troubleAs } from './troubles.ts';
import type { Ask, Asked, Reply, Row, Setup, Value } from './wire.ts';

/** One connection. Whatever it holds, a transaction or a lock, goes with it. */
export interface Session {
  all(sql: string, ...values: Value[]): readonly Row[];
  one(sql: string, ...values: Value[]): Row | undefined;
  /** Several statements at once. */
  script(sql: string): void;
  /** Rows into a table, as fast as the server takes them. */
  copy(table: string, columns: readonly string[], rows: readonly (readonly Value[])[]): void;
  transaction<T>(work: () => T): T;
  /** Whether the server has let go of it. */
  readonly isLost: boolean;
  close(): void;
}

export interface Link {
  /** The server and the database, without a user and a password. */
  readonly name: string;
  session(): Session;
  close(): void;
}

/** No query of ours takes this long; whoever waits longer is told. */
const ANSWER_MS = 120_000;

const isBundled = /\.c?js$/.test(import.meta.url);
/** Threads run the bundled script, also for those who run the sources, as tests do. */
const FOLDER = isBundled ? './' : '../../../../dist/';
const SCRIPT = new URL(`${FOLDER}postgres-thread.js`, import.meta.url);

/** The thread that speaks to a server, where its answers arrive, and what it wakes then. */
interface Thread {
  readonly worker: Worker;
  readonly port: MessagePort;
  readonly woken: Int32Array;
}

export function startThread(url: string, schema: string): Thread {
  const { port1: port, port2: theirs } = new MessageChannel();
  const flag = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const setup: Setup = { url, schema, port: theirs, flag };
  const worker = new Worker(SCRIPT, { workerData: setup, transferList: [theirs] });
  return { worker, port, woken: new Int32Array(flag) };
}

/**
 * A way to a server on which one can ask and have the answer at once. A thread speaks to the server while we sleep: so the
 * stages that read a view need not know how far away it is.
 */
export async function openLink(url: string, schema: string): Promise<Link> {
  const { worker, port, woken } = startThread(url, schema);
  // It says when it is there, or why it can't be.
  await once(worker, 'message');
  worker.unref();
  port.unref();
  const name = nameOf(url);
  let asked = 0;
  const ask = (what: Ask): Reply => {
    const question: Asked = { number: ++asked, ask: what };
    Atomics.store(woken, 0, 0);
    worker.postMessage(question);
    for (;;) {
      const isLate = Atomics.wait(woken, 0, 0, ANSWER_MS) === 'timed-out';
      Atomics.store(woken, 0, 0);
      for (let said = receiveMessageOnPort(port); said; said = receiveMessageOnPort(port)) {
        const reply = said.message as Reply;
        if (reply.number === question.number) return reply;
      }
      if (!isLate) continue;
      const sentence = `The team's store ${name} did not answer within ${ANSWER_MS / 1000} s.`;
      throw new SheafError('busy', sentence, 'Try again.');
    }
  };
  let sessions = 0;
  return {
    name,
    session: () => sessionOn(ask, ++sessions, name),
    close: () => {
      port.close();
      void worker.terminate();
    },
  };
}

function sessionOn(ask: (what: Ask) => Reply, session: number, name: string): Session {
  let isLost = false;
  let isOpen = false;
  const rowsOf = (what: Ask): readonly Row[] => {
    isOpen = what.kind !== 'close';
    const reply = ask(what);
    if ('rows' in reply) return reply.rows;
    isLost ||= reply.trouble.lost;
    throw troubleAs(reply.trouble, name);
  };
  const all: Session['all'] = (sql, ...values) => rowsOf({ kind: 'query', session, sql, values });
  const script: Session['script'] = (sql) => void rowsOf({ kind: 'script', session, sql });
  return {
    all,
    one: (sql, ...values) => all(sql, ...values)[0],
    script,
    copy: (table, columns, rows) => {
      if (rows.length === 0) return;
      const sql = `COPY ${table} (${columns.join(', ')}) FROM STDIN (FORMAT binary)`;
      rowsOf({ kind: 'copy', session, sql, body: copyBody(rows) });
    },
    transaction: (work) => {
      script('BEGIN');
      try {
        const result = work();
        script('COMMIT');
        return result;
      } catch (error) {
        if (!isLost) script('ROLLBACK');
        throw error;
      }
    },
    get isLost() {
      return isLost;
    },
    close: () => {
      if (isOpen && !isLost) rowsOf({ kind: 'close', session });
    },
  };
}

/**
 * A session that is opened anew when the server has let go of it, for reading. Facts, segments and batches of commits never change, so a newer
 * snapshot gives the same bytes or says that something is missing, never others.
 */
export function lasting(link: Link, begin?: string): Session {
  let current: Session | null = null;
  /** Half a transaction can't be begun again: the caller hears of it. */
  let isInside = false;
  const session = (): Session => {
    if (current === null || (current.isLost && !isInside)) {
      current = link.session();
      if (begin !== undefined) current.script(begin);
    }
    return current;
  };
  const all: Session['all'] = (sql, ...values) => {
    const tried = session();
    try {
      return tried.all(sql, ...values);
    } catch (error) {
      if (isInside || !tried.isLost) throw error;
      return session().all(sql, ...values);
    }
  };
  return {
    all,
    one: (sql, ...values) => all(sql, ...values)[0],
    script: (sql) => session().script(sql),
    copy: (table, columns, rows) => session().copy(table, columns, rows),
    transaction: (work) => {
      const own = session();
      isInside = true;
      try {
        return own.transaction(work);
      } finally {
        isInside = false;
      }
    },
    get isLost() {
      return current?.isLost === true;
    },
    close: () => current?.close(),
  };
}

/** What may be shown of an address. */
export function nameOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
