interface Anchor<T> {
  readonly literal: string;
  readonly ignoresCase: boolean;
  readonly of: T;
}

/** A literal and what it stands for; one that ignores case is of small letters. */
export type AnchorEntry<T> = readonly [literal: string, of: T, ignoresCase?: boolean];

/** Five bits of each of three characters: letters of both cases are one. */
const BITS = 5;
const LOW = (1 << BITS) - 1;
const KEYS = 1 << (3 * BITS);

/** The keys of what a literal begins with: of one of two characters, all third ones. */
function keysOf(literal: string): number[] {
  const pair = ((literal.charCodeAt(0) & LOW) << BITS) | (literal.charCodeAt(1) & LOW);
  if (literal.length > 2) return [(pair << BITS) | (literal.charCodeAt(2) & LOW)];
  return Array.from({ length: LOW + 1 }, (_, third) => (pair << BITS) | third);
}

/**
 * Finds many literals in one pass, told by their first three characters: a text is read once and not once per literal. All
 * literals are of ASCII and of two characters or more; one at the very end of a text has three.
 */
export function anchorsOf<T>(
  entries: readonly AnchorEntry<T>[],
): (text: string, hit: (of: T, at: number, end: number) => void) => void {
  const numbers = new Uint16Array(KEYS);
  const lists: Anchor<T>[][] = [[]];
  for (const [literal, of, ignoresCase = false] of entries) {
    for (const key of keysOf(literal)) {
      if (numbers[key] === 0) numbers[key] = lists.push([]) - 1;
      lists[numbers[key] ?? 0]?.push({ literal, ignoresCase, of });
    }
  }
  return (text, hit) => {
    let key = 0;
    // One character more than there are: a literal of two may be the last.
    for (let i = 0; i <= text.length; i++) {
      key = ((key << BITS) | (text.charCodeAt(i) & LOW)) & (KEYS - 1);
      const list = numbers[key] ?? 0;
      if (list === 0) continue;
      for (const { literal, ignoresCase, of } of lists[list] ?? []) {
        if (standsAt(text, i - 2, literal, ignoresCase)) hit(of, i - 2, i - 2 + literal.length);
      }
    }
  };
}

const CASE = 0x20;

/** Like `startsWith`, which is a call out of compiled code and several times as slow on so few characters. */
function standsAt(text: string, at: number, literal: string, ignoresCase: boolean): boolean {
  const mask = ignoresCase ? CASE : 0;
  let i = 0;
  while (i < literal.length && (text.charCodeAt(at + i) | mask) === literal.charCodeAt(i)) i++;
  return i >= literal.length;
}
