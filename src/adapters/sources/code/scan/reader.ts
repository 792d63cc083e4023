import { NO_NOTES, type Notes, plainMark, refer } from '../notes.ts';
import { APOSTROPHE, BRACE, CLOSE, OPEN, QUOTE, SQUARE, UNBRACE, UNSQUARE } from './signs.ts';
import { END, newTokens, type OddString, type Tokens, WORD } from './tokens.ts';
import { unsure } from './unsure.ts';

/** What readers of several languages do with tokens. */
export interface Reader {
  readonly tokens: Tokens;
  /** Of the text that is being read: */
  notes: Notes;
  text: string;
  /** Above 0 while somebody only looks ahead, so that nothing is noted. */
  quiet: number;
  /** Begins a text. */
  open(notes: Notes): void;
  isKind(kind: number): boolean;
  isWord(word: string): boolean;
  /** Passes a token that has to be there. */
  expect(kind: number): void;
  /** A name is used in a row. */
  use(name: string, row: number): void;
  /** Looks at what follows without going there. */
  ahead<T>(look: () => T): T;
  /** Whether something is true of the next token. */
  isNext(test: () => boolean): boolean;
  /** Whether what follows reads like this; nothing is noted and nothing is passed. */
  looksLike(read: () => boolean): boolean;
  /** A definition that ends with the last token. */
  note(
    kind: string,
    name: string,
    nameRow: number,
    start: number,
    firstRow: number,
    bases?: readonly string[],
    owner?: string,
  ): void;
  /** Past everything up to the bracket that closes the current one. */
  skipGroup(): void;
}

/** A reader of all texts of a language; `odd` knows its strings, and comments may hold others in some. */
export function newReader(odd?: OddString, nests = false): Reader {
  const tokens = newTokens(odd, nests);
  const reader: Reader = {
    tokens,
    notes: NO_NOTES,
    text: '',
    quiet: 0,
    open(notes) {
      reader.notes = notes;
      reader.text = notes.text;
      reader.quiet = 0;
      tokens.open(notes);
    },
    isKind: (kind) => tokens.kind === kind,
    isWord: (word) => tokens.kind === WORD && tokens.word === word,
    expect(kind) {
      if (tokens.kind !== kind) unsure();
      tokens.next();
    },
    use(name, row) {
      if (reader.quiet === 0) refer(reader.notes, name, row);
    },
    ahead(look) {
      const place = tokens.save();
      const found = look();
      tokens.back(place);
      return found;
    },
    isNext(test) {
      const place = tokens.save();
      tokens.next();
      const found = test();
      tokens.back(place);
      return found;
    },
    looksLike(read) {
      const place = tokens.save();
      reader.quiet++;
      try {
        return read();
      } catch {
        return false;
      } finally {
        reader.quiet--;
        tokens.back(place);
      }
    },
    note(kind, name, nameRow, start, firstRow, bases, owner) {
      if (reader.quiet > 0) return;
      const { lastRow, lastEnd: end } = tokens;
      for (const base of bases ?? []) refer(reader.notes, base, nameRow);
      const place = { nameRow, firstRow, lastRow, start, end };
      reader.notes.marks.push(plainMark(kind, tidied(name), place, bases, owner));
    },
    skipGroup() {
      let depth = 0;
      do {
        const { kind } = tokens;
        if (kind === OPEN || kind === SQUARE || kind === BRACE) depth++;
        else if (kind === CLOSE || kind === UNSQUARE || kind === UNBRACE) depth--;
        else if (kind === END) unsure();
        tokens.next();
      } while (depth > 0);
    },
  };
  return reader;
}

/** A name as people say it: one that is written as a string without its quotes. */
function tidied(written: string): string {
  const first = written.charCodeAt(0);
  return first === QUOTE || first === APOSTROPHE ? written.slice(1, -1).trim() : written;
}
