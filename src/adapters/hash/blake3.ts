import { createBLAKE3 } from 'hash-wasm';

/** BLAKE3 of bytes, in hexadecimal. */
export type Hash = (bytes: Uint8Array | string) => string;

export async function loadBlake3(): Promise<Hash> {
  const hasher = await createBLAKE3();
  return (bytes) => hasher.init().update(bytes).digest('hex');
}
