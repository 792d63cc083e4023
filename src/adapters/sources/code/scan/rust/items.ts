import { tidyName, typeNames, wordAt } from '../../names.ts';
import { CALL_TEXT, noteImports } from '../../notes.ts';
import { BANG, BRACE, COLON, EQUALS, OPEN, SEMICOLON, UNBRACE } from '../signs.ts';
import { END, STRING, WORD } from '../tokens.ts';
import { unsure } from '../unsure.ts';
import type { Parts, Rust } from './parts.ts';

/** What a file, a module, a trait or an implementation holds. */
export function newItems(rust: Rust): Pick<Parts, 'declaration'> {
  const { expect, isKind, isNext, isWord, note, skipGroup, tokens, use } = rust;
  const items = (): void => {
    expect(BRACE);
    while (!isKind(UNBRACE)) {
      rust.attributes();
      if (!isKind(UNBRACE)) declaration();
    }
    tokens.next();
  };
  const value = (): void => {
    while (!isKind(SEMICOLON)) rust.item(false);
    tokens.next();
  };
  const declaration = (): void => {
    const { start, row } = tokens;
    if (isKind(SEMICOLON)) {
      tokens.next();
      return;
    }
    rust.visibility();
    for (;;) {
      const { word } = tokens;
      if (!isKind(WORD)) unsure();
      if (
        word === 'const' &&
        !isNext(() => isWord('fn') || isWord('async') || isWord('unsafe') || isWord('extern'))
      )
        break;
      if (!/^(?:default|async|unsafe|const|extern)$/.test(word)) break;
      if (word === 'extern' && isNext(() => isWord('crate'))) break;
      tokens.next();
      if (isKind(STRING)) tokens.next();
      if (word === 'extern' && isKind(BRACE)) {
        items();
        return;
      }
    }
    const { word } = tokens;
    if (word === 'use' || word === 'extern') {
      while (!isKind(SEMICOLON)) {
        if (isKind(END)) unsure();
        if (isKind(WORD) && rust.text.charCodeAt(tokens.start - 1) !== COLON) outermost();
        else tokens.next();
      }
      tokens.next();
      noteImports(rust.notes, rust.text.slice(start, tokens.lastEnd), row);
      return;
    }
    if (word === 'impl') {
      implementation(start, row);
      return;
    }
    tokens.next();
    let last = word;
    while (rust.isScope()) {
      rust.scope();
      last = tokens.word;
      expect(WORD);
    }
    if (isKind(BANG)) {
      macro(last, start, row);
      return;
    }
    if (word === 'static' && isWord('mut')) tokens.next();
    const { word: name, row: nameRow } = tokens;
    expect(WORD);
    switch (word) {
      case 'fn':
        rust.typeParameters();
        rust.parameters();
        rust.result();
        rust.where();
        if (isKind(BRACE)) rust.block();
        else expect(SEMICOLON);
        note('function', name, nameRow, start, row);
        break;
      case 'struct':
      case 'union':
        use(name, nameRow);
        rust.typeParameters();
        rust.where();
        if (isKind(BRACE)) rust.fields();
        else {
          if (isKind(OPEN)) rust.tuple();
          rust.where();
          expect(SEMICOLON);
        }
        note('struct', name, nameRow, start, row);
        break;
      case 'enum':
        use(name, nameRow);
        rust.typeParameters();
        rust.where();
        rust.variants();
        note('enum', name, nameRow, start, row);
        break;
      case 'trait': {
        use(name, nameRow);
        rust.typeParameters();
        const from = tokens.start;
        if (isKind(COLON)) {
          tokens.next();
          rust.bounds();
        }
        const bases = from === tokens.start ? [] : typeNames(rust.text.slice(from, tokens.lastEnd));
        rust.where();
        items();
        note('trait', name, nameRow, start, row, bases);
        break;
      }
      case 'type':
        use(name, nameRow);
        rust.typeParameters();
        if (isKind(COLON)) {
          tokens.next();
          rust.bounds();
        }
        rust.where();
        if (isKind(EQUALS)) {
          tokens.next();
          rust.type();
        }
        rust.where();
        expect(SEMICOLON);
        note('type', name, nameRow, start, row);
        break;
      case 'const':
      case 'static':
        if (isKind(COLON)) {
          tokens.next();
          rust.type();
        }
        value();
        note(word === 'const' ? 'constant' : 'variable', name, nameRow, start, row);
        break;
      case 'mod':
        if (isKind(BRACE)) items();
        else expect(SEMICOLON);
        note('module', name, nameRow, start, row);
        noteImports(
          rust.notes,
          rust.text.slice(start, Math.min(tokens.lastEnd, start + CALL_TEXT)),
          row,
        );
        break;
      default:
        unsure();
    }
  };
  /** The first name of a path that is imported. */
  const outermost = (): void => {
    const { word, row } = tokens;
    tokens.next();
    if (!rust.isScope()) return;
    rust.scope();
    if (isKind(WORD) && word !== 'crate') use(word, row);
  };
  const macro = (word: string, start: number, row: number): void => {
    tokens.next();
    if (word !== 'macro_rules') {
      use(word, row);
      skipGroup();
      if (isKind(SEMICOLON)) tokens.next();
      return;
    }
    const { word: name, row: nameRow } = tokens;
    expect(WORD);
    const isBraced = isKind(BRACE);
    skipGroup();
    if (!isBraced && isKind(SEMICOLON)) tokens.next();
    note('macro', name, nameRow, start, row);
  };
  const implementation = (start: number, row: number): void => {
    tokens.next();
    rust.typeParameters();
    if (isWord('const')) tokens.next();
    if (isKind(BANG)) tokens.next();
    let from = tokens.start;
    rust.type();
    let bases: readonly string[] = [];
    if (isWord('for')) {
      bases = typeNames(rust.text.slice(from, tokens.lastEnd));
      tokens.next();
      from = tokens.start;
      rust.type();
    }
    const whole = rust.text.slice(from, tokens.lastEnd);
    const word = wordAt(rust.text, from);
    const isPath = /^[.\\:-]/.test(rust.text.slice(from + word.length, from + word.length + 1));
    const { name } = tidyName(word === '' || isPath ? whole : word, 'impl');
    rust.where();
    items();
    note('impl', name, row, start, row, bases);
  };

  return { declaration };
}
