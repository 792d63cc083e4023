import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { SheafError } from '../../../model/errors.ts';

/**
 * SQLite notices a torn page but not a flipped byte inside a blob. Sealed blobs carry a checksum,
 * so that damage is found when it is read, never scored.
 */
const SEAL_BYTES = 4;

export function seal(bytes: Uint8Array): Uint8Array {
  const sealed = Buffer.allocUnsafe(bytes.length + SEAL_BYTES);
  sealed.set(bytes);
  sealed.writeUInt32LE(crc32(bytes), bytes.length);
  return sealed;
}

export function unseal(sealed: Uint8Array): Uint8Array {
  const length = sealed.length - SEAL_BYTES;
  if (length >= 0) {
    const bytes = sealed.subarray(0, length);
    const view = new DataView(sealed.buffer, sealed.byteOffset, sealed.byteLength);
    if (view.getUint32(length, true) === crc32(bytes)) return bytes;
  }
  throw new SheafError('damaged', 'A stored block fails its checksum.');
}

/** Fast compression: the text is read back rarely, written always. zlib checks what it unpacks. */
const FAST = { level: 1 };

export const squeeze = (text: string): Uint8Array => deflateSync(text, FAST);

export function unsqueeze(bytes: Uint8Array): string {
  try {
    return inflateSync(bytes).toString('utf8');
  } catch (error) {
    throw new SheafError('damaged', 'A stored text cannot be unpacked.', '', error);
  }
}

/** For what is written at every update: checked, but not compressed. */
export const sealPlainJson = (value: unknown): Uint8Array =>
  seal(Buffer.from(JSON.stringify(value)));

export function unsealPlainJson<T>(bytes: Uint8Array): T {
  return JSON.parse(Buffer.from(unseal(bytes)).toString('utf8')) as T;
}

export const sealJson = (value: unknown): Uint8Array => squeeze(JSON.stringify(value));

export function unsealJson<T>(bytes: Uint8Array): T {
  return JSON.parse(unsqueeze(bytes)) as T;
}

/** Parts behind a JSON header that says how long each is: any of them is read without unpacking the rest. */
export function sealParts(header: object, parts: readonly Uint8Array[]): Uint8Array {
  const lengths = parts.map((part) => part.length);
  const head = Buffer.from(JSON.stringify({ ...header, lengths }));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(head.length);
  return seal(Buffer.concat([size, head, ...parts]));
}

export function unsealParts<T>(sealed: Uint8Array): { header: T; parts: readonly Uint8Array[] } {
  const bytes = unseal(sealed);
  let end = 4 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const head = new TextDecoder().decode(bytes.subarray(4, end));
  const header = JSON.parse(head) as T & { readonly lengths: readonly number[] };
  const parts = header.lengths.map((length) => {
    end += length;
    return bytes.subarray(end - length, end);
  });
  return { header, parts };
}
