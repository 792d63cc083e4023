import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decode } from './decode.ts';

const textOf = (bytes: Uint8Array): string | null => {
  const decoded = decode(bytes);
  return decoded.kind === 'text' ? decoded.text : null;
};
const encodingOf = (bytes: Uint8Array): string | null => {
  const decoded = decode(bytes);
  return decoded.kind === 'text' ? decoded.encoding : null;
};

describe('SR-2 encodings', () => {
  it('reads UTF-8 with and without a mark and drops the mark', () => {
    expect(decode(Buffer.from('naïve\r\n'))).toEqual({
      kind: 'text',
      text: 'naïve\r\n',
      encoding: 'utf-8',
    });
    expect(textOf(Buffer.from('\ufeffnaïve'))).toBe('naïve');
    expect(decode(Buffer.alloc(0))).toEqual({ kind: 'text', text: '', encoding: 'ascii' });
  });

  it('leaves every kind of line end alone', () => {
    expect(textOf(Buffer.from('a\rb\r\nc\n'))).toBe('a\rb\r\nc\n');
  });

  it('reads UTF-16 by its mark and without one', () => {
    const little = Buffer.from('Hello, wörld\nagain', 'utf16le');
    const big = Buffer.from(little).swap16();
    expect(textOf(Buffer.concat([Buffer.from([0xff, 0xfe]), little]))).toBe('Hello, wörld\nagain');
    expect(textOf(Buffer.concat([Buffer.from([0xfe, 0xff]), big]))).toBe('Hello, wörld\nagain');
    expect(encodingOf(little)).toBe('utf-16le');
    expect(encodingOf(big)).toBe('utf-16be');
    const japanese = Buffer.from('\ufeff日本語のテキスト', 'utf16le');
    expect(textOf(japanese)).toBe('日本語のテキスト');
  });

  it('replaces half a character of UTF-16', () => {
    const lone = Buffer.from('\ufeffplain text, then \ud83d and more words', 'utf16le');
    expect(textOf(lone)).toBe('plain text, then \ufffd and more words');
    expect(textOf(Buffer.concat([Buffer.from('\ufeffabc', 'utf16le'), Buffer.from([0x41])]))).toBe(
      'abc\ufffd',
    );
  });

  it('reads Latin-1 and Windows-1252 where UTF-8 does not fit', () => {
    expect(decode(Buffer.from('Größe über alles', 'latin1'))).toEqual({
      kind: 'text',
      text: 'Größe über alles',
      encoding: 'latin-1',
    });
    const quotes = Buffer.from('\u0093quoted\u0094 \u0096 caf\u00e9', 'latin1');
    expect(decode(quotes)).toEqual({
      kind: 'text',
      text: '“quoted” – café',
      encoding: 'windows-1252',
    });
  });

  it('keeps reading UTF-8 over a few bad bytes', () => {
    const bytes = Buffer.concat([
      Buffer.from('größe ärger '),
      Buffer.from([0xff]),
      Buffer.from(' übel'),
    ]);
    expect(textOf(bytes)).toBe('größe ärger \ufffd übel');
  });

  it('knows binary content', () => {
    expect(decode(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])).kind).toBe(
      'binary',
    );
    expect(decode(gzipSync('some text that is packed')).kind).toBe('binary');
    expect(decode(Buffer.from('%PDF-1.4\nstream')).kind).toBe('binary');
    expect(decode(Buffer.from('text\0with a NUL')).kind).toBe('binary');
    expect(decode(Buffer.alloc(5000)).kind).toBe('binary');
    const noise = Buffer.from(Array.from({ length: 3000 }, (_, i) => 1 + ((i * 7919) % 255)));
    expect(decode(noise).kind).toBe('binary');
    const installer = Buffer.concat([
      Buffer.from('#!/bin/sh\nexit\n'.repeat(1000)),
      noise,
      noise,
      noise,
    ]);
    expect(decode(installer).kind).toBe('binary');
  });

  it('takes terminal colours and a NUL far down for text', () => {
    expect(textOf(Buffer.from('\u001b[31mred\u001b[0m\n'.repeat(50)))).not.toBeNull();
    expect(textOf(Buffer.from(`${'line of text\n'.repeat(1000)}\0`))).not.toBeNull();
  });

  it('reads back any UTF-8 text without control characters', () => {
    const text = fc.string({ unit: 'grapheme' }).map((value) => value.replace(/\p{Cc}/gu, ''));
    const plain = text.filter(
      (value) => !value.startsWith('\ufeff') && !/^(%PDF-|GIF8)/.test(value),
    );
    fc.assert(fc.property(plain, (value) => textOf(Buffer.from(value)) === value));
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => decode(bytes).kind !== undefined),
    );
  });
});
