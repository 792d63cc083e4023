import { AT, BRACE, CLOSE, COLON, DOT, OPEN, SEMICOLON, SQUARE, UNBRACE } from '../signs.ts';
import { END, WORD } from '../tokens.ts';
import { unsure } from '../unsure.ts';
import type { Parts, Script } from './parts.ts';

/** Statements, by their first word. */
export function newStatements(script: Script): Pick<Parts, 'block' | 'endStatement' | 'statement'> {
  const { expect, isKind, isNext, isWord, tokens, hasTypes } = script;
  const block = (): void => {
    const outer = script.conditions;
    script.conditions = 0;
    expect(BRACE);
    while (!isKind(UNBRACE)) statement();
    tokens.next();
    script.conditions = outer;
  };
  const endStatement = (): void => {
    if (isKind(SEMICOLON)) tokens.next();
    else if (!isKind(UNBRACE) && !isKind(END) && !tokens.fresh) unsure();
  };
  const inBrackets = (): void => {
    expect(OPEN);
    script.sequence(false);
    expect(CLOSE);
  };
  const loop = (): void => {
    tokens.next();
    if (isWord('await')) tokens.next();
    expect(OPEN);
    if (isWord('const') || isWord('let') || isWord('var')) {
      tokens.next();
      script.declarators(true);
    } else if (!isKind(SEMICOLON)) script.sequence(true);
    if (isWord('of') || isWord('in')) {
      tokens.next();
      script.sequence(false);
    } else {
      expect(SEMICOLON);
      if (!isKind(SEMICOLON)) script.sequence(false);
      expect(SEMICOLON);
      if (!isKind(CLOSE)) script.sequence(false);
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
        script.conditions++;
        script.sequence(false);
        script.conditions--;
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
      if (isKind(OPEN)) script.parameters();
      block();
    }
    if (isWord('finally')) {
      tokens.next();
      block();
    }
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
          script.sequence(false);
        endStatement();
        return true;
      case 'break':
      case 'continue':
        tokens.next();
        if (isKind(WORD) && !tokens.fresh) tokens.next();
        endStatement();
        return true;
      case 'function':
        script.functionDeclaration(start, row, false);
        return true;
      case 'class':
        script.classRest(start, row, true);
        return true;
      case 'import':
        if (isNext(() => isKind(OPEN) || isKind(DOT))) return false;
        script.importStatement();
        return true;
      case 'export':
        script.exportStatement();
        return true;
      case 'async':
        if (!isNext(() => isWord('function') && !tokens.fresh)) return false;
        tokens.next();
        script.functionDeclaration(start, row, false);
        return true;
      case 'const':
        if (hasTypes && isNext(() => isWord('enum'))) {
          tokens.next();
          script.enumeration(start, row);
          return true;
        }
        tokens.next();
        script.declarators(false);
        endStatement();
        return true;
      case 'var':
        tokens.next();
        script.declarators(false);
        endStatement();
        return true;
      case 'using':
        if (!isNext(() => isKind(WORD) && !tokens.fresh && !isWord('in') && !isWord('of')))
          return false;
        tokens.next();
        script.declarators(false);
        endStatement();
        return true;
      case 'await':
        if (!isNext(() => isWord('using') && isNext(() => isKind(WORD) && !tokens.fresh)))
          return false;
        tokens.next();
        return wordStatement();
      case 'let':
        if (!isNext(() => isKind(WORD) || isKind(BRACE) || isKind(SQUARE))) return false;
        tokens.next();
        script.declarators(false);
        endStatement();
        return true;
      case 'enum':
        if (!hasTypes) unsure();
        script.enumeration(start, row);
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
        return hasTypes && script.typedStatement(start, row);
      default:
        return false;
    }
  };
  const isLabel = (): boolean => {
    let at = tokens.end;
    while (script.text.charCodeAt(at) <= 32) at++;
    return script.text.charCodeAt(at) === COLON;
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
      script.decorators();
      if (isWord('export')) {
        script.exportStatement();
        return;
      }
      if (isWord('abstract')) tokens.next();
      if (!isWord('class')) unsure();
      script.classRest(start, row, true);
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
    script.sequence(false);
    endStatement();
  };
  return { block, endStatement, statement };
}
