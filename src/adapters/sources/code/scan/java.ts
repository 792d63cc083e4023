import { typeNames } from '../names.ts';
import { noteCall, noteImports } from '../notes.ts';
import { newReader } from './reader.ts';
import type { Scanner } from './scanner.ts';
import {
  AND,
  AT,
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
  QUESTION,
  QUOTE,
  SEMICOLON,
  SQUARE,
  STAR,
  TILDE,
  UNBRACE,
  UNSQUARE,
} from './signs.ts';
import { DOTS, END, NUMBER, STRING, WORD } from './tokens.ts';
import { unsure } from './unsure.ts';

const MODIFIERS = new Set(
  'public protected private static final abstract native synchronized transient volatile strictfp default sealed'.split(
    ' ',
  ),
);
const PRIMITIVES = new Set('int long short byte char boolean float double void'.split(' '));
/** Before a bracket these do not call. */
const NOT_CALLED = new Set(
  'if for while switch catch synchronized return throw try assert else do case yield instanceof'.split(
    ' ',
  ),
);
/** In the brackets behind them stand statements. */
const DECLARING = new Set('for try'.split(' '));
const KINDS: ReadonlyMap<string, string> = new Map([
  ['class', 'class'],
  ['interface', 'interface'],
  ['enum', 'enum'],
  ['record', 'class'],
]);

const textBlock = (text: string, at: number): number => {
  if (text.charCodeAt(at) !== QUOTE || !text.startsWith('"""', at)) return -1;
  for (let i = at + 3; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 92) i++;
    else if (code === QUOTE && text.startsWith('"""', i)) return i + 3;
  }
  return unsure();
};

/** Reads Java once: declarations exactly, statements as far as calls, types and classes in them need it. */
function newScanner(): Scanner {
  const reader = newReader(textBlock);
  const { expect, isKind, isWord, looksLike, note, tokens, use } = reader;

  // ——— types

  const type = (): void => {
    annotations();
    if (!isKind(WORD)) unsure();
    for (;;) {
      if (!PRIMITIVES.has(tokens.word)) use(tokens.word, tokens.row);
      expect(WORD);
      if (isKind(LESS)) typeArguments();
      if (!isKind(DOT)) break;
      tokens.next();
      annotations();
    }
    annotations();
    while (isKind(SQUARE)) {
      tokens.next();
      expect(UNSQUARE);
      annotations();
    }
  };
  const typeArguments = (): void => {
    tokens.next();
    while (!isKind(MORE)) {
      annotations();
      if (isKind(QUESTION)) {
        tokens.next();
        if (isWord('extends') || isWord('super')) {
          tokens.next();
          type();
        }
      } else type();
      if (isKind(COMMA)) tokens.next();
      else if (!isKind(MORE)) unsure();
    }
    tokens.next();
  };
  const typeParameters = (): void => {
    if (!isKind(LESS)) return;
    tokens.next();
    while (!isKind(MORE)) {
      annotations();
      use(tokens.word, tokens.row);
      expect(WORD);
      if (isWord('extends')) {
        do {
          tokens.next();
          type();
        } while (isKind(AND));
      }
      if (isKind(COMMA)) tokens.next();
      else if (!isKind(MORE)) unsure();
    }
    tokens.next();
  };
  /** Types with commas between them, behind the word that opens the list. Gives what the list says of bases. */
  const typeList = (): readonly string[] => {
    const { start } = tokens;
    do {
      tokens.next();
      type();
    } while (isKind(COMMA));
    return typeNames(reader.text.slice(start, tokens.lastEnd));
  };

  // ——— declarations

  const annotations = (): void => {
    while (isKind(AT)) {
      const isDeclaration = looksLike(() => {
        tokens.next();
        return isWord('interface');
      });
      if (isDeclaration) return;
      tokens.next();
      const { word, row } = tokens;
      expect(WORD);
      if (!isKind(DOT)) use(word, row);
      while (isKind(DOT)) {
        tokens.next();
        expect(WORD);
      }
      if (isKind(OPEN)) group(CLOSE, false);
    }
  };
  /** `synchronized (lock) { … }` */
  const isBlock = (): boolean =>
    looksLike(() => {
      tokens.next();
      return isKind(OPEN);
    });
  const modifiers = (): void => {
    for (;;) {
      annotations();
      if (tokens.kind !== WORD || !MODIFIERS.has(tokens.word)) return;
      if (tokens.word === 'synchronized' && isBlock()) return;
      tokens.next();
    }
  };
  const parameters = (): void => {
    expect(OPEN);
    while (!isKind(CLOSE)) {
      modifiers();
      type();
      if (isKind(DOTS)) tokens.next();
      expect(WORD);
      while (isKind(DOT)) {
        tokens.next();
        expect(WORD);
      }
      dimensions();
      if (isKind(COMMA)) tokens.next();
      else if (!isKind(CLOSE)) unsure();
    }
    tokens.next();
  };
  const dimensions = (): void => {
    while (isKind(SQUARE)) {
      tokens.next();
      expect(UNSQUARE);
    }
  };
  const isTypeDeclaration = (): boolean => {
    if (isKind(AT)) return true;
    if (tokens.kind !== WORD || !KINDS.has(tokens.word)) return false;
    if (tokens.word !== 'record') return true;
    return looksLike(() => {
      tokens.next();
      expect(WORD);
      return isKind(OPEN) || isKind(LESS);
    });
  };
  const typeDeclaration = (start: number, firstRow: number): void => {
    const isAnnotation = isKind(AT);
    if (isAnnotation) tokens.next();
    const { word } = tokens;
    tokens.next();
    const { word: name, row: nameRow } = tokens;
    expect(WORD);
    typeParameters();
    if (word === 'record') parameters();
    const bases: string[] = [];
    while (isWord('extends') || isWord('implements') || isWord('permits')) {
      const isPermits = isWord('permits');
      const found = typeList();
      if (!isPermits) bases.push(...found);
    }
    expect(BRACE);
    if (word === 'enum') constants();
    members(word === 'interface' ? 'constant' : 'field');
    note(KINDS.get(word) ?? 'class', name, nameRow, start, firstRow, bases);
  };
  const constants = (): void => {
    while (!isKind(SEMICOLON) && !isKind(UNBRACE)) {
      const { start, row } = tokens;
      annotations();
      const { word, row: nameRow } = tokens;
      expect(WORD);
      if (isKind(OPEN)) call();
      if (isKind(BRACE)) {
        tokens.next();
        members('field');
      }
      note('member', word, nameRow, start, row);
      if (isKind(COMMA)) tokens.next();
      else if (!isKind(SEMICOLON) && !isKind(UNBRACE)) unsure();
    }
  };
  /** To the brace that closes a body. */
  const members = (valueKind: string): void => {
    while (!isKind(UNBRACE)) {
      if (isKind(SEMICOLON)) tokens.next();
      else member(valueKind);
    }
    tokens.next();
  };
  const member = (valueKind: string): void => {
    const { start, row } = tokens;
    modifiers();
    if (isKind(BRACE)) {
      block();
      return;
    }
    if (isTypeDeclaration()) {
      typeDeclaration(start, row);
      return;
    }
    typeParameters();
    annotations();
    const isConstructor = looksLike(() => {
      expect(WORD);
      return isKind(OPEN) || isKind(BRACE);
    });
    if (!isConstructor) type();
    const names: [name: string, row: number][] = [[tokens.word, tokens.row]];
    expect(WORD);
    if (isKind(OPEN) || (isConstructor && isKind(BRACE))) {
      if (isKind(OPEN)) parameters();
      dimensions();
      if (isWord('throws')) typeList();
      if (isWord('default')) value();
      if (isKind(BRACE)) block();
      else expect(SEMICOLON);
      note('method', names[0]?.[0] ?? '', names[0]?.[1] ?? row, start, row);
      return;
    }
    for (;;) {
      dimensions();
      if (isKind(EQUALS)) value();
      if (!isKind(COMMA)) break;
      tokens.next();
      names.push([tokens.word, tokens.row]);
      expect(WORD);
    }
    expect(SEMICOLON);
    for (const [name, nameRow] of names) note(valueKind, name, nameRow, start, row);
  };
  /** An expression behind `=` or `default`. */
  const value = (): void => {
    tokens.next();
    while (!isKind(COMMA) && !isKind(SEMICOLON)) item();
  };

  // ——— statements

  /** The arguments here. */
  const call = (): void => {
    if (reader.quiet === 0) noteCall(reader.notes, tokens.start, tokens.row);
    group(CLOSE, false);
  };
  const group = (close: number, isDeclaring: boolean): void => {
    tokens.next();
    let isFirst = isDeclaring;
    while (!isKind(close)) {
      if (isFirst) declared();
      isFirst = isDeclaring && isKind(SEMICOLON);
      if (!isKind(close)) item();
    }
    tokens.next();
  };
  const block = (): void => {
    tokens.next();
    let isFirst = true;
    while (!isKind(UNBRACE)) {
      if (isFirst && statement()) continue;
      const { kind } = tokens;
      item();
      isFirst = kind === SEMICOLON || kind === BRACE || kind === COLON || isBehindBrace();
    }
    tokens.next();
  };
  const isBehindBrace = (): boolean => reader.text.charCodeAt(tokens.lastEnd - 1) === UNBRACE;
  /** A class inside a block, or the type of a local variable. True if a whole statement was read. */
  const statement = (): boolean => {
    if (
      isKind(AT) ||
      (tokens.kind === WORD && (MODIFIERS.has(tokens.word) || KINDS.has(tokens.word)))
    ) {
      const { start, row } = tokens;
      const isClass = looksLike(() => {
        modifiers();
        return isTypeDeclaration();
      });
      if (isClass) {
        modifiers();
        typeDeclaration(start, row);
        return true;
      }
    }
    declared();
    return false;
  };
  /** `final Foo<Bar> name`: passes the type. */
  const declared = (): void => {
    if (isWord('default') || isWord('case')) return;
    if (isKind(AT) || (tokens.kind === WORD && MODIFIERS.has(tokens.word))) modifiers();
    if (!isKind(WORD) || NOT_CALLED.has(tokens.word) || isWord('new')) return;
    const isDeclaration = looksLike(() => {
      type();
      expect(WORD);
      return (
        isKind(EQUALS) || isKind(SEMICOLON) || isKind(COMMA) || isKind(COLON) || isKind(SQUARE)
      );
    });
    if (isDeclaration) type();
  };
  /** What a statement is made of: a token, a group, a block, an object with a body of its own. */
  const item = (): void => {
    switch (tokens.kind) {
      case OPEN:
        brackets();
        break;
      case SQUARE:
        group(UNSQUARE, false);
        break;
      case BRACE:
        block();
        break;
      case WORD:
        word();
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
  /** Brackets that call nothing: a cast, the parameters of a lambda or an expression. */
  const brackets = (): void => {
    const isCast = looksLike(() => {
      tokens.next();
      type();
      while (isKind(AND)) {
        tokens.next();
        type();
      }
      expect(CLOSE);
      const { kind } = tokens;
      const isOperand = kind === STRING || kind === NUMBER || kind === OPEN || kind === WORD;
      return (isOperand && !isWord('instanceof')) || kind === BANG || kind === TILDE;
    });
    if (isCast) {
      tokens.next();
      type();
      while (isKind(AND)) {
        tokens.next();
        type();
      }
      tokens.next();
      return;
    }
    const isLambda = looksLike(() => {
      parameters();
      return isKind(MINUS);
    });
    if (isLambda) parameters();
    else group(CLOSE, false);
  };
  const word = (): void => {
    const { word: own, row } = tokens;
    const before = reader.text.slice(tokens.lastEnd - 2, tokens.lastEnd);
    tokens.next();
    // `Type::new` creates nothing here.
    if (own === 'new' && before !== '::') {
      created();
      return;
    }
    if (own === 'instanceof') {
      modifiers();
      type();
      return;
    }
    if (own === 'catch' && isKind(OPEN)) {
      tokens.next();
      modifiers();
      type();
      while (isKind(OR)) {
        tokens.next();
        type();
      }
      expect(WORD);
      expect(CLOSE);
    } else if (NOT_CALLED.has(own)) {
      if (!isKind(OPEN)) return;
      if (DECLARING.has(own)) group(CLOSE, true);
      else if (own === 'return' || own === 'throw' || own === 'case') brackets();
      else group(CLOSE, false);
    } else if (isKind(OPEN)) call();
    else if (isKind(DOT)) {
      tokens.next();
      if (isWord('class')) {
        if (!PRIMITIVES.has(own)) use(own, row);
        tokens.next();
      } else if (isKind(LESS)) typeArguments();
    }
  };
  /** Behind `new`. */
  const created = (): void => {
    annotations();
    for (;;) {
      if (!PRIMITIVES.has(tokens.word)) use(tokens.word, tokens.row);
      expect(WORD);
      if (isKind(LESS)) typeArguments();
      if (!isKind(DOT)) break;
      tokens.next();
    }
    if (isKind(SQUARE)) {
      while (isKind(SQUARE)) group(UNSQUARE, false);
      return;
    }
    if (!isKind(OPEN)) unsure();
    call();
    if (!isKind(BRACE)) return;
    tokens.next();
    members('field');
  };

  return (notes) => {
    reader.open(notes);
    while (!isKind(END)) {
      const { start, row } = tokens;
      if (isKind(SEMICOLON)) {
        tokens.next();
        continue;
      }
      if (isWord('import')) {
        while (!isKind(SEMICOLON)) {
          if (!isKind(WORD) && !isKind(DOT) && !isKind(STAR)) unsure();
          tokens.next();
        }
        tokens.next();
        noteImports(reader.notes, reader.text.slice(start, tokens.lastEnd), row);
        continue;
      }
      modifiers();
      if (isWord('package')) {
        while (!isKind(SEMICOLON)) {
          if (!isKind(WORD) && !isKind(DOT)) unsure();
          tokens.next();
        }
        tokens.next();
      } else if (isTypeDeclaration()) typeDeclaration(start, row);
      else if (isWord('module') || isWord('open')) {
        while (!isKind(BRACE)) {
          if (!isKind(WORD) && !isKind(DOT)) unsure();
          tokens.next();
        }
        group(UNBRACE, false);
      } else unsure();
    }
  };
}

export const scanJava: Scanner = newScanner();
