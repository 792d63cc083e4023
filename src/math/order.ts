/** Compares by code point, never by locale (RT-2): the same order on every machine. UTF-16 order differs only for surrogates, which this corrects. */
export function byCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) {
      const xHigh = x >= 0xd800 && x <= 0xdfff;
      const yHigh = y >= 0xd800 && y <= 0xdfff;
      if (xHigh === yHigh) return x - y;
      return xHigh ? 1 : -1;
    }
  }
  return a.length - b.length;
}
