import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf, textOf } from './byte-path.ts';

describe('SR-3 paths are bytes', () => {
  it('finds the way back from text to any bytes', () => {
    const bytes = fc
      .uint8Array({ maxLength: 40 })
      .map((array) => Buffer.from(array).toString('latin1'));
    fc.assert(fc.property(bytes, (path) => bytesOf(textOf(path)) === path));
  });

  it('never gives two paths one text', () => {
    const piece = fc.constantFrom('\\', 'x', 'ff', '5c', '\u00ff', '\u00c3', '\u00a9', 'a');
    const path = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
    fc.assert(fc.property(path, path, (a, b) => a === b || textOf(a) !== textOf(b)));
  });

  it('spells valid names as they are and escapes only what is no UTF-8', () => {
    expect(textOf(Buffer.from('größe/ü.txt').toString('latin1'))).toBe('größe/ü.txt');
    expect(textOf('caf\u00e9.txt')).toBe('caf\\xe9.txt');
    expect(textOf('a\nb\u001b[31m')).toBe('a\nb\u001b[31m');
  });
});
