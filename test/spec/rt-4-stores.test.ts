import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { openTeamStore } from '../../src/adapters/stores/postgres/store.ts';
import { openStore } from '../../src/adapters/stores/sqlite/store.ts';
import { storeContract } from '../contracts/store.contract.ts';
import { memoryStore } from '../support/memory-store.ts';
import {
  type PostgresServer,
  postgresPrograms,
  startPostgres,
  tellSkipped,
} from '../support/postgres-server.ts';

describe('a file of SQLite', () => {
  storeContract((limits) => {
    const file = join(mkdtempSync(join(tmpdir(), 'sheaf-store-')), 'index.db');
    return openStore({ file, version: 't', warn: () => undefined, ...limits });
  });
});

describe('memory', () => {
  storeContract(async (limits) => memoryStore(limits));
});

const programs = postgresPrograms();
if (programs === null) tellSkipped('stores on PostgreSQL');

describe.skipIf(programs === null)('PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres(programs ?? '');
  });
  afterAll(() => server.stop());
  let teams = 0;
  storeContract((limits) =>
    openTeamStore({
      url: server.url,
      schema: `team${++teams}`,
      repository: 'r',
      version: 't',
      place: 'tree',
      tree: 'here',
      mayWrite: true,
      keepDays: 90,
      hash: () => '',
      ...limits,
    }),
  );
});
