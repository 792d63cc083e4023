import { isRecord, parseJson } from '../../../text/imports/loose-json.ts';

/** A property of a value that may be anything; only own properties count, so `constructor` is no message. */
export function field(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[key];
}

/** What the first of the keys holds that is as wanted. */
const firstField = (
  value: unknown,
  keys: readonly string[],
  isWanted: (found: unknown) => boolean,
): unknown => keys.map((key) => field(value, key)).find(isWanted);

/** The first of the keys that holds a string with something in it. */
export function textField(value: unknown, ...keys: readonly string[]): string {
  const found = firstField(value, keys, (each) => typeof each === 'string' && each !== '');
  return typeof found === 'string' ? found : '';
}

/** The first of the keys that holds anything but null. */
export const anyField = (value: unknown, ...keys: readonly string[]): unknown =>
  firstField(value, keys, (found) => found !== undefined && found !== null);

export function listField(value: unknown, ...keys: readonly string[]): readonly unknown[] {
  const found = firstField(value, keys, Array.isArray);
  return Array.isArray(found) ? found : [];
}

/**
 * The values of a file of JSON or JSON lines: the elements of a single array, else one value per
 * line or per top-level value. Lines that are no JSON are passed over; a file cut off while it was
 * written gives all that is whole.
 */
export function readValues(raw: string): unknown[] {
  const text = raw.replace(/^\ufeff/, '');
  const firstLine = /\S[^\n]*/.exec(text)?.[0].trim() ?? '';
  if (isRecord(parseJson(firstLine))) return readLines(text);
  const whole = parseJson(text);
  if (whole !== undefined) return Array.isArray(whole) ? whole : [whole];
  if (!firstLine.startsWith('[')) {
    const lines = readLines(text);
    if (lines.length > 1) return lines;
  }
  const values = rootTexts(text).map(parseJson);
  return values.flatMap((value) => (Array.isArray(value) ? value : [value])).filter(isRecord);
}

const readLines = (text: string): unknown[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .flatMap((line) => (line.startsWith('{') ? [parseJson(line)] : []))
    .filter((value) => value !== undefined);

/** Cuts a text into its top-level JSON values; the last, if unfinished, is closed after its last whole part. */
function rootTexts(text: string): string[] {
  const roots: string[] = [];
  const closers: string[] = [];
  let start = 0;
  let wholeEnd = 0;
  let wholeDepth = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char === '"') i = stringEnd(text, i);
    else if (char === '{' || char === '[') {
      if (closers.length === 0) start = i;
      closers.push(char === '{' ? '}' : ']');
    } else if ((char === '}' || char === ']') && closers.length > 0) {
      closers.pop();
      wholeEnd = i + 1;
      wholeDepth = closers.length;
      if (closers.length === 0) roots.push(text.slice(start, i + 1));
    }
  }
  if (closers.length > 0 && wholeEnd > start) {
    roots.push(text.slice(start, wholeEnd) + closers.slice(0, wholeDepth).reverse().join(''));
  }
  return roots;
}

function stringEnd(text: string, quote: number): number {
  for (let i = quote + 1; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === '"') return i;
  }
  return text.length;
}
