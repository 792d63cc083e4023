/// <reference path="./hash-wasm.d.ts" />
import blake3 from 'hash-wasm/dist/blake3.umd.min.js';
import { late } from '../../math/memo.ts';

/** BLAKE3 of bytes, in hexadecimal. */
export type Hash = (bytes: Uint8Array | string) => string;

/**
 * Made once. Compiling it again would also wait for whatever V8 compiles in the background at that moment, which after a first index is some
 * seconds of a grammar: Node waits for all of it when a program waits for nothing else.
 */
export const loadBlake3: () => Promise<Hash> = late(async () => {
  const hasher = await blake3.createBLAKE3();
  const hash: Hash = (bytes) => hasher.init().update(bytes).digest('hex');
  return hash;
});
