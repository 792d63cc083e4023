import type { Value } from './wire.ts';

/* COPY in its binary form: bytes go as they are, in text they would take twice the room. */

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
const NO_FLAGS = Buffer.alloc(8);
const END = Buffer.from([0xff, 0xff]);
const NULL_LENGTH = -1;

/** Rows for columns of the types bigint, text and bytea. */
export function copyBody(rows: readonly (readonly Value[])[]): Uint8Array {
  const parts: Uint8Array[] = [SIGNATURE, NO_FLAGS];
  for (const row of rows) {
    parts.push(int16(row.length));
    for (const value of row) {
      const bytes = bytesOf(value);
      parts.push(int32(bytes?.length ?? NULL_LENGTH));
      if (bytes !== null) parts.push(bytes);
    }
  }
  return Buffer.concat([...parts, END]);
}

function bytesOf(value: Value): Uint8Array | null {
  if (typeof value === 'string') return Buffer.from(value);
  if (typeof value !== 'number') return value;
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeBigInt64BE(BigInt(value));
  return bytes;
}

function int16(value: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(2);
  bytes.writeInt16BE(value);
  return bytes;
}

function int32(value: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeInt32BE(value);
  return bytes;
}
