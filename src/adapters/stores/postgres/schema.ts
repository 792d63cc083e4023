import { SheafError } from '../../../model/errors.ts';
import type { Link, Session } from './link.ts';
import { text } from './rows.ts';

/**
 * Facts and postings, which are nearly all of the bytes, are cut into this many parts by the hash of their number. A part may lie on another
 * server; so neither table has an index over all parts, and each part has its own.
 */
export const PARTS = 4;

const spread = (table: string, key: string): string =>
  Array.from({ length: PARTS }, (_, part) => {
    const values = `FOR VALUES WITH (MODULUS ${PARTS}, REMAINDER ${part})`;
    return `CREATE TABLE ${table}_${part} PARTITION OF ${table} ${values};
      CREATE UNIQUE INDEX ON ${table}_${part} (${key});`;
  }).join('\n');

/**
 * Append only, and only what an older program can live with: tables and columns that it does not know. Whatever it would misread needs another
 * version of the analyser, which has a schema of its own.
 */
const MIGRATIONS: Readonly<Record<string, string>> = {
  '0001-store': `
    CREATE TABLE repositories (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL UNIQUE);
    CREATE SEQUENCE content_ids;
    CREATE SEQUENCE segment_ids;
    CREATE TABLE contents (
      id bigint PRIMARY KEY, hash text NOT NULL, shape text NOT NULL, lines bigint NOT NULL, chunks bigint NOT NULL,
      segment bigint NOT NULL, plain boolean NOT NULL, UNIQUE (hash, shape));
    CREATE TABLE facts (content bigint NOT NULL, facts bytea NOT NULL, text bytea NOT NULL) PARTITION BY HASH (content);
    CREATE TABLE segments (
      id bigint PRIMARY KEY, repository bigint NOT NULL, chunks bigint NOT NULL, firsts bytea NOT NULL, layout bytea NOT NULL);
    CREATE TABLE blocks (id bigint NOT NULL, body bytea NOT NULL) PARTITION BY HASH (id);
    ${spread('facts', 'content')}
    ${spread('blocks', 'id')}
    CREATE TABLE path_tables (digest text PRIMARY KEY, body bytea NOT NULL);
    CREATE TABLE states (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, repository bigint NOT NULL, root text NOT NULL, place text NOT NULL,
      base text, settings text NOT NULL, path_digest text NOT NULL, files bytea NOT NULL, identity bytea NOT NULL,
      left_out bytea NOT NULL, memory bytea NOT NULL, contents bigint NOT NULL, written timestamptz NOT NULL DEFAULT now());
    CREATE INDEX ON states (repository, place, id);
    CREATE INDEX ON states (repository, root);
    CREATE TABLE history (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, repository bigint NOT NULL, commits bytea NOT NULL, oids bytea NOT NULL,
      firsts bytea NOT NULL);
    CREATE INDEX ON history (repository, id);
    CREATE TABLE history_blocks (id bigint PRIMARY KEY, body bytea NOT NULL);
    CREATE TABLE heads (
      repository bigint NOT NULL, oid text NOT NULL, traits text NOT NULL, PRIMARY KEY (repository, traits, oid));
    CREATE TABLE models (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, repository bigint NOT NULL, key text NOT NULL, body bytea NOT NULL,
      UNIQUE (repository, key));
    CREATE TABLE vectors (model text NOT NULL, content text NOT NULL, body bytea NOT NULL, PRIMARY KEY (model, content));
    CREATE TABLE summaries (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, repository bigint NOT NULL, key text NOT NULL, body bytea NOT NULL,
      UNIQUE (repository, key));
    CREATE TABLE assemblies (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, repository bigint NOT NULL, body bytea NOT NULL);
    CREATE TABLE work (hash text NOT NULL, shape text NOT NULL, PRIMARY KEY (hash, shape));
    CREATE VIEW sharing AS SELECT stored, used, used - stored AS shared, round((used - stored) * bytes / greatest(stored, 1)) AS bytes_saved
      FROM (SELECT count(*) AS stored FROM contents) c,
        (SELECT coalesce(sum(contents), 0) AS used FROM (SELECT DISTINCT ON (repository, place) contents FROM states ORDER BY repository, place, id DESC) s) u,
        (SELECT coalesce(sum(length(facts) + length(text)), 0) AS bytes FROM facts) f;`,
};

/** The schema of a team under one version of the analyser: two versions never read each other's facts, and run side by side. */
export const schemaOf = (team: string, version: string): string => `${team}_${version}`;

/** Sees that all tables are there; makes them where the caller may write. One at a time, whoever comes first. */
export function prepareSchema(link: Link, schema: string, mayWrite: boolean): void {
  const session = link.session();
  try {
    if (missing(session, schema).length === 0) return;
    if (!mayWrite) {
      const sentence = `The team's store ${link.name} has no tables for this version yet.`;
      throw new SheafError('not-found', sentence, 'Let a writer index the project first.');
    }
    session.transaction(() => {
      session.all('SELECT pg_advisory_xact_lock(hashtext($1))', `sheaf migrations ${schema}`);
      session.script(`CREATE SCHEMA IF NOT EXISTS "${schema}";
        CREATE TABLE IF NOT EXISTS meta (key text PRIMARY KEY, value text NOT NULL);`);
      for (const name of missing(session, schema)) {
        session.script(MIGRATIONS[name] ?? '');
        session.all('INSERT INTO meta VALUES ($1, now()::text)', `migration:${name}`);
      }
    });
  } finally {
    session.close();
  }
}

function missing(session: Session, schema: string): readonly string[] {
  const table = session.one('SELECT to_regclass($1)::text AS name', `"${schema}".meta`);
  const rows =
    table?.['name'] === null
      ? []
      : session.all(`SELECT key FROM meta WHERE key LIKE 'migration:%'`);
  const applied = new Set(rows.map((row) => text(row, 'key').slice('migration:'.length)));
  return Object.keys(MIGRATIONS).filter((name) => !applied.has(name));
}
