import { splitLines } from '../math/lines.ts';

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const DIGITS = 8;

/** A line without the spaces around it, so that a block that was indented is still the same. */
function hashLine(line: string): number {
  const text = line.trim();
  let hash = FNV_OFFSET;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), FNV_PRIME);
  return hash >>> 0;
}

export const BLANK: number = hashLine('');

export const lineHashes = (text: string): Uint32Array =>
  text === '' ? new Uint32Array() : Uint32Array.from(splitLines(text), hashLine);

/** The shape of a source at the time it became evidence: a hash a line, none of its words. */
export const writeHashes = (hashes: Uint32Array): string =>
  Array.from(hashes, (hash) => hash.toString(16).padStart(DIGITS, '0')).join('\n');

/** Null if the text is not one of ours. */
export function readHashes(text: string | null): Uint32Array | null {
  if (text === null) return null;
  if (text === '') return new Uint32Array();
  const numbers = text.split('\n').map((word) => Number.parseInt(word, 16));
  return numbers.some(Number.isNaN) ? null : Uint32Array.from(numbers);
}
