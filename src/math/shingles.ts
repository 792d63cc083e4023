/** Words per shingle: with fewer, all texts of a language are alike. */
export const SHINGLE_WORDS = 4;

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
/** An odd number without pattern: the order of words counts. */
const MIX = 0x9e3779b1;
/** From here on scripts are written without spaces: each character is a word. */
const UNSPACED_FROM = 0x2e80;

/** Spreads the bits of a 32-bit number over all of them (the finaliser of MurmurHash3). */
function scatter(value: number): number {
  let h = value;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Asked for every character; what lies above is all letters, as far as this needs to know. */
const WORD_UNITS = Uint8Array.from({ length: 0x2070 }, (_, unit) =>
  Number(/[\w\u00c0-\u1fff]/.test(String.fromCharCode(unit))),
);

/** A hash for each word; case, spacing and punctuation do not make a text another one. */
function wordsOf(text: string): number[] {
  const words: number[] = [];
  let hash = FNV_OFFSET;
  let inWord = false;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const belongs = unit >= WORD_UNITS.length || WORD_UNITS[unit] === 1;
    if (inWord && (!belongs || unit >= UNSPACED_FROM)) {
      words.push(hash);
      hash = FNV_OFFSET;
      inWord = false;
    }
    if (!belongs) continue;
    hash = Math.imul(hash ^ (unit >= 65 && unit <= 90 ? unit + 32 : unit), FNV_PRIME);
    inWord = true;
    if (unit >= UNSPACED_FROM) {
      words.push(hash);
      hash = FNV_OFFSET;
      inWord = false;
    }
  }
  if (inWord) words.push(hash);
  return words;
}

/** Of a text without words the characters stand for themselves: `{` and `}` are not the same. */
function markHash(text: string): number {
  let hash = FNV_OFFSET;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 32) hash = Math.imul(hash ^ unit, FNV_PRIME);
  }
  return hash;
}

/** The distinct runs of four words of a text as 32-bit hashes, ascending. Fewer words than that are one run. */
export function shinglesOf(text: string): Uint32Array {
  const words = wordsOf(text);
  if (words.length === 0) return Uint32Array.of(scatter(markHash(text)));
  const size = Math.min(SHINGLE_WORDS, words.length);
  const hashes = new Uint32Array(words.length - size + 1);
  for (let i = 0; i < hashes.length; i++) {
    let hash = size;
    for (let j = i; j < i + size; j++) hash = Math.imul(hash, MIX) + (words[j] ?? 0);
    hashes[i] = scatter(hash);
  }
  return distinct(hashes.sort());
}

function distinct(sorted: Uint32Array): Uint32Array {
  let kept = 0;
  for (let i = 0; i < sorted.length; i++) {
    const value = sorted[i] ?? 0;
    if (kept === 0 || value !== sorted[kept - 1]) sorted[kept++] = value;
  }
  return sorted.slice(0, kept);
}

/** How much two ascending sets share (Jaccard): of what either holds, the part that both hold. */
export function overlap(a: Uint32Array, b: Uint32Array): number {
  let shared = 0;
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const x = a[i] ?? 0;
    const y = b[j] ?? 0;
    if (x === y) shared++;
    if (x <= y) i++;
    if (y <= x) j++;
  }
  const all = a.length + b.length - shared;
  return all === 0 ? 1 : shared / all;
}
