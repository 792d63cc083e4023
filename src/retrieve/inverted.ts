import { lineStarts } from '../math/lines.ts';
import { packCounts, type TermTable, TermTableBuilder } from '../math/postings.ts';
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
  private body = new Uint32Array(1 << 14);
  private doc = new Uint32Array(1 << 14);
  private name = new Uint32Array(1 << 14);
  private within = new Uint32Array(1 << 14);
  private touched: number[] = [];

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
      let length = this.countTurn(text.slice(chunk.start, chunk.end), false);
      if (before !== undefined) {
        const from = Math.max(before.start, before.end - NEIGHBOUR_CHARACTERS);
        length += this.countTurn(text.slice(from, before.end), true);
      }
      if (after !== undefined) {
        const to = Math.min(after.end, after.start + NEIGHBOUR_CHARACTERS);
        length += this.countTurn(text.slice(after.start, to), true);
      }
      this.close(chunk, length);
    });
  }

  private countTurn(turn: string, isNeighbour: boolean): number {
    const said = untimed(turn);
    return this.count(said, 0, said.length, isNeighbour);
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
      let length = 0;
      let at = chunk.start;
      while (range < docRanges.length && (docRanges[range]?.end ?? 0) <= at) range++;
      for (let r = range; at < chunk.end; r++) {
        const doc = docRanges[r];
        const docStart = Math.min(doc?.start ?? chunk.end, chunk.end);
        if (docStart > at) length += this.count(text, at, docStart, false);
        if (doc === undefined || docStart >= chunk.end) break;
        const docEnd = Math.min(doc.end, chunk.end);
        length += this.count(text, Math.max(docStart, at), docEnd, true);
        at = Math.max(docEnd, at);
      }
      this.close(chunk, length);
    }
  }

  private close(chunk: Chunk, length: number): void {
    for (const name of chunk.names) this.mark(name, this.nameField);
    for (const outer of chunk.within) {
      if (!chunk.names.includes(outer)) this.mark(outer, this.withinField);
    }
    this.flush(this.lengths.length);
    this.lengths.push(length);
  }

  private readonly nameField = (id: number): void => {
    this.name[id] = (this.name[id] ?? 0) + 1;
  };
  private readonly withinField = (id: number): void => {
    this.within[id] = (this.within[id] ?? 0) + 1;
  };

  private noWords(): Words<Int32Array> {
    return new Words((word) => this.idsOf(word));
  }

  private idsOf(word: string): Int32Array {
    const ids = Int32Array.from(termsOf(word), (term) => this.table.id(term));
    for (const id of ids) if (id >= this.body.length) this.grow(id);
    return ids;
  }

  private touch(id: number): void {
    if (this.body[id] === 0 && this.name[id] === 0 && this.within[id] === 0) this.touched.push(id);
  }

  private count(text: string, from: number, to: number, isDoc: boolean): number {
    let length = 0;
    this.words.each(text, from, to, (ids) => {
      length += ids.length;
      for (let i = 0; i < ids.length; i++) {
        const id = ids[i] ?? 0;
        this.touch(id);
        this.body[id] = (this.body[id] ?? 0) + 1;
        if (isDoc) this.doc[id] = (this.doc[id] ?? 0) + 1;
      }
    });
    return length;
  }

  private mark(name: string, field: (id: number) => void): void {
    this.words.each(name, 0, name.length, (ids) => {
      for (const id of ids) {
        this.touch(id);
        field(id);
      }
    });
  }

  private flush(chunk: number): void {
    for (const id of this.touched) {
      const counts = packCounts(
        this.body[id] ?? 0,
        this.doc[id] ?? 0,
        this.name[id] ?? 0,
        this.within[id] ?? 0,
      );
      this.table.add(id, chunk, counts);
      this.body[id] = 0;
      this.doc[id] = 0;
      this.name[id] = 0;
      this.within[id] = 0;
    }
    this.touched = [];
  }

  private grow(id: number): void {
    const widen = (field: Uint32Array): Uint32Array<ArrayBuffer> => {
      const wider = new Uint32Array(Math.max(field.length * 2, id + 1));
      wider.set(field);
      return wider;
    };
    this.body = widen(this.body);
    this.doc = widen(this.doc);
    this.name = widen(this.name);
    this.within = widen(this.within);
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
    }
    return inverted;
  }
}
