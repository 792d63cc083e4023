import {
  AND,
  BANG,
  BRACE,
  CLOSE,
  COLON,
  COMMA,
  EQUALS,
  LESS,
  MINUS,
  MORE,
  OPEN,
  PLUS,
  QUESTION,
  SEMICOLON,
  SQUARE,
  STAR,
  UNSQUARE,
} from '../signs.ts';
import { BINARY, DOTS, NUMBER, STRING, WORD } from '../tokens.ts';
import { unsure } from '../unsure.ts';
import type { Parts, Rust } from './parts.ts';

const PRIMITIVES = new Set(
  'u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 bool char str _'.split(' '),
);

/** Paths, types, their parameters and bounds. */
export function newTypes(
  rust: Rust,
): Pick<
  Parts,
  'isScope' | 'scope' | 'result' | 'bounds' | 'typeArguments' | 'type' | 'typeParameters' | 'where'
> {
  const { expect, isKind, isNext, isWord, skipGroup, tokens, use } = rust;
  const isScope = (): boolean => isKind(COLON) && rust.text.charCodeAt(tokens.end) === COLON;
  const scope = (): void => {
    tokens.next();
    tokens.next();
  };
  const isArrow = (): boolean => isKind(MINUS) && rust.text.charCodeAt(tokens.end) === MORE;

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
      if (opensTypes()) typeArguments();
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
  /** `<`, or both of `Option<<A as B>::C>`. */
  const opensTypes = (): boolean =>
    isKind(LESS) || (isKind(BINARY) && rust.text.startsWith('<<', tokens.start));
  const typeArguments = (): void => {
    if (!opensTypes()) unsure();
    if (isKind(LESS)) tokens.next();
    else tokens.resume(tokens.start + 1, tokens.row);
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
    if (kind === AND || (kind === BINARY && rust.text[tokens.start] === '&')) {
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
        while (!isKind(UNSQUARE)) rust.item(false);
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
      rust.attributes();
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

  return { isScope, scope, result, bounds, typeArguments, type, typeParameters, where };
}
