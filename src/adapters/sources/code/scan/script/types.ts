import { noteCall } from '../../notes.ts';
import {
  AND,
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
  OR,
  PLUS,
  QUESTION,
  SEMICOLON,
  SQUARE,
  TICK,
  UNBRACE,
  UNSQUARE,
} from '../signs.ts';
import { ARROW, BINARY, DOTS, END, NUMBER, PRIVATE, STRING, WORD } from '../tokens.ts';
import { unsure } from '../unsure.ts';
import { MODIFIERS, type Parts, type Script } from './parts.ts';

/** Types that the language has itself; using them refers to nothing. */
const PREDEFINED = new Set(
  'any number boolean string symbol void unknown never object undefined null true false this asserts'.split(
    ' ',
  ),
);
const OPERATORS = new Set('keyof unique readonly'.split(' '));

/** What stands where types do. */
export function newTypes(
  script: Script,
): Pick<Parts, 'type' | 'typeParameterList' | 'typeArguments' | 'typeBody'> {
  const { expect, isKind, isWord, note, tokens, use } = script;
  const template = (): void => script.template(type);

  /** Past everything up to the bracket that closes the current one. */
  const skipGroup = (): void => {
    let depth = 0;
    do {
      const { kind } = tokens;
      if (kind === OPEN || kind === SQUARE || kind === BRACE) depth++;
      else if (kind === CLOSE || kind === UNSQUARE || kind === UNBRACE) depth--;
      else if (kind === END) unsure();
      if (kind === TICK) template();
      else tokens.next();
    } while (depth > 0);
  };
  /** As TypeScript decides it: by what stands behind the first thing in brackets. */
  const isFunctionType = (): boolean => {
    const place = tokens.save();
    tokens.next();
    let found = isKind(CLOSE) || isKind(DOTS);
    if (!found && (isKind(WORD) || isKind(BRACE) || isKind(SQUARE))) {
      if (isKind(WORD)) tokens.next();
      else skipGroup();
      const { kind } = tokens;
      found = kind === COLON || kind === COMMA || kind === QUESTION || kind === EQUALS;
      if (kind === CLOSE) {
        tokens.next();
        found = isKind(ARROW);
      }
    }
    tokens.back(place);
    return found;
  };
  const functionType = (): void => {
    if (isKind(LESS)) parameters();
    script.parameters();
    expect(ARROW);
    type();
  };

  const named = (): void => {
    let { word, row } = tokens;
    let isPlain = true;
    tokens.next();
    while (isKind(DOT)) {
      tokens.next();
      if (!isKind(WORD) && !isKind(PRIVATE)) unsure();
      ({ word, row } = tokens);
      isPlain = false;
      tokens.next();
    }
    if (!isPlain || !PREDEFINED.has(word)) use(word, row);
    if (isKind(LESS) && !tokens.fresh) typeArguments();
  };

  /** `import('x')` */
  const importType = (): void => {
    tokens.next();
    if (script.quiet === 0) noteCall(script.notes, tokens.start, tokens.row);
    skipGroup();
  };

  /** `typeof a.b`: of values, so it refers to no type. */
  const query = (): void => {
    tokens.next();
    if (isWord('import')) importType();
    else tokens.next();
    while (isKind(DOT)) {
      tokens.next();
      tokens.next();
    }
    if (isKind(LESS) && !tokens.fresh) typeArguments();
  };

  const tuple = (): void => {
    tokens.next();
    while (!isKind(UNSQUARE)) {
      if (isKind(DOTS)) tokens.next();
      if (isKind(WORD)) {
        const place = tokens.save();
        tokens.next();
        if (isKind(QUESTION)) tokens.next();
        if (isKind(COLON)) tokens.next();
        else tokens.back(place);
      }
      type();
      if (isKind(QUESTION)) tokens.next();
      if (isKind(COMMA)) tokens.next();
      else if (!isKind(UNSQUARE)) unsure();
    }
    tokens.next();
  };

  const primary = (): void => {
    switch (tokens.kind) {
      case OPEN:
        if (isFunctionType()) {
          functionType();
          return;
        }
        tokens.next();
        type();
        expect(CLOSE);
        break;
      case LESS:
        functionType();
        return;
      case BRACE:
        body();
        break;
      case SQUARE:
        tuple();
        break;
      case TICK:
        template();
        break;
      case MINUS:
        tokens.next();
        expect(NUMBER);
        break;
      case STRING:
      case NUMBER:
        tokens.next();
        break;
      case WORD:
        if (tokens.word === 'typeof') query();
        else if (tokens.word === 'import') {
          importType();
          if (isKind(DOT)) {
            tokens.next();
            named();
          }
        } else named();
        break;
      default:
        unsure();
    }
    while (isKind(SQUARE) && !tokens.fresh) {
      tokens.next();
      if (!isKind(UNSQUARE)) type();
      expect(UNSQUARE);
    }
  };

  /** Whether a word that may be a type of its own is an operator here. */
  const isFollowed = (): boolean => {
    const place = tokens.save();
    tokens.next();
    const { kind, fresh } = tokens;
    tokens.back(place);
    return (
      !fresh &&
      (kind === WORD ||
        kind === OPEN ||
        kind === BRACE ||
        kind === SQUARE ||
        kind === STRING ||
        kind === TICK)
    );
  };

  const unary = (): void => {
    for (;;) {
      if (!isKind(WORD)) break;
      if (OPERATORS.has(tokens.word) && isFollowed()) tokens.next();
      else if (tokens.word === 'infer' && isFollowed()) {
        tokens.next();
        use(tokens.word, tokens.row);
        expect(WORD);
        return;
      } else if (tokens.word === 'abstract' && isFollowed()) tokens.next();
      else if (tokens.word === 'new') {
        tokens.next();
        functionType();
        return;
      } else if (tokens.word === 'asserts' && isFollowed()) {
        tokens.next();
        tokens.next();
        if (!isWord('is')) return;
        tokens.next();
      } else {
        const place = tokens.save();
        tokens.next();
        // `x is T`
        if (isWord('is') && !tokens.fresh) tokens.next();
        else {
          tokens.back(place);
          break;
        }
      }
    }
    primary();
  };

  const type = (): void => {
    if (isKind(OR) || isKind(AND)) tokens.next();
    unary();
    while (isKind(OR) || isKind(AND)) {
      tokens.next();
      unary();
    }
    if (!isWord('extends') || tokens.fresh) return;
    tokens.next();
    type();
    if (!isKind(QUESTION)) return;
    tokens.next();
    type();
    expect(COLON);
    type();
  };

  const typeArguments = (): void => {
    expect(LESS);
    while (!isKind(MORE)) {
      type();
      if (isKind(COMMA)) tokens.next();
      else if (!isKind(MORE)) unsure();
    }
    tokens.next();
  };

  const parameters = (): void => {
    expect(LESS);
    while (!isKind(MORE)) {
      while (
        (tokens.word === 'const' || tokens.word === 'in' || tokens.word === 'out') &&
        isKind(WORD) &&
        isFollowed()
      )
        tokens.next();
      use(tokens.word, tokens.row);
      expect(WORD);
      if (isWord('extends')) {
        tokens.next();
        type();
      }
      if (isKind(EQUALS)) {
        tokens.next();
        type();
      }
      if (isKind(COMMA)) tokens.next();
      else if (!isKind(MORE)) unsure();
    }
    tokens.next();
  };

  const annotation = (): void => {
    if (!isKind(COLON)) return;
    tokens.next();
    type();
  };

  /** `[key: string]`, `[K in T as U]` or a computed name; false for the last. */
  const isIndex = (): boolean => {
    const place = tokens.save();
    tokens.next();
    tokens.next();
    const found = isKind(COLON) || isWord('in');
    tokens.back(place);
    return found;
  };
  const index = (): void => {
    tokens.next();
    const { word, row } = tokens;
    tokens.next();
    if (isWord('in')) {
      use(word, row);
      tokens.next();
      type();
      if (isWord('as')) {
        tokens.next();
        type();
      }
    } else annotation();
    expect(UNSQUARE);
    if (isKind(MINUS) || isKind(PLUS)) tokens.next();
    if (isKind(QUESTION)) tokens.next();
    annotation();
  };

  const member = (): void => {
    const { start, row: firstRow } = tokens;
    if (isKind(OPEN) || isKind(LESS)) {
      if (isKind(LESS)) parameters();
      script.parameters();
      annotation();
      return;
    }
    if (isKind(MINUS) || isKind(PLUS)) tokens.next();
    while (isKind(WORD) && MODIFIERS.has(tokens.word)) {
      const place = tokens.save();
      tokens.next();
      const { kind } = tokens;
      if (kind === WORD || kind === STRING || kind === NUMBER || kind === SQUARE) continue;
      tokens.back(place);
      break;
    }
    const { start: nameStart, row: nameRow } = tokens;
    if (isKind(SQUARE)) {
      if (isIndex()) {
        index();
        return;
      }
      tokens.next();
      script.assign(false);
      expect(UNSQUARE);
    } else if (isKind(WORD) || isKind(STRING) || isKind(NUMBER) || isKind(PRIVATE)) tokens.next();
    else unsure();
    const name = script.text.slice(nameStart, tokens.lastEnd);
    if (isKind(QUESTION)) tokens.next();
    else if (isKind(BANG)) tokens.next();
    const isMethod = isKind(OPEN) || isKind(LESS);
    if (isMethod) {
      if (isKind(LESS)) parameters();
      script.parameters();
    }
    annotation();
    note(isMethod ? 'method' : 'field', name, nameRow, start, firstRow);
  };

  const body = (): void => {
    expect(BRACE);
    while (!isKind(UNBRACE)) {
      if (isKind(SEMICOLON) || isKind(COMMA)) {
        tokens.next();
        continue;
      }
      if (isKind(END) || isKind(BINARY)) unsure();
      member();
      const { kind } = tokens;
      if (kind !== SEMICOLON && kind !== COMMA && kind !== UNBRACE && !tokens.fresh) unsure();
    }
    tokens.next();
  };

  return { type, typeParameterList: parameters, typeArguments, typeBody: body };
}
