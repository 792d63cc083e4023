interface Anchor<T> {
  readonly literal: string;
  readonly ignoresCase: boolean;
  readonly of: T;
}

/** A literal and what it stands for; one that ignores case is of small letters. */
export type AnchorEntry<T> = readonly [literal: string, of: T, ignoresCase?: boolean];

/** Six bits of each of three characters: letters of both cases are one, digits and signs are others. */
const BITS = 6;
const KEYS = 1 << (3 * BITS);
const bitsOf = (code: number): number => (code & 31) | ((~code >> 1) & 32);

/** The keys of what a literal begins with: of one of two characters, all third ones. */
function keysOf(literal: string): number[] {
  const pair = (bitsOf(literal.charCodeAt(0)) << BITS) | bitsOf(literal.charCodeAt(1));
  if (literal.length > 2) return [(pair << BITS) | bitsOf(literal.charCodeAt(2))];
  return Array.from({ length: 1 << BITS }, (_, third) => (pair << BITS) | third);
}

/** Told where a literal stands. May say where the search goes on, if it is not at the next character. */
type Hit<T> = (of: T, at: number, end: number) => number | undefined;

/** Literals that begin alike, and which fourth characters they have: a bit for each of their six bits. */
interface Alike<T> {
  readonly anchors: Anchor<T>[];
  readonly fourth: Uint32Array;
}

const EVERY_BIT = 0xffffffff;

function add<T>({ anchors, fourth }: Alike<T>, anchor: Anchor<T>): void {
  anchors.push(anchor);
  const bits = bitsOf(anchor.literal.charCodeAt(3));
  if (anchor.literal.length < 4) fourth.fill(EVERY_BIT);
  else fourth[bits >> 5] = (fourth[bits >> 5] ?? 0) | (1 << (bits & 31));
}

/**
 * Finds many literals in one pass, told by their first characters: a text is read once and not once per literal. All
 * literals are of two characters or more.
 */
export function anchorsOf<T>(
  entries: readonly AnchorEntry<T>[],
): (text: string, bytes: Uint8Array, hit: Hit<T>) => void {
  const numbers = new Uint16Array(KEYS);
  const alike: Alike<T>[] = [{ anchors: [], fourth: new Uint32Array(2) }];
  for (const [literal, of, ignoresCase = false] of entries) {
    for (const key of keysOf(literal)) {
      if (numbers[key] === 0)
        numbers[key] = alike.push({ anchors: [], fourth: new Uint32Array(2) }) - 1;
      const same = alike[numbers[key] ?? 0];
      if (same !== undefined) add(same, { literal, ignoresCase, of });
    }
  }
  const fourths = Uint32Array.from(alike.flatMap(({ fourth }) => [...fourth]));
  return (text, bytes, hit) => {
    const { length } = text;
    const look = (number: number, at: number): number => {
      let next = 0;
      for (const { literal, ignoresCase, of } of alike[number]?.anchors ?? []) {
        const end = at + literal.length;
        if (end <= length && standsAt(text, at, literal, ignoresCase))
          next = hit(of, at, end) ?? next;
      }
      return next;
    };
    let key = 0;
    for (let i = 0; i < length; i++) {
      key = ((key << BITS) | bitsOf(bytes[i] ?? 0)) & (KEYS - 1);
      const number = numbers[key] ?? 0;
      if (number === 0 || i < 2) continue;
      const fourth = bitsOf(bytes[i + 1] ?? 0);
      const isAny = ((fourths[2 * number + (fourth >> 5)] ?? 0) >>> (fourth & 31)) & 1;
      if (isAny === 1) i = Math.max(i, look(number, i - 2) - 1);
    }
    // A literal of two may be the last.
    if (length > 1) look(numbers[(key << BITS) & (KEYS - 1)] ?? 0, length - 2);
  };
}

const CASE = 0x20;

/**
 * Like `startsWith`, which is a call out of compiled code and several times as slow on so few characters. From the end, since the
 * first characters are known to be alike.
 */
function standsAt(text: string, at: number, literal: string, ignoresCase: boolean): boolean {
  const mask = ignoresCase ? CASE : 0;
  let i = literal.length - 1;
  while (i >= 0 && (text.charCodeAt(at + i) | mask) === literal.charCodeAt(i)) i--;
  return i < 0;
}
