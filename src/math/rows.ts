/**
 * Rows of numbers in eight bits each, with one scale a row: vectors take a quarter of the space of
 * 32-bit floats, and cosines move by less than a hundredth, below what ranks anything.
 */
export interface PackedRows {
  readonly width: number;
  readonly scales: Float32Array;
  readonly cells: Int8Array;
}

const CELL_MAX = 127;

export function packRows(rows: readonly ArrayLike<number>[], width: number): PackedRows {
  const scales = new Float32Array(rows.length);
  const cells = new Int8Array(rows.length * width);
  rows.forEach((row, r) => {
    let most = 0;
    for (let j = 0; j < width; j++) most = Math.max(most, Math.abs(row[j] ?? 0));
    // A row that is not finite says nothing; it becomes zero, which is like nothing.
    if (!(most > 0) || !Number.isFinite(most)) return;
    scales[r] = most / CELL_MAX;
    for (let j = 0; j < width; j++)
      cells[r * width + j] = Math.round(((row[j] ?? 0) / most) * CELL_MAX);
  });
  return { width, scales, cells };
}

export function addRow(rows: PackedRows, r: number, factor: number, sum: Float64Array): void {
  const { width, cells } = rows;
  const scaled = factor * (rows.scales[r] ?? 0);
  const from = r * width;
  for (let j = 0; j < width; j++) {
    sum[j] = (sum[j] as number) + scaled * (cells[from + j] as number);
  }
}

/** The cosine of row `r` with a vector of length 1; 0 for a row of zeros. */
export function rowCosine({ width, cells }: PackedRows, r: number, unit: Float64Array): number {
  const from = r * width;
  let product = 0;
  let square = 0;
  for (let j = 0; j < width; j++) {
    const cell = cells[from + j] as number;
    product += cell * (unit[j] as number);
    square += cell * cell;
  }
  return square === 0 ? 0 : product / Math.sqrt(square);
}

/** Divides by the length, in place; zeros stay zeros. */
export function makeUnit(vector: Float64Array): Float64Array {
  let square = 0;
  for (const value of vector) square += value * value;
  const length = Math.sqrt(square);
  if (length > 0)
    for (let j = 0; j < vector.length; j++) vector[j] = (vector[j] as number) / length;
  return vector;
}

/** Rows as bytes: how many, how wide, scales, cells. */
export function rowsToBytes({ width, scales, cells }: PackedRows): Uint8Array {
  const bytes = new Uint8Array(8 + scales.length * 4 + cells.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, scales.length, true);
  view.setUint32(4, width, true);
  scales.forEach((scale, r) => {
    view.setFloat32(8 + r * 4, scale, true);
  });
  bytes.set(new Uint8Array(cells.buffer, cells.byteOffset, cells.length), 8 + scales.length * 4);
  return bytes;
}

/** Null where the bytes are no rows. */
export function rowsFromBytes(bytes: Uint8Array): PackedRows | null {
  if (bytes.length < 8) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint32(0, true);
  const width = view.getUint32(4, true);
  if (bytes.length !== 8 + count * 4 + count * width) return null;
  const scales = Float32Array.from({ length: count }, (_, r) => view.getFloat32(8 + r * 4, true));
  const from = bytes.byteOffset + 8 + count * 4;
  return { width, scales, cells: new Int8Array(bytes.buffer, from, count * width) };
}
