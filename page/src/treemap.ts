/* Rectangles whose areas are as the sizes, as square as may be (Bruls, Huizing, van Wijk 2000). */

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Weighed<T> {
  readonly item: T;
  readonly area: number;
}

/** How far the worst rectangle of a row is from a square. */
function worst<T>(row: readonly Weighed<T>[], side: number): number {
  const sum = row.reduce((total, { area }) => total + area, 0);
  const thickness = sum / side;
  return row.reduce((most, { area }) => {
    const length = area / thickness;
    return Math.max(most, length / thickness, thickness / length);
  }, 1);
}

export function treemap<T>(
  items: readonly T[],
  sizeOf: (item: T) => number,
  width: number,
  height: number,
): (Box & { readonly item: T })[] {
  const total = items.reduce((sum, item) => sum + sizeOf(item), 0);
  if (total <= 0 || width <= 0 || height <= 0) return [];
  const scale = (width * height) / total;
  const left = items
    .map((item): Weighed<T> => ({ item, area: sizeOf(item) * scale }))
    .filter(({ area }) => area > 0)
    .sort((a, b) => b.area - a.area);
  const boxes: (Box & { readonly item: T })[] = [];
  let [x, y, w, h] = [0, 0, width, height];
  while (left.length > 0) {
    const side = Math.min(w, h);
    const row: Weighed<T>[] = [];
    for (let next = left[0]; next !== undefined; next = left[0]) {
      if (row.length > 0 && worst([...row, next], side) > worst(row, side)) break;
      row.push(next);
      left.shift();
    }
    const thickness = row.reduce((sum, { area }) => sum + area, 0) / side;
    let along = 0;
    for (const { item, area } of row) {
      const length = area / thickness;
      boxes.push(
        w >= h
          ? { item, x, y: y + along, width: thickness, height: length }
          : { item, x: x + along, y, width: length, height: thickness },
      );
      along += length;
    }
    if (w >= h) [x, w] = [x + thickness, w - thickness];
    else [y, h] = [y + thickness, h - thickness];
  }
  return boxes;
}
