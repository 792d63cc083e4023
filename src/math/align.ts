/** Cells of a table of common subsequences that may be filled: 8 MB. */
const MAX_CELLS = 4_000_000;

/**
 * Which element of `b` each element of `a` has become, or -1: in order, unique common elements first (patience diff),
 * common subsequences between them. Regions too large for a table and without a unique common element match nothing.
 */
export function align(a: ArrayLike<number>, b: ArrayLike<number>): Int32Array {
  const map = new Int32Array(a.length).fill(-1);
  /** The longest common subsequence by the textbook's table. */
  const subsequence = (from: number, aEnd: number, bFrom: number, bEnd: number): void => {
    const height = aEnd - from;
    const width = bEnd - bFrom;
    const row = width + 1;
    if ((height + 1) * row > MAX_CELLS) return;
    const table = new Uint16Array((height + 1) * row);
    for (let i = height - 1; i >= 0; i--) {
      for (let j = width - 1; j >= 0; j--) {
        const at = i * row + j;
        table[at] =
          a[from + i] === b[bFrom + j]
            ? (table[at + row + 1] ?? 0) + 1
            : Math.max(table[at + row] ?? 0, table[at + 1] ?? 0);
      }
    }
    for (let i = 0, j = 0; i < height && j < width; ) {
      const at = i * row + j;
      if (a[from + i] === b[bFrom + j]) map[from + i++] = bFrom + j++;
      else if ((table[at + row] ?? 0) >= (table[at + 1] ?? 0)) i++;
      else j++;
    }
  };
  const open = [{ a: 0, aEnd: a.length, b: 0, bEnd: b.length }];
  for (let region = open.pop(); region !== undefined; region = open.pop()) {
    let { a: x, b: y, aEnd, bEnd } = region;
    // Equal ends are matched at once; what is left lies between them.
    while (x < aEnd && y < bEnd && a[x] === b[y]) map[x++] = y++;
    while (aEnd > x && bEnd > y && a[aEnd - 1] === b[bEnd - 1]) map[--aEnd] = --bEnd;
    if (x >= aEnd || y >= bEnd) continue;
    // Pairs of elements that occur once on either side, the longest row of them that rises on both.
    const inB = once(b, y, bEnd);
    const pairs: [number, number][] = [];
    for (const [value, at] of once(a, x, aEnd)) {
      const other = inB.get(value) ?? TWICE;
      if (at >= 0 && other >= 0) pairs.push([at, other]);
    }
    const anchors = risingRow(pairs.sort(([first], [second]) => first - second));
    if (anchors.length === 0) subsequence(x, aEnd, y, bEnd);
    let from = { a: x, b: y };
    for (const [at, other] of anchors) {
      map[at] = other;
      open.push({ ...from, aEnd: at, bEnd: other });
      from = { a: at + 1, b: other + 1 };
    }
    if (anchors.length > 0) open.push({ ...from, aEnd, bEnd });
  }
  return map;
}

const TWICE = -1;

/** Where each element stands that occurs once. */
function once(list: ArrayLike<number>, from: number, end: number): Map<number, number> {
  const places = new Map<number, number>();
  for (let at = from; at < end; at++) {
    const value = list[at] ?? 0;
    places.set(value, places.has(value) ? TWICE : at);
  }
  return places;
}

/** The longest rising subsequence by the second number, by patience sorting. */
function risingRow(pairs: readonly [number, number][]): [number, number][] {
  const tops: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  pairs.forEach(([, y], i) => {
    let low = 0;
    let high = tops.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tops[middle] ?? 0]?.[1] ?? 0) < y) low = middle + 1;
      else high = middle;
    }
    before[i] = low > 0 ? (tops[low - 1] ?? -1) : -1;
    tops[low] = i;
  });
  const row: [number, number][] = [];
  for (let i = tops.at(-1) ?? -1; i >= 0; i = before[i] ?? -1) {
    const pair = pairs[i];
    if (pair !== undefined) row.push(pair);
  }
  return row.reverse();
}
