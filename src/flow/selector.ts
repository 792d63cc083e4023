import { SheafError } from '../model/errors.ts';
import type { Range, Selector } from '../model/evidence.ts';

/** Longer than any path a system takes, with room for tags. */
const MAX_LENGTH = 16_384;
/** A path with more marks than this is not one a person typed; further ones are not tried. */
const MAX_CUTS = 64;
const SHOWN = 200;
const FORMS = 'file, file::10,20, file::100, file::10c,20c, each with #tag,tag';
const URL = /^[a-z][a-z0-9+.-]*:\/\//i;

export const shown = (written: string): string =>
  JSON.stringify(written.length > SHOWN ? `${written.slice(0, SHOWN)}…` : written);

/** An error in the way a selector is written, with the place of it, counted from 1. */
const wrong = (written: string, at: number, why: string, hint = FORMS): SheafError =>
  new SheafError('usage', `selector ${shown(written)}, character ${at + 1}: ${why}`, hint);

/**
 * Reads `file[::range][#tags]`. Names may hold `::` and `#`: the longest name that exists wins, and `"…"` around
 * it settles any doubt. `exists` is asked for plain workspace paths only.
 */
export function parseSelector(written: string, exists: (path: string) => boolean): Selector {
  if (written.length > MAX_LENGTH) throw wrong(written, MAX_LENGTH, 'it is too long');
  if (written.trim() === '') throw wrong(written, 0, 'it is empty');
  const nul = written.indexOf('\0');
  if (nul !== -1) throw wrong(written, nul, 'a path holds no NUL');
  if (URL.test(written) && !exists(written)) {
    const hint = 'save the page into the workspace and add that file';
    throw new SheafError('usage', `selector ${shown(written)}: a URL is not evidence`, hint);
  }
  if (exists(written)) return { written, path: written, range: null, tags: [] };
  if (written.startsWith('"')) return quoted(written);
  return byLongestName(written, exists);
}

function quoted(written: string): Selector {
  let path = '';
  let at = 1;
  for (; at < written.length && written[at] !== '"'; at++) {
    if (written[at] === '\\' && (written[at + 1] === '"' || written[at + 1] === '\\')) at++;
    path += written[at] ?? '';
  }
  if (at >= written.length) throw wrong(written, 0, 'the quote is not closed');
  if (path === '') throw wrong(written, 1, 'the name is empty');
  return { written, path, ...parseSuffix(written, at + 1) };
}

function byLongestName(written: string, exists: (path: string) => boolean): Selector {
  // Where a range or tags may begin.
  const cuts = Array.from(written.matchAll(/#|:(?=:)/g), ({ index }) => index).slice(0, MAX_CUTS);
  for (const at of cuts.toReversed()) {
    const path = written.slice(0, at);
    if (exists(path)) return { written, path, ...parseSuffix(written, at) };
  }
  // None exists: the name is what stands before the first mark that reads as one.
  const [first = written.length] = cuts;
  if (first === 0) throw wrong(written, 0, 'there is no file name');
  let failure: unknown = null;
  for (const at of cuts) {
    try {
      return { written, path: written.slice(0, at), ...parseSuffix(written, at) };
    } catch (error) {
      failure ??= error;
    }
  }
  if (failure !== null) throw failure;
  return { written, path: written, range: null, tags: [] };
}

function parseSuffix(written: string, from: number): Pick<Selector, 'range' | 'tags'> {
  let at = from;
  let range: Range | null = null;
  if (written.startsWith('::', at)) {
    const hash = written.indexOf('#', at);
    const end = hash === -1 ? written.length : hash;
    range = parseRange(written, at + 2, end);
    at = end;
  }
  if (at === written.length) return { range, tags: [] };
  if (written[at] !== '#') throw wrong(written, at, 'expected :: and a range, or # and tags');
  return { range, tags: parseTags(written, at + 1) };
}

function parseTags(written: string, from: number): string[] {
  const tags = new Set<string>();
  let at = from;
  for (const piece of written.slice(from).split(',')) {
    if (piece.trim() === '') throw wrong(written, at, 'a tag is empty');
    tags.add(piece.trim());
    at += piece.length + 1;
  }
  return [...tags];
}

const MAX_DIGITS = 15;

function parseBound(written: string, from: number, end: number) {
  const [, digits = '', mark] = /^(\d*)(c?)/.exec(written.slice(from, end)) ?? [];
  if (digits === '')
    throw wrong(written, from, 'expected a number', 'lines 10,20 or bytes 10c,20c');
  if (digits.length > MAX_DIGITS) throw wrong(written, from, 'the number is too large');
  const isBytes = mark === 'c';
  const value = Number(digits);
  if (value === 0) throw wrong(written, from, `${isBytes ? 'bytes' : 'lines'} count from 1`);
  return { value, isBytes, end: from + digits.length + (isBytes ? 1 : 0) };
}

function parseRange(written: string, from: number, end: number): Range {
  const first = parseBound(written, from, end);
  const unit = first.isBytes ? 'bytes' : 'lines';
  if (first.end === end) return { unit, first: first.value, last: null };
  if (written[first.end] !== ',') throw wrong(written, first.end, 'expected a comma or the end');
  const last = parseBound(written, first.end + 1, end);
  if (last.end !== end) throw wrong(written, last.end, 'expected the end of the range');
  if (last.isBytes !== first.isBytes) {
    throw wrong(written, first.end + 1, 'both ends must be lines, or both bytes (10c,20c)');
  }
  if (last.value < first.value) {
    throw wrong(written, first.end + 1, `the range ends (${last.value}) before it begins`);
  }
  return { unit, first: first.value, last: last.value };
}
