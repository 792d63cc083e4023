/** Units from here on are surrogates or lie above them: the only place where UTF-16 order is not that of code points. */
const HIGH = /[\ud800-\uffff]/;

/** Compares by code point, never by locale (RT-2): the same order on every machine. */
export function byCodePoint(a: string, b: string): number {
  if (a === b) return 0;
  if (!HIGH.test(a) || !HIGH.test(b)) return a < b ? -1 : 1;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    const isPairX = x >= 0xd800 && x <= 0xdfff;
    const isPairY = y >= 0xd800 && y <= 0xdfff;
    if (isPairX === isPairY) return x - y;
    return isPairX ? 1 : -1;
  }
  return a.length - b.length;
}

/** `byCodePoint` for these strings: where no unit is high, plain comparison gives the same order. */
export const comparing = (strings: readonly string[]): typeof byCodePoint =>
  strings.some((each) => HIGH.test(each)) ? byCodePoint : plainly;
const plainly = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};

/** Finds paths in a sorted list when they are asked for in sorted order. */
export function inOrder<T extends { readonly path: string }>(
  sorted: readonly T[],
): (path: string) => T | undefined {
  let at = 0;
  return (path) => {
    for (let item = sorted[at]; item !== undefined; item = sorted[++at]) {
      const order = item.path === path ? 0 : byCodePoint(item.path, path);
      if (order >= 0) return order === 0 ? item : undefined;
    }
    return undefined;
  };
}
