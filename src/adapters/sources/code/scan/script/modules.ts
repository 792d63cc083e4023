import { noteImports } from '../../notes.ts';
import { AT, BRACE, COMMA, EQUALS, SEMICOLON, STAR, UNBRACE } from '../signs.ts';
import { END, STRING, WORD } from '../tokens.ts';
import { unsure } from '../unsure.ts';
import type { Parts, Script } from './parts.ts';

/** Imports and exports. */
export function newModules(script: Script): Pick<Parts, 'importStatement' | 'exportStatement'> {
  const { expect, isKind, isNext, isWord, tokens } = script;
  const imported = (start: number, row: number): void => {
    if (script.quiet === 0)
      noteImports(script.notes, script.text.slice(start, tokens.lastEnd), row);
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
    script.object();
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
          script.sequence(false);
          script.endStatement();
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
        script.endStatement();
        return;
      }
      tokens.next();
      expect(STRING);
      withAttributes();
      script.endStatement();
      imported(start, row);
      return;
    }
    if (isKind(EQUALS)) {
      tokens.next();
      script.sequence(false);
      script.endStatement();
      return;
    }
    if (isWord('as')) {
      // `export as namespace X`
      tokens.next();
      tokens.next();
      tokens.next();
      script.endStatement();
      return;
    }
    if (!isWord('default')) {
      script.statement();
      return;
    }
    tokens.next();
    const { start: from, row: fromRow } = tokens;
    if (isKind(AT)) script.decorators();
    if (isWord('abstract') && isNext(() => isWord('class'))) tokens.next();
    if (isWord('class')) script.classRest(from, fromRow, false);
    else if (isWord('function')) script.functionDeclaration(from, fromRow, true);
    else if (isWord('async') && isNext(() => isWord('function') && !tokens.fresh)) {
      tokens.next();
      script.functionDeclaration(from, fromRow, true);
    } else if (isWord('interface')) script.typedStatement(from, fromRow);
    else {
      script.sequence(false);
      script.endStatement();
    }
  };
  return { importStatement, exportStatement };
}
