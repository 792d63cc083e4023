import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/support/runs.ts';
import { type SparseMatrix, truncatedSvd } from './svd.ts';

type Rows = readonly (readonly number[])[];

function sparse(rows: Rows): SparseMatrix {
  const starts = [0];
  const indices: number[] = [];
  const values: number[] = [];
  for (const row of rows) {
    row.forEach((value, column) => {
      if (value === 0) return;
      indices.push(column);
      values.push(value);
    });
    starts.push(indices.length);
  }
  return {
    rows: rows.length,
    columns: rows[0]?.length ?? 0,
    starts: Int32Array.from(starts),
    indices: Int32Array.from(indices),
    values: Float64Array.from(values),
  };
}

const cell = (rows: Rows, i: number, j: number): number => rows[i]?.[j] ?? 0;

/** Singular values by rotating AᵀA until nothing stands beside its diagonal (Jacobi 1846): slow and plain. */
function naiveSingularValues(rows: Rows): number[] {
  const n = rows[0]?.length ?? 0;
  const m = Array.from({ length: n }, (_, i) =>
    Array.from({ length: n }, (_unused, j) =>
      rows.reduce((sum, row) => sum + (row[i] ?? 0) * (row[j] ?? 0), 0),
    ),
  );
  for (let sweep = 0; sweep < 50; sweep++) {
    for (let p = 0; p < n; p++) {
      for (let q = p + 1; q < n; q++) {
        if (Math.abs(cell(m, p, q)) < 1e-300) continue;
        const angle = 0.5 * Math.atan2(2 * cell(m, p, q), cell(m, q, q) - cell(m, p, p));
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        for (const row of m) {
          const [a, b] = [row[p] ?? 0, row[q] ?? 0];
          row[p] = c * a - s * b;
          row[q] = s * a + c * b;
        }
        const [x, y] = [[...(m[p] ?? [])], [...(m[q] ?? [])]];
        m[p] = x.map((a, j) => c * a - s * (y[j] ?? 0));
        m[q] = x.map((a, j) => s * a + c * (y[j] ?? 0));
      }
    }
  }
  return m.map((row, i) => Math.sqrt(Math.max(0, row[i] ?? 0))).sort((a, b) => b - a);
}

const matrices = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }))
  .chain(([rows, columns]) =>
    fc.array(
      fc.array(fc.oneof(fc.constant(0), fc.integer({ min: -9, max: 9 })), {
        minLength: columns,
        maxLength: columns,
      }),
      { minLength: rows, maxLength: rows },
    ),
  );

const WHOLE = { rank: 9, iterations: 2, oversampling: 8 };

describe('the truncated decomposition', () => {
  it('has the singular values of a plain dense method', () => {
    fc.assert(
      fc.property(matrices, (rows) => {
        const expected = naiveSingularValues(rows);
        const { values } = truncatedSvd(sparse(rows), WHOLE);
        const close = 1e-6 * Math.max(1, expected[0] ?? 0);
        expected.forEach((value, i) => {
          expect(Math.abs((values[i] ?? 0) - value)).toBeLessThan(close);
        });
      }),
    );
  });

  it('has orthonormal right vectors that the matrix stretches by the singular values', () => {
    fc.assert(
      fc.property(matrices, (rows) => {
        const { rank, values, right } = truncatedSvd(sparse(rows), WHOLE);
        const columns = rows[0]?.length ?? 0;
        const vector = (k: number): number[] =>
          Array.from({ length: columns }, (_, j) => right[j * rank + k] ?? 0);
        const dot = (a: readonly number[], b: readonly number[]): number =>
          a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);
        for (let a = 0; a < rank; a++) {
          const image = rows.map((row) => dot(row, vector(a)));
          expect(Math.sqrt(dot(image, image))).toBeCloseTo(values[a] ?? 0, 6);
          for (let b = 0; b < rank; b++) {
            expect(dot(vector(a), vector(b))).toBeCloseTo(a === b ? 1 : 0, 6);
          }
        }
      }),
    );
  });

  it('finds the leading directions of a large sparse matrix that it can only sample', () => {
    // Ten groups of columns that occur together, each stronger than the next.
    const rows = Array.from({ length: 300 }, (_, i) =>
      Array.from({ length: 200 }, (_unused, j) => (i % 10 === j % 10 ? 20 - (i % 10) : 0)),
    );
    const { values, rank } = truncatedSvd(sparse(rows), {
      rank: 5,
      iterations: 6,
      oversampling: 3,
    });
    expect(rank).toBe(5);
    [20, 19, 18, 17, 16].forEach((strength, k) => {
      const expected = strength * Math.sqrt(30 * 20);
      expect(Math.abs((values[k] ?? 0) - expected) / expected).toBeLessThan(0.01);
    });
  });

  it('gives the same bits twice', () => {
    fc.assert(
      fc.property(matrices, (rows) => {
        expect(truncatedSvd(sparse(rows), WHOLE)).toStrictEqual(truncatedSvd(sparse(rows), WHOLE));
      }),
      { numRuns: runs(20) },
    );
  });

  it('has no direction where the matrix is zero or empty', () => {
    expect(truncatedSvd(sparse([[0, 0]]), WHOLE).rank).toBe(0);
    expect(truncatedSvd(sparse([]), WHOLE).rank).toBe(0);
  });
});
