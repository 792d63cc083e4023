import { typeNames } from '../../names.ts';
import { BANG, BRACE, COMMA, DOT, EQUALS, SEMICOLON, STAR, UNBRACE } from '../signs.ts';
import { END, STRING, WORD } from '../tokens.ts';
import { unsure } from '../unsure.ts';
import type { Kind, Parts, Script } from './parts.ts';

/** What declares names: variables, functions, enumerations, types. */
export function newDeclarations(
  script: Script,
): Pick<Parts, 'declarators' | 'functionDeclaration' | 'enumeration' | 'typedStatement'> {
  const { ahead, expect, isKind, isWord, note, tokens, hasTypes, use } = script;
  /** What a name is that has such a value. */
  const kindOf = { arrow: 'function', function: 'function', class: 'class', other: 'variable' };
  /** `a = 1, b` after `const`; in the head of a loop `in` is none of the expression. */
  const declarators = (noIn: boolean): void => {
    for (;;) {
      const { start, row } = tokens;
      const name = isKind(WORD) ? tokens.word : '';
      script.binding();
      if (isKind(BANG)) tokens.next();
      script.annotation();
      if (noIn && (isWord('of') || isWord('in'))) return;
      let kind: Kind = 'other';
      if (isKind(EQUALS)) {
        tokens.next();
        kind = script.assign(noIn);
      }
      if (name !== '') {
        note(kindOf[kind], name, row, start, row, kind === 'class' ? script.heritage : []);
      }
      if (!isKind(COMMA)) return;
      tokens.next();
    }
  };
  const functionDeclaration = (start: number, firstRow: number, mayBeNameless: boolean): void => {
    tokens.next();
    if (isKind(STAR)) tokens.next();
    const [name, nameRow] = [isKind(WORD) ? tokens.word : '', tokens.row];
    if (name !== '') tokens.next();
    else if (!mayBeNameless) unsure();
    const hasBody = script.functionRest();
    if (!hasBody && !hasTypes) unsure();
    if (!hasBody && isKind(SEMICOLON)) tokens.next();
    if (name !== '') note('function', name, nameRow, start, firstRow);
    else note('scope', '', firstRow, start, firstRow);
    if (!hasBody && !tokens.fresh && !isKind(UNBRACE) && !isKind(END)) unsure();
  };
  const enumeration = (start: number, firstRow: number): void => {
    tokens.next();
    const [name, nameRow] = [tokens.word, tokens.row];
    expect(WORD);
    expect(BRACE);
    while (!isKind(UNBRACE)) {
      const { start: from, row } = tokens;
      const own = script.propertyName();
      if (isKind(EQUALS)) {
        tokens.next();
        script.assign(false);
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
      if (isWord('class')) script.classRest(start, firstRow, true);
      else script.statement();
      return true;
    }
    if (word === 'global') {
      if (follows !== 'brace') return false;
      tokens.next();
      script.block();
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
      const name = script.text.slice(from, tokens.lastEnd);
      if (isKind(BRACE)) script.block();
      else script.endStatement();
      note('namespace', name, row, start, firstRow);
      return true;
    }
    if (follows === 'brace' || follows === 'string') return false;
    tokens.next();
    const [name, nameRow] = [tokens.word, tokens.row];
    use(name, nameRow);
    expect(WORD);
    script.typeParameters();
    if (word === 'type') {
      expect(EQUALS);
      script.type();
      script.endStatement();
      note('type', name, nameRow, start, firstRow);
      return true;
    }
    const from = tokens.start;
    if (isWord('extends')) {
      do {
        tokens.next();
        script.type();
      } while (isKind(COMMA));
    }
    const bases = from === tokens.start ? [] : typeNames(script.text.slice(from, tokens.lastEnd));
    script.typeBody();
    note('interface', name, nameRow, start, firstRow, bases);
    return true;
  };
  return { declarators, functionDeclaration, enumeration, typedStatement };
}
