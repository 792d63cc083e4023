import { type Notes, noteCall, plainMark, refer } from '../notes.ts';
import { ARROW, BINARY, DOTS, END, NUMBER, PRIVATE, STRING, type Tokens, WORD } from './tokens.ts';
import { unsure } from './unsure.ts';

const [OPEN, CLOSE, COMMA, MINUS, DOT, COLON, SEMICOLON] = [40, 41, 44, 45, 46, 58, 59];
const [LESS, EQUALS, MORE, QUESTION, SQUARE, UNSQUARE, TICK] = [60, 61, 62, 63, 91, 93, 96];
const [AND, BRACE, OR, UNBRACE, PLUS, BANG] = [38, 123, 124, 125, 43, 33];

/** Types that the language has itself; using them refers to nothing. */
const PREDEFINED = new Set(
  'any number boolean string symbol void unknown never object undefined null true false this asserts'.split(
    ' ',
  ),
);
const MODIFIERS = new Set(
  'public private protected static abstract override readonly declare async accessor get set'.split(
    ' ',
  ),
);
const OPERATORS = new Set('keyof unique readonly'.split(' '));

/** Reading what stands where types do. */
export interface Types {
  type(): void;
  /** `<T extends A = B, …>` where it is declared. */
  parameters(): void;
  /** `<A, B>` where it is used. */
  arguments(): void;
  /** `{ … }` of an interface or of a type. */
  body(): void;
}

/** What types need from those who read expressions. */
export interface Around {
  readonly tokens: Tokens;
  readonly notes: Notes;
  /** True while somebody only looks ahead, so that nothing is noted. */
  isQuiet(): boolean;
  /** Parameters of a signature in brackets. */
  signature(): void;
  /** An expression in a computed name, without its bracket. */
  expression(): void;
  template(): void;
}

export function newTypes(around: Around): Types {
  const { tokens, notes } = around;
  const { text, marks } = notes;
  const expect = (kind: number): void => {
    if (tokens.kind !== kind) unsure();
    tokens.next();
  };
  const isWord = (word: string): boolean => tokens.kind === WORD && tokens.word === word;
  const use = (name: string, row: number): void => {
    if (!around.isQuiet()) refer(notes, name, row);
  };

  /** Past everything up to the bracket that closes the current one. */
  const skipGroup = (): void => {
    let depth = 0;
    do {
      const { kind } = tokens;
      if (kind === OPEN || kind === SQUARE || kind === BRACE) depth++;
      else if (kind === CLOSE || kind === UNSQUARE || kind === UNBRACE) depth--;
      else if (kind === END) unsure();
      if (kind === TICK) around.template();
      else tokens.next();
    } while (depth > 0);
  };
  /** As TypeScript decides it: by what stands behind the first thing in brackets. */
  const isFunctionType = (): boolean => {
    const place = tokens.save();
    tokens.next();
    let found = tokens.kind === CLOSE || tokens.kind === DOTS;
    if (!found && (tokens.kind === WORD || tokens.kind === BRACE || tokens.kind === SQUARE)) {
      if (tokens.kind === WORD) tokens.next();
      else skipGroup();
      const { kind } = tokens;
      found = kind === COLON || kind === COMMA || kind === QUESTION || kind === EQUALS;
      if (kind === CLOSE) {
        tokens.next();
        found = (tokens.kind as number) === ARROW;
      }
    }
    tokens.back(place);
    return found;
  };
  const functionType = (): void => {
    if (tokens.kind === LESS) parameters();
    around.signature();
    expect(ARROW);
    type();
  };

  const named = (): void => {
    let { word, row } = tokens;
    let isPlain = true;
    tokens.next();
    while (tokens.kind === DOT) {
      tokens.next();
      if (tokens.kind !== WORD && tokens.kind !== PRIVATE) unsure();
      ({ word, row } = tokens);
      isPlain = false;
      tokens.next();
    }
    if (!isPlain || !PREDEFINED.has(word)) use(word, row);
    if (tokens.kind === LESS && !tokens.fresh) typeArguments();
  };

  /** `import('x')` */
  const importType = (): void => {
    tokens.next();
    if (!around.isQuiet()) noteCall(notes, tokens.start, tokens.row);
    skipGroup();
  };

  /** `typeof a.b`: of values, so it refers to no type. */
  const query = (): void => {
    tokens.next();
    if (isWord('import')) importType();
    else tokens.next();
    while (tokens.kind === DOT) {
      tokens.next();
      tokens.next();
    }
    if (tokens.kind === LESS && !tokens.fresh) typeArguments();
  };

  const tuple = (): void => {
    tokens.next();
    while (tokens.kind !== UNSQUARE) {
      if (tokens.kind === DOTS) tokens.next();
      if (tokens.kind === WORD) {
        const place = tokens.save();
        tokens.next();
        if ((tokens.kind as number) === QUESTION) tokens.next();
        if ((tokens.kind as number) === COLON) tokens.next();
        else tokens.back(place);
      }
      type();
      if ((tokens.kind as number) === QUESTION) tokens.next();
      if ((tokens.kind as number) === COMMA) tokens.next();
      else if ((tokens.kind as number) !== UNSQUARE) unsure();
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
        around.template();
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
          if ((tokens.kind as number) === DOT) {
            tokens.next();
            named();
          }
        } else named();
        break;
      default:
        unsure();
    }
    while (tokens.kind === SQUARE && !tokens.fresh) {
      tokens.next();
      if ((tokens.kind as number) !== UNSQUARE) type();
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
      if (tokens.kind !== WORD) break;
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
    if (tokens.kind === OR || tokens.kind === AND) tokens.next();
    unary();
    while (tokens.kind === OR || tokens.kind === AND) {
      tokens.next();
      unary();
    }
    if (!isWord('extends') || tokens.fresh) return;
    tokens.next();
    type();
    if (tokens.kind !== QUESTION) return;
    tokens.next();
    type();
    expect(COLON);
    type();
  };

  const typeArguments = (): void => {
    expect(LESS);
    while (tokens.kind !== MORE) {
      type();
      if (tokens.kind === COMMA) tokens.next();
      else if ((tokens.kind as number) !== MORE) unsure();
    }
    tokens.next();
  };

  const parameters = (): void => {
    expect(LESS);
    while (tokens.kind !== MORE) {
      while (
        (tokens.word === 'const' || tokens.word === 'in' || tokens.word === 'out') &&
        tokens.kind === WORD &&
        isFollowed()
      )
        tokens.next();
      use(tokens.word, tokens.row);
      expect(WORD);
      if (isWord('extends')) {
        tokens.next();
        type();
      }
      if ((tokens.kind as number) === EQUALS) {
        tokens.next();
        type();
      }
      if ((tokens.kind as number) === COMMA) tokens.next();
      else if ((tokens.kind as number) !== MORE) unsure();
    }
    tokens.next();
  };

  const annotation = (): void => {
    if (tokens.kind !== COLON) return;
    tokens.next();
    type();
  };

  /** `[key: string]`, `[K in T as U]` or a computed name; false for the last. */
  const isIndex = (): boolean => {
    const place = tokens.save();
    tokens.next();
    tokens.next();
    const found = tokens.kind === COLON || isWord('in');
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
    if (tokens.kind === MINUS || tokens.kind === PLUS) tokens.next();
    if (tokens.kind === QUESTION) tokens.next();
    annotation();
  };

  const member = (): void => {
    const { start, row: firstRow } = tokens;
    if (tokens.kind === OPEN || tokens.kind === LESS) {
      if (tokens.kind === LESS) parameters();
      around.signature();
      annotation();
      return;
    }
    if (tokens.kind === MINUS || tokens.kind === PLUS) tokens.next();
    while (tokens.kind === WORD && MODIFIERS.has(tokens.word)) {
      const place = tokens.save();
      tokens.next();
      const { kind } = tokens as { kind: number };
      if (kind === WORD || kind === STRING || kind === NUMBER || kind === SQUARE) continue;
      tokens.back(place);
      break;
    }
    const { start: nameStart, row: nameRow } = tokens;
    if (tokens.kind === SQUARE) {
      if (isIndex()) {
        index();
        return;
      }
      tokens.next();
      around.expression();
      expect(UNSQUARE);
    } else if (
      tokens.kind === WORD ||
      tokens.kind === STRING ||
      tokens.kind === NUMBER ||
      tokens.kind === PRIVATE
    )
      tokens.next();
    else unsure();
    const name = text.slice(nameStart, tokens.lastEnd);
    if (tokens.kind === QUESTION) tokens.next();
    else if (tokens.kind === BANG) tokens.next();
    const isMethod = tokens.kind === OPEN || tokens.kind === LESS;
    if (isMethod) {
      if (tokens.kind === LESS) parameters();
      around.signature();
    }
    annotation();
    if (around.isQuiet()) return;
    const end = tokens.lastEnd;
    const place = { nameRow, firstRow, lastRow: tokens.lastRow, start, end };
    marks.push(plainMark(isMethod ? 'method' : 'field', tidied(name), place));
  };

  const body = (): void => {
    expect(BRACE);
    while (tokens.kind !== UNBRACE) {
      if (tokens.kind === SEMICOLON || tokens.kind === COMMA) {
        tokens.next();
        continue;
      }
      if (tokens.kind === END || tokens.kind === BINARY) unsure();
      member();
      const { kind } = tokens as { kind: number };
      if (kind !== SEMICOLON && kind !== COMMA && kind !== UNBRACE && !tokens.fresh) unsure();
    }
    tokens.next();
  };

  return { type, parameters, arguments: typeArguments, body };
}

/** A name as people say it. */
export function tidied(written: string): string {
  const first = written.charCodeAt(0);
  return first === 34 || first === 39 ? written.slice(1, -1).trim() : written;
}
