import { createHash } from 'node:crypto';

const SHA1_DIGITS = 40;

/** Whether bytes have this name among git's objects. */
export function isNamed(bytes: Uint8Array, name: string): boolean {
  const hash = createHash(name.length === SHA1_DIGITS ? 'sha1' : 'sha256');
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex') === name;
}
