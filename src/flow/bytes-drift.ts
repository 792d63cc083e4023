import type { Provenance } from '../model/evidence.ts';
import { type BytesPlace, type FollowedBytes, followBytes } from './follow-bytes.ts';
import { isRedactedIn, type SourceText, startOf } from './span.ts';

/** Fields that remember where bytes stood, beside those that spans of lines have too. */
const LINES = 'lines';
const COLUMN = 'column';
const ONCE = 'once';
export const PLACE_FIELDS: readonly string[] = [LINES, COLUMN, ONCE];

export function placeFields({ first, last, column, isOnce }: BytesPlace): Record<string, string> {
  return {
    [LINES]: `${first}:${last}`,
    [COLUMN]: String(column),
    ...(isOnce ? { [ONCE]: 'yes' } : {}),
  };
}

function readPlace(more: Readonly<Record<string, string>>): BytesPlace | null {
  const [, first, last] = /^(\d{1,9}):(\d{1,9})$/.exec(more[LINES] ?? '') ?? [];
  const column = /^\d{1,9}$/.exec(more[COLUMN] ?? '')?.[0];
  if (first === undefined || last === undefined || column === undefined) return null;
  return {
    first: Number(first),
    last: Number(last),
    column: Number(column),
    isOnce: more[ONCE] === 'yes',
  };
}

export interface BytesNow extends Pick<FollowedBytes, 'kind' | 'by' | 'kept'> {
  /** As selectors count: from 1, both ends included. */
  readonly span: readonly [number, number];
  readonly body: string;
}

const BOM_BYTES = 3;
const utf8Length = (text: string): number => new TextEncoder().encode(text).length;

/** Where the bytes of some evidence stand now. What has become a secret, or no UTF-8, is not followed. */
export function bytesNow(
  { span, more }: Provenance,
  body: string,
  source: SourceText,
  hashes: Uint32Array | null,
): BytesNow | null {
  const { text, bytes, isUtf8 } = source;
  if (!isUtf8) return null;
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const lead = isMarked ? BOM_BYTES : 0;
  const remembered = {
    body,
    place: readPlace(more),
    source: hashes,
    symbol: more['symbol'] ?? null,
  };
  const start = startOf(source, span?.ranges[0]?.[0] ?? 1);
  const { kind, from, to, by, kept } = followBytes(remembered, text, start);
  if (kind === 'lost') return null;
  const content = text.slice(from, to);
  const first = lead + utf8Length(text.slice(0, from));
  const last = first + utf8Length(content);
  if (isRedactedIn(source, first, last)) return null;
  return { kind, by, kept, span: [first + 1, last], body: content };
}
