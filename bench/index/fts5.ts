import Database from 'libsql';
import { eachTerm } from '../../src/math/terms.ts';
import type { StateView } from '../../src/ports/store.ts';
import type { Query } from './queries.ts';

const TOP = 20;

/**
 * SQLite's own full-text search over the same chunks. Each chunk is given as its terms, so that both sides know the same
 * vocabulary and a query asks both for exactly the same occurrences.
 */
export interface FullText {
  best(query: Query): number[];
  close(): void;
}

/** `w:name` and `p:nam` as words that FTS5's tokenizer leaves whole. */
const wordOf = (term: string): string => `${term[0] ?? ''}${term.slice(2)}`;

export function fillFullText(file: string, view: StateView): void {
  const db = new Database(file);
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
  db.exec(
    `CREATE VIRTUAL TABLE chunks USING fts5(words, content = '', detail = full, tokenize = "unicode61 remove_diacritics 0 tokenchars _")`,
  );
  const insert = db.prepare('INSERT INTO chunks (rowid, words) VALUES (?, ?)');
  db.exec('BEGIN');
  let ordinal = 0;
  for (const { content, stub, chunks } of view.state.files) {
    if (stub !== null || chunks === 0) continue;
    const facts = view.facts(content);
    for (const chunk of facts.chunks) {
      const words: string[] = [];
      eachTerm(facts.text.slice(chunk.start, chunk.end), (term) => words.push(wordOf(term)));
      insert.run(ordinal, words.join(' '));
      ordinal++;
    }
  }
  db.exec('COMMIT');
  db.exec(`INSERT INTO chunks (chunks) VALUES ('optimize')`);
  db.close();
}

export function openFullText(file: string): FullText {
  const db = new Database(file);
  const search = db.prepare(
    `SELECT rowid AS chunk FROM chunks WHERE chunks MATCH ? ORDER BY rank LIMIT ${TOP}`,
  );
  return {
    best: ({ terms }) => {
      const match = terms.map(({ term }) => `"${wordOf(term)}"`).join(' OR ');
      return (search.all(match) as { chunk: number }[]).map(({ chunk }) => chunk);
    },
    close: () => void db.close(),
  };
}
