import { opensLine } from '../../names.ts';
import { BRACE, EQUALS, LESS, MORE, SLASH, UNBRACE } from '../signs.ts';
import { DOTS } from '../tokens.ts';
import { unsure } from '../unsure.ts';
import type { Parts, Script } from './parts.ts';

/** `<Element attribute="…">…</Element>` */
export function newElements(script: Script): Pick<Parts, 'element'> {
  const { isKind, tokens, hasTypes, use } = script;
  /** Where elements are read, which are none of tokens; whoever reads something else in between sets it anew. */
  let text = '';
  let at = 0;
  let row = 0;
  const blanks = (): void => {
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 10) row++;
      else if (code === SLASH && /^\/[/*]/.test(text.slice(at, at + 2))) comment();
      else if (code > 32) return;
    }
  };
  /** To the last sign of a comment. */
  const comment = (): void => {
    const [start, first] = [at, row];
    const isLine = text.charCodeAt(at + 1) === SLASH;
    const end = isLine ? text.indexOf('\n', at) - 1 : text.indexOf('*/', at + 2) + 1;
    if (end <= at) unsure();
    for (; at < end; at++) if (text.charCodeAt(at) === 10) row++;
    if (script.quiet === 0 && opensLine(text, start)) script.notes.docs.push([first, row]);
  };
  const name = (): string => {
    const from = at;
    while (at < text.length && /[\w$:.\u0080-\uffff-]/.test(text[at] ?? '')) at++;
    return text.slice(from, at);
  };
  const inBraces = (): void => {
    tokens.resume(at + 1, row);
    if (isKind(DOTS)) tokens.next();
    if (!isKind(UNBRACE)) script.sequence(false);
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
        script.typeArguments();
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
  const element = (): void => {
    ({ text } = script);
    at = tokens.start + 1;
    ({ row } = tokens);
    one();
    tokens.resume(at, row);
  };
  return { element };
}
