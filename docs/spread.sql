-- Moves the parts of a team's store to other servers. Run it on the coordinator while nobody writes, after shard.sql on
-- each shard and after CREATE EXTENSION postgres_fdw, CREATE SERVER and CREATE USER MAPPING for each:
--   psql -v schema=sheaf_24 -v servers='{shard_a,shard_b}' -f spread.sql postgres://admin@coordinator/sheaf
CREATE FUNCTION pg_temp.spread(store text, servers text[], parts int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  parent text;
  name text;
  server text;
BEGIN
  FOREACH parent IN ARRAY ARRAY['facts', 'blocks'] LOOP
    FOR part IN 0 .. parts - 1 LOOP
      name := parent || '_' || part;
      server := servers[1 + part % array_length(servers, 1)];
      EXECUTE format('ALTER TABLE %I.%I DETACH PARTITION %I.%I', store, parent, store, name);
      EXECUTE format('ALTER TABLE %I.%I RENAME TO %I', store, name, name || '_here');
      EXECUTE format('CREATE FOREIGN TABLE %I.%I PARTITION OF %I.%I FOR VALUES WITH (MODULUS %s, REMAINDER %s)
        SERVER %I OPTIONS (schema_name %L, table_name %L)', store, name, store, parent, parts, part, server, store, name);
      EXECUTE format('INSERT INTO %I.%I SELECT * FROM %I.%I', store, name, store, name || '_here');
      EXECUTE format('DROP TABLE %I.%I', store, name || '_here');
    END LOOP;
  END LOOP;
END $$;
BEGIN;
SELECT pg_temp.spread(:'schema', :'servers', 4);
COMMIT;
