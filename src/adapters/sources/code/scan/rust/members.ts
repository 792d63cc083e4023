import { BANG, BRACE, CLOSE, COLON, COMMA, EQUALS, OPEN, UNBRACE } from '../signs.ts';
import { DOTS, PRIVATE, WORD } from '../tokens.ts';
import { unsure } from '../unsure.ts';
import type { Parts, Rust } from './parts.ts';

/** Attributes, parameters, fields and variants. */
export function newMembers(
  rust: Rust,
): Pick<
  Parts,
  'isAttribute' | 'attributes' | 'visibility' | 'parameters' | 'fields' | 'tuple' | 'variants'
> {
  const { expect, isKind, isNext, isWord, note, skipGroup, tokens } = rust;
  const isAttribute = (): boolean => isKind(PRIVATE) && /[[!]/.test(rust.text[tokens.end] ?? '');
  const attributes = (): void => {
    while (isAttribute()) {
      const { row } = tokens;
      tokens.next();
      const isInner = isKind(BANG);
      if (isInner) tokens.next();
      skipGroup();
      if (!isInner) rust.notes.leads.push([row, tokens.lastRow]);
    }
  };
  const visibility = (): void => {
    if (!isWord('pub')) return;
    tokens.next();
    if (isKind(OPEN) && isNext(() => /^(?:crate|super|self|in)$/.test(tokens.word))) skipGroup();
  };
  const parameters = (): void => {
    expect(OPEN);
    while (!isKind(CLOSE)) {
      attributes();
      if (isKind(DOTS)) tokens.next();
      else {
        rust.pattern();
        if (isKind(COLON)) {
          tokens.next();
          rust.type();
        }
      }
      if (isKind(COMMA)) tokens.next();
      else if (!isKind(CLOSE)) unsure();
    }
    tokens.next();
  };
  const fields = (): void => {
    expect(BRACE);
    while (!isKind(UNBRACE)) {
      attributes();
      const { start, row } = tokens;
      visibility();
      const { word, row: nameRow } = tokens;
      expect(WORD);
      expect(COLON);
      rust.type();
      note('field', word, nameRow, start, row);
      if (isKind(COMMA)) tokens.next();
      else if (!isKind(UNBRACE)) unsure();
    }
    tokens.next();
  };
  const tuple = (): void => {
    expect(OPEN);
    while (!isKind(CLOSE)) {
      attributes();
      visibility();
      rust.type();
      if (isKind(COMMA)) tokens.next();
      else if (!isKind(CLOSE)) unsure();
    }
    tokens.next();
  };
  const variants = (): void => {
    expect(BRACE);
    while (!isKind(UNBRACE)) {
      attributes();
      const { start, row } = tokens;
      visibility();
      const { word, row: nameRow } = tokens;
      expect(WORD);
      if (isKind(BRACE)) fields();
      else if (isKind(OPEN)) tuple();
      if (isKind(EQUALS)) {
        tokens.next();
        while (!isKind(COMMA) && !isKind(UNBRACE)) rust.item(false);
      }
      note('member', word, nameRow, start, row);
      if (isKind(COMMA)) tokens.next();
      else if (!isKind(UNBRACE)) unsure();
    }
    tokens.next();
  };

  return { isAttribute, attributes, visibility, parameters, fields, tuple, variants };
}
