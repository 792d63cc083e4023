import {
  AND,
  BANG,
  CARET,
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
  PERCENT,
  PLUS,
  QUESTION,
  SEMICOLON,
  SLASH,
  SQUARE,
  STAR,
  TICK,
  TILDE,
  UNBRACE,
  UNSQUARE,
} from '../signs.ts';
import { ASSIGN, BINARY, END, MAYBE, PRIVATE, STEP, WORD } from '../tokens.ts';
import { unsure } from '../unsure.ts';
import type { Kind, Parts, Script } from './parts.ts';

const PREFIXES = new Set('typeof void delete await'.split(' '));

/** Operands and what stands between them. */
export function newExpressions(script: Script): Pick<Parts, 'unary' | 'assign' | 'sequence'> {
  const { ahead, expect, isKind, isNext, isWord, looksLike, note, tokens, hasTypes, use } = script;
  /** The last name of what was read last, if something can be assigned to it. */
  let target = { start: 0, row: 0, name: '', nameRow: 0 };
  const unary = (noIn: boolean): Kind => {
    const { start, row, kind: first } = tokens;
    if (first === BANG || first === TILDE || first === PLUS || first === MINUS || first === STEP) {
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
    let kind = script.primary(noIn);
    if (kind === 'arrow') return kind;
    for (;;) {
      if (isKind(DOT) || isKind(MAYBE)) {
        const isMaybe = isKind(MAYBE);
        tokens.next();
        if (isKind(WORD) || isKind(PRIVATE)) {
          name = script.text.slice(tokens.start, tokens.end);
          nameRow = tokens.row;
          tokens.next();
        } else if (!isMaybe || !(isKind(OPEN) || isKind(SQUARE) || isKind(LESS))) unsure();
      } else if (isKind(OPEN)) {
        script.args();
        name = '';
      } else if (isKind(SQUARE)) {
        const outer = script.conditions;
        script.conditions = 0;
        tokens.next();
        sequence(false);
        expect(UNSQUARE);
        script.conditions = outer;
        name = '';
      } else if (isKind(TICK)) {
        script.template();
        name = '';
      } else if (isKind(BANG) && !tokens.fresh && hasTypes) tokens.next();
      else if (isKind(STEP) && !tokens.fresh) tokens.next();
      else if (isKind(LESS) && hasTypes && isTypeArguments()) script.typeArguments();
      else break;
      kind = 'other';
    }
    target = { start, row, name, nameRow };
    return kind;
  };
  const isTypeArguments = (): boolean =>
    looksLike(() => {
      script.typeArguments();
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
          if (
            !isKind(MORE) &&
            !isKind(EQUALS) &&
            !(isKind(BINARY) && script.text[tokens.start] === '=')
          )
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
        script.conditions++;
        assign(false);
        script.conditions--;
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
          note(what, name, nameRow, start, row, right === 'class' ? script.heritage : []);
        }
        return 'other';
      } else if (isKind(ASSIGN)) {
        tokens.next();
        assign(noIn);
        return 'other';
      } else if (hasTypes && (isWord('as') || isWord('satisfies')) && !tokens.fresh) {
        tokens.next();
        if (isWord('const')) tokens.next();
        else script.type();
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
  return { unary, assign, sequence };
}
