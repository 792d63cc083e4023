import { bytes, type Db, text } from './database.ts';

/** Append only: a migration that has shipped is never changed, a new one is added below it. */
const MIGRATIONS: Readonly<Record<string, string>> = {
  '0001-index': `
    CREATE TABLE contents (
      id INTEGER PRIMARY KEY, hash TEXT NOT NULL, shape TEXT NOT NULL, lines INTEGER NOT NULL, chunks INTEGER NOT NULL,
      segment INTEGER NOT NULL, facts BLOB NOT NULL, text BLOB NOT NULL, UNIQUE (hash, shape));
    CREATE TABLE segments (id INTEGER PRIMARY KEY, chunks INTEGER NOT NULL, firsts BLOB NOT NULL, layout BLOB NOT NULL);
    CREATE TABLE blocks (id INTEGER PRIMARY KEY, body BLOB NOT NULL);
    CREATE TABLE states (
      id INTEGER PRIMARY KEY, root TEXT NOT NULL, place TEXT NOT NULL, base TEXT, settings TEXT NOT NULL, path_digest TEXT NOT NULL,
      files BLOB NOT NULL, identity BLOB NOT NULL, paths BLOB NOT NULL, left_out BLOB NOT NULL);
    CREATE INDEX states_by_place ON states (place, id);
    CREATE INDEX states_by_root ON states (root);
    CREATE INDEX states_by_paths ON states (path_digest);
    CREATE TABLE history (id INTEGER PRIMARY KEY, commits BLOB NOT NULL, oids BLOB NOT NULL, firsts BLOB NOT NULL);
    CREATE TABLE history_blocks (id INTEGER PRIMARY KEY, body BLOB NOT NULL);`,
  '0002-models': `
    CREATE TABLE models (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, body BLOB NOT NULL);
    CREATE TABLE vectors (model TEXT NOT NULL, content TEXT NOT NULL, body BLOB NOT NULL, PRIMARY KEY (model, content)) WITHOUT ROWID;`,
  '0003-listing-memory': `
    CREATE TABLE memories (place TEXT PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID;
    CREATE TABLE path_tables (digest TEXT PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID;
    INSERT OR IGNORE INTO path_tables SELECT path_digest, paths FROM states;`,
  '0004-summaries': `CREATE TABLE summaries (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, body BLOB NOT NULL);`,
  '0005-assemblies': `CREATE TABLE assemblies (id INTEGER PRIMARY KEY, body BLOB NOT NULL);`,
  '0006-state-changes': `
    ALTER TABLE states ADD COLUMN base_state INTEGER;
    ALTER TABLE states ADD COLUMN changes BLOB;`,
  '0007-seals': `
    ALTER TABLE contents ADD COLUMN seal INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE states ADD COLUMN seal INTEGER NOT NULL DEFAULT 0;`,
  // States and histories from before did not say whose they are. Facts did not have to.
  '0008-roots': `
    CREATE TABLE roots (key TEXT PRIMARY KEY, path TEXT NOT NULL, device TEXT NOT NULL, lineage TEXT NOT NULL, missed INTEGER NOT NULL,
      seal INTEGER NOT NULL) WITHOUT ROWID;
    ALTER TABLE segments ADD COLUMN home TEXT NOT NULL DEFAULT '';
    ALTER TABLE assemblies ADD COLUMN home TEXT NOT NULL DEFAULT '';
    ALTER TABLE states ADD COLUMN blobs BLOB;
    ALTER TABLE history ADD COLUMN lineage TEXT NOT NULL DEFAULT '';
    CREATE INDEX history_by_lineage ON history (lineage);
    DELETE FROM states; DELETE FROM path_tables; DELETE FROM memories; DELETE FROM history; DELETE FROM history_blocks;
    DELETE FROM meta WHERE key LIKE 'head:%';`,
  '0009-contexts': `CREATE TABLE contexts (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, body BLOB NOT NULL);`,
};

/**
 * Makes the tables that are missing. False for a file that can't be read: facts made by another version of the analyser would be misread, and a
 * migration we do not know was made by a newer version.
 */
export function prepareSchema(db: Db, version: string): boolean {
  const known = readiness(db, version);
  if (known !== 'new') return known === 'ready';
  return db.transaction(() => {
    // Looked at again inside the transaction: another process may have made the tables meanwhile.
    const again = readiness(db, version);
    if (again !== 'new') return again === 'ready';
    const applied = appliedMigrations(db);
    for (const [name, sql] of Object.entries(MIGRATIONS)) {
      if (applied.has(name)) continue;
      db.exec(sql);
      db.run('INSERT INTO meta VALUES (?, ?)', `migration:${name}`, '');
    }
    db.run(`INSERT OR REPLACE INTO meta VALUES ('analyser', ?)`, version);
    return true;
  });
}

/** Whether a file has the tables and the facts of this version. */
export const isOfVersion = (db: Db, version: string): boolean => readiness(db, version) === 'ready';

function appliedMigrations(db: Db): Set<string> {
  const rows = db.all(`SELECT ${bytes('key')} FROM meta WHERE key LIKE 'migration:%'`);
  return new Set(rows.map((row) => text(row, 'key').slice('migration:'.length)));
}

function readiness(db: Db, version: string): 'ready' | 'new' | 'other-version' {
  db.exec(
    'CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID',
  );
  const row = db.one(`SELECT ${bytes('value')} FROM meta WHERE key = 'analyser'`);
  if (row !== undefined && text(row, 'value') !== version) return 'other-version';
  const applied = appliedMigrations(db);
  if ([...applied].some((name) => !(name in MIGRATIONS))) return 'other-version';
  const isWhole = applied.size === Object.keys(MIGRATIONS).length;
  return row !== undefined && isWhole ? 'ready' : 'new';
}
