import { join } from 'node:path';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

/** A coordinator whose facts and postings lie on other servers. */
export interface Spread {
  readonly coordinator: PostgresServer;
  readonly shards: readonly PostgresServer[];
  /** Moves what a schema holds to the shards. */
  spread(schema: string): void;
  stop(): Promise<void>;
}

const DOCS = join(import.meta.dirname, '../../docs');

export async function startSpread(programs: string): Promise<Spread> {
  const coordinator = await startPostgres(programs);
  const shards = [await startPostgres(programs), await startPostgres(programs)];
  coordinator.sql('CREATE EXTENSION postgres_fdw');
  shards.forEach(({ port }, i) => {
    const options = `host '127.0.0.1', port '${port}', dbname 'postgres', fetch_size '1000', batch_size '100'`;
    coordinator.sql(`CREATE SERVER shard_${i} FOREIGN DATA WRAPPER postgres_fdw OPTIONS (${options});
      CREATE USER MAPPING FOR PUBLIC SERVER shard_${i} OPTIONS (user 'sheaf')`);
  });
  return {
    coordinator,
    shards,
    spread: (schema) => {
      for (const shard of shards) shard.run(join(DOCS, 'shard.sql'), { schema });
      const servers = `{${shards.map((_, i) => `shard_${i}`).join(',')}}`;
      coordinator.run(join(DOCS, 'spread.sql'), { schema, servers });
    },
    stop: async () => {
      await Promise.all([coordinator, ...shards].map((server) => server.stop()));
    },
  };
}
