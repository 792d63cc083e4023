import type { Provenance } from '../model/evidence.ts';
import { type BytesPlace, type FollowedBytes, followBytes } from './follow-bytes.ts';
import { utf8Bytes } from './names.ts';
import { isRedactedIn, type SourceText, startOf } from './span.ts';

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
  return {
    first: Number(first),
    last: Number(last),
    column: Number(column),
    isOnce: more['once'] === 'yes',
  };
}

/** What some evidence holds has become. */
export interface SpanNow extends Pick<FollowedBytes, 'kind' | 'by' | 'kept'> {
  /** As selectors count: from 1, both ends included. */
  readonly span: readonly [number, number];
  readonly body: string;
}

const BOM_BYTES = 3;

/** Where the bytes of some evidence stand now. What has become a secret, or no UTF-8, is not followed. */
export function bytesNow(
  { span, more }: Provenance,
  body: string,
  source: SourceText,
  hashes: Uint32Array | null,
): SpanNow | null {
  const { text, bytes, isUtf8 } = source;
  if (!isUtf8) return null;
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const lead = isMarked ? BOM_BYTES : 0;
  const symbol = more['symbol'] ?? null;
  const remembered = { body, place: readPlace(more), source: hashes, symbol };
  const start = startOf(source, span?.ranges[0]?.[0] ?? 1);
  const { kind, from, to, by, kept } = followBytes(remembered, text, start);
  if (kind === 'lost') return null;
  const content = text.slice(from, to);
  const first = lead + utf8Bytes(text.slice(0, from));
  const last = first + utf8Bytes(content);
  if (isRedactedIn(source, first, last)) return null;
  return { kind, by, kept, span: [first + 1, last], body: content };
}
