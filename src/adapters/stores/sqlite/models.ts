import { SheafError } from '../../../model/errors.ts';
import type { ModelStore } from '../../../ports/models.ts';
import { contentName } from '../../../ports/store.ts';
import { blob, type Db, integer, type Row, text } from './database.ts';
import { seal, unseal } from './seal.ts';

/** A model belongs to what it was trained on; older ones serve states that are looked at again. */
const MODELS_KEPT = 6;
/** Summaries are short: enough of them for every file of a large project at a level or two. */
const SUMMARIES_KEPT = 20_000;
/** Of this many contents or more it is cheaper to read all vectors of a model. */
const ONE_BY_ONE_BELOW = 200;

/** A cache that can't be written is a slower program, not a failing one. */
export function attempt(write: () => void): void {
  try {
    write();
  } catch (error) {
    const isExpected =
      error instanceof SheafError && (error.code === 'busy' || error.code === 'unreadable');
    if (!isExpected) throw error;
  }
}

/** Damage here costs nothing but time: what can't be read is made again and written over. */
function intact(row: Row | undefined): Uint8Array | null {
  if (row === undefined) return null;
  try {
    return unseal(blob(row, 'body'));
  } catch (error) {
    if (error instanceof SheafError && error.code === 'damaged') return null;
    throw error;
  }
}

/** `reader` sees the state's snapshot, `writer` is the store's own connection. */
export function openModels(reader: Db, writer: Db): ModelStore {
  return {
    contentNames: (contents) => {
      const names = new Map<number, string>();
      for (const content of contents) {
        const row = reader.one('SELECT hash, shape FROM contents WHERE id = ?', content);
        if (row === undefined) continue;
        names.set(content, contentName({ hash: text(row, 'hash'), shape: text(row, 'shape') }));
      }
      return names;
    },
    readModel: (key) => intact(writer.one('SELECT body FROM models WHERE key = ?', key)),
    writeModel: (key, body) =>
      attempt(() => writer.transaction(() => writeModel(writer, key, body))),
    readSummary: (key) => intact(writer.one('SELECT body FROM summaries WHERE key = ?', key)),
    writeSummary: (key, body) =>
      attempt(() => writer.transaction(() => writeSummary(writer, key, body))),
    readVectors: (model, contents) => readVectors(writer, model, contents),
    writeVectors: (model, vectors) =>
      attempt(() =>
        writer.transaction(() => {
          for (const [content, body] of vectors) {
            writer.run(
              'INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)',
              model,
              content,
              seal(body),
            );
          }
        }),
      ),
  };
}

function writeModel(db: Db, key: string, body: Uint8Array): void {
  db.run('DELETE FROM models WHERE key = ?', key);
  db.run('INSERT INTO models (key, body) VALUES (?, ?)', key, seal(body));
  const old = db.all('SELECT id, key FROM models ORDER BY id DESC LIMIT -1 OFFSET ?', MODELS_KEPT);
  for (const row of old) {
    db.run('DELETE FROM vectors WHERE model = ?', text(row, 'key'));
    db.run('DELETE FROM models WHERE id = ?', integer(row, 'id'));
  }
}

/** Numbers grow with every writing, so those far below the newest are the oldest. */
function writeSummary(db: Db, key: string, body: Uint8Array): void {
  db.run('DELETE FROM summaries WHERE key = ?', key);
  db.run('INSERT INTO summaries (key, body) VALUES (?, ?)', key, seal(body));
  db.run('DELETE FROM summaries WHERE id <= (SELECT max(id) FROM summaries) - ?', SUMMARIES_KEPT);
}

const ONE_VECTOR = 'SELECT body FROM vectors WHERE model = ? AND content = ?';

function readVectors(
  db: Db,
  model: string,
  contents: readonly string[],
): ReadonlyMap<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  const note = (content: string, row: Row | undefined): void => {
    const body = intact(row);
    if (body !== null) found.set(content, body);
  };
  if (contents.length < ONE_BY_ONE_BELOW) {
    for (const content of contents) {
      note(content, db.one(ONE_VECTOR, model, content));
    }
    return found;
  }
  const wanted = new Set(contents);
  for (const row of db.all('SELECT content, body FROM vectors WHERE model = ?', model)) {
    const content = text(row, 'content');
    if (wanted.has(content)) note(content, row);
  }
  return found;
}

/** Drops the vectors of contents that are gone. Call inside a transaction. */
export function dropLooseVectors(db: Db): void {
  db.run(`DELETE FROM vectors WHERE content NOT IN (SELECT hash || ' ' || shape FROM contents)`);
}
