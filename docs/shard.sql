-- What a server needs that keeps parts of a team's store for a coordinator. Run it on each of them:
--   psql -v schema=sheaf_24 -f shard.sql postgres://admin@shard-a/sheaf
CREATE FUNCTION pg_temp.prepare(store text, parts int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE SCHEMA IF NOT EXISTS %I', store);
  FOR part IN 0 .. parts - 1 LOOP
    EXECUTE format('CREATE TABLE IF NOT EXISTS %I.%I (content bigint NOT NULL, facts bytea NOT NULL, text bytea NOT NULL)',
      store, 'facts_' || part);
    EXECUTE format('CREATE UNIQUE INDEX IF NOT EXISTS %I ON %I.%I (content)', 'facts_' || part || '_key', store, 'facts_' || part);
    EXECUTE format('CREATE TABLE IF NOT EXISTS %I.%I (id bigint NOT NULL, body bytea NOT NULL)', store, 'blocks_' || part);
    EXECUTE format('CREATE UNIQUE INDEX IF NOT EXISTS %I ON %I.%I (id)', 'blocks_' || part || '_key', store, 'blocks_' || part);
  END LOOP;
END $$;
SELECT pg_temp.prepare(:'schema', 4);
