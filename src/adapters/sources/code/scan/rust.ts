import { tidyName, typeNames, wordAt } from '../names.ts';
import { CALL_TEXT, noteCall, noteImports } from '../notes.ts';
import { newReader } from './reader.ts';
import type { Scanner } from './scanner.ts';
import {
  AND,
  APOSTROPHE,
  BANG,
  BRACE,
  CLOSE,
  COLON,
  COMMA,
  DOT,
  EQUALS,
  LESS,
  MINUS,
  MORE,
  OPEN,
  PLUS,
  QUESTION,
  QUOTE,
  SEMICOLON,
  SQUARE,
  STAR,
  UNBRACE,
  UNSQUARE,
} from './signs.ts';
import { ARROW, BINARY, DOTS, END, NUMBER, PRIVATE, STRING, WORD } from './tokens.ts';
import { unsure } from './unsure.ts';

const PRIMITIVES = new Set(
  'u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 bool char str _'.split(' '),
);
const NOT_CALLED = new Set(
  'if while match return in else break move let for loop unsafe'.split(' '),
);
const HEADS = new Set('if while match for'.split(' '));
const ITEMS = new Set(
  'pub fn struct union enum trait impl type const static mod use extern async unsafe default macro_rules'.split(
    ' ',
  ),
);
const RAW = /(?:br|cr|r)(#*)"/y;

/** Strings, characters and, as what refers to nothing, lifetimes. */
function quoted(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === QUOTE) return closing(text, at, QUOTE);
  if (code === APOSTROPHE) {
    if (text.charCodeAt(at + 1) === 92) return closing(text, at, APOSTROPHE);
    const wide = (text.codePointAt(at + 1) ?? 0) > 0xffff ? 2 : 1;
    if (text.charCodeAt(at + 1 + wide) === APOSTROPHE) return at + 2 + wide;
    return at + 1 + wordAt(text, at + 1).length;
  }
  if (code !== 98 && code !== 99 && code !== 114) return -1;
  RAW.lastIndex = at;
  const raw = RAW.exec(text);
  if (raw !== null) {
    const mark = `"${raw[1] ?? ''}`;
    const end = text.indexOf(mark, at + raw[0].length);
    return end === -1 ? unsure() : end + mark.length;
  }
  const next = text.charCodeAt(at + 1);
  if (code === 114 || (next !== QUOTE && next !== APOSTROPHE)) return -1;
  return closing(text, at + 1, next);
}

function closing(text: string, at: number, quote: number): number {
  for (let i = at + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 92) i++;
    else if (code === quote) return i + 1;
  }
  return unsure();
}

/** Reads Rust once: items exactly, statements as far as calls, types, macros and items in them need it. */
function newScanner(): Scanner {
  const reader = newReader(quoted);
  const { expect, isKind, isNext, isWord, note, skipGroup, tokens, use } = reader;
  const isScope = (): boolean => isKind(COLON) && reader.text.charCodeAt(tokens.end) === COLON;
  const scope = (): void => {
    tokens.next();
    tokens.next();
  };
  const isArrow = (): boolean => isKind(MINUS) && reader.text.charCodeAt(tokens.end) === MORE;

  // ——— types

  const path = (): void => {
    if (isScope()) scope();
    let { word, row } = tokens;
    const [first, firstRow] = [word, row];
    let segments = 0;
    for (;;) {
      ({ word, row } = tokens);
      expect(WORD);
      segments++;
      if (isScope()) {
        if (isNext(() => isNext(() => isKind(LESS)))) scope();
        else {
          scope();
          continue;
        }
      }
      if (isKind(LESS)) typeArguments();
      else if (isKind(OPEN) && /^Fn(?:Mut|Once)?$/.test(word)) functionType();
      if (!isScope()) break;
      scope();
    }
    if (segments > 2) use(first, firstRow);
    if (segments > 1 || !PRIMITIVES.has(word)) use(word, row);
  };
  const functionType = (): void => {
    expect(OPEN);
    while (!isKind(CLOSE)) {
      if (isKind(WORD) && isNext(() => isKind(COLON) && !isScope())) {
        tokens.next();
        tokens.next();
      }
      if (isKind(DOTS)) tokens.next();
      else type();
      if (isKind(COMMA)) tokens.next();
      else if (!isKind(CLOSE)) unsure();
    }
    tokens.next();
    result();
  };
  const result = (): void => {
    if (!isArrow()) return;
    tokens.next();
    tokens.next();
    type();
  };
  const bounds = (): void => {
    for (;;) {
      if (isKind(QUESTION)) tokens.next();
      if (isKind(STRING)) tokens.next();
      else if (isKind(WORD) || isKind(OPEN) || isScope()) type();
      if (!isKind(PLUS)) return;
      tokens.next();
    }
  };
  const typeArguments = (): void => {
    expect(LESS);
    while (!isKind(MORE)) {
      if (isKind(STRING) || isKind(NUMBER)) tokens.next();
      else if (isKind(BRACE)) skipGroup();
      else {
        type();
        if (isKind(EQUALS)) {
          tokens.next();
          type();
        } else if (isKind(COLON)) {
          tokens.next();
          bounds();
        }
      }
      if (isKind(COMMA)) tokens.next();
      else if (!isKind(MORE)) unsure();
    }
    tokens.next();
  };
  const type = (): void => {
    const { kind, word } = tokens;
    if (kind === AND || (kind === BINARY && reader.text[tokens.start] === '&')) {
      tokens.next();
      if (isKind(STRING)) tokens.next();
      if (isWord('mut')) tokens.next();
      type();
    } else if (kind === STAR) {
      tokens.next();
      if (!isWord('const') && !isWord('mut')) unsure();
      tokens.next();
      type();
    } else if (kind === SQUARE) {
      tokens.next();
      type();
      if (isKind(SEMICOLON)) {
        tokens.next();
        while (!isKind(UNSQUARE)) item(false);
      }
      expect(UNSQUARE);
    } else if (kind === OPEN) {
      tokens.next();
      while (!isKind(CLOSE)) {
        type();
        if (isKind(PLUS)) {
          tokens.next();
          bounds();
        }
        if (isKind(COMMA)) tokens.next();
        else if (!isKind(CLOSE)) unsure();
      }
      tokens.next();
    } else if (kind === BANG) tokens.next();
    else if (kind === LESS) {
      tokens.next();
      type();
      if (isWord('as')) {
        tokens.next();
        type();
      }
      expect(MORE);
      if (isScope()) {
        scope();
        path();
      }
    } else if (kind === WORD && (word === 'impl' || word === 'dyn')) {
      tokens.next();
      bounds();
    } else if (kind === WORD && word === 'for') {
      tokens.next();
      typeArguments();
      type();
    } else if (kind === WORD && (word === 'unsafe' || word === 'extern')) {
      tokens.next();
      if (isKind(STRING)) tokens.next();
      type();
    } else if (kind === WORD && word === 'fn') {
      tokens.next();
      functionType();
    } else if (kind === WORD || isScope()) {
      path();
      if (isKind(BANG)) {
        tokens.next();
        skipGroup();
      }
    } else unsure();
  };
  const typeParameters = (): void => {
    if (!isKind(LESS)) return;
    tokens.next();
    while (!isKind(MORE)) {
      attributes();
      if (isWord('const')) tokens.next();
      if (isKind(STRING)) tokens.next();
      else {
        use(tokens.word, tokens.row);
        expect(WORD);
      }
      if (isKind(COLON)) {
        tokens.next();
        bounds();
      }
      if (isKind(EQUALS)) {
        tokens.next();
        if (isKind(NUMBER) || isKind(STRING)) tokens.next();
        else if (isKind(BRACE)) skipGroup();
        else type();
      }
      if (isKind(COMMA)) tokens.next();
      else if (!isKind(MORE)) unsure();
    }
    tokens.next();
  };
  const where = (): void => {
    if (!isWord('where')) return;
    tokens.next();
    while (!isKind(BRACE) && !isKind(SEMICOLON) && !isKind(EQUALS)) {
      if (isKind(STRING)) tokens.next();
      else type();
      expect(COLON);
      bounds();
      if (isKind(COMMA)) tokens.next();
    }
  };

  // ——— items

  const isAttribute = (): boolean => isKind(PRIVATE) && /[[!]/.test(reader.text[tokens.end] ?? '');
  const attributes = (): void => {
    while (isAttribute()) {
      const { row } = tokens;
      tokens.next();
      const isInner = isKind(BANG);
      if (isInner) tokens.next();
      skipGroup();
      if (!isInner) reader.notes.leads.push([row, tokens.lastRow]);
    }
  };
  const visibility = (): void => {
    if (!isWord('pub')) return;
    tokens.next();
    if (isKind(OPEN) && isNext(() => /^(?:crate|super|self|in)$/.test(tokens.word))) skipGroup();
  };
  const parameters = (): void => {
    expect(OPEN);
    while (!isKind(CLOSE)) {
      attributes();
      if (isKind(DOTS)) tokens.next();
      else {
        pattern();
        if (isKind(COLON)) {
          tokens.next();
          type();
        }
      }
      if (isKind(COMMA)) tokens.next();
      else if (!isKind(CLOSE)) unsure();
    }
    tokens.next();
  };
  const fields = (): void => {
    expect(BRACE);
    while (!isKind(UNBRACE)) {
      attributes();
      const { start, row } = tokens;
      visibility();
      const { word, row: nameRow } = tokens;
      expect(WORD);
      expect(COLON);
      type();
      note('field', word, nameRow, start, row);
      if (isKind(COMMA)) tokens.next();
      else if (!isKind(UNBRACE)) unsure();
    }
    tokens.next();
  };
  const tuple = (): void => {
    expect(OPEN);
    while (!isKind(CLOSE)) {
      attributes();
      visibility();
      type();
      if (isKind(COMMA)) tokens.next();
      else if (!isKind(CLOSE)) unsure();
    }
    tokens.next();
  };
  const variants = (): void => {
    expect(BRACE);
    while (!isKind(UNBRACE)) {
      attributes();
      const { start, row } = tokens;
      visibility();
      const { word, row: nameRow } = tokens;
      expect(WORD);
      if (isKind(BRACE)) fields();
      else if (isKind(OPEN)) tuple();
      if (isKind(EQUALS)) {
        tokens.next();
        while (!isKind(COMMA) && !isKind(UNBRACE)) item(false);
      }
      note('member', word, nameRow, start, row);
      if (isKind(COMMA)) tokens.next();
      else if (!isKind(UNBRACE)) unsure();
    }
    tokens.next();
  };
  const items = (): void => {
    expect(BRACE);
    while (!isKind(UNBRACE)) {
      attributes();
      if (!isKind(UNBRACE)) declaration();
    }
    tokens.next();
  };
  const value = (): void => {
    while (!isKind(SEMICOLON)) item(false);
    tokens.next();
  };
  /** An item of a file, a module, a trait or an implementation. */
  const declaration = (): void => {
    const { start, row } = tokens;
    if (isKind(SEMICOLON)) {
      tokens.next();
      return;
    }
    visibility();
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
        if (isKind(WORD) && reader.text.charCodeAt(tokens.start - 1) !== COLON) outermost();
        else tokens.next();
      }
      tokens.next();
      noteImports(reader.notes, reader.text.slice(start, tokens.lastEnd), row);
      return;
    }
    if (word === 'impl') {
      implementation(start, row);
      return;
    }
    tokens.next();
    let last = word;
    while (isScope()) {
      scope();
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
        typeParameters();
        parameters();
        result();
        where();
        if (isKind(BRACE)) block();
        else expect(SEMICOLON);
        note('function', name, nameRow, start, row);
        break;
      case 'struct':
      case 'union':
        use(name, nameRow);
        typeParameters();
        where();
        if (isKind(BRACE)) fields();
        else {
          if (isKind(OPEN)) tuple();
          where();
          expect(SEMICOLON);
        }
        note('struct', name, nameRow, start, row);
        break;
      case 'enum':
        use(name, nameRow);
        typeParameters();
        where();
        variants();
        note('enum', name, nameRow, start, row);
        break;
      case 'trait': {
        use(name, nameRow);
        typeParameters();
        const from = tokens.start;
        if (isKind(COLON)) {
          tokens.next();
          bounds();
        }
        const bases =
          from === tokens.start ? [] : typeNames(reader.text.slice(from, tokens.lastEnd));
        where();
        items();
        note('trait', name, nameRow, start, row, bases);
        break;
      }
      case 'type':
        use(name, nameRow);
        typeParameters();
        if (isKind(COLON)) {
          tokens.next();
          bounds();
        }
        where();
        if (isKind(EQUALS)) {
          tokens.next();
          type();
        }
        where();
        expect(SEMICOLON);
        note('type', name, nameRow, start, row);
        break;
      case 'const':
      case 'static':
        if (isKind(COLON)) {
          tokens.next();
          type();
        }
        value();
        note(word === 'const' ? 'constant' : 'variable', name, nameRow, start, row);
        break;
      case 'mod':
        if (isKind(BRACE)) items();
        else expect(SEMICOLON);
        note('module', name, nameRow, start, row);
        noteImports(
          reader.notes,
          reader.text.slice(start, Math.min(tokens.lastEnd, start + CALL_TEXT)),
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
    if (!isScope()) return;
    scope();
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
    typeParameters();
    if (isWord('const')) tokens.next();
    if (isKind(BANG)) tokens.next();
    let from = tokens.start;
    type();
    let bases: readonly string[] = [];
    if (isWord('for')) {
      bases = typeNames(reader.text.slice(from, tokens.lastEnd));
      tokens.next();
      from = tokens.start;
      type();
    }
    const whole = reader.text.slice(from, tokens.lastEnd);
    const word = wordAt(reader.text, from);
    const isPath = /^[.\\:-]/.test(reader.text.slice(from + word.length, from + word.length + 1));
    const { name } = tidyName(word === '' || isPath ? whole : word, 'impl');
    where();
    items();
    note('impl', name, row, start, row, bases);
  };

  // ——— statements

  /** Up to what ends a pattern: `=`, `:`, `in`, `=>`, `if`, a comma or a bracket that is not its own. */
  const pattern = (): void => {
    for (;;) {
      const { kind } = tokens;
      if (kind === EQUALS || kind === ARROW || kind === COMMA || kind === SEMICOLON || kind === END)
        return;
      if (kind === CLOSE || kind === UNSQUARE || kind === UNBRACE) return;
      if (kind === COLON && !isScope()) return;
      if (kind === WORD && (tokens.word === 'in' || tokens.word === 'if')) return;
      if (kind === WORD) named(false);
      else if (kind === OPEN || kind === SQUARE || kind === BRACE) {
        tokens.next();
        while (!isKind(CLOSE) && !isKind(UNSQUARE) && !isKind(UNBRACE)) {
          const { start } = tokens;
          pattern();
          if (isKind(COMMA) || isKind(COLON)) tokens.next();
          else if (tokens.start === start) unsure();
        }
        tokens.next();
      } else tokens.next();
    }
  };
  /** A path in an expression or a pattern. Gives its last name. */
  const named = (isHead: boolean): void => {
    const [first, firstRow] = [tokens.word, tokens.row];
    let [last, row] = [first, firstRow];
    let isPath = false;
    tokens.next();
    while (isScope()) {
      scope();
      if (!isPath && first !== 'crate') use(first, firstRow);
      isPath = true;
      if (isKind(LESS)) typeArguments();
      else {
        [last, row] = [tokens.word, tokens.row];
        expect(WORD);
      }
    }
    if (isKind(BANG) && tokens.start === tokens.lastEnd) {
      use(last, row);
      tokens.next();
      skipGroup();
    } else if (isKind(BRACE) && !isHead && /^[A-Z]/.test(last)) {
      use(last, row);
    }
  };
  const group = (close: number): void => {
    tokens.next();
    while (!isKind(close)) item(false);
    tokens.next();
  };
  const arms = (): void => {
    expect(BRACE);
    while (!isKind(UNBRACE)) {
      attributes();
      pattern();
      while (!isKind(ARROW)) item(false);
      tokens.next();
      if (isKind(BRACE)) {
        block();
        if (isKind(COMMA)) tokens.next();
        else if (!isKind(UNBRACE) && !tokens.fresh)
          while (!isKind(COMMA) && !isKind(UNBRACE)) item(false);
        continue;
      }
      while (!isKind(COMMA) && !isKind(UNBRACE)) item(false);
      if (isKind(COMMA)) tokens.next();
    }
    tokens.next();
  };
  /** What a statement is made of. `isHead`: a brace here opens a block. */
  const item = (isHead: boolean): void => {
    switch (tokens.kind) {
      case OPEN: {
        const before = reader.text.charCodeAt(tokens.lastEnd - 1);
        if (callable || before === MORE) noteCall(reader.notes, tokens.start, tokens.row);
        group(CLOSE);
        break;
      }
      case SQUARE:
        group(UNSQUARE);
        break;
      case BRACE:
        if (isHead) unsure();
        block();
        break;
      case PRIVATE:
        if (isAttribute()) attributes();
        else tokens.next();
        break;
      case WORD:
        word(isHead);
        return;
      case CLOSE:
      case UNSQUARE:
      case UNBRACE:
      case END:
        unsure();
        break;
      default:
        tokens.next();
    }
    callable = false;
  };
  /** True behind a name that brackets would call. */
  let callable = false;
  const word = (isHead: boolean): void => {
    const { word: own } = tokens;
    callable = false;
    if (own === 'match') {
      tokens.next();
      while (!isKind(BRACE)) item(true);
      arms();
    } else if (own === 'let' || own === 'for') {
      tokens.next();
      if (own === 'for' && isKind(LESS)) typeArguments();
      pattern();
      if (isKind(COLON)) {
        tokens.next();
        type();
      }
    } else if (own === 'as') {
      tokens.next();
      type();
    } else if (NOT_CALLED.has(own)) tokens.next();
    else {
      const { start } = tokens;
      const isMember = reader.text.charCodeAt(start - 1) === DOT;
      if (isMember) {
        tokens.next();
        if (isScope()) {
          scope();
          typeArguments();
        }
      } else named(isHead);
      callable = isKind(OPEN);
    }
  };
  const block = (): void => {
    expect(BRACE);
    let isHead = false;
    let isFirst = true;
    while (!isKind(UNBRACE)) {
      if (isFirst) {
        attributes();
        isHead = false;
        if (tokens.kind === WORD && ITEMS.has(tokens.word) && isItem()) {
          declaration();
          continue;
        }
        if (isKind(UNBRACE)) break;
      }
      const { kind } = tokens;
      if (kind === WORD && HEADS.has(tokens.word)) isHead = tokens.word !== 'match';
      if (kind === BRACE) {
        block();
        isHead = false;
        isFirst = true;
        callable = false;
        continue;
      }
      isFirst = kind === SEMICOLON || (kind === WORD && tokens.word === 'match');
      item(isHead);
    }
    tokens.next();
    callable = false;
  };
  /** Whether a word that may open an item does so here: `unsafe {`, `async move {` and `const {` do not. */
  const isItem = (): boolean => {
    const { word: own } = tokens;
    if (
      own === 'unsafe' ||
      own === 'async' ||
      own === 'const' ||
      own === 'default' ||
      own === 'union'
    )
      return isNext(() => isKind(WORD) && tokens.word !== 'move');
    if (own === 'macro_rules') return isNext(() => isKind(BANG));
    if (own === 'type' || own === 'mod') return isNext(() => isKind(WORD));
    return true;
  };

  return (notes) => {
    reader.open(notes);
    while (!isKind(END)) {
      attributes();
      if (!isKind(END)) declaration();
    }
  };
}

export const scanRust: Scanner = newScanner();
