import { isWordCode } from '../../../../text/code/words.ts';
import { receiverOf } from '../names.ts';
import { noteCall, noteImports } from '../notes.ts';
import { newReader } from './reader.ts';
import type { Scanner } from './scanner.ts';
import {
  BRACE,
  CLOSE,
  COMMA,
  DOT,
  EQUALS,
  LESS,
  MINUS,
  OPEN,
  OR,
  PLUS,
  SEMICOLON,
  SQUARE,
  STAR,
  TICK,
  TILDE,
  UNBRACE,
  UNSQUARE,
} from './signs.ts';
import { DOTS, END, STRING, WORD } from './tokens.ts';
import { unsure } from './unsure.ts';

/** Quotes and closing brackets. */
const ENDS: readonly number[] = [34, 39, TICK, CLOSE, UNSQUARE, UNBRACE];
/** What a type begins with that begins with no word. */
const TYPE_SIGNS = new Set([STAR, OPEN, SQUARE, LESS]);
const NOT_CALLED = new Set('if for switch case return go defer range select else'.split(' '));
/** Statements whose head ends with the brace of a block. */
const HEADS = new Set('if for switch select else'.split(' '));

const rawString = (text: string, at: number): number => {
  if (text.charCodeAt(at) !== TICK) return -1;
  const end = text.indexOf('`', at + 1);
  return end === -1 ? unsure() : end + 1;
};

/** Reads Go once: declarations exactly, statements as far as calls, types and functions in them need it. */
function newScanner(): Scanner {
  const reader = newReader(rawString);
  const { ahead, expect, isKind, isWord, note, skipGroup, tokens, use } = reader;

  // ——— types

  const named = (): void => {
    let { word, row } = tokens;
    tokens.next();
    if (isKind(DOT)) {
      tokens.next();
      ({ word, row } = tokens);
      expect(WORD);
    }
    use(word, row);
    if (isKind(SQUARE) && tokens.start === tokens.lastEnd) typeArguments();
  };
  const typeArguments = (): void => {
    tokens.next();
    while (!isKind(UNSQUARE)) {
      constraint();
      if (isKind(COMMA)) tokens.next();
      else if (!isKind(UNSQUARE)) unsure();
    }
    tokens.next();
  };
  /** `~int | Named` */
  const constraint = (): void => {
    for (;;) {
      if (isKind(TILDE)) tokens.next();
      type();
      if (!isKind(OR)) return;
      tokens.next();
    }
  };
  const type = (): void => {
    if (isKind(STAR)) {
      tokens.next();
      type();
    } else if (isKind(OPEN)) {
      tokens.next();
      type();
      expect(CLOSE);
    } else if (isKind(SQUARE)) {
      tokens.next();
      if (isKind(DOTS)) tokens.next();
      else if (!isKind(UNSQUARE)) expression();
      expect(UNSQUARE);
      type();
    } else if (isKind(LESS)) {
      tokens.next();
      expect(MINUS);
      type();
    } else if (isWord('struct')) struct();
    else if (isWord('interface')) methods();
    else if (isWord('func')) {
      tokens.next();
      signature();
    } else if (isWord('map')) {
      tokens.next();
      expect(SQUARE);
      type();
      expect(UNSQUARE);
      type();
    } else if (isWord('chan')) {
      tokens.next();
      if (isKind(LESS)) {
        tokens.next();
        expect(MINUS);
      }
      type();
    } else if (isKind(WORD)) named();
    else unsure();
  };
  const struct = (): void => {
    tokens.next();
    expect(BRACE);
    while (!isKind(UNBRACE)) {
      if (isKind(SEMICOLON)) tokens.next();
      else field();
    }
    tokens.next();
  };
  const field = (): void => {
    const { start, row } = tokens;
    const isEmbedded =
      isKind(STAR) ||
      ahead(() => {
        tokens.next();
        if (isKind(DOT)) return true;
        // `base[T]` alone is embedded, `base [2]T` has a name.
        if (isKind(SQUARE)) skipGroup();
        return tokens.fresh || isKind(STRING) || isKind(UNBRACE) || isKind(SEMICOLON);
      });
    const names: [name: string, row: number][] = [];
    if (!isEmbedded) {
      for (;;) {
        names.push([tokens.word, tokens.row]);
        expect(WORD);
        if (!isKind(COMMA)) break;
        tokens.next();
      }
    }
    type();
    if (isKind(STRING) && !tokens.fresh) tokens.next();
    for (const [name, nameRow] of names) note('field', name, nameRow, start, row);
    if (!tokens.fresh && !isKind(SEMICOLON) && !isKind(UNBRACE)) unsure();
  };
  const methods = (): void => {
    tokens.next();
    expect(BRACE);
    while (!isKind(UNBRACE)) {
      const { start, row, word } = tokens;
      const isMethod = ahead(() => {
        tokens.next();
        return isKind(OPEN);
      });
      if (isKind(SEMICOLON)) tokens.next();
      else if (isKind(WORD) && isMethod) {
        tokens.next();
        signature();
        note('method', word, row, start, row);
      } else constraint();
    }
    tokens.next();
  };

  /** Parameters; words alone are names if any of them has a type, else types. */
  const parameters = (): void => {
    expect(OPEN);
    const lone: [name: string, row: number][] = [];
    let isNamed = false;
    while (!isKind(CLOSE)) {
      if (isKind(DOTS)) {
        tokens.next();
        type();
      } else if (isKind(WORD) && isName()) {
        const { word, row } = tokens;
        tokens.next();
        if (isKind(COMMA) || isKind(CLOSE)) lone.push([word, row]);
        else {
          isNamed = true;
          if (isKind(DOTS)) tokens.next();
          type();
        }
      } else type();
      if (isKind(COMMA)) tokens.next();
      else if (!isKind(CLOSE)) unsure();
    }
    tokens.next();
    if (!isNamed) for (const [name, row] of lone) use(name, row);
  };
  /** Whether a word in parameters may be a name: no type begins with it. */
  const isName = (): boolean => {
    if (/^(?:func|map|chan|struct|interface)$/.test(tokens.word)) return false;
    return ahead(() => {
      const { end } = tokens;
      tokens.next();
      if (isKind(DOT)) return false;
      return !(isKind(SQUARE) && tokens.start === end);
    });
  };
  const signature = (): void => {
    parameters();
    if (isKind(OPEN)) parameters();
    else if (!tokens.fresh && (isKind(WORD) || isKind(STAR) || isKind(SQUARE) || isKind(LESS)))
      type();
  };

  // ——— statements

  const call = (): void => {
    noteCall(reader.notes, tokens.start, tokens.row);
  };
  /** Everything in brackets up to the one that closes them. */
  const group = (close: number): void => {
    tokens.next();
    while (!isKind(close)) item(false);
    tokens.next();
  };
  /** What a statement is made of: a token, a group, a function, a type. `isHead`: a brace here opens a block. */
  const item = (isHead: boolean): void => {
    switch (tokens.kind) {
      case OPEN:
        group(CLOSE);
        operand('', 0, isHead);
        break;
      case SQUARE:
        sliceType();
        break;
      case BRACE:
        if (isHead) unsure();
        group(UNBRACE);
        break;
      case WORD:
        word(isHead);
        break;
      case CLOSE:
      case UNSQUARE:
      case UNBRACE:
      case END:
        unsure();
        break;
      default:
        tokens.next();
    }
  };
  /** `[]T{…}` and `[]T(…)`, or the items of a list. */
  const sliceType = (): void => {
    type();
    if (isKind(BRACE)) group(UNBRACE);
    else if (isKind(OPEN)) group(CLOSE);
    if (isKind(SQUARE)) operand('', 0, false);
  };
  const word = (isHead: boolean): void => {
    const { word: own, row } = tokens;
    if (own === 'func') {
      tokens.next();
      signature();
      if (isKind(BRACE) && !tokens.fresh) block();
    } else if (own === 'struct' || own === 'interface' || own === 'map' || own === 'chan') {
      type();
      if (isKind(BRACE)) group(UNBRACE);
    } else if (own === 'type' || own === 'const' || own === 'var') {
      const isDeclared = ahead(() => {
        tokens.next();
        return isKind(WORD) || isKind(OPEN);
      });
      if (isDeclared) declaration();
      else tokens.next();
    } else {
      tokens.next();
      if (NOT_CALLED.has(own)) return;
      operand(own, row, isHead);
    }
  };
  /** What follows a name: calls, indices, fields, the braces of a literal. */
  const operand = (first: string, firstRow: number, isHead: boolean): void => {
    let [name, row] = [first, firstRow];
    for (;;) {
      if (isKind(OPEN)) {
        call();
        if (name === 'make' || name === 'new') {
          tokens.next();
          // `new` also takes values: `new(-1.5)`.
          if (isKind(WORD) || TYPE_SIGNS.has(tokens.kind)) type();
          while (!isKind(CLOSE)) item(false);
          tokens.next();
        } else group(CLOSE);
        name = '';
      } else if (isKind(DOT)) {
        tokens.next();
        if (isKind(OPEN)) {
          tokens.next();
          if (isWord('type')) tokens.next();
          else type();
          expect(CLOSE);
          name = '';
        } else {
          [name, row] = [tokens.word, tokens.row];
          expect(WORD);
        }
      } else if (isKind(SQUARE) && !tokens.fresh) {
        group(UNSQUARE);
      } else if (isKind(BRACE) && !isHead && !tokens.fresh && name !== '') {
        use(name, row);
        group(UNBRACE);
        name = '';
      } else return;
    }
  };
  /** A line ends a statement behind a word, a number, a string, a closing bracket, `++` and `--`. */
  const isOver = (): boolean => {
    if (!tokens.fresh) return false;
    const code = reader.text.charCodeAt(tokens.lastEnd - 1);
    const isStep =
      (code === PLUS || code === MINUS) && reader.text.charCodeAt(tokens.lastEnd - 2) === code;
    return isStep || isWordCode(code) || code >= 0x80 || ENDS.includes(code);
  };
  const expression = (): void => {
    for (let isFirst = true; ; isFirst = false) {
      const { kind } = tokens;
      if (kind === END || kind === SEMICOLON || kind === CLOSE) return;
      if (kind === UNSQUARE || kind === UNBRACE) return;
      if (!isFirst && isOver()) return;
      item(false);
    }
  };
  const block = (): void => {
    expect(BRACE);
    let isHead = false;
    let isFirst = true;
    while (!isKind(UNBRACE)) {
      isFirst ||= isOver();
      const { kind } = tokens;
      if (isFirst) isHead = false;
      // `} else if x {` goes on with a head.
      if (kind === WORD && HEADS.has(tokens.word)) isHead = true;
      if (kind === BRACE && (isHead || isFirst)) {
        block();
        isHead = false;
        isFirst = false;
        continue;
      }
      isFirst = kind === SEMICOLON && !isHead;
      item(isHead);
    }
    tokens.next();
  };

  // ——— declarations

  const specs = (one: () => void): void => {
    if (!isKind(OPEN)) {
      one();
      return;
    }
    tokens.next();
    while (!isKind(CLOSE)) {
      if (isKind(SEMICOLON)) tokens.next();
      else one();
    }
    tokens.next();
  };
  const values = (kind: string) => (): void => {
    const { start, row } = tokens;
    const names: [name: string, row: number][] = [];
    for (;;) {
      names.push([tokens.word, tokens.row]);
      expect(WORD);
      if (!isKind(COMMA)) break;
      tokens.next();
    }
    const ends = (): boolean =>
      tokens.fresh || isKind(SEMICOLON) || isKind(CLOSE) || isKind(UNBRACE) || isKind(END);
    if (!ends() && !isKind(EQUALS)) type();
    if (isKind(EQUALS)) {
      tokens.next();
      expression();
    }
    if (!ends()) unsure();
    for (const [name, nameRow] of names) note(kind, name, nameRow, start, row);
  };
  const typeSpec = (): void => {
    const { start, row, word: name, end } = tokens;
    use(name, row);
    expect(WORD);
    if (isKind(SQUARE) && tokens.start === end) typeParameters();
    const isAlias = isKind(EQUALS);
    if (isAlias) tokens.next();
    let kind = 'type';
    if (!isAlias && (isWord('struct') || isWord('interface'))) kind = tokens.word;
    type();
    note(kind, name, row, start, row);
  };
  const typeParameters = (): void => {
    tokens.next();
    while (!isKind(UNSQUARE)) {
      expect(WORD);
      if (!isKind(COMMA) && !isKind(UNSQUARE)) constraint();
      if (isKind(COMMA)) tokens.next();
      else if (!isKind(UNSQUARE)) unsure();
    }
    tokens.next();
  };
  const declaration = (): void => {
    const { word: own } = tokens;
    tokens.next();
    if (own === 'type') specs(typeSpec);
    else specs(values(own === 'const' ? 'constant' : 'variable'));
  };
  const functionDeclaration = (): void => {
    const { start, row } = tokens;
    tokens.next();
    let owner = '';
    const isMethod = isKind(OPEN);
    if (isMethod) {
      const from = tokens.start;
      parameters();
      owner = receiverOf(reader.text.slice(from, tokens.lastEnd));
    }
    const { word: name, row: nameRow, end } = tokens;
    expect(WORD);
    if (isKind(SQUARE) && tokens.start === end) typeParameters();
    signature();
    if (isKind(BRACE) && !tokens.fresh) block();
    note(isMethod ? 'method' : 'function', name, nameRow, start, row, [], owner);
  };

  return (notes) => {
    reader.open(notes);
    while (!isKind(END)) {
      const { start, row } = tokens;
      if (isKind(SEMICOLON)) tokens.next();
      else if (isWord('package')) {
        tokens.next();
        expect(WORD);
      } else if (isWord('import')) {
        tokens.next();
        if (isKind(OPEN)) group(CLOSE);
        else {
          if (isKind(WORD) || isKind(DOT)) tokens.next();
          expect(STRING);
        }
        noteImports(reader.notes, reader.text.slice(start, tokens.lastEnd), row);
      } else if (isWord('func')) functionDeclaration();
      else if (isWord('type') || isWord('const') || isWord('var')) declaration();
      else unsure();
    }
  };
}

export const scanGo: Scanner = newScanner();
