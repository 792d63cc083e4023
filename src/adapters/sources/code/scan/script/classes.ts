import { typeNames, wordAt } from '../../names.ts';
import { refer } from '../../notes.ts';
import {
  AT,
  BANG,
  BRACE,
  COLON,
  COMMA,
  DOT,
  EQUALS,
  LESS,
  OPEN,
  QUESTION,
  SEMICOLON,
  SQUARE,
  STAR,
  UNBRACE,
  UNSQUARE,
} from '../signs.ts';
import { WORD } from '../tokens.ts';
import { unsure } from '../unsure.ts';
import { type Kind, MODIFIERS, type Parts, type Script } from './parts.ts';

/** Classes, their members and decorators. */
export function newClasses(script: Script): Pick<Parts, 'decorators' | 'classRest'> {
  const { ahead, expect, isKind, isNext, isWord, note, tokens, hasTypes, use } = script;
  const decorators = (): void => {
    while (isKind(AT)) {
      const { start, row } = tokens;
      tokens.next();
      if (isKind(OPEN)) script.group(start, row, false);
      else {
        expect(WORD);
        while (isKind(DOT)) {
          tokens.next();
          tokens.next();
        }
        if (isKind(LESS) && hasTypes) script.typeArguments();
        if (isKind(OPEN)) script.args();
      }
      if (script.quiet > 0) continue;
      script.notes.leads.push([row, tokens.lastRow]);
      use(wordAt(script.text, start + 1), row);
    }
  };
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
    script.typeParameters();
    const from = tokens.start;
    if (isWord('extends')) {
      tokens.next();
      script.unary(false);
      if (isKind(LESS) && hasTypes) script.typeArguments();
    }
    if (isWord('implements')) {
      do {
        tokens.next();
        script.type();
      } while (isKind(COMMA));
    }
    const bases = from === tokens.start ? [] : typeNames(script.text.slice(from, tokens.lastEnd));
    classBody();
    if (hasName) note('class', name, nameRow, start, firstRow, bases);
    else if (script.quiet === 0) for (const base of bases) refer(script.notes, base, firstRow);
    script.heritage = bases;
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
      script.block();
      return;
    }
    while (
      isKind(STAR) ||
      (tokens.kind === WORD && MODIFIERS.has(tokens.word) && script.isModifier())
    )
      tokens.next();
    const { row: nameRow } = tokens;
    if (isKind(SQUARE) && hasTypes && isIndexSignature()) {
      tokens.next();
      tokens.next();
      script.annotation();
      expect(UNSQUARE);
      script.annotation();
      endMember();
      return;
    }
    const name = script.propertyName();
    if (isKind(QUESTION) || (isKind(BANG) && hasTypes)) tokens.next();
    if (isKind(OPEN) || isKind(LESS)) {
      const hasBody = script.functionRest();
      if (!hasBody && !hasTypes) unsure();
      note('method', name, nameRow, start, firstRow);
      if (!hasBody) endMember();
      return;
    }
    script.annotation();
    let kind: Kind = 'other';
    if (isKind(EQUALS)) {
      tokens.next();
      kind = script.assign(false);
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
  return { decorators, classRest };
}
