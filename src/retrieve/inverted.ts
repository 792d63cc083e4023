import { lineStarts } from '../math/lines.ts';
import { BODY, type CountField, DOC, NAME, WITHIN } from '../math/postings.ts';
import { type TermTable, TermTableBuilder } from '../math/term-table.ts';
import { termsOf } from '../math/terms.ts';
import { Words } from '../math/words.ts';
import type { Chunk, Facts } from '../model/document.ts';

/** The inverted form of a batch of documents: what a segment of the index stores. */
export interface Inverted {
  readonly table: TermTable;
  /** Chunks of each document, in the order they were added. */
  readonly chunkCounts: Uint32Array;
  /** Terms in each chunk. */
  readonly lengths: Uint32Array;
}

export type Invertible = Pick<Facts, 'shape' | 'text' | 'chunks' | 'docLines'>;

/** What is lent by each neighbour of a turn: the part that lies next to it, and no more of a long one. */
export const NEIGHBOUR_CHARACTERS = 2000;

/** When something was said is no word of it: the 17th of a month is not probe 17. */
const untimed = (turn: string): string =>
  turn.replace(/^(▌[^\n]{0,200}) · \d{4}-\d\d-\d\d\S*/gm, '$1');

/** Words and terms are kept from batch to batch, up to so many terms: most of the next one has been seen. */
const TERMS_KEPT = 300_000;

/** Turns documents into postings, one field count per chunk and term, batch by batch. */
export class Inverter {
  private table = new TermTableBuilder();
  private chunkCounts: number[] = [];
  private lengths: number[] = [];
  private words = this.noWords();
  /** The terms of each word: how many, then their numbers. */
  private terms = new Int32Array(1 << 16);
  private termsEnd = 0;
  /** What was counted of each term in the chunk that is being read, packed. */
  private counts = new Int32Array(1 << 14);
  private touched: number[] = [];
  /** Terms in the chunk that is being read. */
  private length = 0;

  add(document: Invertible): void {
    if (document.shape.source === 'conversation') this.addTurns(document);
    else this.addChunks(document);
    this.chunkCounts.push(document.chunks.length);
  }

  /**
   * A turn says half of what it is about: the question before it and the answer after it say the
   * rest. Their words count in the body and, so that they can be told apart, in the doc field.
   */
  private addTurns({ text, chunks }: Invertible): void {
    chunks.forEach((chunk, i) => {
      // The next turn of an export may open another conversation.
      const [before, after] = [chunks[i - 1], chunks[i + 1]].map((other) =>
        other?.within.join() === chunk.within.join() ? other : undefined,
      );
      this.countTurn(text.slice(chunk.start, chunk.end), false);
      if (before !== undefined) {
        const from = Math.max(before.start, before.end - NEIGHBOUR_CHARACTERS);
        this.countTurn(text.slice(from, before.end), true);
      }
      if (after !== undefined) {
        const to = Math.min(after.end, after.start + NEIGHBOUR_CHARACTERS);
        this.countTurn(text.slice(after.start, to), true);
      }
      this.close(chunk);
    });
  }

  private countTurn(turn: string, isNeighbour: boolean): void {
    const said = untimed(turn);
    this.count(said, 0, said.length, isNeighbour);
  }

  private addChunks(document: Invertible): void {
    const { text, chunks } = document;
    const starts = lineStarts(text);
    const docRanges = document.docLines.map(([first, last]) => ({
      start: starts[first - 1] ?? text.length,
      end: starts[last] ?? text.length,
    }));
    let range = 0;
    for (const chunk of chunks) {
      let at = chunk.start;
      while (range < docRanges.length && (docRanges[range]?.end ?? 0) <= at) range++;
      for (let r = range; at < chunk.end; r++) {
        const doc = docRanges[r];
        const docStart = Math.min(doc?.start ?? chunk.end, chunk.end);
        if (docStart > at) this.count(text, at, docStart, false);
        if (doc === undefined || docStart >= chunk.end) break;
        const docEnd = Math.min(doc.end, chunk.end);
        this.count(text, Math.max(docStart, at), docEnd, true);
        at = Math.max(docEnd, at);
      }
      this.close(chunk);
    }
  }

  private close(chunk: Chunk): void {
    for (const name of chunk.names) this.words.each(name, 0, name.length, this.inName);
    for (const outer of chunk.within) {
      if (!chunk.names.includes(outer)) this.words.each(outer, 0, outer.length, this.inWithin);
    }
    this.flush(this.lengths.length);
    this.lengths.push(this.length);
    this.length = 0;
  }

  private count(text: string, from: number, to: number, isDoc: boolean): void {
    this.words.each(text, from, to, isDoc ? this.inDoc : this.inBody);
  }

  private readonly inBody = (word: number): void => this.raise(word, BODY, true);
  /** What is said in a comment is said in the text. */
  private readonly inDoc = (word: number): void => {
    this.raise(word, BODY, true);
    this.raise(word, DOC, false);
  };
  private readonly inName = (word: number): void => this.raise(word, NAME, false);
  private readonly inWithin = (word: number): void => this.raise(word, WITHIN, false);

  /** Counts the terms of a word in a field. */
  private raise(word: number, { shift, mask, most }: CountField, isLength: boolean): void {
    const { terms, counts, touched } = this;
    const end = word + 1 + (terms[word] ?? 0);
    if (isLength) this.length += end - word - 1;
    for (let at = word + 1; at < end; at++) {
      const id = terms[at] ?? 0;
      const before = counts[id] ?? 0;
      if (before === 0) touched.push(id);
      if (((before >>> shift) & mask) < most) counts[id] = before + (1 << shift);
    }
  }

  private noWords(): Words {
    return new Words((word, isKept) => this.termsIn(word, isKept));
  }

  /** Where the terms of a word stand in `terms`; those of one that is not remembered, until the next. */
  private termsIn(word: string, isKept: boolean): number {
    const own = termsOf(word);
    const at = this.termsEnd;
    const end = at + 1 + own.length;
    if (end > this.terms.length) this.terms = widened(this.terms, end);
    this.terms[at] = own.length;
    own.forEach((term, i) => {
      const id = this.table.id(term);
      if (id >= this.counts.length) this.counts = widened(this.counts, id + 1);
      this.terms[at + 1 + i] = id;
    });
    if (isKept) this.termsEnd = end;
    return at;
  }

  private flush(chunk: number): void {
    const { counts, touched, table } = this;
    for (let i = 0; i < touched.length; i++) {
      const id = touched[i] ?? 0;
      table.add(id, chunk, counts[id] ?? 0);
      counts[id] = 0;
    }
    touched.length = 0;
  }

  /** What was added since the last batch. */
  finish(): Inverted {
    const inverted = {
      table: this.table.build(),
      chunkCounts: Uint32Array.from(this.chunkCounts),
      lengths: Uint32Array.from(this.lengths),
    };
    this.chunkCounts = [];
    this.lengths = [];
    if (this.table.size > TERMS_KEPT) {
      this.table = new TermTableBuilder();
      this.words = this.noWords();
      this.termsEnd = 0;
    }
    return inverted;
  }
}

function widened(numbers: Int32Array, least: number): Int32Array<ArrayBuffer> {
  const wider = new Int32Array(Math.max(numbers.length * 2, least));
  wider.set(numbers);
  return wider;
}
