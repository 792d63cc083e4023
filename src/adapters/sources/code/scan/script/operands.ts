import { NO_CASE, noteCall, noteCase } from '../../notes.ts';
import {
  AT,
  BRACE,
  CLOSE,
  COLON,
  COMMA,
  EQUALS,
  LESS,
  MORE,
  OPEN,
  SLASH,
  SQUARE,
  STAR,
  TICK,
  UNBRACE,
  UNSQUARE,
} from '../signs.ts';
import { ARROW, ASSIGN, DOTS, NUMBER, PRIVATE, STRING, WORD } from '../tokens.ts';
import { unsure } from '../unsure.ts';
import { type Kind, MODIFIERS, type Parts, type Script } from './parts.ts';

/** Words that begin no expression. */
const RESERVED = new Set(
  'if else for while do switch case default break continue return throw try catch finally with const var enum extends export in instanceof'.split(
    ' ',
  ),
);

/** What an expression is made of: words, literals, what stands in brackets. */
export function newOperands(
  script: Script,
): Pick<
  Parts,
  'template' | 'args' | 'array' | 'propertyName' | 'isModifier' | 'object' | 'primary'
> {
  const { ahead, hasElements, expect, isKind, isWord, looksLike, note, tokens, hasTypes } = script;
  const expressions = (): void => script.sequence(false);
  const template = (hole: () => void = expressions): void => {
    const { text } = script;
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
        hole();
        if (tokens.kind !== UNBRACE) unsure();
        at = tokens.start;
        row = tokens.row;
      }
    }
    tokens.resume(at + 1, row);
  };
  const args = (): void => {
    const { start, row } = tokens;
    const caseRow = script.quiet === 0 ? noteCall(script.notes, start, row) : NO_CASE;
    const outer = script.conditions;
    script.conditions = 0;
    tokens.next();
    while (!isKind(CLOSE)) {
      if (isKind(DOTS)) tokens.next();
      script.assign(false);
      if (isKind(COMMA)) tokens.next();
      else if (!isKind(CLOSE)) unsure();
    }
    tokens.next();
    script.conditions = outer;
    if (caseRow !== NO_CASE) {
      const [end, lastRow] = [tokens.lastEnd, tokens.lastRow];
      noteCase(script.notes, { start, end, row: caseRow, lastRow });
    }
  };
  const array = (): void => {
    const outer = script.conditions;
    script.conditions = 0;
    tokens.next();
    while (!isKind(UNSQUARE)) {
      if (isKind(COMMA)) {
        tokens.next();
        continue;
      }
      if (isKind(DOTS)) tokens.next();
      script.assign(false);
      if (!isKind(COMMA) && !isKind(UNSQUARE)) unsure();
    }
    tokens.next();
    script.conditions = outer;
  };
  /** The name of a property or method. Gives it as written. */
  const propertyName = (): string => {
    const { start } = tokens;
    if (isKind(SQUARE)) {
      tokens.next();
      script.assign(false);
      expect(UNSQUARE);
    } else if (isKind(WORD) || isKind(STRING) || isKind(NUMBER) || isKind(PRIVATE)) tokens.next();
    else unsure();
    return script.text.slice(start, tokens.lastEnd);
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
    const outer = script.conditions;
    script.conditions = 0;
    tokens.next();
    while (!isKind(UNBRACE)) {
      if (isKind(DOTS)) {
        tokens.next();
        script.assign(false);
      } else {
        const { start, row: firstRow } = tokens;
        while (isKind(STAR) || (tokens.kind === WORD && MODIFIERS.has(tokens.word) && isModifier()))
          tokens.next();
        const { row: nameRow } = tokens;
        const name = propertyName();
        if (isKind(OPEN) || isKind(LESS)) {
          if (!script.functionRest()) unsure();
          note('method', name, nameRow, start, firstRow);
        } else if (isKind(COLON)) {
          tokens.next();
          const kind = script.assign(false);
          if (kind === 'arrow' || kind === 'function')
            note('method', name, nameRow, start, firstRow);
        } else if (isKind(EQUALS)) {
          tokens.next();
          script.assign(false);
        }
      }
      if (isKind(COMMA)) tokens.next();
      else if (!isKind(UNBRACE)) unsure();
    }
    tokens.next();
    script.conditions = outer;
  };
  /** After a word that may be an arrow function's only parameter. */
  const wordOperand = (noIn: boolean): Kind => {
    const { start, row, word } = tokens;
    if (word === 'function') return script.functionExpression(start, row);
    if (word === 'class') return script.classRest(start, row, false);
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
        return script.functionExpression(start, row);
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
        return script.arrowBody(start, row, noIn);
      }
      if (follows === 'group' && script.isAsyncArrow()) {
        tokens.next();
        script.typeParameters();
        return script.group(start, row, noIn);
      }
    }
    if (RESERVED.has(word)) unsure();
    tokens.next();
    if (isKind(ARROW) && !tokens.fresh) return script.arrowBody(start, row, noIn);
    return 'other';
  };
  /** `<` where an operand is expected: an element, a generic arrow function or the assertion of a type. */
  const angle = (noIn: boolean): Kind => {
    const { start, row } = tokens;
    const isGeneric =
      hasTypes &&
      looksLike(() => {
        script.typeParameterList();
        if (hasElements && script.text.slice(start, tokens.start).search(/,|\bextends\b/) === -1)
          return false;
        return isKind(OPEN);
      });
    if (isGeneric) {
      script.typeParameterList();
      return script.group(start, row, noIn);
    }
    if (hasElements) {
      script.element();
      return 'other';
    }
    if (!hasTypes) unsure();
    tokens.next();
    script.type();
    expect(MORE);
    script.unary(noIn);
    return 'other';
  };
  const primary = (noIn: boolean): Kind => {
    switch (tokens.kind) {
      case WORD:
        return wordOperand(noIn);
      case OPEN:
        return script.group(tokens.start, tokens.row, noIn);
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
        if (script.text.charCodeAt(tokens.start) !== SLASH) unsure();
        tokens.regex();
        return 'other';
      case AT: {
        const { start, row } = tokens;
        script.decorators();
        if (!isWord('class')) unsure();
        return script.classRest(start, row, false);
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
  return { template, args, array, propertyName, isModifier, object, primary };
}
