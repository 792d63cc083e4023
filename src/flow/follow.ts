import { align } from '../math/align.ts';
import { splitLines } from '../math/lines.ts';
import { BLANK, lineHashes } from './line-hashes.ts';
import { linesOf } from './span.ts';
import { definedName } from './symbol.ts';

/** A span of lines as it was when it became evidence. */
export interface RememberedSpan {
  readonly first: number;
  readonly last: number;
  readonly body: string;
  /** A hash for every line of the source then; null where that was not kept. */
  readonly source: Uint32Array | null;
  /** The definition it belonged to. */
  readonly symbol: string | null;
}

/**
 * Where it is now. `same`: untouched. `moved`: the same words on other lines. `changed`: found, with other words in it,
 * or one of several places it could be. `lost`: not found.
 */
export interface Followed {
  readonly kind: 'same' | 'moved' | 'changed' | 'lost';
  readonly first: number;
  readonly last: number;
  readonly by: 'content' | 'lines around it' | 'symbol' | 'similar lines' | 'nothing';
  /** Of the lines it had, the part that it still has. */
  readonly kept: number;
}

/** With less of its lines left a span is not the same any more. */
const MIN_KEPT = 0.3;
/** Found far from where it was, a span must be more like itself. */
const MIN_SIMILAR = 0.5;

const LOST: Followed = { kind: 'lost', first: 0, last: 0, by: 'nothing', kept: 0 };

/** FL-3's spans that heal: by exact match, then the lines around it, the symbol, and similar lines. */
export function follow(old: RememberedSpan, text: string): Followed {
  const now = lineHashes(text);
  const body = lineHashes(old.body);
  if (body.length === 0 || now.length === 0) return LOST;
  const map = old.source === null ? null : align(old.source, now);
  const exact = exactly(old, text, map);
  if (exact !== null) {
    // Lines are compared without their ends: a last line that lost its line end, or got one, is another text.
    const isTold = linesOf(text, exact.first, exact.last) === old.body;
    return isTold ? exact : { ...exact, kind: 'changed' };
  }
  return inChanged(old, body, text, now, map);
}

/** The same for lines of which no more than their hashes is known, all or some of which have changed. */
export function followChanged(
  old: Omit<RememberedSpan, 'body'> & { readonly source: Uint32Array },
  text: string,
): Followed {
  const now = lineHashes(text);
  const body = old.source.subarray(old.first - 1, old.last);
  if (body.length === 0 || now.length === 0) return LOST;
  return inChanged(old, body, text, now, align(old.source, now));
}

type Place = Pick<RememberedSpan, 'first' | 'last' | 'symbol'>;

function inChanged(
  old: Place,
  body: Uint32Array,
  text: string,
  now: Uint32Array,
  map: Int32Array | null,
): Followed {
  const mapped = map === null ? LOST : byMap(old, map, now.length);
  if (mapped.kept >= MIN_SIMILAR) return mapped;
  const named = bySymbol(old, body, text, now);
  const similar = bySimilarLines(body, now);
  const best = [mapped, named, similar].reduce((a, b) => (b.kept > a.kept ? b : a));
  return best.kept >= (best === mapped ? MIN_KEPT : MIN_SIMILAR) ? best : LOST;
}

/** The very same lines. Where they stand several times, the lines around them decide, or the place is in doubt. */
function exactly(old: RememberedSpan, text: string, map: Int32Array | null): Followed | null {
  const places = occurrences(splitLines(old.body), splitLines(text));
  if (places.length === 0) return null;
  const { first, last } = old;
  const at = (place: number, kind: 'moved' | 'changed'): Followed => ({
    kind: place + 1 === first && kind === 'moved' ? 'same' : kind,
    first: place + 1,
    last: place + 1 + (last - first),
    by: 'content',
    kept: 1,
  });
  const [only] = places;
  if (only !== undefined && places.length === 1 && wasUnique(old)) return at(only, 'moved');
  const expected = map === null ? first - 1 : (placeByMap(map, first, last) ?? first - 1);
  const nearest = nearestTo(expected, places);
  const isSure =
    map !== null && map[first - 1] === nearest && map[last - 1] === nearest + last - first;
  return at(nearest, isSure ? 'moved' : 'changed');
}

/** Of several places the one that is nearest, the first of two. */
export const nearestTo = (at: number, places: readonly number[]): number =>
  places.reduce((a, b) => (Math.abs(b - at) < Math.abs(a - at) ? b : a));

/** Fewer lines with words in them may stand anywhere by chance. */
const TELLING_LINES = 3;

/** Else its twin may be all that is left. */
function wasUnique({ body, source }: RememberedSpan): boolean {
  const hashes = lineHashes(body);
  if (source === null) return hashes.filter((hash) => hash !== BLANK).length >= TELLING_LINES;
  return occurrences(hashes, source).length === 1;
}

/** Where the first line of a span would be, judged by the nearest line that has a place. */
function placeByMap(map: Int32Array, first: number, last: number): number | null {
  for (let distance = 0; distance < map.length; distance++) {
    for (const line of [first - 1 + distance, first - 1 - distance]) {
      const to = map[line] ?? -1;
      if (to >= 0 && line < Math.max(last, map.length)) return to - (line - (first - 1));
    }
  }
  return null;
}

/** Where a row of lines or characters stands in another (Knuth, Morris and Pratt: linear however they repeat). */
export function occurrences<T>(row: ArrayLike<T>, lines: ArrayLike<T>): number[] {
  const back = new Int32Array(row.length);
  for (let i = 1, k = 0; i < row.length; i++) {
    while (k > 0 && row[i] !== row[k]) k = back[k - 1] ?? 0;
    if (row[i] === row[k]) k++;
    back[i] = k;
  }
  const found: number[] = [];
  for (let i = 0, k = 0; i < lines.length; i++) {
    while (k > 0 && (k === row.length || lines[i] !== row[k])) k = back[k - 1] ?? 0;
    if (lines[i] === row[k]) k++;
    if (k === row.length) found.push(i - k + 1);
  }
  return found;
}

/** By what became of each line of the source. Lines that were replaced at an end of the span go with it. */
function byMap({ first, last }: Place, map: Int32Array, lineCount: number): Followed {
  const inside = map.subarray(first - 1, last).filter((to) => to >= 0);
  const start = inside[0];
  const end = inside.at(-1);
  if (start === undefined || end === undefined) return LOST;
  const firstKept = map.indexOf(start);
  const lastKept = map.lastIndexOf(end);
  const above = firstKept > first - 1 ? replacedAbove(map, first - 1, firstKept) : 0;
  const below = lastKept < last - 1 ? replacedBelow(map, lastKept, last - 1, lineCount) : 0;
  return {
    kind: 'changed',
    first: start + 1 - above,
    last: end + 1 + below,
    by: 'lines around it',
    kept: inside.length / (last - first + 1),
  };
}

/** How many new lines stand in for those between `from` and the first one kept. */
function replacedAbove(map: Int32Array, from: number, firstKept: number): number {
  let before = from - 1;
  while (before >= 0 && (map[before] ?? -1) < 0) before--;
  const room = (map[firstKept] ?? 0) - (before < 0 ? -1 : (map[before] ?? 0)) - 1;
  return before === from - 1 ? room : Math.min(room, firstKept - from);
}

function replacedBelow(map: Int32Array, lastKept: number, to: number, lineCount: number): number {
  let after = to + 1;
  while (after < map.length && (map[after] ?? -1) < 0) after++;
  const next = after < map.length ? (map[after] ?? lineCount) : lineCount;
  const room = next - (map[lastKept] ?? 0) - 1;
  return after === to + 1 ? room : Math.min(room, to - lastKept);
}

const LOOK_AROUND = 2;

/** The definition of the same name: the lines there that are most like those of the span. */
function bySymbol(old: Place, body: Uint32Array, text: string, now: Uint32Array): Followed {
  if (old.symbol === null) return LOST;
  const lines = splitLines(text);
  const size = body.length * LOOK_AROUND;
  let best = LOST;
  lines.forEach((line, at) => {
    if (definedName(line) !== old.symbol) return;
    const from = Math.max(0, at - LOOK_AROUND);
    const found = within(body, now, from, Math.min(now.length, at + size + LOOK_AROUND), 'symbol');
    if (found.kept > best.kept) best = found;
  });
  return best;
}

/** The window of lines, as long as the span and half as much again, that holds most of its lines. */
function bySimilarLines(body: Uint32Array, now: Uint32Array): Followed {
  const wanted = new Map<number, number>();
  for (const hash of body) if (hash !== BLANK) wanted.set(hash, (wanted.get(hash) ?? 0) + 1);
  const size = Math.ceil(body.length * 1.5);
  const held = new Map<number, number>();
  let score = 0;
  let best = { score: 0, from: 0 };
  for (let at = 0; at < now.length; at++) {
    const coming = now[at] ?? 0;
    const count = (held.get(coming) ?? 0) + 1;
    held.set(coming, count);
    if (count <= (wanted.get(coming) ?? 0)) score++;
    if (at >= size) {
      const going = now[at - size] ?? 0;
      const left = (held.get(going) ?? 1) - 1;
      held.set(going, left);
      if (left < (wanted.get(going) ?? 0)) score--;
    }
    if (score > best.score) best = { score, from: Math.max(0, at - size + 1) };
  }
  if (best.score === 0) return LOST;
  return within(body, now, best.from, Math.min(now.length, best.from + size), 'similar lines');
}

/** The lines between two places that are those of the span, first to last. */
function within(
  body: Uint32Array,
  now: Uint32Array,
  from: number,
  end: number,
  by: 'symbol' | 'similar lines',
): Followed {
  const places = [...align(body, now.subarray(from, end))].filter((to) => to >= 0);
  const start = places[0];
  const stop = places.at(-1);
  if (start === undefined || stop === undefined) return LOST;
  const kept = places.length / body.length;
  return { kind: 'changed', first: from + start + 1, last: from + stop + 1, by, kept };
}
