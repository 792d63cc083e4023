import { align } from '../math/align.ts';
import { lineStarts, splitLines } from '../math/lines.ts';
import type { Provenance } from '../model/evidence.ts';
import type { Followed, RememberedSpan } from './follow.ts';
import { followChanged, nearestTo, occurrences } from './follow.ts';
import { lineHashes } from './line-hashes.ts';
import { utf8Bytes } from './names.ts';
import { isRedactedIn, type SourceText, startOf } from './span.ts';

/** Where some characters of a file stood, as their evidence remembers it beside its bytes. */
export interface BytesPlace {
  /** The lines they touched, from 1. */
  readonly first: number;
  readonly last: number;
  /** Characters before them in the first of these lines. */
  readonly column: number;
  /** They stood nowhere else in the file. */
  readonly isOnce: boolean;
}

export interface RememberedBytes extends Pick<RememberedSpan, 'body' | 'source' | 'symbol'> {
  /** Null for evidence that was made without it. */
  readonly place: BytesPlace | null;
}

/** As `Followed`, in characters of the text: `from` is the first, `to` the one behind the last. */
export interface FollowedBytes extends Pick<Followed, 'kind' | 'by' | 'kept'> {
  readonly from: number;
  readonly to: number;
}

const LOST: FollowedBytes = { kind: 'lost', from: 0, to: 0, by: 'nothing', kept: 0 };

export function placeOf(text: string, from: number, body: string): BytesPlace {
  const before = text.slice(0, from);
  const first = before.split('\n').length;
  const inside = body.endsWith('\n') ? body.slice(0, -1) : body;
  return {
    first,
    last: first + inside.split('\n').length - 1,
    column: from - (before.lastIndexOf('\n') + 1),
    isOnce: text.indexOf(body) === text.lastIndexOf(body),
  };
}

/** Spans of bytes that heal: by the very same characters, else with the lines they stood in. */
export function followBytes(old: RememberedBytes, text: string, was: number): FollowedBytes {
  const { body, place, source } = old;
  if (body === '') return LOST;
  const found = occurrences(body, text);
  const at = (from: number, kind: 'moved' | 'changed'): FollowedBytes => ({
    kind: from === was && kind === 'moved' ? 'same' : kind,
    from,
    to: from + body.length,
    by: 'content',
    kept: 1,
  });
  const [only] = found;
  if (only !== undefined && found.length === 1 && place?.isOnce === true) return at(only, 'moved');
  if (only !== undefined) {
    const expected = place === null || source === null ? null : expectedAt(place, source, text);
    if (expected !== null && found.includes(expected)) return at(expected, 'moved');
    return at(nearestTo(expected ?? was, found), 'changed');
  }
  if (place === null || source === null) return LOST;
  // They have changed: the lines they stood in, cut as they were where the first or the last of these is as it was.
  const { symbol } = old;
  const { kind, first, last, by, kept } = followChanged({ ...place, source, symbol }, text);
  if (kind === 'lost') return LOST;
  const now = lineHashes(text);
  const starts = lineStarts(text);
  const isKept = (line: number, before: number): boolean => now[line - 1] === source[before - 1];
  const column = isKept(first, place.first) ? place.column : 0;
  const from =
    (starts[first - 1] ?? 0) + Math.min(column, splitLines(text)[first - 1]?.length ?? 0);
  const tail = body.length - (body.lastIndexOf('\n') + 1);
  const isCut = tail > 0 && last > first && isKept(last, place.last);
  const end = starts[last] ?? text.length;
  const to = isCut ? Math.min(end, (starts[last - 1] ?? 0) + tail) : end;
  return to > from ? { kind: 'changed', from, to, by, kept } : LOST;
}

/** Where they would stand by what became of their first line. */
function expectedAt(place: BytesPlace, source: Uint32Array, text: string): number | null {
  const line = align(source, lineHashes(text))[place.first - 1] ?? -1;
  return line < 0 ? null : (lineStarts(text)[line] ?? 0) + place.column;
}

/** Fields that remember where bytes stood, beside those that spans of lines have too. */
export const PLACE_FIELDS: readonly string[] = ['lines', 'column', 'once'];

export const placeFields = (place: BytesPlace): Record<string, string> => ({
  lines: `${place.first}:${place.last}`,
  column: String(place.column),
  ...(place.isOnce ? { once: 'yes' } : {}),
});

function readPlace(more: Readonly<Record<string, string>>): BytesPlace | null {
  const [, first, last] = /^(\d{1,9}):(\d{1,9})$/.exec(more['lines'] ?? '') ?? [];
  const column = /^\d{1,9}$/.exec(more['column'] ?? '')?.[0];
  if (first === undefined || last === undefined || column === undefined) return null;
  const place = { first: Number(first), last: Number(last), column: Number(column) };
  return { ...place, isOnce: more['once'] === 'yes' };
}

/** What some evidence holds has become. */
export interface SpanNow extends Pick<FollowedBytes, 'kind' | 'by' | 'kept'> {
  /** As selectors count: from 1, both ends included. */
  readonly span: readonly [number, number];
  readonly body: string;
}

const BOM_BYTES = 3;

/** Says where what some evidence holds stands now, given its source and the hashes of the lines that had; null where it is lost. */
export type FindNow = (
  provenance: Provenance,
  body: string,
  source: SourceText,
  hashes: Uint32Array | null,
) => SpanNow | null;

/** What has become a secret, or no UTF-8, is not followed. */
export const bytesNow: FindNow = ({ span, more }, body, source, hashes) => {
  const { text, bytes, isUtf8 } = source;
  if (!isUtf8) return null;
  const hasBom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const symbol = more['symbol'] ?? null;
  const remembered = { body, place: readPlace(more), source: hashes, symbol };
  const start = startOf(source, span?.ranges[0]?.[0] ?? 1);
  const { kind, from, to, by, kept } = followBytes(remembered, text, start);
  if (kind === 'lost') return null;
  const content = text.slice(from, to);
  const first = (hasBom ? BOM_BYTES : 0) + utf8Bytes(text.slice(0, from));
  const last = first + utf8Bytes(content);
  if (isRedactedIn(source, first, last)) return null;
  return { kind, by, kept, span: [first + 1, last], body: content };
};
