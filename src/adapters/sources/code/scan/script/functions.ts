import {
  AT,
  BRACE,
  CLOSE,
  COLON,
  COMMA,
  EQUALS,
  LESS,
  OPEN,
  QUESTION,
  SQUARE,
  STAR,
  TICK,
  UNBRACE,
  UNSQUARE,
} from '../signs.ts';
import { ARROW, DOTS, END, WORD } from '../tokens.ts';
import { unsure } from '../unsure.ts';
import type { Kind, Parts, Script } from './parts.ts';

const PARAMETER_MODIFIERS = new Set('public private protected override readonly'.split(' '));

/** Functions of all kinds, from their type parameters to their bodies. */
export function newFunctions(
  script: Script,
): Pick<
  Parts,
  | 'annotation'
  | 'typeParameters'
  | 'parameters'
  | 'binding'
  | 'functionRest'
  | 'functionExpression'
  | 'arrowBody'
  | 'group'
  | 'isAsyncArrow'
> {
  const { ahead, expect, isKind, looksLike, note, tokens, hasTypes } = script;
  const annotation = (): void => {
    if (!isKind(COLON)) return;
    if (!hasTypes) unsure();
    tokens.next();
    script.type();
  };
  const typeParameters = (): void => {
    if (isKind(LESS) && hasTypes) script.typeParameterList();
  };
  const parameters = (): void => {
    expect(OPEN);
    while (!isKind(CLOSE)) {
      script.decorators();
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
        script.assign(false);
      }
      if (isKind(COMMA)) tokens.next();
      else if (!isKind(CLOSE)) unsure();
    }
    tokens.next();
  };
  /** A name or a pattern of names. */
  const binding = (): void => {
    if (isKind(WORD)) tokens.next();
    else if (isKind(BRACE)) script.object();
    else if (isKind(SQUARE)) script.array();
    else unsure();
  };
  /** From the type parameters to the body; false if there is none. */
  const functionRest = (): boolean => {
    typeParameters();
    parameters();
    annotation();
    if (!isKind(BRACE)) return false;
    script.block();
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
      script.block();
      note('scope', '', firstRow, start, firstRow);
    } else script.assign(noIn);
    return 'arrow';
  };
  /** What stands in brackets, which may turn out to be the parameters of an arrow function. */
  const group = (start: number, firstRow: number, noIn: boolean): Kind => {
    let isTyped = false;
    let isEmpty = true;
    const outer = script.conditions;
    script.conditions = 0;
    tokens.next();
    while (!isKind(CLOSE)) {
      isEmpty = false;
      if (isKind(DOTS)) tokens.next();
      if (isKind(AT)) script.decorators();
      script.assign(false);
      if (isKind(QUESTION)) {
        isTyped = true;
        tokens.next();
      }
      if (isKind(COLON)) {
        isTyped = true;
        annotation();
        if (isKind(EQUALS)) {
          tokens.next();
          script.assign(false);
        }
      }
      if (isKind(COMMA)) tokens.next();
      else if (!isKind(CLOSE)) unsure();
    }
    tokens.next();
    script.conditions = outer;
    if (isKind(ARROW)) return arrowBody(start, firstRow, noIn);
    const mayBeArrow = isTyped || isEmpty || script.conditions === 0;
    if (isKind(COLON) && hasTypes && mayBeArrow && isReturnType()) {
      annotation();
      return arrowBody(start, firstRow, noIn);
    }
    if (isTyped || isEmpty) unsure();
    return 'other';
  };
  const isReturnType = (): boolean =>
    looksLike(() => {
      annotation();
      return isKind(ARROW);
    });
  const isAsyncArrow = (): boolean =>
    looksLike(() => {
      tokens.next();
      typeParameters();
      let depth = 0;
      do {
        if (isKind(OPEN) || isKind(BRACE) || isKind(SQUARE)) depth++;
        else if (isKind(CLOSE) || isKind(UNBRACE) || isKind(UNSQUARE)) depth--;
        else if (isKind(END)) return false;
        if (isKind(TICK)) script.template();
        else tokens.next();
      } while (depth > 0);
      if (isKind(COLON) && hasTypes) annotation();
      return isKind(ARROW);
    });
  return {
    annotation,
    typeParameters,
    parameters,
    binding,
    functionRest,
    functionExpression,
    arrowBody,
    group,
    isAsyncArrow,
  };
}
