import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A real server in a folder of its own, for as long as a test needs it. */
export interface PostgresServer {
  /** The address of a database on it. */
  readonly url: string;
  readonly port: number;
  sql(text: string): string;
  /** A schema as `pg_dump` writes it. */
  dump(schema: string): string;
  /** Runs a file with variables. */
  run(file: string, variables: Readonly<Record<string, string>>): void;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const DEBIAN = '/usr/lib/postgresql';
const READY_MS = 90_000;

/** Where the server's programs are; null where none is installed. */
export function postgresPrograms(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort().reverse() : [];
  const folders = [
    ...versions.map((version) => join(DEBIAN, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null;
}

/** Says loudly what is not tested without a server. */
export function tellSkipped(what: string): void {
  process.stderr.write(
    `\nSKIPPED: ${what}. There is no PostgreSQL here: apt-get install postgresql.\n\n`,
  );
}

/** A server refuses to run as root, so root starts it as somebody else. */
function runAs(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string): number =>
    Number(execFileSync('sh', ['-c', `id ${flag} postgres 2>/dev/null || id ${flag} nobody`]));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });
}

export async function startPostgres(programs: string): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-postgres-'));
  const user = runAs();
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const how = { ...user, cwd: folder, stdio: 'ignore' } as const;
  const program = (name: string): string => join(programs, name);
  const init = ['-D', data, '-U', 'sheaf', '-A', 'trust', '-N', '-E', 'UTF8', '--locale=C'];
  execFileSync(program('initdb'), init, how);
  const port = await freePort();
  const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: folder };
  const flags = Object.entries({ ...settings, fsync: 'off', max_connections: 60 });
  const psql = (...args: readonly string[]): string =>
    execFileSync(
      program('psql'),
      [
        '-h',
        '127.0.0.1',
        '-p',
        `${port}`,
        '-U',
        'sheaf',
        '-v',
        'ON_ERROR_STOP=1',
        ...args,
        'postgres',
      ],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    ).trim();
  const sql = (text: string): string => psql('-XAtqc', text);
  let server: ReturnType<typeof spawn> | null = null;
  const start = async (): Promise<void> => {
    const given = flags.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    server = spawn(program('postgres'), ['-D', data, ...given], how);
    const until = performance.now() + READY_MS;
    const ready = (): boolean => {
      try {
        return sql('SELECT 1') === '1';
      } catch {
        return false;
      }
    };
    while (!ready()) {
      if (performance.now() > until) throw new Error('the server did not start');
      await sleep(50);
    }
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = server;
    server = null;
    if (ended === null || ended.exitCode !== null) return;
    await new Promise((resolve) => {
      ended.once('exit', resolve);
      ended.kill(signal);
    });
  };
  await start();
  return {
    url: `postgres://sheaf@127.0.0.1:${port}/postgres`,
    port,
    sql,
    dump: (schema) =>
      execFileSync(
        program('pg_dump'),
        ['-h', '127.0.0.1', '-p', `${port}`, '-U', 'sheaf', '-n', schema, 'postgres'],
        { encoding: 'utf8', maxBuffer: 1 << 28 },
      ),
    run: (file, variables) => {
      const given = Object.entries(variables).flatMap(([name, value]) => [
        '-v',
        `${name}=${value}`,
      ]);
      psql('-Xq', ...given, '-f', file);
    },
    start,
    // An immediate shutdown is what the server itself calls a crash; a real SIGKILL leaves its children behind for a while.
    kill: () => end('SIGQUIT'),
    stop: async () => {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
