/**
 * Finds many literals in one pass, told by their first two characters: a text is read once and not once per literal. All
 * literals are of ASCII and of two characters or more.
 */
export function anchorsOf<T>(
  entries: readonly (readonly [literal: string, of: T])[],
): (text: string, from: number, to: number, hit: (of: T, at: number, end: number) => void) => void {
  const byPair = new Map<number, (readonly [string, T])[]>();
  const opens = new Uint8Array(65536);
  for (const entry of entries) {
    const pair = pairOf(entry[0], 0);
    opens[pair] = 1;
    byPair.set(pair, [...(byPair.get(pair) ?? []), entry]);
  }
  return (text, from, to, hit) => {
    let previous = 0;
    for (let i = from; i < to; i++) {
      const code = text.charCodeAt(i);
      const pair = (previous << 8) | code;
      previous = code;
      if (pair > 0xffff || opens[pair] === 0) continue;
      for (const [literal, of] of byPair.get(pair) ?? [])
        if (text.startsWith(literal, i - 1)) hit(of, i - 1, i - 1 + literal.length);
    }
  };
}

const pairOf = (text: string, at: number): number =>
  (text.charCodeAt(at) << 8) | text.charCodeAt(at + 1);
