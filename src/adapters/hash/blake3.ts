/// <reference path="./hash-wasm.d.ts" />
import blake3 from 'hash-wasm/dist/blake3.umd.min.js';

/** BLAKE3 of bytes, in hexadecimal. */
export type Hash = (bytes: Uint8Array | string) => string;

export async function loadBlake3(): Promise<Hash> {
  const hasher = await blake3.createBLAKE3();
  return (bytes) => hasher.init().update(bytes).digest('hex');
}
