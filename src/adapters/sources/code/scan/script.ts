import { typeNames, wordAt } from '../names.ts';
import {
  NO_CASE,
  type Notes,
  noteCall,
  noteCase,
  noteImports,
  plainMark,
  refer,
} from '../notes.ts';
import { newTypes, tidied } from './script-types.ts';
import * as token from './tokens.ts';
import { newTokens } from './tokens.ts';
import { unsure } from './unsure.ts';

const { ARROW, ASSIGN, BINARY, DOTS, END, MAYBE, NUMBER, PRIVATE, STEP, STRING, WORD } = token;
const [BANG, PERCENT, AND, OPEN, CLOSE, STAR, PLUS, COMMA, MINUS, DOT, SLASH] = [
  33, 37, 38, 40, 41, 42, 43, 44, 45, 46, 47,
];
const [COLON, SEMICOLON, LESS, EQUALS, MORE, QUESTION, AT] = [58, 59, 60, 61, 62, 63, 64];
const [SQUARE, UNSQUARE, CARET, TICK, BRACE, OR, UNBRACE, TILDE] = [
  91, 93, 94, 96, 123, 124, 125, 126,
];

/** What an expression turned out to be, as far as definitions care. */
type Kind = 'arrow' | 'function' | 'class' | 'other';

export interface Dialect {
  /** TypeScript has types. */
  readonly types: boolean;
  /** `<` before an operand begins an element. */
  readonly elements: boolean;
}

const PREFIXES = new Set('typeof void delete await'.split(' '));
const MODIFIERS = new Set(
  'public private protected static abstract override readonly declare async accessor get set'.split(
    ' ',
  ),
);
const PARAMETER_MODIFIERS = new Set('public private protected override readonly'.split(' '));
/** Words that begin no expression. */
const RESERVED = new Set(
  'if else for while do switch case default break continue return throw try catch finally with const var enum extends export in instanceof'.split(
    ' ',
  ),
);

/** Reads JavaScript or TypeScript once, statement by statement. */
export const scanScript =
  ({ types: hasTypes, elements: hasElements }: Dialect) =>
  (notes: Notes): void => {
    const { text, marks, leads } = notes;
    const tokens = newTokens(notes);
    let quiet = 0;
    /** Between `?` and `:` of a condition. */
    let conditions = 0;

    const expect = (kind: number): void => {
      if (tokens.kind !== kind) unsure();
      tokens.next();
    };
    const isKind = (kind: number): boolean => tokens.kind === kind;
    const isWord = (word: string): boolean => tokens.kind === WORD && tokens.word === word;
    const use = (name: string, row: number): void => {
      if (quiet === 0) refer(notes, name, row);
    };
    /** Looks at what follows without going there. */
    const ahead = <T>(look: () => T): T => {
      const place = tokens.save();
      const found = look();
      tokens.back(place);
      return found;
    };
    /** Whether something is true of the next token. */
    const isNext = (test: () => boolean): boolean =>
      ahead(() => {
        tokens.next();
        return test();
      });
    /** What can be read as the next thing, if it can be; else everything is as before. */
    const attempt = (read: () => boolean): boolean => {
      const place = tokens.save();
      quiet++;
      try {
        return read();
      } catch {
        return false;
      } finally {
        quiet--;
        tokens.back(place);
      }
    };

    const note = (
      kind: string,
      written: string,
      nameRow: number,
      start: number,
      firstRow: number,
      bases: readonly string[] = [],
    ): void => {
      if (quiet > 0) return;
      const place = { nameRow, firstRow, lastRow: tokens.lastRow, start, end: tokens.lastEnd };
      for (const base of bases) refer(notes, base, nameRow);
      marks.push({ ...plainMark(kind, tidied(written), place), bases });
    };

    const template = (): void => {
      let at = tokens.start + 1;
      let { row } = tokens;
      for (; ; at++) {
        if (at >= text.length) unsure();
        const code = text.charCodeAt(at);
        if (code === TICK) break;
        if (code === 10) row++;
        else if (code === 92) {
          at++;
          if (text.charCodeAt(at) === 10) row++;
        } else if (code === 36 && text.charCodeAt(at + 1) === BRACE) {
          tokens.resume(at + 2, row);
          if (inType > 0) types.type();
          else sequence(false);
          if (tokens.kind !== UNBRACE) unsure();
          at = tokens.start;
          row = tokens.row;
        }
      }
      tokens.resume(at + 1, row);
    };
    let inType = 0;

    const types = newTypes({
      tokens,
      notes,
      isQuiet: () => quiet > 0,
      signature: () => parameters(),
      expression: () => {
        assign(false);
      },
      template: () => {
        inType++;
        template();
        inType--;
      },
    });
    const annotation = (): void => {
      if (!isKind(COLON)) return;
      if (!hasTypes) unsure();
      tokens.next();
      types.type();
    };
    const typeParameters = (): void => {
      if (isKind(LESS) && hasTypes) types.parameters();
    };

    // ——— functions

    const parameters = (): void => {
      expect(OPEN);
      while (!isKind(CLOSE)) {
        decorators();
        while (tokens.kind === WORD && PARAMETER_MODIFIERS.has(tokens.word)) {
          const isName = ahead(() => {
            tokens.next();
            return !isKind(WORD) && !isKind(BRACE) && !isKind(SQUARE);
          });
          if (isName) break;
          tokens.next();
        }
        if (isKind(DOTS)) tokens.next();
        binding();
        if (isKind(QUESTION)) tokens.next();
        annotation();
        if (isKind(EQUALS)) {
          tokens.next();
          assign(false);
        }
        if (isKind(COMMA)) tokens.next();
        else if (!isKind(CLOSE)) unsure();
      }
      tokens.next();
    };
    /** A name or a pattern of names. */
    const binding = (): void => {
      if (isKind(WORD)) tokens.next();
      else if (isKind(BRACE)) object();
      else if (isKind(SQUARE)) array();
      else unsure();
    };
    /** From the type parameters to the body; false if there is none. */
    const functionRest = (): boolean => {
      typeParameters();
      parameters();
      annotation();
      if (!isKind(BRACE)) return false;
      block();
      return true;
    };
    const functionExpression = (start: number, firstRow: number): Kind => {
      tokens.next();
      if (isKind(STAR)) tokens.next();
      const [name, nameRow] = [isKind(WORD) ? tokens.word : '', tokens.row];
      if (name !== '') tokens.next();
      if (!functionRest()) unsure();
      note('scope', '', firstRow, start, firstRow);
      if (name !== '') note('function', name, nameRow, start, firstRow);
      return 'function';
    };
    const arrowBody = (start: number, firstRow: number, noIn: boolean): Kind => {
      expect(ARROW);
      if (isKind(BRACE)) {
        block();
        note('scope', '', firstRow, start, firstRow);
      } else assign(noIn);
      return 'arrow';
    };
    /** What stands in brackets, which may turn out to be the parameters of an arrow function. */
    const group = (start: number, firstRow: number, noIn: boolean): Kind => {
      let isTyped = false;
      let isEmpty = true;
      const outer = conditions;
      conditions = 0;
      tokens.next();
      while (!isKind(CLOSE)) {
        isEmpty = false;
        if (isKind(DOTS)) tokens.next();
        if (isKind(AT)) decorators();
        assign(false);
        if (isKind(QUESTION)) {
          isTyped = true;
          tokens.next();
        }
        if (isKind(COLON)) {
          isTyped = true;
          annotation();
          if (isKind(EQUALS)) {
            tokens.next();
            assign(false);
          }
        }
        if (isKind(COMMA)) tokens.next();
        else if (!isKind(CLOSE)) unsure();
      }
      tokens.next();
      conditions = outer;
      if (isKind(ARROW)) return arrowBody(start, firstRow, noIn);
      const mayBeArrow = isTyped || isEmpty || conditions === 0;
      if (isKind(COLON) && hasTypes && mayBeArrow && isReturnType()) {
        annotation();
        return arrowBody(start, firstRow, noIn);
      }
      if (isTyped || isEmpty) unsure();
      return 'other';
    };
    const isReturnType = (): boolean =>
      attempt(() => {
        annotation();
        return isKind(ARROW);
      });

    // ——— expressions

    const args = (): void => {
      const { start, row } = tokens;
      const caseRow = quiet === 0 ? noteCall(notes, start, row) : NO_CASE;
      const outer = conditions;
      conditions = 0;
      tokens.next();
      while (!isKind(CLOSE)) {
        if (isKind(DOTS)) tokens.next();
        assign(false);
        if (isKind(COMMA)) tokens.next();
        else if (!isKind(CLOSE)) unsure();
      }
      tokens.next();
      conditions = outer;
      if (caseRow !== NO_CASE) {
        const [end, lastRow] = [tokens.lastEnd, tokens.lastRow];
        noteCase(notes, { start, end, row: caseRow, lastRow });
      }
    };
    const array = (): void => {
      const outer = conditions;
      conditions = 0;
      tokens.next();
      while (!isKind(UNSQUARE)) {
        if (isKind(COMMA)) {
          tokens.next();
          continue;
        }
        if (isKind(DOTS)) tokens.next();
        assign(false);
        if (!isKind(COMMA) && !isKind(UNSQUARE)) unsure();
      }
      tokens.next();
      conditions = outer;
    };
    /** The name of a property or method. Gives it as written. */
    const propertyName = (): string => {
      const { start } = tokens;
      if (isKind(SQUARE)) {
        tokens.next();
        assign(false);
        expect(UNSQUARE);
      } else if (isKind(WORD) || isKind(STRING) || isKind(NUMBER) || isKind(PRIVATE)) tokens.next();
      else unsure();
      return text.slice(start, tokens.lastEnd);
    };
    /** Whether the current word stands before a name rather than being one. */
    const isModifier = (): boolean =>
      ahead(() => {
        tokens.next();
        const { kind } = tokens;
        return (
          kind === WORD ||
          kind === STRING ||
          kind === NUMBER ||
          kind === SQUARE ||
          kind === PRIVATE ||
          kind === STAR
        );
      });
    const object = (): void => {
      const outer = conditions;
      conditions = 0;
      tokens.next();
      while (!isKind(UNBRACE)) {
        if (isKind(DOTS)) {
          tokens.next();
          assign(false);
        } else {
          const { start, row: firstRow } = tokens;
          while (
            isKind(STAR) ||
            (tokens.kind === WORD && MODIFIERS.has(tokens.word) && isModifier())
          )
            tokens.next();
          const { row: nameRow } = tokens;
          const name = propertyName();
          if (isKind(OPEN) || isKind(LESS)) {
            if (!functionRest()) unsure();
            note('method', name, nameRow, start, firstRow);
          } else if (isKind(COLON)) {
            tokens.next();
            const kind = assign(false);
            if (kind === 'arrow' || kind === 'function')
              note('method', name, nameRow, start, firstRow);
          } else if (isKind(EQUALS)) {
            tokens.next();
            assign(false);
          }
        }
        if (isKind(COMMA)) tokens.next();
        else if (!isKind(UNBRACE)) unsure();
      }
      tokens.next();
      conditions = outer;
    };

    /** After a word that may be an arrow function's only parameter. */
    const wordOperand = (noIn: boolean): Kind => {
      const { start, row, word } = tokens;
      if (word === 'function') return functionExpression(start, row);
      if (word === 'class') return classRest(start, row, false);
      if (word === 'async') {
        const follows = ahead(() => {
          tokens.next();
          if (tokens.fresh) return 'nothing';
          if (isWord('function')) return 'function';
          if (isKind(WORD)) return 'word';
          return isKind(OPEN) || isKind(LESS) ? 'group' : 'nothing';
        });
        if (follows === 'function') {
          tokens.next();
          return functionExpression(start, row);
        }
        if (
          follows === 'word' &&
          ahead(() => {
            tokens.next();
            tokens.next();
            return isKind(ARROW);
          })
        ) {
          tokens.next();
          tokens.next();
          return arrowBody(start, row, noIn);
        }
        if (follows === 'group' && isAsyncArrow()) {
          tokens.next();
          typeParameters();
          return group(start, row, noIn);
        }
      }
      if (RESERVED.has(word)) unsure();
      tokens.next();
      if (isKind(ARROW) && !tokens.fresh) return arrowBody(start, row, noIn);
      return 'other';
    };
    const isAsyncArrow = (): boolean =>
      attempt(() => {
        tokens.next();
        typeParameters();
        let depth = 0;
        do {
          if (isKind(OPEN) || isKind(BRACE) || isKind(SQUARE)) depth++;
          else if (isKind(CLOSE) || isKind(UNBRACE) || isKind(UNSQUARE)) depth--;
          else if (isKind(END)) return false;
          if (isKind(TICK)) template();
          else tokens.next();
        } while (depth > 0);
        if (isKind(COLON) && hasTypes) annotation();
        return isKind(ARROW);
      });

    /** `<` where an operand is expected: an element, a generic arrow function or the assertion of a type. */
    const angle = (noIn: boolean): Kind => {
      const { start, row } = tokens;
      const isGeneric =
        hasTypes &&
        attempt(() => {
          types.parameters();
          if (hasElements && text.slice(start, tokens.start).search(/,|\bextends\b/) === -1)
            return false;
          return isKind(OPEN);
        });
      if (isGeneric) {
        types.parameters();
        return group(start, row, noIn);
      }
      if (hasElements) {
        element();
        return 'other';
      }
      if (!hasTypes) unsure();
      tokens.next();
      types.type();
      expect(MORE);
      unary(noIn);
      return 'other';
    };

    const primary = (noIn: boolean): Kind => {
      switch (tokens.kind) {
        case WORD:
          return wordOperand(noIn);
        case OPEN:
          return group(tokens.start, tokens.row, noIn);
        case SQUARE:
          array();
          return 'other';
        case BRACE:
          object();
          return 'other';
        case TICK:
          template();
          return 'other';
        case LESS:
          return angle(noIn);
        case SLASH:
          tokens.regex();
          return 'other';
        case ASSIGN:
          if (text.charCodeAt(tokens.start) !== SLASH) unsure();
          tokens.regex();
          return 'other';
        case AT: {
          const { start, row } = tokens;
          decorators();
          if (!isWord('class')) unsure();
          return classRest(start, row, false);
        }
        case STRING:
        case NUMBER:
        case PRIVATE:
          tokens.next();
          return 'other';
        default:
          return unsure();
      }
    };

    /** The last name of what was read last, if something can be assigned to it. */
    let target = { start: 0, row: 0, name: '', nameRow: 0 };

    const unary = (noIn: boolean): Kind => {
      const { start, row, kind: first } = tokens;
      if (
        first === BANG ||
        first === TILDE ||
        first === PLUS ||
        first === MINUS ||
        first === STEP
      ) {
        tokens.next();
        unary(noIn);
        return 'other';
      }
      if (first === WORD && PREFIXES.has(tokens.word)) {
        tokens.next();
        unary(noIn);
        return 'other';
      }
      if (first === WORD && tokens.word === 'new') {
        tokens.next();
        if (isKind(DOT)) tokens.next();
        else if (isKind(WORD)) {
          const [name, nameRow] = [tokens.word, tokens.row];
          if (isNext(() => !isKind(DOT))) use(name, nameRow);
        }
      }
      const isPlain = isKind(WORD);
      let name = isPlain ? tokens.word : '';
      let nameRow = row;
      let kind = primary(noIn);
      if (kind === 'arrow') return kind;
      for (;;) {
        if (isKind(DOT) || isKind(MAYBE)) {
          const isMaybe = isKind(MAYBE);
          tokens.next();
          if (isKind(WORD) || isKind(PRIVATE)) {
            name = text.slice(tokens.start, tokens.end);
            nameRow = tokens.row;
            tokens.next();
          } else if (!isMaybe || !(isKind(OPEN) || isKind(SQUARE) || isKind(LESS))) unsure();
        } else if (isKind(OPEN)) {
          args();
          name = '';
        } else if (isKind(SQUARE)) {
          const outer = conditions;
          conditions = 0;
          tokens.next();
          sequence(false);
          expect(UNSQUARE);
          conditions = outer;
          name = '';
        } else if (isKind(TICK)) {
          template();
          name = '';
        } else if (isKind(BANG) && !tokens.fresh && hasTypes) tokens.next();
        else if (isKind(STEP) && !tokens.fresh) tokens.next();
        else if (isKind(LESS) && hasTypes && isTypeArguments()) types.arguments();
        else break;
        kind = 'other';
      }
      target = { start, row, name, nameRow };
      return kind;
    };
    const isTypeArguments = (): boolean =>
      attempt(() => {
        types.arguments();
        const { kind } = tokens;
        const ends = kind === CLOSE || kind === COMMA || kind === SEMICOLON || kind === END;
        return kind === OPEN || kind === TICK || ends || (tokens.fresh && kind !== LESS);
      });

    const isBinary = (noIn: boolean): boolean => {
      switch (tokens.kind) {
        case BINARY:
        case PLUS:
        case MINUS:
        case STAR:
        case SLASH:
        case PERCENT:
        case AND:
        case OR:
        case CARET:
        case LESS:
        case MORE:
          return true;
        case WORD:
          return tokens.word === 'instanceof' || (tokens.word === 'in' && !noIn);
        default:
          return false;
      }
    };

    /** An expression without commas. */
    const assign = (noIn: boolean): Kind => {
      if (isWord('yield')) {
        tokens.next();
        if (isKind(STAR)) tokens.next();
        const { kind } = tokens;
        const isOver =
          tokens.fresh ||
          kind === CLOSE ||
          kind === UNSQUARE ||
          kind === UNBRACE ||
          kind === COMMA ||
          kind === SEMICOLON ||
          kind === COLON ||
          kind === END;
        if (!isOver) assign(noIn);
        return 'other';
      }
      let kind = unary(noIn);
      if (kind === 'arrow') return kind;
      for (;;) {
        if (isBinary(noIn)) {
          let operator = tokens.kind;
          tokens.next();
          // `>>`, `>=` and `>>>=` come one by one.
          while (operator === MORE && tokens.lastEnd === tokens.start) {
            if (!isKind(MORE) && !isKind(EQUALS) && !(isKind(BINARY) && text[tokens.start] === '='))
              break;
            operator = isKind(MORE) ? MORE : EQUALS;
            tokens.next();
          }
          if (unary(noIn) === 'arrow') return 'other';
          kind = 'other';
        } else if (isKind(QUESTION)) {
          const isOptional = ahead(() => {
            tokens.next();
            return isKind(COLON) || isKind(COMMA) || isKind(CLOSE) || isKind(EQUALS);
          });
          // A parameter after all.
          if (isOptional) return 'other';
          tokens.next();
          conditions++;
          assign(false);
          conditions--;
          expect(COLON);
          assign(noIn);
          return 'other';
        } else if (isKind(EQUALS)) {
          const { start, row, name, nameRow } = target;
          tokens.next();
          const right = assign(noIn);
          const isDefinition = right !== 'other' && name !== '' && !name.startsWith('#');
          if (isDefinition && kind === 'other') {
            const what = right === 'class' ? 'class' : 'function';
            note(what, name, nameRow, start, row, right === 'class' ? heritage : []);
          }
          return 'other';
        } else if (isKind(ASSIGN)) {
          tokens.next();
          assign(noIn);
          return 'other';
        } else if (hasTypes && (isWord('as') || isWord('satisfies')) && !tokens.fresh) {
          tokens.next();
          if (isWord('const')) tokens.next();
          else types.type();
          kind = 'other';
        } else return kind;
      }
    };
    /** Expressions with commas between them. */
    const sequence = (noIn: boolean): void => {
      assign(noIn);
      while (isKind(COMMA)) {
        tokens.next();
        assign(noIn);
      }
    };

    // ——— elements

    const element = (): void => {
      let at = tokens.start + 1;
      let { row } = tokens;
      const blanks = (): void => {
        for (; at < text.length; at++) {
          const code = text.charCodeAt(at);
          if (code === 10) row++;
          else if (code === SLASH && /^\/[/*]/.test(text.slice(at, at + 2))) unsure();
          else if (code > 32) return;
        }
      };
      const name = (): string => {
        const from = at;
        while (at < text.length && /[\w$:.\u0080-\uffff-]/.test(text[at] ?? '')) at++;
        return text.slice(from, at);
      };
      const inBraces = (): void => {
        tokens.resume(at + 1, row);
        if (isKind(DOTS)) tokens.next();
        if (!isKind(UNBRACE)) sequence(false);
        if (!isKind(UNBRACE)) unsure();
        at = tokens.end;
        row = tokens.row;
      };
      /** From behind `<` to behind the end of the element. */
      const one = (): void => {
        blanks();
        const nameRow = row;
        const own = name();
        if (own !== '' && !/[.:]/.test(own)) use(own, nameRow);
        for (;;) {
          blanks();
          const code = text.charCodeAt(at);
          if (code === SLASH) {
            at++;
            blanks();
            if (text.charCodeAt(at++) !== MORE) unsure();
            return;
          }
          if (code === MORE) break;
          if (code === LESS && hasTypes && own !== '') {
            tokens.resume(at, row);
            types.arguments();
            at = tokens.lastEnd;
            row = tokens.lastRow;
          } else if (code === BRACE) inBraces();
          else if (code === EQUALS) {
            at++;
            blanks();
            value();
          } else if (name() === '') unsure();
        }
        at++;
        children();
      };
      const value = (): void => {
        const quote = text.charCodeAt(at);
        if (quote === BRACE) {
          inBraces();
          return;
        }
        if (quote === LESS) {
          at++;
          one();
          return;
        }
        if (quote !== 34 && quote !== 39) unsure();
        for (at++; text.charCodeAt(at) !== quote; at++) {
          if (at >= text.length) unsure();
          if (text.charCodeAt(at) === 10) row++;
        }
        at++;
      };
      const children = (): void => {
        for (;;) {
          if (at >= text.length) unsure();
          const code = text.charCodeAt(at);
          if (code === BRACE) inBraces();
          else if (code === LESS) {
            at++;
            blanks();
            if (text.charCodeAt(at) === SLASH) break;
            one();
          } else {
            if (code === 10) row++;
            at++;
          }
        }
        at++;
        blanks();
        name();
        blanks();
        if (text.charCodeAt(at++) !== MORE) unsure();
      };
      one();
      tokens.resume(at, row);
    };

    // ——— classes

    const decorators = (): void => {
      while (isKind(AT)) {
        const { start, row } = tokens;
        tokens.next();
        if (isKind(OPEN)) group(start, row, false);
        else {
          expect(WORD);
          while (isKind(DOT)) {
            tokens.next();
            tokens.next();
          }
          if (isKind(LESS) && hasTypes) types.arguments();
          if (isKind(OPEN)) args();
        }
        if (quiet > 0) continue;
        leads.push([row, tokens.lastRow]);
        use(wordAt(text, start + 1), row);
      }
    };
    /** Bases of the class that was read last. */
    let heritage: readonly string[] = [];
    /** From `class` on. */
    const classRest = (start: number, firstRow: number, isDeclared: boolean): Kind => {
      tokens.next();
      const hasName = isKind(WORD) && tokens.word !== 'extends' && tokens.word !== 'implements';
      const [name, nameRow] = [hasName ? tokens.word : '', tokens.row];
      if (hasName) {
        if (hasTypes) use(name, nameRow);
        tokens.next();
      }
      if (!hasName && isDeclared) unsure();
      typeParameters();
      const from = tokens.start;
      if (isWord('extends')) {
        tokens.next();
        unary(false);
        if (isKind(LESS) && hasTypes) types.arguments();
      }
      if (isWord('implements')) {
        do {
          tokens.next();
          types.type();
        } while (isKind(COMMA));
      }
      const bases = from === tokens.start ? [] : typeNames(text.slice(from, tokens.lastEnd));
      classBody();
      if (hasName) note('class', name, nameRow, start, firstRow, bases);
      else if (quiet === 0) for (const base of bases) refer(notes, base, firstRow);
      heritage = bases;
      return 'class';
    };
    const classBody = (): void => {
      expect(BRACE);
      while (!isKind(UNBRACE)) {
        if (isKind(SEMICOLON)) tokens.next();
        else member();
      }
      tokens.next();
    };
    const member = (): void => {
      const { start: outerStart, row: outerRow } = tokens;
      decorators();
      const { start, row: firstRow } = tokens;
      if (isWord('static') && isNext(() => isKind(BRACE))) {
        tokens.next();
        block();
        return;
      }
      while (isKind(STAR) || (tokens.kind === WORD && MODIFIERS.has(tokens.word) && isModifier()))
        tokens.next();
      const { row: nameRow } = tokens;
      if (isKind(SQUARE) && hasTypes && isIndexSignature()) {
        tokens.next();
        tokens.next();
        annotation();
        expect(UNSQUARE);
        annotation();
        endMember();
        return;
      }
      const name = propertyName();
      if (isKind(QUESTION) || (isKind(BANG) && hasTypes)) tokens.next();
      if (isKind(OPEN) || isKind(LESS)) {
        const hasBody = functionRest();
        if (!hasBody && !hasTypes) unsure();
        note('method', name, nameRow, start, firstRow);
        if (!hasBody) endMember();
        return;
      }
      annotation();
      let kind: Kind = 'other';
      if (isKind(EQUALS)) {
        tokens.next();
        kind = assign(false);
      }
      const isMethod = kind === 'arrow' || kind === 'function';
      note(isMethod ? 'method' : 'field', name, nameRow, outerStart, outerRow);
      endMember();
    };
    const isIndexSignature = (): boolean =>
      ahead(() => {
        tokens.next();
        if (!isKind(WORD)) return false;
        tokens.next();
        return isKind(COLON);
      });
    const endMember = (): void => {
      if (isKind(SEMICOLON) || isKind(COMMA)) tokens.next();
      else if (!isKind(UNBRACE) && !tokens.fresh) unsure();
    };

    // ——— statements

    const block = (): void => {
      const outer = conditions;
      conditions = 0;
      expect(BRACE);
      while (!isKind(UNBRACE)) statement();
      tokens.next();
      conditions = outer;
    };
    const endStatement = (): void => {
      if (isKind(SEMICOLON)) tokens.next();
      else if (!isKind(UNBRACE) && !isKind(END) && !tokens.fresh) unsure();
    };
    const inBrackets = (): void => {
      expect(OPEN);
      sequence(false);
      expect(CLOSE);
    };
    /** What a name is that has such a value. */
    const kindOf = { arrow: 'function', function: 'function', class: 'class', other: 'variable' };
    /** `a = 1, b` after `const`; in the head of a loop `in` is none of the expression. */
    const declarators = (noIn: boolean): void => {
      for (;;) {
        const { start, row } = tokens;
        const name = isKind(WORD) ? tokens.word : '';
        binding();
        if (isKind(BANG)) tokens.next();
        annotation();
        if (noIn && (isWord('of') || isWord('in'))) return;
        let kind: Kind = 'other';
        if (isKind(EQUALS)) {
          tokens.next();
          kind = assign(noIn);
        }
        if (name !== '') {
          note(kindOf[kind], name, row, start, row, kind === 'class' ? heritage : []);
        }
        if (!isKind(COMMA)) return;
        tokens.next();
      }
    };
    const loop = (): void => {
      tokens.next();
      if (isWord('await')) tokens.next();
      expect(OPEN);
      if (isWord('const') || isWord('let') || isWord('var')) {
        tokens.next();
        declarators(true);
      } else if (!isKind(SEMICOLON)) sequence(true);
      if (isWord('of') || isWord('in')) {
        tokens.next();
        sequence(false);
      } else {
        expect(SEMICOLON);
        if (!isKind(SEMICOLON)) sequence(false);
        expect(SEMICOLON);
        if (!isKind(CLOSE)) sequence(false);
      }
      expect(CLOSE);
      statement();
    };
    const cases = (): void => {
      tokens.next();
      inBrackets();
      expect(BRACE);
      while (!isKind(UNBRACE)) {
        if (isWord('case')) {
          tokens.next();
          conditions++;
          sequence(false);
          conditions--;
          expect(COLON);
        } else if (isWord('default') && isNext(() => isKind(COLON))) {
          tokens.next();
          tokens.next();
        } else statement();
      }
      tokens.next();
    };
    const attemptStatement = (): void => {
      tokens.next();
      block();
      if (isWord('catch')) {
        tokens.next();
        if (isKind(OPEN)) parameters();
        block();
      }
      if (isWord('finally')) {
        tokens.next();
        block();
      }
    };
    const functionDeclaration = (start: number, firstRow: number, mayBeNameless: boolean): void => {
      tokens.next();
      if (isKind(STAR)) tokens.next();
      const [name, nameRow] = [isKind(WORD) ? tokens.word : '', tokens.row];
      if (name !== '') tokens.next();
      else if (!mayBeNameless) unsure();
      const hasBody = functionRest();
      if (!hasBody && !hasTypes) unsure();
      if (!hasBody && isKind(SEMICOLON)) tokens.next();
      if (name !== '') note('function', name, nameRow, start, firstRow);
      else note('scope', '', firstRow, start, firstRow);
      if (!hasBody && !tokens.fresh && !isKind(UNBRACE) && !isKind(END)) unsure();
    };
    const imported = (start: number, row: number): void => {
      if (quiet === 0) noteImports(notes, text.slice(start, tokens.lastEnd), row);
    };
    /** Names in braces, as they are imported or exported. */
    const names = (): void => {
      expect(BRACE);
      while (!isKind(UNBRACE)) {
        if (!isKind(WORD) && !isKind(STRING) && !isKind(COMMA)) unsure();
        tokens.next();
      }
      tokens.next();
    };
    const withAttributes = (): void => {
      if (!(isWord('with') || isWord('assert')) || tokens.fresh) return;
      tokens.next();
      object();
    };
    const importStatement = (): void => {
      const { start, row } = tokens;
      tokens.next();
      if (!isKind(STRING)) {
        for (;;) {
          if (isKind(BRACE)) names();
          else if (isKind(WORD) && isWord('from')) {
            const isOver = isNext(() => isKind(STRING));
            tokens.next();
            if (isOver) break;
          } else if (isKind(WORD) || isKind(STAR) || isKind(COMMA)) tokens.next();
          else if (isKind(EQUALS)) {
            // `import a = require('a')`, `import A = B.C`
            tokens.next();
            sequence(false);
            endStatement();
            imported(start, row);
            return;
          } else unsure();
        }
      }
      expect(STRING);
      withAttributes();
      if (isKind(SEMICOLON)) tokens.next();
      else if (!tokens.fresh && !isKind(END) && !isKind(UNBRACE)) unsure();
      imported(start, row);
    };
    const exportStatement = (): void => {
      const { start, row } = tokens;
      tokens.next();
      if (isWord('type') && isNext(() => isKind(BRACE) || isKind(STAR))) tokens.next();
      if (isKind(BRACE) || isKind(STAR)) {
        if (isKind(BRACE)) names();
        else {
          tokens.next();
          if (isWord('as')) {
            tokens.next();
            tokens.next();
          }
        }
        if (!isWord('from')) {
          endStatement();
          return;
        }
        tokens.next();
        expect(STRING);
        withAttributes();
        endStatement();
        imported(start, row);
        return;
      }
      if (isKind(EQUALS)) {
        tokens.next();
        sequence(false);
        endStatement();
        return;
      }
      if (isWord('as')) {
        // `export as namespace X`
        tokens.next();
        tokens.next();
        tokens.next();
        endStatement();
        return;
      }
      if (!isWord('default')) {
        statement();
        return;
      }
      tokens.next();
      const { start: from, row: fromRow } = tokens;
      if (isKind(AT)) decorators();
      if (isWord('abstract') && isNext(() => isWord('class'))) tokens.next();
      if (isWord('class')) classRest(from, fromRow, false);
      else if (isWord('function')) functionDeclaration(from, fromRow, true);
      else if (isWord('async') && isNext(() => isWord('function') && !tokens.fresh)) {
        tokens.next();
        functionDeclaration(from, fromRow, true);
      } else if (isWord('interface')) typedStatement(from, fromRow);
      else {
        sequence(false);
        endStatement();
      }
    };

    const enumeration = (start: number, firstRow: number): void => {
      tokens.next();
      const [name, nameRow] = [tokens.word, tokens.row];
      expect(WORD);
      expect(BRACE);
      while (!isKind(UNBRACE)) {
        const { start: from, row } = tokens;
        const own = propertyName();
        if (isKind(EQUALS)) {
          tokens.next();
          assign(false);
        }
        note('member', own, row, from, row);
        if (isKind(COMMA)) tokens.next();
        else if (!isKind(UNBRACE)) unsure();
      }
      tokens.next();
      note('enum', name, nameRow, start, firstRow);
    };
    /** What begins with a word that is a keyword only if another follows. True if it was such a statement. */
    const typedStatement = (start: number, firstRow: number): boolean => {
      const { word } = tokens;
      const follows = ahead(() => {
        tokens.next();
        if (tokens.fresh && word !== 'interface') return 'nothing';
        if (isKind(WORD)) return isWord('in') || isWord('instanceof') ? 'nothing' : tokens.word;
        if (isKind(STRING)) return 'string';
        return isKind(BRACE) ? 'brace' : 'nothing';
      });
      if (follows === 'nothing') return false;
      if (word === 'declare' || word === 'abstract') {
        if (word === 'abstract' && follows !== 'class') return false;
        if (follows === 'brace' || follows === 'string') return false;
        tokens.next();
        if (isWord('class')) classRest(start, firstRow, true);
        else statement();
        return true;
      }
      if (word === 'global') {
        if (follows !== 'brace') return false;
        tokens.next();
        block();
        return true;
      }
      if (word === 'namespace' || word === 'module') {
        if (follows === 'brace') return false;
        tokens.next();
        const { start: from, row } = tokens;
        tokens.next();
        while (isKind(DOT)) {
          tokens.next();
          tokens.next();
        }
        const name = text.slice(from, tokens.lastEnd);
        if (isKind(BRACE)) block();
        else endStatement();
        note('namespace', name, row, start, firstRow);
        return true;
      }
      if (follows === 'brace' || follows === 'string') return false;
      tokens.next();
      const [name, nameRow] = [tokens.word, tokens.row];
      use(name, nameRow);
      expect(WORD);
      typeParameters();
      if (word === 'type') {
        expect(EQUALS);
        types.type();
        endStatement();
        note('type', name, nameRow, start, firstRow);
        return true;
      }
      const from = tokens.start;
      if (isWord('extends')) {
        do {
          tokens.next();
          types.type();
        } while (isKind(COMMA));
      }
      const bases = from === tokens.start ? [] : typeNames(text.slice(from, tokens.lastEnd));
      types.body();
      note('interface', name, nameRow, start, firstRow, bases);
      return true;
    };

    const wordStatement = (): boolean => {
      const { start, row, word } = tokens;
      switch (word) {
        case 'if':
          tokens.next();
          inBrackets();
          statement();
          if (isWord('else')) {
            tokens.next();
            statement();
          }
          return true;
        case 'while':
        case 'with':
          tokens.next();
          inBrackets();
          statement();
          return true;
        case 'for':
          loop();
          return true;
        case 'do':
          tokens.next();
          statement();
          if (!isWord('while')) unsure();
          tokens.next();
          inBrackets();
          if (isKind(SEMICOLON)) tokens.next();
          return true;
        case 'switch':
          cases();
          return true;
        case 'try':
          attemptStatement();
          return true;
        case 'return':
        case 'throw':
          tokens.next();
          if (!tokens.fresh && !isKind(SEMICOLON) && !isKind(UNBRACE) && !isKind(END))
            sequence(false);
          endStatement();
          return true;
        case 'break':
        case 'continue':
          tokens.next();
          if (isKind(WORD) && !tokens.fresh) tokens.next();
          endStatement();
          return true;
        case 'function':
          functionDeclaration(start, row, false);
          return true;
        case 'class':
          classRest(start, row, true);
          return true;
        case 'import':
          if (isNext(() => isKind(OPEN) || isKind(DOT))) return false;
          importStatement();
          return true;
        case 'export':
          exportStatement();
          return true;
        case 'async':
          if (!isNext(() => isWord('function') && !tokens.fresh)) return false;
          tokens.next();
          functionDeclaration(start, row, false);
          return true;
        case 'const':
          if (hasTypes && isNext(() => isWord('enum'))) {
            tokens.next();
            enumeration(start, row);
            return true;
          }
          tokens.next();
          declarators(false);
          endStatement();
          return true;
        case 'var':
          tokens.next();
          declarators(false);
          endStatement();
          return true;
        case 'let':
          if (!isNext(() => isKind(WORD) || isKind(BRACE) || isKind(SQUARE))) return false;
          tokens.next();
          declarators(false);
          endStatement();
          return true;
        case 'enum':
          if (!hasTypes) unsure();
          enumeration(start, row);
          return true;
        case 'debugger':
          tokens.next();
          endStatement();
          return true;
        case 'type':
        case 'interface':
        case 'namespace':
        case 'module':
        case 'declare':
        case 'abstract':
        case 'global':
          return hasTypes && typedStatement(start, row);
        default:
          return false;
      }
    };
    const isLabel = (): boolean => {
      let at = tokens.end;
      while (text.charCodeAt(at) <= 32) at++;
      return text.charCodeAt(at) === COLON;
    };
    const statement = (): void => {
      if (isKind(BRACE)) {
        block();
        return;
      }
      if (isKind(SEMICOLON)) {
        tokens.next();
        return;
      }
      if (isKind(AT)) {
        const { start, row } = tokens;
        decorators();
        if (isWord('export')) {
          exportStatement();
          return;
        }
        if (isWord('abstract')) tokens.next();
        if (!isWord('class')) unsure();
        classRest(start, row, true);
        return;
      }
      if (isKind(WORD)) {
        if (wordStatement()) return;
        if (isLabel()) {
          tokens.next();
          tokens.next();
          statement();
          return;
        }
      }
      sequence(false);
      endStatement();
    };

    while (!isKind(END)) statement();
  };
