import { lineStarts } from '../math/lines.ts';
import { SheafError } from '../model/errors.ts';
import type { Selector, Span } from '../model/evidence.ts';
import { isContinuation } from '../text/utf8.ts';
import { shown } from './selector.ts';

/** A source as it was read: its bytes, its text, and its text without secrets, which has the same lines. */
export interface SourceText {
  readonly bytes: Uint8Array;
  readonly isUtf8: boolean;
  readonly text: string;
  readonly redacted: string;
}

const outOf = (written: string, why: string): SheafError =>
  new SheafError('usage', `selector ${shown(written)}: ${why}`);

export function cut(
  source: SourceText,
  { written, range }: Selector,
): { readonly text: string; readonly span: Span | null } {
  const { bytes, redacted, isUtf8 } = source;
  if (range === null) return { text: redacted, span: null };
  const { unit, first, last } = range;
  if (unit === 'bytes' && !isUtf8) {
    throw outOf(written, 'only UTF-8 files can be cut by bytes; give lines');
  }
  const lineCount = redacted === '' ? 0 : lineStarts(redacted).length;
  const count = unit === 'lines' ? lineCount : bytes.length;
  if (first > count || (last ?? first) > count) {
    const past = `${unit.slice(0, -1)} ${first > count ? first : last}`;
    throw outOf(written, `${past} is past the end (${count} ${unit})`);
  }
  let from = first - 1;
  let to = last ?? count;
  if (unit === 'lines') {
    return { text: linesOf(redacted, first, to), span: { unit, ranges: [[first, to]] } };
  }
  // Inwards: half a character at either end is left out, and nothing that was not asked for comes in.
  while (from < to && isContinuation(bytes[from])) from++;
  while (to > from && isContinuation(bytes[to])) to--;
  if (from === to) throw outOf(written, 'these bytes hold no whole character');
  if (isRedactedIn(source, from, to)) {
    throw outOf(written, 'these bytes touch a secret; give whole lines');
  }
  const text = new TextDecoder('utf-8', { ignoreBOM: false }).decode(bytes.subarray(from, to));
  return { text, span: { unit, ranges: [[from + 1, to]] } };
}

/** Lines of a text, from 1, both ends included, with their line ends. */
export function linesOf(text: string, first: number, last: number): string {
  const starts = lineStarts(text);
  return text.slice(starts[first - 1] ?? text.length, starts[last] ?? text.length);
}

const NEWLINE = 10;

/** Half a secret is not known as one, so lines are compared whole. */
export function isRedactedIn(
  { bytes, text, redacted }: SourceText,
  from: number,
  to: number,
): boolean {
  if (text === redacted) return false;
  let first = 1;
  for (let at = 0; at < from; at++) if (bytes[at] === NEWLINE) first++;
  let last = first;
  for (let at = from; at < to - 1; at++) if (bytes[at] === NEWLINE) last++;
  return linesOf(text, first, last) !== linesOf(redacted, first, last);
}

/** The character at which the bytes of a span begin. */
export const startOf = ({ bytes }: Pick<SourceText, 'bytes'>, first: number): number =>
  new TextDecoder().decode(bytes.subarray(0, first - 1)).length;
