import type { Facts } from '../../../model/document.ts';
import { SheafError } from '../../../model/errors.ts';
import { contentName } from '../../../ports/store.ts';
import { unpackFacts } from '../sqlite/contents.ts';
import type { Kept } from './kept.ts';
import type { Session } from './link.ts';
import { bytes, list, number, text } from './rows.ts';
import type { Row } from './wire.ts';

/** The facts of contents, for one query reads the same few files again and again. */
export interface Shelf {
  facts(content: number): Facts;
  /** What names contents for good. */
  names(contents: readonly number[]): ReadonlyMap<number, string>;
  /** Which facts are read next: they come with the first of them, in one round trip. */
  expect(contents: readonly number[]): void;
}

/** Fewer than are kept, so that all of them are there when they are read. */
const MOST_TOGETHER = 100;

/** `check` looks at facts when they are first read, with the hash they are named after. */
export function openShelf(
  session: Session,
  { rows, facts: read }: Pick<Kept, 'rows' | 'facts'>,
  check: (facts: Facts, hash: string, content: number) => void = () => undefined,
): Shelf {
  let expected: readonly number[] = [];
  const fetch = (content: number): Row => {
    const others = expected.filter((each) => each !== 0 && rows.get(String(each)) === undefined);
    expected = [];
    const found = session.all(
      `SELECT content, facts, text, hash, shape FROM facts JOIN contents ON id = content
         WHERE content = ANY($1::bigint[])`,
      list(new Set([content, ...others.slice(0, MOST_TOGETHER)])),
    );
    for (const row of found) rows.set(String(number(row, 'content')), row);
    const own = found.find((row) => row['content'] === content);
    if (own !== undefined) return own;
    throw new SheafError('damaged', `Content ${content} is missing from the team's store.`);
  };
  const unpacked = (content: number): Facts => {
    const row = rows.get(String(content)) ?? fetch(content);
    const facts = unpackFacts({ facts: bytes(row, 'facts'), text: bytes(row, 'text') });
    check(facts, text(row, 'hash'), content);
    return facts;
  };
  return {
    facts: (content) => {
      const facts = read.get(String(content)) ?? unpacked(content);
      read.set(String(content), facts);
      return facts;
    },
    names: (contents) => {
      const known = contents
        .map((content) => rows.get(String(content)))
        .filter((row) => row !== undefined);
      const held = new Set(known.map((row) => number(row, 'content')));
      const rest = contents.filter((content) => !held.has(content));
      const named = 'SELECT id AS content, hash, shape FROM contents WHERE id = ANY($1::bigint[])';
      const more = rest.length === 0 ? [] : session.all(named, list(rest));
      return new Map(
        [...known, ...more].map((row) => {
          const key = { hash: text(row, 'hash'), shape: text(row, 'shape') };
          return [number(row, 'content'), contentName(key)];
        }),
      );
    },
    expect: (contents) => {
      expected = contents;
    },
  };
}
