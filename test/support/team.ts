import { afterAll, beforeAll } from 'vitest';
import { openWorkspace, type Workspace } from '../../src/index.ts';
import {
  type PostgresServer,
  postgresPrograms,
  startPostgres,
  tellSkipped,
} from './postgres-server.ts';

const programs = postgresPrograms();

/** Whether tests can start a server; says it loudly where they can't. */
export function hasServer(what: string): boolean {
  if (programs === null) tellSkipped(what);
  return programs !== null;
}

/** A server for the tests of a group. */
export function withServer(): () => PostgresServer {
  let server: PostgresServer | undefined;
  beforeAll(async () => {
    server = await startPostgres(programs ?? '');
  });
  afterAll(() => server?.stop());
  return () => {
    if (server === undefined) throw new Error('there is no server yet');
    return server;
  };
}

export interface TeamConfig {
  readonly store: string;
  readonly repository?: string;
  readonly role?: 'reader' | 'writer';
  readonly schema?: string;
}

/** Works in a project with a team, or alone; what it was told is handed over too. */
export async function working<T>(
  root: string,
  team: TeamConfig | null,
  work: (workspace: Workspace, told: readonly string[]) => Promise<T>,
  more: {
    readonly ref?: string;
    readonly indexFile?: string;
    readonly roots?: readonly string[];
  } = {},
): Promise<T> {
  const told: string[] = [];
  const workspace = await openWorkspace({
    root,
    config: team === null ? {} : { team: { repository: 'shop', ...team } },
    warn: (sentence) => told.push(sentence),
    ...more,
  });
  try {
    return await work(workspace, told);
  } finally {
    await workspace.close();
  }
}
