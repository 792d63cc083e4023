import { noteCall } from '../../notes.ts';
import {
  BANG,
  BRACE,
  CLOSE,
  COLON,
  COMMA,
  DOT,
  EQUALS,
  LESS,
  MORE,
  OPEN,
  SEMICOLON,
  SQUARE,
  UNBRACE,
  UNSQUARE,
} from '../signs.ts';
import { ARROW, END, PRIVATE, WORD } from '../tokens.ts';
import { unsure } from '../unsure.ts';
import type { Parts, Rust } from './parts.ts';

const NOT_CALLED = new Set(
  'if while match return in else break move let for loop unsafe'.split(' '),
);

const HEADS = new Set('if while match for'.split(' '));

const ITEMS = new Set(
  'pub fn struct union enum trait impl type const static mod use extern async unsafe default macro_rules'.split(
    ' ',
  ),
);

/** Statements, as far as calls, types, macros and items in them need it. */
export function newStatements(rust: Rust): Pick<Parts, 'pattern' | 'item' | 'block'> {
  const { expect, isKind, isNext, skipGroup, tokens, use } = rust;
  const pattern = (): void => {
    for (;;) {
      const { kind } = tokens;
      if (kind === ARROW || kind === COMMA || kind === SEMICOLON || kind === END) return;
      // `a..=b`
      if (kind === EQUALS && rust.text.charCodeAt(tokens.start - 1) !== DOT) return;
      if (kind === CLOSE || kind === UNSQUARE || kind === UNBRACE) return;
      if (kind === COLON && !rust.isScope()) return;
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
    while (rust.isScope()) {
      rust.scope();
      if (!isPath && first !== 'crate') use(first, firstRow);
      isPath = true;
      if (isKind(LESS)) rust.typeArguments();
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
      rust.attributes();
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
  const item = (isHead: boolean): void => {
    switch (tokens.kind) {
      case OPEN: {
        const before = rust.text.charCodeAt(tokens.lastEnd - 1);
        if (callable || before === MORE) noteCall(rust.notes, tokens.start, tokens.row);
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
        if (rust.isAttribute()) rust.attributes();
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
      if (own === 'for' && isKind(LESS)) rust.typeArguments();
      pattern();
      if (isKind(COLON)) {
        tokens.next();
        rust.type();
      }
    } else if (own === 'as') {
      tokens.next();
      rust.type();
    } else if (NOT_CALLED.has(own)) {
      tokens.next();
      // `match unsafe { … } {`
      if (own === 'unsafe' && isHead && isKind(BRACE)) block();
    } else {
      const { start } = tokens;
      // Behind two dots a value begins: `..Self::new()`.
      const { text } = rust;
      const isMember = text.charCodeAt(start - 1) === DOT && text.charCodeAt(start - 2) !== DOT;
      if (isMember) {
        tokens.next();
        if (rust.isScope()) {
          rust.scope();
          rust.typeArguments();
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
        rust.attributes();
        isHead = false;
        if (tokens.kind === WORD && ITEMS.has(tokens.word) && isItem()) {
          rust.declaration();
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
      // Behind a macro in braces an item may follow.
      isFirst ||= tokens.fresh && rust.text.charCodeAt(tokens.lastEnd - 1) === UNBRACE;
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

  return { pattern, item, block };
}
