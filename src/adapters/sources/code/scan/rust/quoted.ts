import { wordAt } from '../../names.ts';
import { APOSTROPHE, QUOTE } from '../signs.ts';
import { unsure } from '../unsure.ts';

const RAW = /(?:br|cr|r)(#*)"/y;

/** Strings, characters and, as what refers to nothing, lifetimes. */
export function quoted(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === QUOTE) return closing(text, at, QUOTE);
  if (code === APOSTROPHE) {
    if (text.charCodeAt(at + 1) === 92) return closing(text, at, APOSTROPHE);
    const wide = (text.codePointAt(at + 1) ?? 0) > 0xffff ? 2 : 1;
    if (text.charCodeAt(at + 1 + wide) === APOSTROPHE) return at + 2 + wide;
    return at + 1 + wordAt(text, at + 1).length;
  }
  if (code !== 98 && code !== 99 && code !== 114) return -1;
  RAW.lastIndex = at;
  const raw = RAW.exec(text);
  if (raw !== null) {
    const mark = `"${raw[1] ?? ''}`;
    const end = text.indexOf(mark, at + raw[0].length);
    return end === -1 ? unsure() : end + mark.length;
  }
  const next = text.charCodeAt(at + 1);
  if (code === 114 || (next !== QUOTE && next !== APOSTROPHE)) return -1;
  return closing(text, at + 1, next);
}

function closing(text: string, at: number, quote: number): number {
  for (let i = at + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 92) i++;
    else if (code === quote) return i + 1;
  }
  return unsure();
}
