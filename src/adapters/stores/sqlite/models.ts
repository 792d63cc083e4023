import { isDamage, SheafError } from '../../../model/errors.ts';
import type { ModelStore } from '../../../ports/models.ts';
import { contentName } from '../../../ports/store.ts';
import { CONTENT_FIELDS, checkedContent } from './contents.ts';
import { blob, bytes, type Db, integer, type Row, text } from './database.ts';
import { seal, unseal } from './seal.ts';

/** For each root. A model belongs to what it was trained on; older ones serve states that are looked at again. */
const MODELS_KEPT = 6;
/** Summaries are short: enough of them for every file of a large project at a level or two. */
const SUMMARIES_KEPT = 20_000;
/** Of this many contents or more it is cheaper to read all vectors of a model. */
const ONE_BY_ONE_BELOW = 200;

/** Writes in a transaction, and tells whether it could. A cache that can't be written is a slower program, not a failing one. */
export function attempt(db: Db, write: () => void): boolean {
  try {
    db.transaction(write);
    return true;
  } catch (error) {
    if (!(error instanceof SheafError && ['busy', 'unreadable'].includes(error.code))) throw error;
    return false;
  }
}

/** Damage here costs nothing but time: what can't be read is made again and written over. */
export function intact(row: Row | undefined, key: string): Uint8Array | null {
  if (row === undefined) return null;
  try {
    return unseal(blob(row, 'body'), key);
  } catch (error) {
    if (isDamage(error)) return null;
    throw error;
  }
}

/** `reader` sees the state's snapshot, `writer` is the store's own connection. */
export function openModels(reader: Db, writer: Db): ModelStore {
  return {
    contentNames: (contents) => {
      const names = new Map<number, string>();
      for (const content of contents) {
        const one = `SELECT ${CONTENT_FIELDS} FROM contents WHERE id = ?`;
        const row = reader.one(one, content);
        if (row !== undefined) names.set(content, contentName(checkedContent(row)));
      }
      return names;
    },
    readModel: (key) =>
      intact(writer.one(`SELECT ${bytes('body')} FROM models WHERE key = ?`, key), key),
    writeModel: (key, body) =>
      attempt(writer, () => {
        writer.run('DELETE FROM models WHERE key = ?', key);
        writer.insert('models', { key, body: seal(body, key) });
        const older = `SELECT id, ${bytes('key')} FROM models ORDER BY id DESC
          LIMIT -1 OFFSET ? * max(1, (SELECT count(*) FROM roots))`;
        for (const old of writer.all(older, MODELS_KEPT)) {
          writer.run('DELETE FROM vectors WHERE model = ?', text(old, 'key'));
          writer.run('DELETE FROM models WHERE id = ?', integer(old, 'id'));
        }
      }),
    readSummary: (key) =>
      intact(writer.one(`SELECT ${bytes('body')} FROM summaries WHERE key = ?`, key), key),
    writeSummary: (key, body) =>
      attempt(writer, () => {
        writer.run('DELETE FROM summaries WHERE key = ?', key);
        writer.insert('summaries', { key, body: seal(body, key) });
        // Numbers grow with every writing, so those far below the newest are the oldest.
        const oldest = 'DELETE FROM summaries WHERE id <= (SELECT max(id) FROM summaries) - ?';
        writer.run(oldest, SUMMARIES_KEPT);
      }),
    readVectors: (model, contents) => readVectors(writer, model, contents),
    writeVectors: (model, vectors) =>
      attempt(writer, () => {
        const insert = 'INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)';
        for (const [content, body] of vectors) {
          writer.run(insert, model, content, seal(body, `${model} ${content}`));
        }
      }),
  };
}

function readVectors(db: Db, model: string, contents: readonly string[]): Map<string, Uint8Array> {
  const wanted = new Set(contents);
  const all = `SELECT ${bytes('content', 'body')} FROM vectors WHERE model = ?`;
  const rows =
    contents.length < ONE_BY_ONE_BELOW
      ? contents
          .map((content) => db.one(`${all} AND content = ?`, model, content))
          .filter((row) => row !== undefined)
      : db.all(all, model);
  const found = new Map<string, Uint8Array>();
  for (const row of rows) {
    const content = text(row, 'content');
    const body = wanted.has(content) ? intact(row, `${model} ${content}`) : null;
    if (body !== null) found.set(content, body);
  }
  return found;
}

/** Drops the vectors of contents that are gone. Call inside a transaction. */
export function dropLooseVectors(db: Db): void {
  db.run(`DELETE FROM vectors WHERE content NOT IN (SELECT hash || ' ' || shape FROM contents)`);
}
