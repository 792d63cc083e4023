/** Signs that tell where an identifier begins and how far it goes. */
const NONE = 0;
const LETTER = 1;
const DIGIT = 2;
const FOREIGN = 3;

const ASCII = 128;
const KINDS = new Uint8Array(ASCII).map((_, code) => {
  const sign = String.fromCharCode(code);
  if (/[A-Za-z_]/.test(sign)) return LETTER;
  return /\d/.test(sign) ? DIGIT : NONE;
});
const kindOf = (code: number): number => (code < ASCII ? (KINDS[code] ?? NONE) : FOREIGN);

/** Longer words are seldom met twice. */
const LONGEST = 64;
/** At most so many words are remembered: a code base uses the same few thousand all the time. */
const MOST_WORDS = 300_000;
const FIRST_SLOTS = 1 << 14;
/** A factor whose multiples scatter (Knuth's, for 32 bits). */
const SCATTER = 0x9e3779b1;

/**
 * What the identifiers of texts stand for, made once for each. Words are compared where they stand: cutting each out of its text and looking
 * it up in a map takes several times as long. It finds what `eachIdentifier` finds.
 */
export class Words<T> {
  private readonly make: (word: string) => T;
  private readonly values: T[] = [];
  /** Numbers of words, from 1, by hash; 0 is free. */
  private slots = new Int32Array(FIRST_SLOTS);
  private hashes = new Int32Array(FIRST_SLOTS);
  /** The letters of all words, and where each word begins among them. */
  private letters = new Uint16Array(FIRST_SLOTS * 8);
  private starts = new Int32Array(FIRST_SLOTS);

  constructor(make: (word: string) => T) {
    this.make = make;
  }

  /** Calls back for each identifier of a stretch of a text, in order. */
  each(text: string, from: number, to: number, visit: (value: T) => void): void {
    for (let at = from; at < to; ) {
      const kind = kindOf(text.charCodeAt(at));
      if (kind === NONE) {
        at++;
        continue;
      }
      const start = at;
      let hash = 0;
      for (; at < to; at++) {
        const code = text.charCodeAt(at);
        const next = kindOf(code);
        if (next !== kind && !(kind === LETTER && next === DIGIT)) break;
        hash = (Math.imul(hash, 31) + code) | 0;
      }
      // A single digit is no word.
      if (kind === DIGIT && at - start < 2) continue;
      visit(this.valueOf(text, start, at, hash));
    }
  }

  private valueOf(text: string, start: number, end: number, hash: number): T {
    if (end - start > LONGEST) return this.make(text.slice(start, end));
    const mask = this.slots.length - 1;
    for (let slot = (Math.imul(hash, SCATTER) >>> 8) & mask; ; slot = (slot + 1) & mask) {
      const number = this.slots[slot] ?? 0;
      if (number === 0) return this.add(text.slice(start, end), hash, slot);
      if (this.hashes[number - 1] === hash && this.isSame(number - 1, text, start, end))
        return this.values[number - 1] as T;
    }
  }

  private isSame(word: number, text: string, start: number, end: number): boolean {
    const from = this.starts[word] ?? 0;
    if ((this.starts[word + 1] ?? 0) - from !== end - start) return false;
    for (let i = start; i < end; i++) {
      if (this.letters[from + i - start] !== text.charCodeAt(i)) return false;
    }
    return true;
  }

  private add(word: string, hash: number, slot: number): T {
    const value = this.make(word);
    const number = this.values.length;
    if (number >= MOST_WORDS) return value;
    if (number + 2 > this.starts.length) {
      this.starts = widened(this.starts);
      this.hashes = widened(this.hashes);
    }
    const from = this.starts[number] ?? 0;
    const end = from + word.length;
    if (end > this.letters.length) {
      const wider = new Uint16Array(this.letters.length * 2);
      wider.set(this.letters);
      this.letters = wider;
    }
    for (let i = from; i < end; i++) this.letters[i] = word.charCodeAt(i - from);
    this.starts[number + 1] = end;
    this.hashes[number] = hash;
    this.slots[slot] = this.values.push(value);
    if (this.values.length * 2 > this.slots.length) this.spread();
    return value;
  }

  /** Gives the words twice the room, so that few meet at a place. */
  private spread(): void {
    const slots = new Int32Array(this.slots.length * 2);
    const mask = slots.length - 1;
    for (let number = 1; number <= this.values.length; number++) {
      let slot = (Math.imul(this.hashes[number - 1] ?? 0, SCATTER) >>> 8) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number;
    }
    this.slots = slots;
  }
}

function widened(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const wider = new Int32Array(numbers.length * 2);
  wider.set(numbers);
  return wider;
}
