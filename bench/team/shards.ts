import { ANALYSER_VERSION } from '../../src/model/version.ts';
import { postgresPrograms } from '../../test/support/postgres-server.ts';
import { startSpread } from '../../test/support/shards.ts';
import { say } from '../support/table.ts';
import type { Ground } from './ground.ts';
import { same } from './same.ts';

/** The same over a coordinator with two shards: are the bytes the same, and what lies where? */
export async function shards(ground: Ground): Promise<void> {
  const servers = await startSpread(postgresPrograms() ?? '');
  try {
    let isSpread = false;
    await same({ ...ground, server: servers.coordinator }, 'spread', () => {
      if (!isSpread) servers.spread(SCHEMA);
      isSpread = true;
      const sizes = servers.shards.map(({ sql }) => sql(SIZE));
      say(`  bytes of facts and blocks on the shards: ${sizes.join(' and ')}`);
    });
  } finally {
    await servers.stop();
  }
}

const SCHEMA = `spread_${ANALYSER_VERSION}`;

const SIZE = `SELECT sum(pg_table_size(oid)) FROM pg_class
  WHERE relnamespace = '${SCHEMA}'::regnamespace AND relkind = 'r'`;
