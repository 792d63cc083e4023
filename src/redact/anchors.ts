interface Anchor {
  /** The characters of the literal. */
  readonly codes: readonly number[];
  readonly ignoresCase: boolean;
  /** Among the entries. */
  readonly number: number;
}

/** A literal and what it stands for; one that ignores case is of small letters. */
export type AnchorEntry<T> = readonly [literal: string, of: T, ignoresCase?: boolean];

/** Five bits of each of three characters: letters of both cases are one. Few, since what a table is asked for each character it must be near. */
const BITS = 5;
const KEYS = 1 << (3 * BITS);
const MASK = (1 << BITS) - 1;
const EVERY_BIT = -1;

/** The keys of what a literal begins with: of one of two characters, all third ones. */
function keysOf(literal: string): number[] {
  const [first, second, third] = [0, 1, 2].map((at) => literal.charCodeAt(at) & MASK);
  const pair = ((first ?? 0) << BITS) | (second ?? 0);
  if (literal.length > 2) return [(pair << BITS) | (third ?? 0)];
  return Array.from({ length: 1 << BITS }, (_, any) => (pair << BITS) | any);
}

/**
 * Finds many literals in one pass, told by their first characters: a text is read once and not once per literal. All
 * literals are of two characters or more. Gives the number of an entry and the place where its literal stands, in turn:
 * a text may have as many as it has words, and numbers need no room of their own.
 */
export function anchorsOf(
  entries: readonly AnchorEntry<unknown>[],
): (text: string, bytes: Uint8Array) => readonly number[] {
  /** A bit for each key that a literal has. */
  const known = new Uint32Array(KEYS >> 5);
  /** Which fourth characters those that begin alike have, a bit for each. */
  const fourths = new Uint32Array(KEYS);
  const numbers = new Uint16Array(KEYS);
  const alike: Anchor[][] = [[]];
  entries.forEach(([literal, , ignoresCase = false], number) => {
    const fourth = literal.length < 4 ? EVERY_BIT : 1 << (literal.charCodeAt(3) & MASK);
    for (const key of keysOf(literal)) {
      known[key >> 5] = (known[key >> 5] ?? 0) | (1 << (key & 31));
      fourths[key] = (fourths[key] ?? 0) | fourth;
      if (numbers[key] === 0) numbers[key] = alike.push([]) - 1;
      alike[numbers[key] ?? 0]?.push({ codes: codesOf(literal), ignoresCase, number });
    }
  });
  const look = (text: string, length: number, key: number, at: number, hits: number[]): void => {
    for (const { codes, ignoresCase, number } of alike[numbers[key] ?? 0] ?? []) {
      const isInside = at + codes.length <= length;
      if (isInside && standsAt(text, at, codes, ignoresCase)) hits.push(number, at);
    }
  };
  return (text, bytes) => {
    const hits: number[] = [];
    // Asked once: texts come as strings of many kinds, for which V8 looks the length up each time.
    const { length } = text;
    let key = 0;
    for (let i = 0; i < length; i++) {
      key = ((key << BITS) | ((bytes[i] ?? 0) & MASK)) & (KEYS - 1);
      if ((((known[key >> 5] ?? 0) >>> (key & 31)) & 1) === 0 || i < 2) continue;
      const fourth = (fourths[key] ?? 0) >>> ((bytes[i + 1] ?? 0) & MASK);
      if ((fourth & 1) === 1) look(text, length, key, i - 2, hits);
    }
    // A literal of two may be the last.
    if (length > 1) look(text, length, (key << BITS) & (KEYS - 1), length - 2, hits);
    return hits;
  };
}

const CASE = 0x20;

/**
 * Like `startsWith`, which is a call out of compiled code and several times as slow on so few characters. From the end, since the
 * first characters are known to be alike.
 */
function standsAt(
  text: string,
  at: number,
  codes: readonly number[],
  ignoresCase: boolean,
): boolean {
  const mask = ignoresCase ? CASE : 0;
  let i = codes.length - 1;
  while (i >= 0 && (text.charCodeAt(at + i) | mask) === codes[i]) i--;
  return i < 0;
}

const codesOf = (literal: string): readonly number[] =>
  Array.from(literal, (character) => character.charCodeAt(0));
