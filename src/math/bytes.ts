const UTF8 = new TextEncoder();

/** A growing buffer of bytes with the two number codings the index uses. */
export class ByteWriter {
  private bytes: Uint8Array;
  length = 0;

  constructor(capacity: number) {
    this.bytes = new Uint8Array(capacity);
  }

  private reserve(extra: number): void {
    if (this.length + extra <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(this.bytes.length * 2, this.length + extra));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }

  /** Unsigned LEB128: seven bits a byte, low bits first. */
  varint(value: number): void {
    this.reserve(8);
    let rest = value;
    while (rest >= 0x80) {
      this.bytes[this.length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.bytes[this.length++] = rest;
  }

  /** A text as UTF-8, behind its length. */
  text(text: string): void {
    const from = this.length;
    this.varint(text.length);
    this.reserve(text.length);
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code >= 0x80) {
        const encoded = UTF8.encode(text);
        this.length = from;
        this.varint(encoded.length);
        this.append(encoded);
        return;
      }
      this.bytes[this.length++] = code;
    }
  }

  append(chunk: Uint8Array): void {
    this.reserve(chunk.length);
    this.bytes.set(chunk, this.length);
    this.length += chunk.length;
  }

  slice(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }

  /** What was written, until more is. */
  get written(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  clear(): void {
    this.length = 0;
  }
}

export const PAST_END = 'read past the end of a block';

/** Reads what ByteWriter wrote. Reading past the end is an error, never a silent zero. */
export class ByteReader {
  private readonly bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get done(): boolean {
    return this.at >= this.bytes.length;
  }

  varint(): number {
    const first = this.bytes[this.at++];
    if (first === undefined) throw new RangeError(PAST_END);
    if (first < 0x80) return first;
    let value = first & 0x7f;
    for (let shift = 7; ; shift += 7) {
      const byte = this.bytes[this.at++];
      if (byte === undefined) throw new RangeError(PAST_END);
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  }

  skip(length: number): void {
    if (this.at + length > this.bytes.length) throw new RangeError(PAST_END);
    this.at += length;
  }

  take(length: number): Uint8Array {
    this.skip(length);
    return this.bytes.subarray(this.at - length, this.at);
  }
}
