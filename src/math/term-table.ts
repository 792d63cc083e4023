import { ByteWriter } from './bytes.ts';
import { comparing } from './order.ts';
import { bodyOf } from './postings.ts';

/** A sorted dictionary of terms cut into blocks of postings; `firsts` are the first terms of the blocks. */
export interface TermTable {
  readonly firsts: readonly string[];
  readonly blocks: readonly Uint8Array[];
}

/** Small enough that reading one for a rare term is cheap, large enough that a table has few rows. */
const BLOCK_BYTES = 16 * 1024;

/** Collects postings in any term order and writes them out as a table. Items must be added in ascending order. */
export class TermTableBuilder {
  private readonly ids = new Map<string, number>();
  private readonly terms: string[] = [];
  /** Term, item and counts of what was added, one after the other. */
  private log = new Int32Array(3 << 16);
  private length = 0;

  /** How many terms have a number. */
  get size(): number {
    return this.terms.length;
  }

  /** A number that stands for the term in `add`. */
  id(term: string): number {
    const known = this.ids.get(term);
    if (known !== undefined) return known;
    const id = this.terms.length;
    this.ids.set(term, id);
    this.terms.push(term);
    return id;
  }

  add(termId: number, item: number, counts: number): void {
    if (this.length === this.log.length) {
      const grown = new Int32Array(this.length * 2);
      grown.set(this.log);
      this.log = grown;
    }
    this.log[this.length++] = termId;
    this.log[this.length++] = item;
    this.log[this.length++] = counts;
  }

  /** The table of what was added; terms keep their numbers for the next. */
  build(): TermTable {
    const { log, length } = this;
    this.length = 0;
    const termCount = this.terms.length;
    // A counting sort by term keeps the items of a term in the order they came: ascending.
    const starts = new Int32Array(termCount + 1);
    for (let i = 0; i < length; i += 3) {
      const slot = (log[i] ?? 0) + 1;
      starts[slot] = (starts[slot] ?? 0) + 1;
    }
    for (let t = 0; t < termCount; t++) starts[t + 1] = (starts[t + 1] ?? 0) + (starts[t] ?? 0);
    const items = new Int32Array(length / 3);
    const counts = new Uint32Array(length / 3);
    const next = starts.slice();
    for (let i = 0; i < length; i += 3) {
      const term = log[i] ?? 0;
      const at = next[term] ?? 0;
      next[term] = at + 1;
      items[at] = log[i + 1] ?? 0;
      counts[at] = log[i + 2] ?? 0;
    }
    const present: { readonly id: number; readonly term: string }[] = [];
    this.terms.forEach((term, id) => {
      if ((starts[id + 1] ?? 0) > (starts[id] ?? 0)) present.push({ id, term });
    });
    const compare = comparing(present.map(({ term }) => term));
    const writer = new TermTableWriter();
    for (const { id, term } of present.sort((a, b) => compare(a.term, b.term))) {
      writer.write(term, items, counts, starts[id] ?? 0, starts[id + 1] ?? 0);
    }
    return writer.finish();
  }
}

/** Writes terms that arrive sorted by code point. */
export class TermTableWriter {
  private readonly firsts: string[] = [];
  private readonly blocks: Uint8Array[] = [];
  private readonly block = new ByteWriter(BLOCK_BYTES * 2);
  private readonly postings = new ByteWriter(BLOCK_BYTES);

  write(
    term: string,
    items: ArrayLike<number>,
    counts: ArrayLike<number>,
    from: number,
    to: number,
  ): void {
    const out = this.postings;
    out.clear();
    let previous = -1;
    for (let i = from; i < to; i++) {
      const item = items[i] ?? 0;
      const packed = counts[i] ?? 0;
      out.varint(item - previous - 1);
      previous = item;
      const rest = packed >>> 12;
      out.varint((bodyOf(packed) << 1) | (rest === 0 ? 0 : 1));
      if (rest !== 0) out.varint(rest);
    }
    if (this.block.length === 0) this.firsts.push(term);
    this.block.text(term);
    this.block.varint(to - from);
    this.block.varint(out.length);
    this.block.append(out.written);
    if (this.block.length >= BLOCK_BYTES) this.flush();
  }

  private flush(): void {
    if (this.block.length === 0) return;
    this.blocks.push(this.block.slice());
    this.block.clear();
  }

  finish(): TermTable {
    this.flush();
    return { firsts: this.firsts, blocks: this.blocks };
  }
}
