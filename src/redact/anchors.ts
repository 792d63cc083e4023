interface Anchor<T> {
  readonly literal: string;
  readonly third: number;
  readonly of: T;
}

/**
 * Finds many literals in one pass, told by their first two characters: a text is read once and not once per literal. All
 * literals are of ASCII and of two characters or more.
 */
export function anchorsOf<T>(
  entries: readonly (readonly [literal: string, of: T])[],
): (text: string, from: number, to: number, hit: (of: T, at: number, end: number) => void) => void {
  const numbers = new Uint16Array(65536);
  const lists: Anchor<T>[][] = [[]];
  for (const [literal, of] of entries) {
    const pair = (literal.charCodeAt(0) << 8) | literal.charCodeAt(1);
    if (numbers[pair] === 0) numbers[pair] = lists.push([]) - 1;
    lists[numbers[pair] ?? 0]?.push({ literal, third: literal.charCodeAt(2), of });
  }
  return (text, from, to, hit) => {
    let previous = 0;
    for (let i = from; i < to; i++) {
      const code = text.charCodeAt(i);
      const pair = (previous << 8) | code;
      previous = code;
      const list = pair > 0xffff ? 0 : (numbers[pair] ?? 0);
      if (list === 0) continue;
      const next = text.charCodeAt(i + 1);
      for (const { literal, third, of } of lists[list] ?? []) {
        // Not a number for a literal of two characters, which is found already.
        if (third === next ? goesOn(text, i - 1, literal) : literal.length === 2)
          hit(of, i - 1, i - 1 + literal.length);
      }
    }
  };
}

/** Like `startsWith`, which is a call out of compiled code and several times as slow on so few characters. */
function goesOn(text: string, at: number, literal: string): boolean {
  let i = 3;
  while (i < literal.length && text.charCodeAt(at + i) === literal.charCodeAt(i)) i++;
  return i >= literal.length;
}
