/**
 * The largest singular values of a sparse matrix and their right vectors, by subspace iteration from
 * a fixed start (Halko, Martinsson, Tropp 2011). Sums run in one order and only + − × ÷ √ are used,
 * which IEEE 754 rounds the same everywhere: the same matrix gives the same bits on every machine.
 */

/** Rows one after the other: row r holds `values[starts[r]..starts[r + 1]]` at `indices`, ascending. */
export interface SparseMatrix {
  readonly rows: number;
  readonly columns: number;
  readonly starts: Int32Array;
  readonly indices: Int32Array;
  readonly values: Float64Array;
}

export interface TruncatedSvd {
  /** At most what was asked for; less where the matrix has a smaller rank. */
  readonly rank: number;
  /** Falling. */
  readonly values: Float64Array;
  /** Right singular vectors, `rank` numbers for each column of the matrix. */
  readonly right: Float64Array;
}

export interface SvdOptions {
  readonly rank: number;
  /** Rounds over the matrix; each brings the subspace closer. */
  readonly iterations: number;
  /** Further directions carried along so that the last ones wanted are good too. */
  readonly oversampling: number;
}

interface Dense {
  readonly rows: number;
  readonly width: number;
  readonly data: Float64Array;
}

/** What is left of a direction after taking out the earlier ones, against what it was: below this it is noise. */
const DEPENDENT = 1e-14;
/** Singular values below this share of the largest are rounding. */
const NEGLIGIBLE = 1e-7;
/** Beyond this spread one pass of Cholesky loses too many digits of orthogonality. */
const CONDITION_LIMIT = 1e3;
const SWEEPS_AT_MOST = 60;
const ORTHOGONAL = 1e-13;

export function truncatedSvd(
  matrix: SparseMatrix,
  { rank, iterations, oversampling }: SvdOptions,
): TruncatedSvd {
  const width = Math.min(rank + oversampling, matrix.rows, matrix.columns);
  if (width === 0 || rank <= 0) {
    return { rank: 0, values: new Float64Array(0), right: new Float64Array(0) };
  }
  const isFlat = matrix.rows <= matrix.columns;
  // Rounds run on the shorter side: what is made orthonormal there is cheaper.
  let basis = startingDirections(matrix.columns, width);
  if (isFlat) basis = orthonormal(times(matrix, basis));
  for (let i = 0; i < iterations; i++) {
    basis = orthonormal(
      isFlat
        ? times(matrix, transposeTimes(matrix, basis))
        : transposeTimes(matrix, times(matrix, basis)),
    );
  }
  const left = isFlat ? basis : orthonormal(times(matrix, basis));
  return fromProjection(transposeTimes(matrix, left), rank);
}

const HALF_RANGE = 2 ** 31;

/** Numbers between -1 and 1 from a small generator of integers (xorshift): exact, so the same everywhere. */
function startingDirections(rows: number, width: number): Dense {
  const data = new Float64Array(rows * width);
  let state = 0x9e3779b9;
  for (let i = 0; i < data.length; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    data[i] = state / HALF_RANGE;
  }
  return { rows, width, data };
}

const times = (matrix: SparseMatrix, by: Dense): Dense => product(matrix, by, false);
const transposeTimes = (matrix: SparseMatrix, by: Dense): Dense => product(matrix, by, true);

/** A sparse matrix, or its transpose, times a dense one; the numbers of the sparse one are met in the same order. */
function product(
  { rows, columns, starts, indices, values }: SparseMatrix,
  { width, data }: Dense,
  isTransposed: boolean,
): Dense {
  const height = isTransposed ? columns : rows;
  const out = new Float64Array(height * width);
  for (let row = 0; row < rows; row++) {
    const end = starts[row + 1] as number;
    for (let i = starts[row] as number; i < end; i++) {
      const value = values[i] as number;
      const column = indices[i] as number;
      const to = (isTransposed ? column : row) * width;
      const from = (isTransposed ? row : column) * width;
      for (let j = 0; j < width; j++) {
        out[to + j] = (out[to + j] as number) + value * (data[from + j] as number);
      }
    }
  }
  return { rows: height, width, data: out };
}

/** The products of all pairs of columns; only the upper triangle is filled. */
function gram({ rows, width, data }: Dense): Float64Array {
  const out = new Float64Array(width * width);
  // Four rows at a time: each sum is then loaded and stored a quarter as often.
  const padded = new Float64Array(4 * width);
  for (let row = 0; row < rows; row += 4) {
    const isWhole = row + 4 <= rows;
    if (!isWhole) padded.set(data.subarray(row * width));
    const from = isWhole ? data : padded;
    const r0 = isWhole ? row * width : 0;
    const r1 = r0 + width;
    const r2 = r1 + width;
    const r3 = r2 + width;
    for (let i = 0; i < width; i++) {
      const a = from[r0 + i] as number;
      const b = from[r1 + i] as number;
      const c = from[r2 + i] as number;
      const d = from[r3 + i] as number;
      const to = i * width;
      for (let j = i; j < width; j++) {
        out[to + j] =
          (out[to + j] as number) +
          (a * (from[r0 + j] as number) +
            b * (from[r1 + j] as number) +
            (c * (from[r2 + j] as number) + d * (from[r3 + j] as number)));
      }
    }
  }
  return out;
}

/** The upper factor R with RᵀR = gram; the row of a dependent column is zero. */
function cholesky(products: Float64Array, width: number): Float64Array {
  const upper = new Float64Array(width * width);
  for (let i = 0; i < width; i++) {
    const own = products[i * width + i] as number;
    let rest = own;
    for (let p = 0; p < i; p++) rest -= (upper[p * width + i] as number) ** 2;
    if (!(rest > own * DEPENDENT)) continue;
    const root = Math.sqrt(rest);
    upper[i * width + i] = root;
    for (let j = i + 1; j < width; j++) {
      let sum = products[i * width + j] as number;
      for (let p = 0; p < i; p++) {
        sum -= (upper[p * width + i] as number) * (upper[p * width + j] as number);
      }
      upper[i * width + j] = sum / root;
    }
  }
  return upper;
}

/** The inverse of an upper triangle; rows and columns of dependent directions stay zero. */
function inverse(upper: Float64Array, width: number): Float64Array {
  const out = new Float64Array(width * width);
  for (let j = 0; j < width; j++) {
    const pivot = upper[j * width + j] as number;
    if (pivot === 0) continue;
    out[j * width + j] = 1 / pivot;
    for (let i = j - 1; i >= 0; i--) {
      const own = upper[i * width + i] as number;
      if (own === 0) continue;
      let sum = 0;
      for (let p = i + 1; p <= j; p++) {
        sum += (upper[i * width + p] as number) * (out[p * width + j] as number);
      }
      out[i * width + j] = -sum / own;
    }
  }
  return out;
}

/** Orthonormal columns Q and the upper R with QR = the matrix; columns that depend on earlier ones are zero in Q. */
function factored(matrix: Dense): { readonly basis: Dense; readonly upper: Float64Array } {
  const { rows, width } = matrix;
  const upper = cholesky(gram(matrix), width);
  const data = denseTimes(matrix.data, rows, width, inverse(upper, width), width);
  const basis = { rows, width, data };
  const pivots = Array.from({ length: width }, (_, i) => upper[i * width + i] as number);
  if (Math.max(...pivots) <= Math.min(...pivots) * CONDITION_LIMIT) return { basis, upper };
  // Once is not enough where the columns were nearly parallel; twice is.
  const again = cholesky(gram(basis), width);
  return {
    basis: { rows, width, data: denseTimes(data, rows, width, inverse(again, width), width) },
    upper: upperProduct(again, upper, width),
  };
}

const orthonormal = (matrix: Dense): Dense => factored(matrix).basis;

function upperProduct(a: Float64Array, b: Float64Array, width: number): Float64Array {
  const out = new Float64Array(width * width);
  for (let i = 0; i < width; i++) {
    for (let p = i; p < width; p++) {
      const value = a[i * width + p] as number;
      if (value === 0) continue;
      for (let j = p; j < width; j++) {
        out[i * width + j] = (out[i * width + j] as number) + value * (b[p * width + j] as number);
      }
    }
  }
  return out;
}

/** The decomposition from B = AᵀQ, whose left vectors are A's right ones: B = Q₂R, and R is small. */
function fromProjection(projection: Dense, rank: number): TruncatedSvd {
  const { rows, width } = projection;
  const { basis, upper } = factored(projection);
  // Columns one after the other: rotations then run along memory.
  const columns = Array.from({ length: width }, (_, j) =>
    Float64Array.from({ length: width }, (_unused, i) => upper[i * width + j] as number),
  );
  rotateUntilOrthogonal(columns);
  const lengths = columns.map((column) =>
    Math.sqrt(column.reduce((sum, value) => sum + value * value, 0)),
  );
  const order = [...lengths.keys()].sort((a, b) => (lengths[b] ?? 0) - (lengths[a] ?? 0) || a - b);
  const smallest = (lengths[order[0] ?? 0] ?? 0) * NEGLIGIBLE;
  const kept = order.slice(0, rank).filter((j) => (lengths[j] ?? 0) > smallest);
  const small = new Float64Array(width * kept.length);
  kept.forEach((j, k) => {
    columns[j]?.forEach((value, i) => {
      small[i * kept.length + k] = value / (lengths[j] ?? 1);
    });
  });
  return {
    rank: kept.length,
    values: Float64Array.from(kept, (j) => lengths[j] ?? 0),
    right: denseTimes(basis.data, rows, width, small, kept.length),
  };
}

/** A dense product, four terms of each sum at a time. */
function denseTimes(a: Float64Array, rows: number, inner: number, b: Float64Array, width: number) {
  const out = new Float64Array(rows * width);
  const whole = inner - (inner % 4);
  for (let row = 0; row < rows; row++) {
    const to = row * width;
    const from = row * inner;
    for (let p = 0; p < whole; p += 4) {
      const w = a[from + p] as number;
      const x = a[from + p + 1] as number;
      const y = a[from + p + 2] as number;
      const z = a[from + p + 3] as number;
      const b0 = p * width;
      const b1 = b0 + width;
      const b2 = b1 + width;
      const b3 = b2 + width;
      for (let j = 0; j < width; j++) {
        out[to + j] =
          (out[to + j] as number) +
          (w * (b[b0 + j] as number) +
            x * (b[b1 + j] as number) +
            (y * (b[b2 + j] as number) + z * (b[b3 + j] as number)));
      }
    }
    for (let p = whole; p < inner; p++) {
      const value = a[from + p] as number;
      for (let j = 0; j < width; j++) {
        out[to + j] = (out[to + j] as number) + value * (b[p * width + j] as number);
      }
    }
  }
  return out;
}

/** One-sided Jacobi: rotates pairs of columns until each is orthogonal to all others. */
function rotateUntilOrthogonal(columns: readonly Float64Array[]): void {
  for (let sweep = 0; sweep < SWEEPS_AT_MOST; sweep++) {
    let rotated = false;
    for (let p = 0; p < columns.length; p++) {
      for (let q = p + 1; q < columns.length; q++) {
        if (rotate(columns[p] as Float64Array, columns[q] as Float64Array)) rotated = true;
      }
    }
    if (!rotated) return;
  }
}

function rotate(x: Float64Array, y: Float64Array): boolean {
  let xx = 0;
  let yy = 0;
  let xy = 0;
  for (let i = 0; i < x.length; i++) {
    const a = x[i] as number;
    const b = y[i] as number;
    xx += a * a;
    yy += b * b;
    xy += a * b;
  }
  if (xy === 0 || Math.abs(xy) <= ORTHOGONAL * Math.sqrt(xx * yy)) return false;
  const zeta = (yy - xx) / (2 * xy);
  const tangent = (zeta < 0 ? -1 : 1) / (Math.abs(zeta) + Math.sqrt(1 + zeta * zeta));
  const cosine = 1 / Math.sqrt(1 + tangent * tangent);
  const sine = cosine * tangent;
  for (let i = 0; i < x.length; i++) {
    const a = x[i] as number;
    const b = y[i] as number;
    x[i] = cosine * a - sine * b;
    y[i] = sine * a + cosine * b;
  }
  return true;
}
