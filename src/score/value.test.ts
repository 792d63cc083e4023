import { describe, expect, it } from 'vitest';
import { densityOf, isWorthTaking, type Offered, openingDensity } from './value.ts';

const PIECE: Offered = {
  ask: 'change',
  kind: 'code',
  isPage: false,
  density: 0.012,
  worth: 0.01,
  fileNeeded: 0.02,
  isFirst: true,
  filesFound: 60,
};

describe('BU-6 what is worth its tokens where nobody gave a size', () => {
  it('is the piece that opens a file, and less of a file that is unlikely than of a likely one', () => {
    expect(isWorthTaking(PIECE)).toBe(true);
    expect(isWorthTaking({ ...PIECE, isFirst: false })).toBe(false);
    expect(isWorthTaking({ ...PIECE, isFirst: false, fileNeeded: 0.5 })).toBe(true);
    expect(isWorthTaking({ ...PIECE, isFirst: false, density: 0.2 })).toBe(true);
  });

  it('is more files and less of each where many are in question', () => {
    const crumb: Offered = { ...PIECE, density: 0.006 };
    expect([60, 500].map((filesFound) => isWorthTaking({ ...crumb, filesFound }))).toEqual([
      false,
      true,
    ]);
    const further: Offered = { ...PIECE, isFirst: false, fileNeeded: 0.2, density: 0.02 };
    expect([60, 500].map((filesFound) => isWorthTaking({ ...further, filesFound }))).toEqual([
      true,
      false,
    ]);
  });

  it('is a piece that is likely itself, whatever is known of its file', () => {
    expect(isWorthTaking({ ...PIECE, isFirst: false, worth: 0.4 })).toBe(true);
  });

  it('is a test only where more speaks for it', () => {
    expect(isWorthTaking({ ...PIECE, kind: 'test' })).toBe(false);
    expect(isWorthTaking({ ...PIECE, kind: 'test', density: 0.07 })).toBe(true);
  });

  it('is every passage of a page alike', () => {
    const page: Offered = { ...PIECE, kind: 'prose', isPage: true, density: 0.013 };
    expect(isWorthTaking(page)).toBe(true);
    expect(isWorthTaking({ ...page, isFirst: false })).toBe(true);
  });
});

describe('BU-6 what a piece costs', () => {
  it('is more where it opens a file, which tells on crumbs and hardly on whole functions', () => {
    const dearer = (tokens: number): number => openingDensity(1, tokens) / densityOf(1, tokens);
    expect(dearer(40)).toBeLessThan(0.8);
    expect(dearer(600)).toBeGreaterThan(0.95);
  });
});
