import { isDamage, SheafError } from '../../../model/errors.ts';
import type { AssemblyRecord } from '../../../model/record.ts';
import type { ModelStore } from '../../../ports/models.ts';
import { seal, sealPlainJson, unseal, unsealPlainJson } from '../sqlite/seal.ts';
import type { Session } from './link.ts';
import { bytes, text } from './rows.ts';
import type { Row } from './wire.ts';

/** As in an index of one's own, for each repository. */
const KEPT = { models: 6, summaries: 20_000, assemblies: 1000 } as const;

/** Writes in a transaction. What may not or can't be kept is made again by the next who needs it. */
function attempt(session: Session, write: () => void): void {
  try {
    session.transaction(write);
  } catch (error) {
    if (!(error instanceof SheafError && ['busy', 'unreadable'].includes(error.code))) throw error;
  }
}

function intact(row: Row | undefined, key: string): Uint8Array | null {
  try {
    return row === undefined ? null : unseal(bytes(row, 'body'), key);
  } catch (error) {
    if (isDamage(error)) return null;
    throw error;
  }
}

/** `names` are of the state's snapshot, the rest is what is newest. */
export function openModels(
  names: ModelStore['contentNames'],
  writer: Session,
  repository: number,
): ModelStore {
  const read = (table: 'models' | 'summaries', key: string): Uint8Array | null => {
    const one = `SELECT body FROM ${table} WHERE repository = $1 AND key = $2`;
    return intact(writer.one(one, repository, key), key);
  };
  const write = (table: 'models' | 'summaries', key: string, body: Uint8Array): void =>
    attempt(writer, () => {
      writer.all(`DELETE FROM ${table} WHERE repository = $1 AND key = $2`, repository, key);
      const insert = `INSERT INTO ${table} (repository, key, body) VALUES ($1, $2, $3)`;
      writer.all(insert, repository, key, seal(body, key));
      forget(writer, table, repository);
    });
  return {
    contentNames: names,
    readModel: (key) => read('models', key),
    writeModel: (key, body) => write('models', key, body),
    readSummary: (key) => read('summaries', key),
    writeSummary: (key, body) => write('summaries', key, body),
    readVectors: (model, contents) => {
      const wanted = `SELECT content, body FROM vectors
        WHERE model = $1 AND content IN (SELECT jsonb_array_elements_text($2::text::jsonb))`;
      const rows = writer.all(wanted, model, JSON.stringify(contents));
      return new Map(
        rows.flatMap((row) => {
          const content = text(row, 'content');
          const body = intact(row, `${model} ${content}`);
          return body === null ? [] : [[content, body]];
        }),
      );
    },
    writeVectors: (model, vectors) =>
      attempt(writer, () => {
        const names = JSON.stringify([...vectors.keys()]);
        writer.all(
          `DELETE FROM vectors WHERE model = $1 AND content IN (SELECT jsonb_array_elements_text($2::text::jsonb))`,
          model,
          names,
        );
        const rows = [...vectors].map(([content, body]) => [
          model,
          content,
          seal(body, `${model} ${content}`),
        ]);
        writer.copy('vectors', ['model', 'content', 'body'], rows);
      }),
  };
}

/** Drops the oldest beyond what is kept of a repository. */
function forget(session: Session, table: keyof typeof KEPT, repository: number): void {
  session.all(
    `DELETE FROM ${table} WHERE id IN
       (SELECT id FROM ${table} WHERE repository = $1 ORDER BY id DESC OFFSET $2)`,
    repository,
    KEPT[table],
  );
}

export const writeRecord = (session: Session, repository: number, record: AssemblyRecord): void =>
  attempt(session, () => {
    const insert = 'INSERT INTO assemblies (repository, body) VALUES ($1, $2)';
    session.all(insert, repository, sealPlainJson(record));
    forget(session, 'assemblies', repository);
  });

/** Oldest first. */
export const readRecords = (session: Session, repository: number): AssemblyRecord[] =>
  session
    .all('SELECT body FROM assemblies WHERE repository = $1 ORDER BY id', repository)
    .map((row) => unsealPlainJson<AssemblyRecord>(bytes(row, 'body')));
