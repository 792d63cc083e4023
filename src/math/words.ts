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
 * What a slot holds of a word: its hash, where its letters begin (0: the slot is free), how many they are, what it stands for. All of it lies
 * side by side, because most of the time of a look-up is waiting for memory.
 */
const FIELDS = 4;
const [FIRST, COUNT, VALUE] = [1, 2, 3];

/**
 * Numbers that the identifiers of texts stand for, made once for each. Words are compared where they stand: cutting each out of its text and
 * looking it up in a map takes several times as long. It finds what `eachIdentifier` finds.
 */
export class Words {
  /** Told whether the number will be remembered. */
  private readonly make: (word: string, isKept: boolean) => number;
  private size = 0;
  private slots = new Int32Array(FIRST_SLOTS * FIELDS);
  /** The letters of all words. */
  private letters = new Uint16Array(FIRST_SLOTS * 8);
  private lettersEnd = 1;
  /** The letters of the word that is being read. */
  private readonly own = new Uint16Array(LONGEST);

  constructor(make: (word: string, isKept: boolean) => number) {
    this.make = make;
  }

  /** Calls back for each identifier of a stretch of a text, in order. */
  each(text: string, from: number, to: number, visit: (value: number) => void): void {
    const { own } = this;
    for (let at = from; at < to; ) {
      let code = text.charCodeAt(at);
      const kind = kindOf(code);
      if (kind === NONE) {
        at++;
        continue;
      }
      const start = at;
      let hash = 0;
      for (;;) {
        if (at - start < LONGEST) own[at - start] = code;
        hash = (Math.imul(hash, 31) + code) | 0;
        at++;
        if (at >= to) break;
        code = text.charCodeAt(at);
        const next = kindOf(code);
        if (next !== kind && !(kind === LETTER && next === DIGIT)) break;
      }
      // A single digit is no word.
      if (kind === DIGIT && at - start < 2) continue;
      visit(this.valueOf(text, start, at, hash));
    }
  }

  private valueOf(text: string, start: number, end: number, hash: number): number {
    const { slots } = this;
    const count = end - start;
    if (count > LONGEST) return this.make(text.slice(start, end), false);
    const mask = slots.length - 1;
    let slot = placeOf(hash, mask);
    for (; ; slot = (slot + FIELDS) & mask) {
      const first = slots[slot + FIRST] ?? 0;
      if (first === 0) return this.add(text.slice(start, end), hash, slot);
      if (slots[slot] === hash && slots[slot + COUNT] === count && this.isOwn(first, count))
        return slots[slot + VALUE] ?? 0;
    }
  }

  private isOwn(first: number, count: number): boolean {
    const { own, letters } = this;
    for (let i = 0; i < count; i++) if (letters[first + i] !== own[i]) return false;
    return true;
  }

  private add(word: string, hash: number, slot: number): number {
    if (this.size >= MOST_WORDS) return this.make(word, false);
    const value = this.make(word, true);
    const first = this.lettersEnd;
    this.lettersEnd += word.length;
    if (this.lettersEnd > this.letters.length) {
      const wider = new Uint16Array(this.letters.length * 2);
      wider.set(this.letters);
      this.letters = wider;
    }
    for (let i = 0; i < word.length; i++) this.letters[first + i] = this.own[i] ?? 0;
    this.slots.set([hash, first, word.length, value], slot);
    this.size++;
    if (this.size * FIELDS * 2 > this.slots.length) this.spread();
    return value;
  }

  /** Gives the words twice the room, so that few meet at a place. */
  private spread(): void {
    const { slots } = this;
    const wider = new Int32Array(slots.length * 2);
    const mask = wider.length - 1;
    for (let at = 0; at < slots.length; at += FIELDS) {
      if (slots[at + FIRST] === 0) continue;
      let slot = placeOf(slots[at] ?? 0, mask);
      while (wider[slot + FIRST] !== 0) slot = (slot + FIELDS) & mask;
      for (let field = 0; field < FIELDS; field++) wider[slot + field] = slots[at + field] ?? 0;
    }
    this.slots = wider;
  }
}

/** The slot at which a word is looked for first; `mask` is the length of the table less one. */
const placeOf = (hash: number, mask: number): number =>
  ((Math.imul(hash, SCATTER) >>> 8) * FIELDS) & mask;
